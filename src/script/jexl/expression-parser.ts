import { JexlError, type BinaryOperator, type Expression, type UnaryOperator } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';

const equality: ReadonlySet<string> = new Set(['==', '!=']);
const relational: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '=~', '!~', '=^', '!^', '=$', '!$']);
const levels: readonly ReadonlySet<string>[] = [new Set(['|']), new Set(['^']), new Set(['&'])];
const additive: ReadonlySet<string> = new Set(['+', '-']);
const multiplicative: ReadonlySet<string> = new Set(['*', '/', '%']);
const unary: ReadonlySet<string> = new Set(['!', '-', '+', '~']);
const compound: ReadonlySet<string> = new Set(['+=', '-=', '*=', '/=', '%=']);

/** @throws JexlError for a malformed expression. */
export function parseExpression(cursor: TokenCursor): Expression {
  return cursor.nested(() => {
    const left = conditional(cursor);
    const token = cursor.token;
    if (token.kind !== 'operator' || !(token.text === '=' || compound.has(token.text))) return left;
    if (left.kind !== 'variable' && left.kind !== 'property') throw cursor.unexpected();
    cursor.advance();
    const right = parseExpression(cursor);
    return {
      kind: 'assign',
      target: left,
      value: token.text === '=' ? right : { kind: 'binary', operator: arithmetic(token.text), left, right },
    };
  });
}

function conditional(cursor: TokenCursor): Expression {
  const condition = or(cursor);
  if (cursor.accept('?:')) return { kind: 'elvis', left: condition, right: parseExpression(cursor) };
  if (cursor.accept('??')) return { kind: 'coalesce', left: condition, right: parseExpression(cursor) };
  if (!cursor.accept('?')) return condition;
  const yes = parseExpression(cursor);
  cursor.expect(':');
  return { kind: 'ternary', condition, yes, no: parseExpression(cursor) };
}

function or(cursor: TokenCursor): Expression {
  let left = and(cursor);
  while (cursor.accept('||')) left = { kind: 'or', left, right: and(cursor) };
  return left;
}

function and(cursor: TokenCursor): Expression {
  let left = bitwise(cursor, 0);
  while (cursor.accept('&&')) left = { kind: 'and', left, right: bitwise(cursor, 0) };
  return left;
}

function bitwise(cursor: TokenCursor, level: number): Expression {
  const operators = levels[level];
  if (operators === undefined)
    // Comparisons do not chain: `1 < 2 < 3` is malformed.
    return once(cursor, equality, () => once(cursor, relational, () => range(cursor)));
  return chain(cursor, operators, () => bitwise(cursor, level + 1));
}

function once(cursor: TokenCursor, operators: ReadonlySet<string>, next: () => Expression): Expression {
  const left = next();
  const operator = acceptOneOf(cursor, operators);
  return operator === undefined ? left : { kind: 'binary', operator, left, right: next() };
}

function chain(cursor: TokenCursor, operators: ReadonlySet<string>, next: () => Expression): Expression {
  let left = next();
  for (;;) {
    const operator = acceptOneOf(cursor, operators);
    if (operator === undefined) return left;
    left = { kind: 'binary', operator, left, right: next() };
  }
}

function acceptOneOf(cursor: TokenCursor, operators: ReadonlySet<string>): BinaryOperator | undefined {
  const token = cursor.token;
  if (token.kind !== 'operator' || !operators.has(token.text) || !isBinary(token.text)) return undefined;
  cursor.advance();
  return token.text;
}

function range(cursor: TokenCursor): Expression {
  const left = sum(cursor);
  return cursor.accept('..') ? { kind: 'range', left, right: sum(cursor) } : left;
}

function sum(cursor: TokenCursor): Expression {
  return chain(cursor, additive, () => chain(cursor, multiplicative, () => unaryExpression(cursor)));
}

function unaryExpression(cursor: TokenCursor): Expression {
  const token = cursor.token;
  if (token.kind === 'operator' && isUnary(token.text)) {
    const operator = token.text;
    cursor.advance();
    return cursor.nested(() => ({ kind: 'unary', operator, operand: unaryExpression(cursor) }));
  }
  if (token.kind === 'name' && (token.text === 'size' || token.text === 'empty') && hasOperand(cursor)) {
    const name = token.text;
    cursor.advance();
    return cursor.nested(() => ({ kind: 'call', name, argument: unaryExpression(cursor) }));
  }
  return reference(cursor, primary(cursor));
}

/** After `size` and `empty`: an operand follows, with or without parentheses. */
function hasOperand(cursor: TokenCursor): boolean {
  const next = cursor.ahead(1);
  return (
    next?.kind === 'value' ||
    next?.kind === 'name' ||
    (next?.kind === 'operator' && '([{'.includes(next.text))
  );
}

function primary(cursor: TokenCursor): Expression {
  const token = cursor.token;
  if (token.kind === 'value') {
    cursor.advance();
    return { kind: 'literal', value: token.value };
  }
  if (token.kind === 'name') {
    const constant = constants.get(token.text);
    if (constant === undefined) return { kind: 'variable', name: cursor.name() };
    cursor.advance();
    return { kind: 'literal', value: constant.value };
  }
  if (cursor.accept('(')) {
    const inner = parseExpression(cursor);
    cursor.expect(')');
    return inner;
  }
  if (cursor.accept('[')) return { kind: 'list', items: itemsUntil(cursor, ']') };
  if (cursor.accept('{')) return map(cursor);
  throw cursor.unexpected();
}

function itemsUntil(cursor: TokenCursor, end: string): Expression[] {
  const items: Expression[] = [];
  if (cursor.accept(end)) return items;
  do items.push(parseExpression(cursor));
  while (cursor.accept(','));
  cursor.expect(end);
  return items;
}

function map(cursor: TokenCursor): Expression {
  const entries: (readonly [Expression, Expression])[] = [];
  if (cursor.accept(':')) {
    cursor.expect('}');
    return { kind: 'map', entries };
  }
  do {
    const key = or(cursor);
    cursor.expect(':');
    entries.push([key, parseExpression(cursor)]);
  } while (cursor.accept(','));
  cursor.expect('}');
  return { kind: 'map', entries };
}

/** What follows a value: `.name`, `.name(…)`, `[key]`. */
function reference(cursor: TokenCursor, start: Expression): Expression {
  let object = start;
  for (;;) {
    if (cursor.accept('.')) {
      const token = cursor.token;
      if (token.kind === 'end' || token.kind === 'operator') throw cursor.unexpected();
      cursor.advance();
      if (token.kind === 'value')
        object = { kind: 'property', object, key: { kind: 'literal', value: token.value } };
      else if (cursor.accept('('))
        object = { kind: 'method', object, name: token.text, args: itemsUntil(cursor, ')') };
      else object = { kind: 'property', object, key: { kind: 'literal', value: token.text } };
    } else if (cursor.accept('[')) {
      object = { kind: 'property', object, key: parseExpression(cursor) };
      cursor.expect(']');
    } else return object;
  }
}

const constants: ReadonlyMap<string, { value: null | boolean }> = new Map([
  ['true', { value: true }],
  ['false', { value: false }],
  ['null', { value: null }],
]);

const isUnary = (text: string): text is UnaryOperator => unary.has(text);

const binary: ReadonlySet<string> = new Set([
  ...equality,
  ...relational,
  ...levels.flatMap((level) => [...level]),
  ...additive,
  ...multiplicative,
]);
const isBinary = (text: string): text is BinaryOperator => binary.has(text);

/** The operator of `+=` and the like. */
function arithmetic(assignment: string): BinaryOperator {
  const operator = assignment.slice(0, -1);
  if (!isBinary(operator)) throw new JexlError(`parsing error in '${assignment}'`);
  return operator;
}
