import { spanned } from './expression-parser.ts';
import type { Argument, Expression, FunctionBody, MapItem, Token } from './syntax.ts';
import { isWord, TokenCursor } from './token-cursor.ts';
import { PRIMITIVES, tryType } from './type-parser.ts';

/** What reading the parts of an expression needs of the whole. */
export interface ExpressionReader {
  readonly cursor: TokenCursor;
  expression(): Expression;
  /** A reader of other tokens of the same script. */
  nested(cursor: TokenCursor): ExpressionReader;
  /** What stands between the braces of a closure, with its parameters. */
  closureBody(cursor: TokenCursor): { code: FunctionBody; implicit: boolean };
}

/** Words that no expression begins with. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'as assert break case catch class const continue def default do else enum extends final finally for goto if implements ' +
    'import in instanceof interface package return static switch throw throws trait try while'
  ).split(' '),
);

/** A literal, a name, `new …`, or an expression in parentheses. */
export function parsePrimary(reader: ExpressionReader): Expression {
  const { cursor } = reader;
  const token = cursor.current;
  switch (token.kind) {
    case 'number':
      cursor.advance();
      return spanned(token, token, { kind: 'number', text: token.text });
    case 'text':
      cursor.advance();
      return spanned(token, token, { kind: 'constant', value: token.text });
    case 'gstring':
      cursor.advance();
      return gstring(reader, token);
    case 'name':
      return parseName(reader);
    case 'operator':
      return parseBracketed(reader);
    default:
      throw cursor.unexpected();
  }
}

function gstring(reader: ExpressionReader, token: Token): Expression {
  const parts = token.parts!.map((part): string | Expression => {
    if (typeof part === 'string') return part;
    const inner = new TokenCursor(part);
    inner.skipNewlines();
    if (inner.is('->')) throw inner.unsupported('a closure in a GString (${-> …})');
    if (inner.isKind('end')) return spanned(token, token, { kind: 'constant', value: '' });
    const value = within(reader, inner);
    inner.skipSeparators();
    if (!inner.isKind('end')) throw inner.unexpected();
    return value;
  });
  return spanned(token, token, { kind: 'gstring', parts });
}

/** An expression in tokens of its own. */
const within = (reader: ExpressionReader, cursor: TokenCursor): Expression =>
  reader.nested(cursor).expression();

function parseName(reader: ExpressionReader): Expression {
  const { cursor } = reader;
  const token = cursor.current;
  switch (token.text) {
    case 'true':
    case 'false':
      cursor.advance();
      return spanned(token, token, { kind: 'constant', value: token.text === 'true' });
    case 'null':
      cursor.advance();
      return spanned(token, token, { kind: 'constant', value: null });
    case 'new':
      return parseNew(reader);
    case 'switch':
      throw cursor.unsupported('switch as an expression');
    case 'super':
      throw cursor.unsupported('super');
    default:
  }
  if (KEYWORDS.has(token.text)) throw cursor.unexpected();
  if (PRIMITIVES.has(token.text)) {
    const type = tryType(cursor)!;
    const name = type.name + '[]'.repeat(type.dimensions);
    return spanned(token, cursor.previous, { kind: 'name', name });
  }
  cursor.advance();
  return spanned(token, token, { kind: 'name', name: token.text });
}

function parseBracketed(reader: ExpressionReader): Expression {
  const { cursor } = reader;
  const token = cursor.current;
  if (cursor.accept('(')) {
    cursor.skipNewlines();
    const inner = reader.expression();
    cursor.skipNewlines();
    cursor.expect(')');
    return { ...inner, start: token.start, end: cursor.previous.end };
  }
  if (cursor.accept('[')) return parseListOrMap(reader, token);
  if (cursor.is('{')) {
    cursor.advance();
    const { code, implicit } = reader.closureBody(cursor);
    return spanned(token, cursor.previous, { kind: 'closure', code, implicit });
  }
  throw cursor.unexpected();
}

function parseListOrMap(reader: ExpressionReader, open: Token): Expression {
  const { cursor } = reader;
  cursor.skipNewlines();
  if (cursor.is(':') && isWord(cursor.peek(), ']')) {
    cursor.advance();
    cursor.advance();
    return spanned(open, cursor.previous, { kind: 'map', items: [] });
  }
  const { args, named } = parseArguments(reader, ']');
  if (named.length > 0 && args.length > 0) throw cursor.unexpected(cursor.previous);
  return named.length > 0
    ? spanned(open, cursor.previous, { kind: 'map', items: named })
    : spanned(open, cursor.previous, { kind: 'list', items: args });
}

/**
 * Arguments or members up to `close`, which is read too; without `close` up to the end of the statement. `a: 1` goes to
 * `named`.
 */
export function parseArguments(
  reader: ExpressionReader,
  close: string | undefined,
): { args: Argument[]; named: MapItem[] } {
  const { cursor } = reader;
  const args: Argument[] = [];
  const named: MapItem[] = [];
  const skip = (): void => {
    if (close !== undefined) cursor.skipNewlines();
  };
  skip();
  for (;;) {
    if (close !== undefined && cursor.accept(close)) break;
    if (cursor.is('*') && isWord(cursor.peek(), ':')) {
      cursor.advance();
      cursor.advance();
      named.push({ key: undefined, value: reader.expression() });
    } else if (cursor.accept('*')) args.push({ value: reader.expression(), spread: true });
    else {
      const key = mapKey(reader);
      if (key === undefined) args.push({ value: reader.expression(), spread: false });
      else {
        cursor.skipNewlines();
        named.push({ key, value: reader.expression() });
      }
    }
    skip();
    if (close === undefined) {
      if (!cursor.accept(',')) break;
      cursor.skipNewlines();
    } else if (!cursor.accept(',')) {
      cursor.expect(close);
      break;
    } else skip();
  }
  return { args, named };
}

/** `name:`, `"text":`, `1:` or `(expression):` with its colon, else undefined. */
function mapKey(reader: ExpressionReader): Expression | undefined {
  const { cursor } = reader;
  const token = cursor.current;
  if (isWord(cursor.peek(), ':')) {
    if (token.kind === 'name' || token.kind === 'text') {
      cursor.advance();
      cursor.advance();
      return spanned(token, token, { kind: 'constant', value: token.text });
    }
    if (token.kind === 'number' || token.kind === 'gstring') {
      const key = parsePrimary(reader);
      cursor.advance();
      return key;
    }
  }
  if (!cursor.is('(')) return undefined;
  const before = cursor.position;
  const key = parsePrimary(reader);
  if (cursor.accept(':')) return key;
  cursor.rewind(before);
  return undefined;
}

function parseNew(reader: ExpressionReader): Expression {
  const { cursor } = reader;
  const token = cursor.advance();
  const type = tryType(cursor);
  if (type === undefined) throw cursor.unexpected();
  if (type.dimensions > 0) {
    cursor.expect('{');
    const { args } = parseArguments(reader, '}');
    return spanned(token, cursor.previous, { kind: 'new-array', type, sizes: [], items: args });
  }
  if (cursor.accept('[')) {
    const sizes: Expression[] = [];
    do {
      sizes.push(reader.expression());
      cursor.expect(']');
    } while (cursor.accept('['));
    return spanned(token, cursor.previous, { kind: 'new-array', type, sizes, items: undefined });
  }
  cursor.expect('(');
  const { args, named } = parseArguments(reader, ')');
  if (named.length > 0) throw cursor.unsupported(`new ${type.name}(name: value)`, token);
  if (cursor.is('{')) throw cursor.unsupported('an anonymous class', token);
  return spanned(token, cursor.previous, { kind: 'new', type, args });
}
