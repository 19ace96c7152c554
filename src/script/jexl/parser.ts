import { tokenize, type Token } from './lexer.ts';
import {
  JexlError,
  type BinaryOperator,
  type Expression,
  type Statement,
  type UnaryOperator,
} from './syntax.ts';

/** Parentheses, blocks and operators in each other; more would only serve to break the parser. */
const MAX_DEPTH = 200;

const equality: ReadonlySet<string> = new Set(['==', '!=']);
const relational: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '=~', '!~', '=^', '!^', '=$', '!$']);
const levels: readonly ReadonlySet<string>[] = [new Set(['|']), new Set(['^']), new Set(['&'])];
const additive: ReadonlySet<string> = new Set(['+', '-']);
const multiplicative: ReadonlySet<string> = new Set(['*', '/', '%']);
const unary: ReadonlySet<string> = new Set(['!', '-', '+', '~']);
const compound: ReadonlySet<string> = new Set(['+=', '-=', '*=', '/=', '%=']);

/** Words that are no names of variables. */
const reserved: ReadonlySet<string> = new Set([
  'if',
  'else',
  'for',
  'while',
  'do',
  'var',
  'return',
  'break',
  'continue',
  'new',
  'true',
  'false',
  'null',
  'function',
]);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  script(): Statement[] {
    const statements: Statement[] = [];
    while (this.#token.kind !== 'end') statements.push(...this.#statement());
    return statements;
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  #is(text: string, kind: 'name' | 'operator' = 'operator'): boolean {
    const token = this.#token;
    return token.kind === kind && token.text === text;
  }

  #accept(text: string, kind: 'name' | 'operator' = 'operator'): boolean {
    const found = this.#is(text, kind);
    if (found) this.#at++;
    return found;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) throw this.#unexpected();
  }

  #unexpected(): JexlError {
    const token = this.#token;
    const text = token.kind === 'value' ? String(token.value) : token.text;
    return new JexlError(`parsing error in '${text}'`);
  }

  #name(): string {
    const token = this.#token;
    if (token.kind !== 'name' || reserved.has(token.text)) throw this.#unexpected();
    this.#at++;
    return token.text;
  }

  #nested<T>(parse: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw new JexlError('the script is nested too deeply');
    try {
      return parse();
    } finally {
      this.#depth--;
    }
  }

  /** None for a lone semicolon. */
  #statement(): Statement[] {
    return this.#nested(() => {
      if (this.#accept(';')) return [];
      const token = this.#token;
      if (token.kind === 'name') {
        const parse = this.#keyword(token.text);
        if (parse !== undefined) {
          this.#at++;
          return [parse()];
        }
      }
      if (this.#is('{') && !this.#startsMap()) return [this.#block()];
      const expression = this.#expression();
      this.#endOfStatement();
      return [{ kind: 'expression', expression }];
    });
  }

  #body(): Statement {
    const statements = this.#statement();
    return statements[0] ?? { kind: 'block', statements: [] };
  }

  #block(): Statement {
    this.#expect('{');
    const statements: Statement[] = [];
    while (!this.#accept('}')) {
      if (this.#token.kind === 'end') throw this.#unexpected();
      statements.push(...this.#statement());
    }
    return { kind: 'block', statements };
  }

  #endOfStatement(): void {
    if (this.#accept(';') || this.#token.kind === 'end' || this.#is('}') || this.#is('else', 'name')) return;
    throw this.#unexpected();
  }

  #keyword(word: string): (() => Statement) | undefined {
    switch (word) {
      case 'if':
        return () => {
          const condition = this.#parenthesized();
          const yes = this.#body();
          return { kind: 'if', condition, yes, no: this.#accept('else', 'name') ? this.#body() : undefined };
        };
      case 'for':
        return () => {
          this.#expect('(');
          this.#accept('var', 'name');
          const name = this.#name();
          this.#expect(':');
          const items = this.#expression();
          this.#expect(')');
          return { kind: 'for', name, items, body: this.#body() };
        };
      case 'while':
        return () => ({
          kind: 'while',
          condition: this.#parenthesized(),
          body: this.#body(),
          bodyFirst: false,
        });
      case 'do':
        return () => {
          const body = this.#body();
          if (!this.#accept('while', 'name')) throw this.#unexpected();
          const condition = this.#parenthesized();
          this.#endOfStatement();
          return { kind: 'while', condition, body, bodyFirst: true };
        };
      case 'var':
        return () => {
          const target: Expression = { kind: 'variable', name: this.#name() };
          const value: Expression = this.#accept('=') ? this.#expression() : { kind: 'literal', value: null };
          this.#endOfStatement();
          return { kind: 'expression', expression: { kind: 'assign', target, value } };
        };
      case 'return':
        return () => {
          const ends = this.#is(';') || this.#is('}') || this.#token.kind === 'end';
          const value = ends ? undefined : this.#expression();
          this.#endOfStatement();
          return { kind: 'return', value };
        };
      case 'break':
      case 'continue':
        return () => {
          this.#endOfStatement();
          return { kind: word };
        };
      default:
        return undefined;
    }
  }

  #parenthesized(): Expression {
    this.#expect('(');
    const expression = this.#expression();
    this.#expect(')');
    return expression;
  }

  /** `{` begins a map when a key and a colon follow, or nothing at all. */
  #startsMap(): boolean {
    const [first, second] = [this.#tokens[this.#at + 1], this.#tokens[this.#at + 2]];
    const isColon = (token: Token | undefined): boolean => token?.kind === 'operator' && token.text === ':';
    return isColon(first) || isColon(second);
  }

  #expression(): Expression {
    return this.#nested(() => {
      const left = this.#conditional();
      const token = this.#token;
      if (token.kind !== 'operator' || !(token.text === '=' || compound.has(token.text))) return left;
      if (left.kind !== 'variable' && left.kind !== 'property') throw this.#unexpected();
      this.#at++;
      const right = this.#expression();
      return {
        kind: 'assign',
        target: left,
        value: token.text === '=' ? right : { kind: 'binary', operator: arithmetic(token.text), left, right },
      };
    });
  }

  #conditional(): Expression {
    const condition = this.#or();
    if (this.#accept('?:')) return { kind: 'elvis', left: condition, right: this.#expression() };
    if (this.#accept('??')) return { kind: 'coalesce', left: condition, right: this.#expression() };
    if (!this.#accept('?')) return condition;
    const yes = this.#expression();
    this.#expect(':');
    return { kind: 'ternary', condition, yes, no: this.#expression() };
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#accept('||')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Expression {
    let left = this.#bitwise(0);
    while (this.#accept('&&')) left = { kind: 'and', left, right: this.#bitwise(0) };
    return left;
  }

  #bitwise(level: number): Expression {
    const operators = levels[level];
    if (operators === undefined)
      // Comparisons do not chain: `1 < 2 < 3` is malformed.
      return this.#once(equality, () => this.#once(relational, () => this.#range()));
    return this.#chain(operators, () => this.#bitwise(level + 1));
  }

  #once(operators: ReadonlySet<string>, next: () => Expression): Expression {
    const left = next();
    const operator = this.#acceptOneOf(operators);
    return operator === undefined ? left : { kind: 'binary', operator, left, right: next() };
  }

  #chain(operators: ReadonlySet<string>, next: () => Expression): Expression {
    let left = next();
    for (;;) {
      const operator = this.#acceptOneOf(operators);
      if (operator === undefined) return left;
      left = { kind: 'binary', operator, left, right: next() };
    }
  }

  #acceptOneOf(operators: ReadonlySet<string>): BinaryOperator | undefined {
    const token = this.#token;
    if (token.kind !== 'operator' || !operators.has(token.text) || !isBinary(token.text)) return undefined;
    this.#at++;
    return token.text;
  }

  #range(): Expression {
    const left = this.#sum();
    return this.#accept('..') ? { kind: 'range', left, right: this.#sum() } : left;
  }

  #sum(): Expression {
    return this.#chain(additive, () => this.#chain(multiplicative, () => this.#unary()));
  }

  #unary(): Expression {
    const token = this.#token;
    if (token.kind === 'operator' && isUnary(token.text)) {
      const operator = token.text;
      this.#at++;
      return this.#nested(() => ({ kind: 'unary', operator, operand: this.#unary() }));
    }
    if (token.kind === 'name' && (token.text === 'size' || token.text === 'empty') && this.#hasOperand()) {
      const name = token.text;
      this.#at++;
      return this.#nested(() => ({ kind: 'call', name, argument: this.#unary() }));
    }
    return this.#reference(this.#primary());
  }

  /** After `size` and `empty`: an operand follows, with or without parentheses. */
  #hasOperand(): boolean {
    const next = this.#tokens[this.#at + 1];
    return (
      next?.kind === 'value' ||
      next?.kind === 'name' ||
      (next?.kind === 'operator' && '([{'.includes(next.text))
    );
  }

  #primary(): Expression {
    const token = this.#token;
    if (token.kind === 'value') {
      this.#at++;
      return { kind: 'literal', value: token.value };
    }
    if (token.kind === 'name') {
      const constant = constants.get(token.text);
      if (constant === undefined) return { kind: 'variable', name: this.#name() };
      this.#at++;
      return { kind: 'literal', value: constant.value };
    }
    if (this.#accept('(')) {
      const inner = this.#expression();
      this.#expect(')');
      return inner;
    }
    if (this.#accept('[')) return { kind: 'list', items: this.#items(']') };
    if (this.#accept('{')) return this.#map();
    throw this.#unexpected();
  }

  #items(end: string): Expression[] {
    const items: Expression[] = [];
    if (this.#accept(end)) return items;
    do items.push(this.#expression());
    while (this.#accept(','));
    this.#expect(end);
    return items;
  }

  #map(): Expression {
    const entries: (readonly [Expression, Expression])[] = [];
    if (this.#accept(':')) {
      this.#expect('}');
      return { kind: 'map', entries };
    }
    do {
      const key = this.#or();
      this.#expect(':');
      entries.push([key, this.#expression()]);
    } while (this.#accept(','));
    this.#expect('}');
    return { kind: 'map', entries };
  }

  /** What follows a value: `.name`, `.name(…)`, `[key]`. */
  #reference(start: Expression): Expression {
    let object = start;
    for (;;) {
      if (this.#accept('.')) {
        const token = this.#token;
        if (token.kind === 'end' || token.kind === 'operator') throw this.#unexpected();
        this.#at++;
        if (token.kind === 'value')
          object = { kind: 'property', object, key: { kind: 'literal', value: token.value } };
        else if (this.#accept('('))
          object = { kind: 'method', object, name: token.text, args: this.#items(')') };
        else object = { kind: 'property', object, key: { kind: 'literal', value: token.text } };
      } else if (this.#accept('[')) {
        object = { kind: 'property', object, key: this.#expression() };
        this.#expect(']');
      } else return object;
    }
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

/** @throws JexlError for a malformed script. */
export const parseScript = (source: string, knowsControls: boolean): Statement[] =>
  new Parser(tokenize(source, knowsControls)).script();
