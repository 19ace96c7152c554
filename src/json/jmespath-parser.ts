import { JacksonError, parseJackson } from './jackson.ts';
import type { JsonValue } from './json-value.ts';
import { FUNCTIONS } from './jmespath-functions.ts';

/** A malformed expression. */
export class JmesPathSyntaxError extends Error {
  override readonly name = 'JmesPathSyntaxError';
}

export type Comparator = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** An expression as a tree. Projections apply `body` to each element of what `source` gives. */
export type Expression =
  | { readonly type: 'current' }
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'literal'; readonly value: JsonValue }
  | { readonly type: 'pipe' | 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly type: 'not'; readonly inner: Expression }
  | {
      readonly type: 'compare';
      readonly comparator: Comparator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly type: 'list-projection' | 'object-projection' | 'flatten';
      readonly source: Expression;
      readonly body: Expression;
    }
  | {
      readonly type: 'filter';
      readonly source: Expression;
      readonly condition: Expression;
      readonly body: Expression;
    }
  | {
      readonly type: 'slice';
      readonly source: Expression;
      readonly start: number | undefined;
      readonly stop: number | undefined;
      readonly step: number;
      readonly body: Expression;
    }
  | { readonly type: 'multi-list'; readonly items: readonly Expression[] }
  | { readonly type: 'multi-hash'; readonly items: readonly (readonly [string, Expression])[] }
  | { readonly type: 'function'; readonly name: string; readonly args: readonly Expression[] }
  /** `&expression`: an argument that a function applies itself. */
  | { readonly type: 'reference'; readonly inner: Expression };

interface Token {
  readonly kind: 'name' | 'quoted' | 'raw' | 'literal' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const TOKEN =
  /\s*(?:([A-Za-z_][A-Za-z0-9_]*)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`|(-?\d+)|(\[\?|&&|\|\||[=!<>]=|[<>!.,:*@&()[\]{}|]))/sy;

const BINDING: Readonly<Record<string, number>> = {
  '|': 1,
  '||': 2,
  '&&': 3,
  '==': 5,
  '!=': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '[]': 9,
  '*': 20,
  '[?': 21,
  '!': 45,
  '.': 40,
  '[': 55,
};
/** A projection ends before an operator that binds less than this. */
const PROJECTION_STOP = 10;

/**
 * Parses a JMESPath expression (specification of jmespath.org, as jmespath-java 0.6 implements it).
 * @throws JmesPathSyntaxError
 */
export function parseJmesPath(text: string): Expression {
  return new Parser(text).parse();
}

class Parser {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = this.#tokenize();
  }

  parse(): Expression {
    const expression = this.#expression(0);
    if (this.#peek().kind !== 'end') throw this.#unexpected(this.#peek());
    return expression;
  }

  #fail(what: string, at: number): JmesPathSyntaxError {
    return new JmesPathSyntaxError(
      `Unable to compile expression "${this.#source}": ${what} at position ${at}`,
    );
  }

  #unexpected(token: Token): JmesPathSyntaxError {
    return this.#fail(
      `syntax error mismatched input '${token.kind === 'end' ? '<EOF>' : token.text}'`,
      token.at,
    );
  }

  #tokenize(): Token[] {
    const tokens: Token[] = [];
    TOKEN.lastIndex = 0;
    for (;;) {
      const at = TOKEN.lastIndex;
      if (this.#source.slice(at).trim() === '') break;
      const found = TOKEN.exec(this.#source);
      if (found === null)
        throw this.#fail(
          `syntax error token recognition error at: '${this.#source.slice(at).trimStart()}'`,
          at,
        );
      const kinds = ['name', 'quoted', 'raw', 'literal', 'number', 'sign'] as const;
      const index = kinds.findIndex((_, i) => found[i + 1] !== undefined);
      const start = at + /^\s*/.exec(found[0])![0].length;
      tokens.push({ kind: kinds[index]!, text: found[index + 1]!, at: start });
    }
    tokens.push({ kind: 'end', text: '', at: this.#source.length });
    return tokens;
  }

  #peek(offset = 0): Token {
    return this.#tokens[Math.min(this.#at + offset, this.#tokens.length - 1)]!;
  }

  #next(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  #isSign(text: string, offset = 0): boolean {
    const token = this.#peek(offset);
    return token.kind === 'sign' && token.text === text;
  }

  #takes(text: string): boolean {
    if (!this.#isSign(text)) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw this.#unexpected(this.#peek());
  }

  /** How strongly the next token binds what stands before it; 0 when it does not go on. */
  #power(): number {
    const token = this.#peek();
    if (token.kind !== 'sign') return 0;
    if (token.text === '[' && this.#isSign(']', 1)) return BINDING['[]']!;
    return token.text === '*' || token.text === '!' ? 0 : (BINDING[token.text] ?? 0);
  }

  #expression(power: number): Expression {
    let left = this.#prefix();
    while (this.#power() > power) left = this.#infix(left);
    return left;
  }

  #prefix(): Expression {
    const token = this.#next();
    switch (token.kind) {
      case 'name':
        return this.#isSign('(') ? this.#function(token) : { type: 'field', name: token.text };
      case 'quoted':
        return { type: 'field', name: this.#quoted(token) };
      case 'raw':
        return { type: 'literal', value: token.text.replace(/\\(['\\])/g, '$1') };
      case 'literal':
        return { type: 'literal', value: this.#literal(token) };
      case 'sign':
        return this.#signPrefix(token);
      default:
        throw this.#unexpected(token);
    }
  }

  #signPrefix(token: Token): Expression {
    switch (token.text) {
      case '@':
        return { type: 'current' };
      case '*':
        return { type: 'object-projection', source: { type: 'current' }, body: this.#projected() };
      case '!':
        return { type: 'not', inner: this.#expression(BINDING['!']!) };
      case '(': {
        const inner = this.#expression(0);
        this.#expect(')');
        return inner;
      }
      case '[?':
        return this.#filter({ type: 'current' });
      case '[':
        return this.#bracket({ type: 'current' }, true);
      case '{':
        return this.#multiHash();
      default:
        throw this.#unexpected(token);
    }
  }

  #infix(left: Expression): Expression {
    const token = this.#next();
    switch (token.text) {
      case '|':
        return { type: 'pipe', left, right: this.#expression(BINDING['|']!) };
      case '||':
        return { type: 'or', left, right: this.#expression(BINDING['||']!) };
      case '&&':
        return { type: 'and', left, right: this.#expression(BINDING['&&']!) };
      case '.':
        if (this.#takes('*')) return { type: 'object-projection', source: left, body: this.#projected() };
        return { type: 'pipe', left, right: this.#dotted(BINDING['.']!) };
      case '[?':
        return this.#filter(left);
      case '[':
        return this.#bracket(left, false);
      default: {
        const comparator = COMPARATORS.find((known) => known === token.text);
        if (comparator === undefined) throw this.#unexpected(token);
        return { type: 'compare', comparator, left, right: this.#expression(BINDING['==']!) };
      }
    }
  }

  /** What may follow a dot. */
  #dotted(power: number): Expression {
    const token = this.#peek();
    if (token.kind === 'name' || token.kind === 'quoted' || this.#isSign('*')) return this.#expression(power);
    if (this.#takes('[')) return this.#multiList();
    if (this.#takes('{')) return this.#multiHash();
    throw this.#unexpected(token);
  }

  /** What a projection applies to each element. */
  #projected(): Expression {
    if (this.#power() < PROJECTION_STOP) return { type: 'current' };
    let body: Expression;
    if (this.#takes('.')) body = this.#dotted(BINDING['*']!);
    else if (this.#isSign('[') || this.#isSign('[?')) body = this.#infix({ type: 'current' });
    else throw this.#unexpected(this.#peek());
    while (this.#power() > BINDING['*']!) body = this.#infix(body);
    return body;
  }

  #filter(source: Expression): Expression {
    const condition = this.#expression(0);
    this.#expect(']');
    return { type: 'filter', source, condition, body: this.#projected() };
  }

  /** Behind `[`: index, slice, `[*]`, `[]`, or a list of expressions where one may begin. */
  #bracket(source: Expression, isPrefix: boolean): Expression {
    if (this.#takes(']')) return { type: 'flatten', source, body: this.#projected() };
    if (this.#isSign('*') && this.#isSign(']', 1)) {
      this.#at += 2;
      return { type: 'list-projection', source, body: this.#projected() };
    }
    if (this.#peek().kind === 'number' || this.#isSign(':')) return this.#indexOrSlice(source);
    if (isPrefix && this.#peek().kind !== 'end') return this.#multiList();
    throw this.#fail(`syntax error no viable alternative at input '[${this.#peek().text}'`, this.#peek().at);
  }

  #indexOrSlice(source: Expression): Expression {
    const parts: (number | undefined)[] = [undefined];
    const at = this.#peek().at;
    for (;;) {
      if (this.#peek().kind === 'number') parts[parts.length - 1] = Number(this.#next().text);
      if (!this.#takes(':')) break;
      if (parts.push(undefined) > 3) throw this.#unexpected(this.#peek());
    }
    this.#expect(']');
    const [start, stop, step = 1] = parts;
    if (parts.length === 1)
      return { type: 'pipe', left: source, right: { type: 'index', index: start ?? 0 } };
    if (step === 0) throw this.#fail('invalid value 0 for step size', at + 2);
    return { type: 'slice', source, start, stop, step, body: this.#projected() };
  }

  #multiList(): Expression {
    const items: Expression[] = [];
    do items.push(this.#expression(0));
    while (this.#takes(','));
    this.#expect(']');
    return { type: 'multi-list', items };
  }

  #multiHash(): Expression {
    const items: [string, Expression][] = [];
    do {
      const key = this.#next();
      if (key.kind !== 'name' && key.kind !== 'quoted') throw this.#unexpected(key);
      this.#expect(':');
      items.push([key.kind === 'quoted' ? this.#quoted(key) : key.text, this.#expression(0)]);
    } while (this.#takes(','));
    this.#expect('}');
    return { type: 'multi-hash', items };
  }

  #function(name: Token): Expression {
    this.#expect('(');
    const args: Expression[] = [];
    if (!this.#isSign(')'))
      do
        args.push(this.#takes('&') ? { type: 'reference', inner: this.#expression(0) } : this.#expression(0));
      while (this.#takes(','));
    this.#expect(')');
    const known = FUNCTIONS.get(name.text);
    if (known === undefined) throw this.#fail(`unknown function "${name.text}"`, name.at);
    if (args.length < known.min || args.length > known.max) {
      const expected = known.min === known.max ? String(known.min) : `at least ${known.min}`;
      throw this.#fail(
        `invalid arity calling "${name.text}" (expected ${expected} but was ${args.length})`,
        name.at,
      );
    }
    return { type: 'function', name: name.text, args };
  }

  #quoted(token: Token): string {
    const value = this.#json(`"${token.text}"`, token);
    return typeof value === 'string' ? value : token.text;
  }

  #literal(token: Token): JsonValue {
    return this.#json(token.text.replace(/\\`/g, '`'), token);
  }

  #json(text: string, token: Token): JsonValue {
    try {
      return parseJackson(text);
    } catch (error) {
      if (error instanceof JacksonError)
        throw this.#fail(`syntax error mismatched input '${token.text}'`, token.at + 1);
      throw error;
    }
  }
}

const COMPARATORS = ['==', '!=', '<=', '>=', '<', '>'] as const;
