import { RegexSyntaxError } from './syntax.ts';

/** Code points of a pattern with `\Q…\E` written as escapes, as Java reads it. */
function withoutQuotes(pattern: string): number[] {
  const chars = Array.from(pattern, (c) => c.codePointAt(0)!);
  const first = pattern.indexOf('\\Q');
  if (first < 0) return chars;
  const out: number[] = [];
  const [slash, Q, E] = [92, 81, 69];
  let quoted = false;
  let begin = false;
  for (let i = 0; i < chars.length;) {
    const c = chars[i++]!;
    const isLetter = (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
    if (c > 127 || isLetter) out.push(c);
    else if (c >= 48 && c <= 57) {
      // A digit right behind \Q must not become part of an escape before it.
      if (begin) out.push(slash, 120, 51);
      out.push(c);
    } else if (c !== slash) {
      if (quoted) out.push(slash);
      out.push(c);
    } else if (quoted) {
      if (chars[i] === E) {
        i++;
        quoted = false;
      } else out.push(slash, slash);
    } else if (chars[i] === Q) {
      i++;
      quoted = true;
      begin = true;
      continue;
    } else {
      out.push(c);
      if (i < chars.length) out.push(chars[i++]!);
    }
    begin = false;
  }
  return out;
}

/**
 * Reads the characters of a Java pattern: cursor and flags. The cursor moves as that of
 * java.util.regex.Pattern does, because its error messages tell where it stood.
 */
export class JavaReader {
  readonly #source: string;
  readonly #chars: readonly number[];
  cursor = 0;
  flags: ReadonlySet<string> = new Set();

  constructor(source: string) {
    this.#source = source;
    this.#chars = withoutQuotes(source);
  }

  get length(): number {
    return this.#chars.length;
  }

  has(flag: string): boolean {
    return this.flags.has(flag);
  }

  error(what: string): RegexSyntaxError {
    const index = this.cursor - 1;
    const mark = index >= 0 && index < this.#source.length ? `\n${' '.repeat(index)}^` : '';
    return new RegexSyntaxError(`${what}${index >= 0 ? ` near index ${index}` : ''}\n${this.#source}${mark}`);
  }

  /** The index of the next such character from `start` on, or -1. */
  indexOf(char: number, start: number): number {
    return this.#chars.indexOf(char, start);
  }

  slice(start: number, end: number): string {
    return String.fromCodePoint(...this.#chars.slice(start, end));
  }

  /** The character `offset` places behind the cursor, blanks and all; 0 at the end. */
  peekAhead(offset: number): number {
    return this.#chars[this.cursor + offset] ?? 0;
  }

  peek(): number {
    if (this.has('x')) this.#passBlanks();
    return this.peekAhead(0);
  }

  read(): number {
    if (this.has('x')) this.#passBlanks();
    return this.#chars[this.cursor++] ?? 0;
  }

  next(): number {
    this.cursor++;
    return this.peek();
  }

  nextEscaped(): number {
    return this.#chars[++this.cursor] ?? 0;
  }

  /** Takes two characters, blanks and all; returns the second. */
  skip(): number {
    this.cursor += 2;
    return this.#chars[this.cursor - 1] ?? 0;
  }

  unread(): void {
    this.cursor--;
  }

  accept(char: number, what: string): void {
    if (this.read() !== char) throw this.error(what);
  }

  #passBlanks(): void {
    for (let c = this.#chars[this.cursor]; c !== undefined; c = this.#chars[this.cursor]) {
      if (c === 32 || (c >= 9 && c <= 13)) this.cursor++;
      else if (c === 35)
        while (this.cursor < this.length && !this.#endsLine(this.#chars[this.cursor]!)) this.cursor++;
      else return;
    }
  }

  #endsLine(c: number): boolean {
    return c === 10 || (!this.has('d') && (c === 13 || c === 0x85 || c === 0x2028 || c === 0x2029));
  }

  /** Flags behind `(?`, up to `)` or `:`. */
  readFlags(): void {
    const flags = new Set(this.flags);
    let on = true;
    for (let c = String.fromCodePoint(this.peek()); ; c = String.fromCodePoint(this.next())) {
      if (c === '-' && on) on = false;
      else if (!'imsducxU'.includes(c)) break;
      else for (const flag of c === 'U' ? ['U', 'u'] : [c]) flags[on ? 'add' : 'delete'](flag);
      this.flags = flags;
    }
  }
}
