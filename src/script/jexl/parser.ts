import { parseExpression } from './expression-parser.ts';
import type { Token } from './lexer.ts';
import type { Expression, Statement } from './syntax.ts';
import { TokenCursor } from './token-cursor.ts';

/** Statements by the word they begin with, which was read. */
const keywords: ReadonlyMap<string, (cursor: TokenCursor) => Statement> = new Map([
  ['if', ifStatement],
  ['for', forStatement],
  ['while', whileStatement],
  ['do', doStatement],
  ['var', variableStatement],
  ['return', returnStatement],
  ['break', (cursor) => leaveStatement(cursor, 'break')],
  ['continue', (cursor) => leaveStatement(cursor, 'continue')],
]);

/** None for a lone semicolon. */
function parseStatement(cursor: TokenCursor): Statement[] {
  return cursor.nested(() => {
    if (cursor.accept(';')) return [];
    const { token } = cursor;
    const keyword = token.kind === 'name' ? keywords.get(token.text) : undefined;
    if (keyword !== undefined) {
      cursor.advance();
      return [keyword(cursor)];
    }
    if (cursor.is('{') && !startsMap(cursor)) return [block(cursor)];
    const expression = parseExpression(cursor);
    endOfStatement(cursor);
    return [{ kind: 'expression', expression }];
  });
}

/** What an `if` or a loop runs. */
function parseBody(cursor: TokenCursor): Statement {
  return parseStatement(cursor)[0] ?? { kind: 'block', statements: [] };
}

function block(cursor: TokenCursor): Statement {
  cursor.expect('{');
  const statements: Statement[] = [];
  while (!cursor.accept('}')) {
    if (cursor.token.kind === 'end') throw cursor.unexpected();
    statements.push(...parseStatement(cursor));
  }
  return { kind: 'block', statements };
}

const atEnd = (cursor: TokenCursor): boolean =>
  cursor.token.kind === 'end' || cursor.is('}') || cursor.is('else', 'name');

function endOfStatement(cursor: TokenCursor): void {
  if (!cursor.accept(';') && !atEnd(cursor)) throw cursor.unexpected();
}

function parenthesized(cursor: TokenCursor): Expression {
  cursor.expect('(');
  const expression = parseExpression(cursor);
  cursor.expect(')');
  return expression;
}

function ifStatement(cursor: TokenCursor): Statement {
  const condition = parenthesized(cursor);
  const yes = parseBody(cursor);
  return { kind: 'if', condition, yes, no: cursor.accept('else', 'name') ? parseBody(cursor) : undefined };
}

function forStatement(cursor: TokenCursor): Statement {
  cursor.expect('(');
  cursor.accept('var', 'name');
  const name = cursor.name();
  cursor.expect(':');
  const items = parseExpression(cursor);
  cursor.expect(')');
  return { kind: 'for', name, items, body: parseBody(cursor) };
}

function whileStatement(cursor: TokenCursor): Statement {
  return { kind: 'while', condition: parenthesized(cursor), body: parseBody(cursor), bodyFirst: false };
}

function doStatement(cursor: TokenCursor): Statement {
  const body = parseBody(cursor);
  if (!cursor.accept('while', 'name')) throw cursor.unexpected();
  const condition = parenthesized(cursor);
  endOfStatement(cursor);
  return { kind: 'while', condition, body, bodyFirst: true };
}

function variableStatement(cursor: TokenCursor): Statement {
  const target: Expression = { kind: 'variable', name: cursor.name() };
  const value: Expression = cursor.accept('=') ? parseExpression(cursor) : { kind: 'literal', value: null };
  endOfStatement(cursor);
  return { kind: 'expression', expression: { kind: 'assign', target, value } };
}

function returnStatement(cursor: TokenCursor): Statement {
  const value = cursor.is(';') || atEnd(cursor) ? undefined : parseExpression(cursor);
  endOfStatement(cursor);
  return { kind: 'return', value };
}

function leaveStatement(cursor: TokenCursor, kind: 'break' | 'continue'): Statement {
  endOfStatement(cursor);
  return { kind };
}

/** `{` begins a map when a key and a colon follow, or a colon alone. */
function startsMap(cursor: TokenCursor): boolean {
  const isColon = (token: Token | undefined): boolean => token?.kind === 'operator' && token.text === ':';
  return isColon(cursor.ahead(1)) || isColon(cursor.ahead(2));
}

/** @throws JexlError for a malformed script. */
export function parseScript(source: string, knowsControls: boolean): Statement[] {
  const cursor = new TokenCursor(source, knowsControls);
  const statements: Statement[] = [];
  while (cursor.token.kind !== 'end') statements.push(...parseStatement(cursor));
  return statements;
}
