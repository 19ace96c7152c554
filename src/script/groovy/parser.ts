import { ExpressionParser } from './expression-parser.ts';
import { tokenize } from './lexer.ts';
import type {
  CatchClause,
  Expression,
  FunctionBody,
  Parameter,
  Statement,
  SwitchCase,
  TypeName,
} from './syntax.ts';
import { isWord, TokenCursor } from './token-cursor.ts';
import { MODIFIERS, tryType } from './type-parser.ts';

/**
 * Reads a script of Groovy 3.
 * @throws GroovySyntaxError; UnsupportedGroovyError for what is Groovy but not supported.
 */
export function parseScript(source: string): Statement[] {
  const cursor = new TokenCursor(tokenize(source));
  const statements = new StatementParser(cursor, source).statements(() => cursor.isKind('end'));
  return statements;
}

const UNTYPED = 'def';

class StatementParser {
  readonly #cursor: TokenCursor;
  readonly #source: string;
  readonly #expressions: ExpressionParser;

  constructor(cursor: TokenCursor, source: string) {
    this.#cursor = cursor;
    this.#source = source;
    this.#expressions = new ExpressionParser(cursor, (inner) => new StatementParser(inner, source).closure());
  }

  statements(atEnd: () => boolean): Statement[] {
    const found: Statement[] = [];
    const cursor = this.#cursor;
    cursor.skipSeparators();
    while (!atEnd()) {
      found.push(...this.#statement());
      if (!atEnd() && !cursor.isKind('newline') && !cursor.is(';') && !isWord(cursor.previous, '}'))
        throw cursor.unexpected();
      cursor.skipSeparators();
    }
    return found;
  }

  /** What stands in braces; the opening one has been read. */
  closure(): { code: FunctionBody; implicit: boolean } {
    const cursor = this.#cursor;
    const before = cursor.position;
    cursor.skipNewlines();
    const parameters = this.#closureParameters();
    if (parameters === undefined) cursor.rewind(before);
    const body = this.statements(() => cursor.is('}'));
    cursor.expect('}');
    return { code: { parameters: parameters ?? [], body }, implicit: parameters === undefined };
  }

  /** Parameters up to `->`; undefined when there is no arrow. */
  #closureParameters(): Parameter[] | undefined {
    const cursor = this.#cursor;
    if (cursor.accept('->')) return [];
    // Look for the arrow first: a closure's first statement may look like a parameter.
    let depth = 0;
    for (let ahead = 0; ; ahead++) {
      const token = cursor.peek(ahead);
      if (token.kind === 'end') return undefined;
      if (token.kind === 'operator') {
        if (token.text === '->' && depth === 0) break;
        if ('([{'.includes(token.text)) depth++;
        else if (')]}'.includes(token.text) && --depth < 0) return undefined;
        if (token.text === ';' || token.text === '{') return undefined;
      }
      if (token.kind === 'newline' && depth === 0 && !isWord(cursor.peek(ahead - 1), ',')) return undefined;
    }
    const parameters = this.#parameters(() => cursor.is('->'));
    cursor.expect('->');
    return parameters;
  }

  #parameters(atEnd: () => boolean): Parameter[] {
    const cursor = this.#cursor;
    const found: Parameter[] = [];
    cursor.skipNewlines();
    while (!atEnd()) {
      const start = cursor.current;
      while (cursor.isAny(['final', 'def', 'var']) && cursor.peek().kind === 'name') cursor.advance();
      const before = cursor.position;
      let type = tryType(cursor);
      const variable = type !== undefined && cursor.accept('...');
      if (type !== undefined && !cursor.isKind('name')) {
        cursor.rewind(before);
        type = undefined;
      }
      const name = cursor.name().text;
      const fallback = cursor.accept('=') ? this.#expressions.expression() : undefined;
      found.push({ name, type: type ?? { name: UNTYPED, dimensions: 0, place: start }, fallback, variable });
      cursor.skipNewlines();
      if (!cursor.accept(',')) break;
      cursor.skipNewlines();
    }
    if (!atEnd()) throw cursor.unexpected();
    return found;
  }

  #statement(): Statement[] {
    const cursor = this.#cursor;
    const { line, column, kind, text } = cursor.current;
    const place = { line, column };
    if (kind === 'operator') {
      if (text === '@') throw cursor.unsupported(`the annotation @${cursor.peek().text}`);
      if (text === '{') throw cursor.unexpected();
    }
    if (kind === 'name') {
      const read = this.#keyword(text, place);
      if (read !== undefined) return [read];
      const declared = this.#declaration(place);
      if (declared !== undefined) return declared;
      if (isWord(cursor.peek(), ':')) throw cursor.unsupported(`the label ${text}:`);
    }
    const expression = this.#expressions.expression();
    const command = this.#expressions.command(expression);
    return [{ kind: 'expression', expression: command ?? expression, ...place }];
  }

  #keyword(word: string, place: { line: number; column: number }): Statement | undefined {
    const cursor = this.#cursor;
    switch (word) {
      case 'import':
        return this.#import(place);
      case 'package':
      case 'class':
      case 'interface':
      case 'enum':
      case 'trait':
        if (cursor.peek().kind !== 'name') return undefined;
        throw cursor.unsupported(`${word} ${cursor.peek().text}`);
      case 'abstract':
        throw cursor.unsupported('an abstract class');
      case 'if':
        return this.#if(place);
      case 'for':
        return this.#for(place);
      case 'while': {
        cursor.advance();
        return { kind: 'while', test: this.#inParentheses(), body: this.#body(), testFirst: true, ...place };
      }
      case 'do': {
        cursor.advance();
        const body = this.#body();
        cursor.skipNewlines();
        cursor.expect('while');
        return { kind: 'while', test: this.#inParentheses(), body, testFirst: false, ...place };
      }
      case 'switch':
        return this.#switch(place);
      case 'try':
        return this.#try(place);
      case 'throw': {
        cursor.advance();
        return { kind: 'throw', value: this.#expressions.expression(), ...place };
      }
      case 'return': {
        cursor.advance();
        const ends = ['newline', 'end'].includes(cursor.current.kind) || cursor.isAny([';', '}']);
        return { kind: 'return', value: ends ? undefined : this.#expressions.expression(), ...place };
      }
      case 'break':
      case 'continue': {
        cursor.advance();
        if (cursor.isKind('name')) throw cursor.unsupported(`${word} ${cursor.current.text}`);
        return { kind: word, ...place };
      }
      case 'assert':
        return this.#assert(place);
      default:
        return undefined;
    }
  }

  #inParentheses(): Expression {
    this.#cursor.expect('(');
    this.#cursor.skipNewlines();
    const value = this.#expressions.expression();
    this.#cursor.skipNewlines();
    this.#cursor.expect(')');
    return value;
  }

  /** A block, or one statement. */
  #body(): Statement[] {
    const cursor = this.#cursor;
    cursor.skipNewlines();
    if (cursor.accept(';')) return [];
    return cursor.is('{') ? this.#block() : this.#statement();
  }

  #block(): Statement[] {
    const cursor = this.#cursor;
    cursor.skipNewlines();
    cursor.expect('{');
    const body = this.statements(() => cursor.is('}'));
    cursor.expect('}');
    return body;
  }

  #import(place: { line: number; column: number }): Statement {
    const cursor = this.#cursor;
    cursor.advance();
    const isStatic = cursor.accept('static');
    let name = cursor.name().text;
    while (cursor.accept('.')) name += `.${cursor.is('*') ? cursor.advance().text : cursor.name().text}`;
    const alias = cursor.accept('as') ? cursor.name().text : name.slice(name.lastIndexOf('.') + 1);
    return { kind: 'import', name, alias, isStatic, ...place };
  }

  #if(place: { line: number; column: number }): Statement {
    const cursor = this.#cursor;
    cursor.advance();
    const test = this.#inParentheses();
    const consequent = this.#body();
    const before = cursor.position;
    cursor.skipSeparators();
    if (cursor.accept('else')) return { kind: 'if', test, consequent, otherwise: this.#body(), ...place };
    cursor.rewind(before);
    return { kind: 'if', test, consequent, otherwise: undefined, ...place };
  }

  #for(place: { line: number; column: number }): Statement {
    const cursor = this.#cursor;
    cursor.advance();
    cursor.expect('(');
    const before = cursor.position;
    while (cursor.isAny(['final', 'def', 'var']) && cursor.peek().kind === 'name') cursor.advance();
    const start = cursor.current;
    const typed = cursor.position;
    let type = tryType(cursor);
    if (!cursor.isKind('name') || cursor.is('in')) {
      cursor.rewind(typed);
      type = undefined;
    }
    if (cursor.isKind('name') && (isWord(cursor.peek(), 'in') || isWord(cursor.peek(), ':'))) {
      const name = cursor.advance().text;
      cursor.advance();
      const items = this.#expressions.expression();
      cursor.expect(')');
      const body = this.#body();
      return {
        kind: 'for-in',
        type: type ?? { name: UNTYPED, dimensions: 0, place: start },
        name,
        items,
        body,
        ...place,
      };
    }
    cursor.rewind(before);
    const init = cursor.is(';') ? [] : this.#statement();
    cursor.expect(';');
    const test = cursor.is(';') ? undefined : this.#expressions.expression();
    cursor.expect(';');
    const update: Expression[] = [];
    while (!cursor.is(')')) {
      update.push(this.#expressions.expression());
      if (!cursor.accept(',')) break;
    }
    cursor.expect(')');
    return { kind: 'for', init, test, update, body: this.#body(), ...place };
  }

  #switch(place: { line: number; column: number }): Statement {
    const cursor = this.#cursor;
    cursor.advance();
    const subject = this.#inParentheses();
    cursor.skipNewlines();
    cursor.expect('{');
    const cases: SwitchCase[] = [];
    cursor.skipSeparators();
    while (!cursor.accept('}')) {
      const test = cursor.accept('default')
        ? undefined
        : (cursor.expect('case'), this.#expressions.expression());
      if (cursor.is('->')) throw cursor.unsupported('case … ->');
      cursor.expect(':');
      const body = this.statements(() => cursor.isAny(['case', 'default', '}']));
      cases.push({ test, body });
    }
    return { kind: 'switch', subject, cases, ...place };
  }

  #try(place: { line: number; column: number }): Statement {
    const cursor = this.#cursor;
    cursor.advance();
    if (cursor.is('(')) throw cursor.unsupported('try with resources');
    const body = this.#block();
    const catches: CatchClause[] = [];
    while (cursor.acceptAfterNewlines('catch')) {
      cursor.expect('(');
      cursor.accept('final');
      const types: TypeName[] = [];
      if (isWord(cursor.peek(), ')')) types.push({ name: 'Exception', dimensions: 0, place: cursor.current });
      else if (cursor.accept('def')) types.push({ name: 'Exception', dimensions: 0, place: cursor.current });
      else
        do {
          const type = tryType(cursor);
          if (type === undefined) throw cursor.unexpected();
          types.push(type);
        } while (cursor.accept('|'));
      const name = cursor.name().text;
      cursor.expect(')');
      catches.push({ types, name, body: this.#block() });
    }
    const last = cursor.acceptAfterNewlines('finally') ? this.#block() : undefined;
    if (catches.length === 0 && last === undefined) throw cursor.unexpected();
    return { kind: 'try', body, catches, last, ...place };
  }

  #assert(place: { line: number; column: number }): Statement {
    const cursor = this.#cursor;
    const { start } = cursor.advance();
    cursor.skipNewlines();
    const test = this.#expressions.conditional();
    const text = this.#source.slice(start, test.end);
    const message = cursor.accept(':') || cursor.accept(',') ? this.#expressions.expression() : undefined;
    return { kind: 'assert', test, message, text, ...place };
  }

  /** `def x = 1`, `int a, b`, `def (a, b) = list`, `String f(x) { … }`; undefined when no declaration stands here. */
  #declaration(place: { line: number; column: number }): Statement[] | undefined {
    const cursor = this.#cursor;
    const before = cursor.position;
    let modified = false;
    while (cursor.isKind('name') && MODIFIERS.has(cursor.current.text)) {
      // `var` and `def` are names elsewhere.
      if (!['name', 'operator'].includes(cursor.peek().kind) || cursor.peek().text === '=') break;
      if (cursor.peek().kind === 'operator' && cursor.peek().text !== '(') break;
      modified = true;
      cursor.advance();
    }
    if (modified && cursor.is('(')) return [this.#declareMany(place)];
    const typePlace = cursor.current;
    const typed = cursor.position;
    let type = tryType(cursor);
    if (type !== undefined && !cursor.isKind('name')) {
      cursor.rewind(typed);
      type = undefined;
    }
    const isName = cursor.isKind('name') || cursor.isKind('text');
    if ((type === undefined && !modified) || !isName || cursor.isAny(['in', 'as', 'instanceof'])) {
      cursor.rewind(before);
      return undefined;
    }
    const given: TypeName = type ?? { name: UNTYPED, dimensions: 0, place: typePlace };
    if (isWord(cursor.peek(), '(')) return [this.#method(given, place)];
    const names: { name: string; init: Expression | undefined }[] = [];
    do {
      const name = cursor.name().text;
      let init: Expression | undefined;
      if (cursor.accept('=')) {
        cursor.skipNewlines();
        init = this.#expressions.expression();
      }
      names.push({ name, init });
    } while (cursor.accept(','));
    return [{ kind: 'declare', type: given, names, ...place }];
  }

  #declareMany(place: { line: number; column: number }): Statement {
    const cursor = this.#cursor;
    cursor.expect('(');
    const targets = this.#parameters(() => cursor.is(')'));
    cursor.expect(')');
    cursor.expect('=');
    cursor.skipNewlines();
    return { kind: 'declare-many', targets, init: this.#expressions.expression(), ...place };
  }

  #method(type: TypeName, place: { line: number; column: number }): Statement {
    const cursor = this.#cursor;
    const name = cursor.advance().text;
    cursor.expect('(');
    const parameters = this.#parameters(() => cursor.is(')'));
    cursor.expect(')');
    if (cursor.accept('throws'))
      do tryType(cursor);
      while (cursor.accept(','));
    const body = this.#block();
    return { kind: 'method', name, type, code: { parameters, body }, ...place };
  }
}
