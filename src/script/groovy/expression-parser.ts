import { parseArguments, parsePrimary, type ExpressionReader } from './primary-parser.ts';
import { type Argument, type Expression, type Place, type Token } from './syntax.ts';
import { isWord, type TokenCursor } from './token-cursor.ts';
import { PRIMITIVES, tryType } from './type-parser.ts';

const ASSIGNMENTS = ['=', '+=', '-=', '*=', '/=', '%=', '**=', '?=', '<<=', '>>=', '>>>=', '&=', '|=', '^='];

/** Binary operators from the loosest to the tightest; `type` marks where `as` and `instanceof` stand. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['=~', '==~'],
  ['==', '!=', '<=>', '===', '!=='],
  ['<', '<=', '>', '>=', 'in'],
  ['<<', '>>', '>>>', '..', '..<'],
  ['+', '-'],
  ['*', '/', '%'],
];
const RELATIONAL = 7;

const MAX_DEPTH = 200;

/** Reads expressions; one reader per script. */
export class ExpressionParser implements ExpressionReader {
  readonly cursor: TokenCursor;
  readonly closureBody: ExpressionReader['closureBody'];
  #depth = 0;

  constructor(cursor: TokenCursor, closureBody: ExpressionReader['closureBody']) {
    this.cursor = cursor;
    this.closureBody = closureBody;
  }

  /** A reader of other tokens of the same script. */
  nested(cursor: TokenCursor): ExpressionParser {
    return new ExpressionParser(cursor, this.closureBody);
  }

  /** An expression with assignments. */
  expression(): Expression {
    if (++this.#depth > MAX_DEPTH) throw this.cursor.unsupported('an expression nested this deeply');
    try {
      return this.#assignment();
    } finally {
      this.#depth--;
    }
  }

  #assignment(): Expression {
    const { cursor } = this;
    const target = this.conditional();
    if (!cursor.isKind('operator') || !ASSIGNMENTS.includes(cursor.current.text)) return target;
    const operator = cursor.advance().text;
    cursor.skipNewlines();
    const value = this.expression();
    if (target.kind === 'list' && operator === '=')
      return spanned(target, value, {
        kind: 'multi-assign',
        targets: target.items.map((item) => item.value),
        value,
      });
    if (!['name', 'property', 'index'].includes(target.kind)) throw cursor.unexpected();
    return spanned(target, value, { kind: 'assign', operator, target, value });
  }

  conditional(): Expression {
    const { cursor } = this;
    const test = this.#binary(0);
    if (cursor.acceptAfterNewlines('?:')) {
      cursor.skipNewlines();
      const otherwise = this.conditional();
      return spanned(test, otherwise, { kind: 'conditional', test, consequent: undefined, otherwise });
    }
    if (!cursor.acceptAfterNewlines('?')) return test;
    cursor.skipNewlines();
    const consequent = this.expression();
    cursor.skipNewlines();
    cursor.expect(':');
    cursor.skipNewlines();
    const otherwise = this.expression();
    return spanned(test, otherwise, { kind: 'conditional', test, consequent, otherwise });
  }

  #binary(level: number): Expression {
    const { cursor } = this;
    if (level === LEVELS.length) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const before = cursor.position;
      // An operator may stand at the start of the next line, unless it could begin a statement there.
      if (cursor.isKind('newline')) {
        cursor.skipNewlines();
        if (
          ['+', '-', '<', '[', '*', '..', 'in'].includes(cursor.current.text) ||
          !cursor.isKind('operator')
        ) {
          cursor.rewind(before);
          return left;
        }
      }
      const typed = level === RELATIONAL ? this.#typeOperator(left) : undefined;
      if (typed !== undefined) {
        left = typed;
        continue;
      }
      const negated = level === RELATIONAL && cursor.is('!') && isWord(cursor.peek(), 'in');
      if (!negated && !cursor.isAny(LEVELS[level]!)) {
        cursor.rewind(before);
        return left;
      }
      const place = cursor.current;
      if (negated) cursor.advance();
      const operator = (negated ? '!' : '') + cursor.advance().text;
      cursor.skipNewlines();
      const right = this.#binary(level + 1);
      left = spanned(left, right, { kind: 'binary', operator, left, right }, place);
    }
  }

  /** `as T`, `instanceof T`, `!instanceof T`. */
  #typeOperator(operand: Expression): Expression | undefined {
    const { cursor } = this;
    const place = cursor.current;
    const negated = cursor.is('!') && isWord(cursor.peek(), 'instanceof');
    if (!negated && !cursor.is('as') && !cursor.is('instanceof')) return undefined;
    if (negated) cursor.advance();
    const word = cursor.advance().text;
    const type = tryType(cursor);
    if (type === undefined) throw cursor.unexpected();
    const end = { end: cursor.previous.end };
    return word === 'as'
      ? spanned(operand, end, { kind: 'cast', as: true, operand, type }, place)
      : spanned(operand, end, { kind: 'type-test', negated, operand, type }, place);
  }

  #unary(): Expression {
    const { cursor } = this;
    const token = cursor.current;
    if (cursor.is('-') || cursor.is('+')) {
      cursor.advance();
      const operand = this.#unary();
      if (operand.kind === 'number' && token.text === '-')
        return spanned(token, operand, { kind: 'number', text: `-${operand.text}` });
      return spanned(token, operand, { kind: 'unary', operator: token.text, operand });
    }
    if (cursor.is('++') || cursor.is('--')) {
      cursor.advance();
      const target = this.#unary();
      return spanned(token, target, {
        kind: 'step',
        operator: token.text === '++' ? '++' : '--',
        prefix: true,
        target,
      });
    }
    return this.#power();
  }

  #power(): Expression {
    const base = this.#not();
    if (!this.cursor.is('**')) return base;
    const place = this.cursor.advance();
    this.cursor.skipNewlines();
    const exponent = this.#unary();
    return spanned(base, exponent, { kind: 'binary', operator: '**', left: base, right: exponent }, place);
  }

  #not(): Expression {
    const { cursor } = this;
    const token = cursor.current;
    if (cursor.is('!') || cursor.is('~')) {
      cursor.advance();
      const operand = this.#notOrUnary();
      return spanned(token, operand, { kind: 'unary', operator: token.text, operand });
    }
    const type = this.#castType();
    if (type !== undefined) {
      const operand = this.#notOrUnary();
      return spanned(token, operand, { kind: 'cast', as: false, operand, type });
    }
    return this.#postfix();
  }

  #notOrUnary(): Expression {
    return this.cursor.is('-') || this.cursor.is('+') ? this.#unary() : this.#not();
  }

  /** `(int)` before a value; leaves the cursor where it was when it is no cast. */
  #castType(): ReturnType<typeof tryType> {
    const { cursor } = this;
    if (!cursor.is('(')) return undefined;
    const before = cursor.position;
    cursor.advance();
    const type = tryType(cursor);
    if (type !== undefined && cursor.accept(')')) {
      const { kind, text } = cursor.current;
      const beginsValue =
        (kind === 'name' && !['as', 'in', 'instanceof'].includes(text)) ||
        ['number', 'text', 'gstring'].includes(kind) ||
        (kind === 'operator' && ['(', '!', '~', '['].includes(text)) ||
        (PRIMITIVES.has(type.name) && ['-', '+'].includes(text));
      if (beginsValue) return type;
    }
    cursor.rewind(before);
    return undefined;
  }

  #postfix(): Expression {
    const { cursor } = this;
    const target = this.path(parsePrimary(this));
    if (!cursor.is('++') && !cursor.is('--')) return target;
    const operator = cursor.advance().text === '++' ? '++' : '--';
    return spanned(target, { end: cursor.previous.end }, { kind: 'step', operator, prefix: false, target });
  }

  /** What follows a value: `.name`, `[i]`, `(…)`, a closure. */
  path(first: Expression): Expression {
    const { cursor } = this;
    let object = first;
    for (;;) {
      const before = cursor.position;
      if (cursor.isKind('newline')) {
        // A chain may go on with a point on the next line.
        cursor.skipNewlines();
        if (!cursor.isAny(['.', '?.', '*.'])) {
          cursor.rewind(before);
          return object;
        }
      }
      const next = this.#suffix(object);
      if (next === undefined) return object;
      object = next;
    }
  }

  #suffix(object: Expression): Expression | undefined {
    const { cursor } = this;
    const token = cursor.current;
    if (cursor.isAny(['.', '?.', '*.', '.&', '::', '.@'])) return this.#member(object);
    if ((cursor.is('[') || cursor.is('?[')) && !(token.spaceBefore && isPrint(object))) {
      cursor.advance();
      const items = parseArguments(this, ']').args;
      const index: Expression =
        items.length === 1 && !items[0]!.spread
          ? items[0]!.value
          : spanned(token, token, { kind: 'list', items });
      return spanned(
        object,
        { end: cursor.previous.end },
        {
          kind: 'index',
          object,
          index,
          safe: token.text === '?[',
        },
        token,
      );
    }
    if (cursor.is('(') && object.kind !== 'constant') {
      cursor.advance();
      const { args, named } = parseArguments(this, ')');
      return this.#call(object, args, named);
    }
    if (cursor.is('{') && ['name', 'property', 'call'].includes(object.kind))
      return this.#call(object, [], []);
    return undefined;
  }

  #member(object: Expression): Expression {
    const { cursor } = this;
    const operator = cursor.advance();
    if (operator.text === '.@') throw cursor.unsupported('a field of an object (.@)', operator);
    cursor.skipNewlines();
    const token = cursor.current;
    if (operator.text === '.&' || operator.text === '::')
      return spanned(object, token, { kind: 'method-reference', object, name: cursor.name().text }, token);
    const mode = operator.text === '?.' ? 'safe' : operator.text === '*.' ? 'spread' : 'plain';
    let name: string | Expression;
    if (token.kind === 'name' || token.kind === 'text') name = cursor.advance().text;
    else if (token.kind === 'gstring' || cursor.is('(')) name = parsePrimary(this);
    else throw cursor.unexpected();
    return spanned(object, { end: cursor.previous.end }, { kind: 'property', object, name, mode }, token);
  }

  /** A call of what has just been read, with the closures that follow it. */
  #call(
    callee: Expression,
    args: readonly Argument[],
    named: Extract<Expression, { kind: 'call' }>['named'],
  ): Expression {
    const { cursor } = this;
    const all = [...args];
    while (cursor.is('{')) all.push({ value: parsePrimary(this), spread: false });
    return makeCall(callee, all, named, cursor.previous);
  }

  /** `println x`, `vars.put "a", "b"`: a call without parentheses, at the start of a statement. */
  command(callee: Expression): Expression | undefined {
    const { cursor } = this;
    if (callee.kind !== 'name' && callee.kind !== 'property') return undefined;
    const { kind, text, spaceBefore } = cursor.current;
    const begins =
      ['number', 'text', 'gstring'].includes(kind) ||
      (kind === 'name' && !['as', 'in', 'instanceof'].includes(text)) ||
      (kind === 'operator' && text === '[' && spaceBefore) ||
      (kind === 'operator' && text === '!' && !['in', 'instanceof'].includes(cursor.peek().text));
    if (!begins) return undefined;
    const { args, named } = parseArguments(this, undefined);
    return makeCall(callee, args, named, cursor.previous);
  }
}

/** `println [1, 2]` prints a list. */
const isPrint = (object: Expression): boolean =>
  object.kind === 'name' && (object.name === 'println' || object.name === 'print');

function makeCall(
  callee: Expression,
  args: readonly Argument[],
  named: Extract<Expression, { kind: 'call' }>['named'],
  last: Token,
): Expression {
  if (callee.kind === 'name')
    return spanned(
      callee,
      last,
      { kind: 'call', object: undefined, name: callee.name, mode: 'plain', args, named },
      callee,
    );
  if (callee.kind === 'property')
    return spanned(
      callee,
      last,
      { kind: 'call', object: callee.object, name: callee.name, mode: callee.mode, args, named },
      callee,
    );
  return spanned(
    callee,
    last,
    { kind: 'call', object: callee, name: 'call', mode: 'plain', args, named },
    callee,
  );
}

type Node = Expression extends infer E
  ? E extends Expression
    ? Omit<E, keyof Place | 'start' | 'end'>
    : never
  : never;

/** A node from the start of one piece to the end of another; `place` is where messages point. */
export function spanned(
  from: Place & { readonly start: number },
  to: { readonly end: number },
  node: Node,
  place: Place = from,
): Expression {
  return { ...node, line: place.line, column: place.column, start: from.start, end: to.end };
}
