import { TextReader } from './text-lexer.ts';
import { GroovySyntaxError, type Place, type Token, type TokenKind, type GStringPart } from './syntax.ts';

const OPERATORS = (
  '>>>= <=> ==~ === !== ..< **= <<= >>= >>> ... ?. ?: *. .& .@ == != <= >= && || ++ -- += -= *= /= %= ?= &= |= ^= << >> ** .. ' +
  '-> =~ :: ?[ + - * / % = < > ! ~ ? : . , ; ( ) [ ] { } & | ^ @'
)
  .split(' ')
  .toSorted((a, b) => b.length - a.length);

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER =
  /0[xX][\da-fA-F_]+[lLgGiI]?|0[bB][01_]+[lLgGiI]?|(?:\d[\d_]*)?\.\d[\d_]*(?:[eE][+-]?\d+)?[dDfFgG]?|\d[\d_]*[eE][+-]?\d+[dDfFgG]?|\d[\d_]*[lLgGiIdDfF]?/y;
const SPACE = /(?:[ \t\f\r]|\\\r?\n)+/y;
const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//y;
const LINE_COMMENT = /(?:\/\/|#!)[^\n]*/y;

/** Words that a value cannot end with: a `/` after one begins a text. */
const WORDS_BEFORE_VALUE: ReadonlySet<string> = new Set([
  'return',
  'assert',
  'in',
  'case',
  'throw',
  'else',
  'as',
  'instanceof',
]);

/** Reads a script once, from the front. */
class Lexer {
  readonly #source: string;
  readonly #lineStarts: number[] = [0];
  #at: number;
  /** Operators that are open, to tell when an embedded expression ends. */
  #depth = 0;
  readonly #tokens: Token[] = [];
  #space = false;

  constructor(source: string) {
    this.#source = source;
    this.#at = 0;
    for (let i = source.indexOf('\n'); i >= 0; i = source.indexOf('\n', i + 1)) this.#lineStarts.push(i + 1);
  }

  place(offset: number): Place {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.#lineStarts[low]! + 1 };
  }

  all(): Token[] {
    while (this.#next());
    this.#push('end', '<EOF>', this.#source.length, this.#source.length);
    return this.#tokens;
  }

  /** The tokens of an expression in a text, from after its `{` to after the `}`. */
  embedded(from: number): { tokens: Token[]; end: number } {
    const before = [this.#at, this.#depth, this.#space] as const;
    const kept = this.#tokens.splice(0);
    this.#at = from;
    this.#depth = 0;
    for (;;) {
      this.#skip();
      if (this.#source[this.#at] === '}' && this.#depth === 0) break;
      if (!this.#next()) throw this.#error(from, "Unexpected input: '<EOF>'");
    }
    const end = this.#at + 1;
    this.#push('end', '}', this.#at, this.#at);
    const tokens = this.#tokens.splice(0);
    this.#tokens.push(...kept);
    [this.#at, this.#depth, this.#space] = before;
    return { tokens, end };
  }

  #error(offset: number, message: string): GroovySyntaxError {
    return new GroovySyntaxError(message, this.place(offset));
  }

  #push(kind: TokenKind, text: string, start: number, end: number, parts?: readonly GStringPart[]): void {
    this.#tokens.push({
      kind,
      text,
      start,
      end,
      ...this.place(start),
      spaceBefore: this.#space,
      ...(parts === undefined ? {} : { parts }),
    });
    this.#space = false;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#source)?.[0];
  }

  #skip(): void {
    for (;;) {
      const found = this.#match(SPACE) ?? this.#match(BLOCK_COMMENT) ?? this.#comment();
      if (found === undefined) return;
      this.#at += found.length;
      this.#space = true;
    }
  }

  #comment(): string | undefined {
    const found = this.#match(LINE_COMMENT);
    return found?.startsWith('#') === true && this.#at > 0 ? undefined : found;
  }

  #next(): boolean {
    this.#skip();
    const start = this.#at;
    const c = this.#source[start];
    if (c === undefined) return false;
    if (c === '\n') {
      this.#at++;
      if (this.#tokens.at(-1)?.kind !== 'newline') this.#push('newline', '\\n', start, start + 1);
      return true;
    }
    if (c === '"' || c === "'" || (c === '/' && this.#valueExpected()) || this.#isDollarText(start)) {
      this.#text(start);
      return true;
    }
    const number = this.#match(NUMBER);
    if (number !== undefined && !(number.startsWith('.') && !this.#valueExpected())) {
      // `1..5` is a range, not `1.` and `.5`.
      const text = number.endsWith('.') ? number.slice(0, -1) : number;
      this.#at += text.length;
      this.#push('number', text, start, this.#at);
      return true;
    }
    const name = this.#match(NAME);
    if (name !== undefined) {
      this.#at += name.length;
      this.#push('name', name, start, this.#at);
      return true;
    }
    const operator = OPERATORS.find((o) => this.#source.startsWith(o, start));
    if (operator === undefined)
      throw this.#error(
        start,
        `Unexpected character: '${String.fromCodePoint(this.#source.codePointAt(start)!)}'`,
      );
    this.#at += operator.length;
    if (operator === '{') this.#depth++;
    else if (operator === '}') this.#depth--;
    this.#push('operator', operator, start, this.#at);
    return true;
  }

  /** True when what comes is the start of a value rather than an operator after one. */
  #valueExpected(): boolean {
    const last = this.#tokens.at(-1);
    if (last === undefined || last.kind === 'newline') return true;
    if (last.kind === 'operator') return ![')', ']', '}', '++', '--'].includes(last.text);
    if (last.kind !== 'name') return false;
    if (WORDS_BEFORE_VALUE.has(last.text)) return true;
    // `x /a/` could be a call without parentheses, but it is a division in every script anyone writes.
    return false;
  }

  #isDollarText(start: number): boolean {
    return this.#source.startsWith('$/', start) && this.#valueExpected();
  }

  #text(start: number): void {
    const reader = new TextReader(this.#source, start, {
      embedded: (from) => this.embedded(from),
      tokensOf: (name, from) => this.#nameTokens(name, from),
      error: (offset, message) => this.#error(offset, message),
    });
    const { parts, end } = reader.read();
    this.#at = end;
    if (parts.every((part) => typeof part === 'string')) this.#push('text', parts.join(''), start, end);
    else this.#push('gstring', '', start, end, parts);
  }

  /** `$a.b.c` in a text as tokens. */
  #nameTokens(name: string, from: number): Token[] {
    const tokens: Token[] = [];
    let at = from;
    for (const piece of name.split(/(\.)/)) {
      const kind = piece === '.' ? 'operator' : 'name';
      tokens.push({
        kind,
        text: piece,
        start: at,
        end: at + piece.length,
        ...this.place(at),
        spaceBefore: false,
      });
      at += piece.length;
    }
    tokens.push({ kind: 'end', text: '', start: at, end: at, ...this.place(at), spaceBefore: false });
    return tokens;
  }
}

/** @throws GroovySyntaxError. */
export const tokenize = (source: string): Token[] => new Lexer(source).all();
