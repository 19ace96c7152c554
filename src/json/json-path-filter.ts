import { compileRegex, type Regex } from '../regex/regex.ts';
import { InvalidPathError, type JsonPath, closing, compileJsonPath, unescape } from './json-path-compiler.ts';
import { JsonParseError, parseJsonSmart } from './json-smart.ts';
import type { JsonValue } from './json-value.ts';

/** A condition on an element of an array or on an object. */
export type Filter =
  | { readonly type: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly type: 'not'; readonly part: Filter }
  | { readonly type: 'exists'; readonly path: JsonPath; readonly negative: boolean }
  | {
      readonly type: 'compare';
      readonly operator: Operator;
      readonly left: Operand;
      readonly right: Operand;
    };

export type Operand =
  | { readonly type: 'path'; readonly path: JsonPath }
  | { readonly type: 'value'; readonly value: JsonValue }
  | { readonly type: 'regex'; readonly regex: Regex };

const OPERATORS = [
  '>=',
  '<=',
  '===',
  '!==',
  '==',
  '!=',
  '=~',
  '<',
  '>',
  'NIN',
  'IN',
  'CONTAINS',
  'ALL',
  'SIZE',
  'EXISTS',
  'TYPE',
  'MATCHES',
  'EMPTY',
  'SUBSETOF',
  'ANYOF',
  'NONEOF',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Parses `[?(…)]` as Jayway's FilterCompiler does. */
export class FilterParser {
  readonly #text: string;
  #at = 3;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Filter {
    const filter = this.#or();
    this.#skipBlanks();
    if (this.#at !== this.#text.length - 2) throw new InvalidPathError('Expected character: )');
    return filter;
  }

  get #char(): string {
    return this.#text[this.#at] ?? '';
  }

  #fail(): InvalidPathError {
    return new InvalidPathError(
      `Failed to parse filter: ${this.#text}, error on position: ${this.#at}, char: ${this.#char}`,
    );
  }

  #skipBlanks(): void {
    while (this.#char === ' ') this.#at++;
  }

  #takes(sign: string): boolean {
    this.#skipBlanks();
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #or(): Filter {
    const parts = [this.#and()];
    while (this.#takes('||')) parts.push(this.#and());
    return parts.length === 1 ? parts[0]! : { type: 'or', parts };
  }

  #and(): Filter {
    const parts = [this.#operand()];
    while (this.#takes('&&')) parts.push(this.#operand());
    return parts.length === 1 ? parts[0]! : { type: 'and', parts };
  }

  #operand(): Filter {
    this.#skipBlanks();
    if (this.#char === '!' && !/^!\s*[$@]/.test(this.#text.slice(this.#at))) {
      this.#at++;
      return { type: 'not', part: this.#operand() };
    }
    if (this.#char !== '(') return this.#expression();
    this.#at++;
    const inner = this.#or();
    if (!this.#takes(')')) throw new InvalidPathError('Expected character: )');
    return inner;
  }

  #expression(): Filter {
    const negative = this.#takes('!');
    this.#skipBlanks();
    const left = this.#value();
    const back = this.#at;
    const operator = this.#operator();
    if (operator !== undefined) {
      this.#skipBlanks();
      return { type: 'compare', operator, left, right: this.#value() };
    }
    this.#at = back;
    if (left.type !== 'path') throw this.#fail();
    return { type: 'exists', path: left.path, negative };
  }

  #operator(): Operator | undefined {
    this.#skipBlanks();
    const found = /^(?:[<>=~!]+|[A-Za-z]+(?= ))/.exec(this.#text.slice(this.#at))?.[0];
    const operator = OPERATORS.find((known) => known === found?.toUpperCase());
    if (operator !== undefined) this.#at += operator.length;
    return operator;
  }

  #value(): Operand {
    const c = this.#char;
    if (c === '$' || c === '@') return { type: 'path', path: this.#path() };
    if (c === '"' || c === "'") return { type: 'value', value: this.#quoted(c) };
    if (c === '/') return { type: 'regex', regex: this.#regex() };
    if (c === '[' || c === '{') return { type: 'value', value: this.#json(c, c === '[' ? ']' : '}') };
    const word = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(
      this.#text.slice(this.#at),
    )?.[0];
    if (word === undefined) throw this.#fail();
    this.#at += word.length;
    return { type: 'value', value: parseJsonSmart(word) };
  }

  #path(): JsonPath {
    const start = this.#at;
    let end = start + 1;
    for (; end < this.#text.length; end++) {
      const c = this.#text[end]!;
      if (c === '[') {
        const close = closing(this.#text, end, '[', ']');
        if (close < 0) throw new InvalidPathError(`Square brackets does not match in filter ${this.#text}`);
        end = close;
      } else if (c === '(') {
        const close = closing(this.#text, end, '(', ')');
        if (close < 0) throw this.#fail();
        end = close;
      } else if (' )<>=!~&|,'.includes(c)) break;
    }
    this.#at = end;
    return compileJsonPath(this.#text.slice(start, end));
  }

  #quoted(quote: string): string {
    const start = this.#at;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== quote) end += this.#text[end] === '\\' ? 2 : 1;
    if (end >= this.#text.length)
      throw new InvalidPathError(
        `String literal does not have matching quotes. Expected ${quote} in ${this.#text}`,
      );
    this.#at = end + 1;
    return unescape(this.#text.slice(start + 1, end));
  }

  #regex(): Regex {
    const found = /^\/((?:[^/\\]|\\.)*)\/([a-zA-Z]*)/.exec(this.#text.slice(this.#at));
    if (found === null)
      throw new InvalidPathError(
        `Pattern not closed at ${this.#at}, Pattern: ${this.#text.slice(this.#at)} in filter ${this.#text}`,
      );
    this.#at += found[0].length;
    const [, pattern = '', flags = ''] = found;
    return compileRegex(flags === '' ? pattern : `(?${flags})${pattern}`, 'java');
  }

  #json(open: string, close: string): JsonValue {
    const end = closing(this.#text, this.#at, open, close);
    if (end < 0) throw this.#fail();
    const text = this.#text.slice(this.#at, end + 1);
    this.#at = end + 1;
    try {
      return parseJsonSmart(text);
    } catch (error) {
      if (error instanceof JsonParseError) throw new InvalidPathError(error.message);
      throw error;
    }
  }
}
