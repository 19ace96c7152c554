import { type Filter, FilterParser } from './json-path-filter.ts';
import { JsonParseError, parseJsonSmart } from './json-smart.ts';
import type { JsonValue } from './json-value.ts';
import { trim } from '../java/trim.ts';

/** A malformed path or filter; the message is that of Jayway's InvalidPathException. */
export class InvalidPathError extends Error {
  override readonly name = 'InvalidPathError';
}

/** One step of a path. `fragment` is how Jayway prints it. */
export type PathToken = { readonly fragment: string } & (
  | { readonly type: 'properties'; readonly names: readonly string[] }
  | { readonly type: 'wildcard' }
  | { readonly type: 'scan' }
  | { readonly type: 'indexes'; readonly indexes: readonly number[] }
  | { readonly type: 'slice'; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly type: 'filter'; readonly filters: readonly Filter[] }
  | { readonly type: 'function'; readonly name: string; readonly parameters: readonly Parameter[] }
);

/** An argument of a function: a path or a JSON value. */
export type Parameter = { readonly path: JsonPath } | { readonly value: JsonValue };

export interface JsonPath {
  /** `$`, or `@` in a filter. */
  readonly root: '$' | '@';
  readonly tokens: readonly PathToken[];
  /** As Jayway prints it. */
  readonly text: string;
}

/** True when the path names one place at most. */
export const isDefinite = (path: JsonPath): boolean =>
  path.tokens.every((token, i) => isTokenDefinite(token, i === path.tokens.length - 1));

export function isTokenDefinite(token: PathToken, isLast: boolean): boolean {
  switch (token.type) {
    case 'properties':
      return token.names.length === 1 || isLast;
    case 'indexes':
      return token.indexes.length === 1;
    case 'function':
      return true;
    default:
      return false;
  }
}

export const isFunctionPath = (path: JsonPath): boolean => path.tokens.at(-1)?.type === 'function';

/** Compiles a path; `$.` may be left out. */
export function compileJsonPath(text: string): JsonPath {
  if (text === '') throw new InvalidPathError('path can not be null or empty');
  let path = trim(text);
  if (!path.startsWith('$') && !path.startsWith('@')) path = trim(`$.${path}`);
  if (path.endsWith('.')) throw new InvalidPathError("Path must not end with a '.' or '..'");
  return new PathParser(path).parse();
}

class PathParser {
  readonly #text: string;
  readonly #tokens: PathToken[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonPath {
    const root = this.#text.startsWith('@') ? '@' : '$';
    this.#at = 1;
    if (this.#text.length > 1 && this.#char !== '.' && this.#char !== '[')
      throw new InvalidPathError(`Illegal character at position ${this.#at} expected '.' or '['`);
    while (this.#at < this.#text.length) this.#token();
    const text = root + this.#tokens.map((token) => token.fragment).join('');
    const path = { root, tokens: this.#tokens, text } as const;
    const last = this.#tokens.at(-1);
    if (last?.type !== 'function' || this.#tokens[0]?.type !== 'scan') return path;
    // A function after a deep scan works on all that the scan found.
    const scanned = { ...path, tokens: this.#tokens.slice(0, -1) };
    return { ...path, tokens: [{ ...last, parameters: [{ path: scanned }] }] };
  }

  get #char(): string {
    return this.#text[this.#at] ?? '';
  }

  #skipBlanks(at: number): number {
    while (this.#text[at] === ' ') at++;
    return at;
  }

  #token(): void {
    switch (this.#char) {
      case '[':
        if (!this.#bracketProperties() && !this.#brackets())
          throw new InvalidPathError(
            `Could not parse token starting at position ${this.#at}. Expected ?, ', 0-9, * `,
          );
        return;
      case '.':
        return this.#dot();
      case '*':
        this.#at++;
        this.#tokens.push({ type: 'wildcard', fragment: '[*]' });
        return;
      default:
        if (!this.#propertyOrFunction())
          throw new InvalidPathError(`Could not parse token starting at position ${this.#at}`);
    }
  }

  #dot(): void {
    if (this.#text[this.#at + 1] === '.') {
      this.#tokens.push({ type: 'scan', fragment: '..' });
      this.#at += 2;
    } else this.#at++;
    if (this.#char === '.') throw new InvalidPathError(`Character '.' on position ${this.#at} is not valid.`);
    this.#token();
  }

  #propertyOrFunction(): boolean {
    if (' [*.'.includes(this.#char)) return false;
    const start = this.#at;
    let end = start;
    for (; end < this.#text.length && !'.[('.includes(this.#text[end]!); end++)
      if (this.#text[end] === ' ')
        throw new InvalidPathError(
          `Use bracket notion ['my prop'] if your property contains blank characters. position: ${start}`,
        );
    const name = this.#text.slice(start, end);
    this.#at = end;
    if (this.#text[end] === '(') this.#function(name);
    else this.#tokens.push(properties([name]));
    return true;
  }

  #function(name: string): void {
    if (!FUNCTIONS.has(name)) throw new InvalidPathError(`Function with name: ${name} does not exist.`);
    const end = closing(this.#text, this.#at, '(', ')');
    if (end < 0) throw new InvalidPathError(`Arguments to function: '${name}' are not closed properly.`);
    const parameters = splitParameters(this.#text.slice(this.#at + 1, end)).map(parameter);
    this.#at = end + 1;
    this.#tokens.push({
      type: 'function',
      name,
      parameters,
      fragment: `.${name}(${parameters.length === 0 ? '' : '...'})`,
    });
  }

  /** `['a','b']` */
  #bracketProperties(): boolean {
    const quote = this.#text[this.#skipBlanks(this.#at + 1)];
    if (quote !== "'" && quote !== '"') return false;
    const names: string[] = [];
    let at = this.#skipBlanks(this.#at + 1);
    for (;;) {
      let end = at + 1;
      while (end < this.#text.length && this.#text[end] !== quote) end += this.#text[end] === '\\' ? 2 : 1;
      if (end >= this.#text.length)
        throw new InvalidPathError(`Property has not been closed - missing closing ${quote}`);
      names.push(unescape(this.#text.slice(at + 1, end)));
      at = this.#skipBlanks(end + 1);
      if (this.#text[at] === ']') break;
      if (this.#text[at] !== ',')
        throw new InvalidPathError(
          `Property must be separated by comma or Property must be terminated close square bracket at index ${end}`,
        );
      at = this.#skipBlanks(at + 1);
      if (this.#text[at] !== quote) throw new InvalidPathError(`Found empty property at index ${at}`);
    }
    this.#at = at + 1;
    this.#tokens.push(properties(names));
    return true;
  }

  /** `[0]`, `[0,1]`, `[0:2]`, `[*]`, `[?(…)]` */
  #brackets(): boolean {
    const start = this.#skipBlanks(this.#at + 1);
    const first = this.#text[start] ?? '';
    if (this.#at + 1 >= this.#text.length)
      throw new InvalidPathError(
        `java.lang.StringIndexOutOfBoundsException: String index out of range: ${this.#at + 1}`,
      );
    if (first === '*') {
      const end = this.#skipBlanks(start + 1);
      if (this.#text[end] !== ']')
        throw new InvalidPathError(`Expected wildcard token to end with ']' on position ${end}`);
      this.#at = end + 1;
      this.#tokens.push({ type: 'wildcard', fragment: '[*]' });
      return true;
    }
    if (first === '?') return this.#filter(start);
    const end = this.#text.indexOf(']', start);
    if (end < 0 || !/^[\d:,\- ]+$/.test(this.#text.slice(start, end))) return false;
    const expression = this.#text.slice(start, end).trim();
    this.#at = end + 1;
    this.#tokens.push(expression.includes(':') ? slice(expression) : indexes(expression));
    return true;
  }

  #filter(start: number): boolean {
    const open = this.#skipBlanks(start + 1);
    if (this.#text[open] === ']')
      throw new InvalidPathError(`Not enough predicates supplied for filter [?] at position ${this.#at}`);
    if (this.#text[open] !== '(') return false;
    const close = closing(this.#text, open, '(', ')');
    const end = close < 0 ? -1 : this.#skipBlanks(close + 1);
    if (end < 0 || this.#text[end] !== ']') return false;
    const source = `[?${this.#text.slice(open, close + 1)}]`;
    this.#at = end + 1;
    this.#tokens.push({ type: 'filter', filters: [new FilterParser(source).parse()], fragment: '[?]' });
    return true;
  }
}

const properties = (names: readonly string[]): PathToken => ({
  type: 'properties',
  names,
  fragment: `[${names.map((name) => `'${name}'`).join(',')}]`,
});

function indexes(expression: string): PathToken {
  const numbers = expression.split(',').map((text) => {
    if (!/^\s*-?\d+\s*$/.test(text))
      throw new InvalidPathError(`Failed to parse token in ArrayIndexOperation: ${text}`);
    return Number(text);
  });
  return { type: 'indexes', indexes: numbers, fragment: `[${numbers.join(',')}]` };
}

function slice(expression: string): PathToken {
  const parts = expression.split(':').map((text) => text.trim());
  const numbers = parts.map((text) => (/^-?\d+$/.test(text) ? Number(text) : undefined));
  const [from, to] = numbers;
  // A step (a third number) is read and not used.
  if ((from === undefined && to === undefined) || (parts[0] === '' && parts[1] === ''))
    throw new InvalidPathError(`Failed to parse SliceOperation: ${expression}`);
  return { type: 'slice', from, to, fragment: `[${from ?? ''}:${to ?? ''}]` };
}

/** Index of the bracket that closes the one at `at`, quotes and regular expressions left out; -1: not closed. */
export function closing(text: string, at: number, open: string, close: string): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const c = text[i]!;
    if (c === "'" || c === '"' || (c === '/' && /=~\s*$/.test(text.slice(0, i)))) {
      for (i++; i < text.length && text[i] !== c; i++) if (text[i] === '\\') i++;
    } else if (c === open) depth++;
    else if (c === close && --depth === 0) return i;
  }
  return -1;
}

/** Splits at commas outside of brackets and quotes. */
function splitParameters(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let i = 0, depth = 0, quote = ''; i <= text.length; i++) {
    const c = text[i];
    if (quote !== '') {
      if (c === '\\') i++;
      else if (c === quote || c === undefined) quote = '';
      if (c !== undefined) continue;
    }
    if (c === undefined || (c === ',' && depth === 0)) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    } else if (c === '"' || c === "'") quote = c;
    else if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
  }
  return parts.filter((part) => part !== '');
}

function parameter(text: string): Parameter {
  if (text.startsWith('$') || text.startsWith('@')) return { path: compileJsonPath(text) };
  try {
    return { value: parseJsonSmart(text) };
  } catch (error) {
    if (error instanceof JsonParseError) throw new InvalidPathError(error.message);
    throw error;
  }
}

/** Undoes the escapes of a quoted name. */
export const unescape = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, hex: string | undefined, char: string) =>
    hex === undefined ? (CONTROLS[char] ?? char) : String.fromCharCode(parseInt(hex, 16)),
  );
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const FUNCTIONS: ReadonlySet<string> = new Set(
  'avg stddev sum min max concat length size append keys first last index'.split(' '),
);
