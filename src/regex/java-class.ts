import { type CharSet, complement, has, intersect, range, rangeSet, single, union } from './char-set.ts';
import { javaKeyedProperty, javaProperty, predefinedClass } from './java-properties.ts';
import { type Node, RegexSyntaxError, RegexUnsupportedError } from './syntax.ts';

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
 * Reads the characters of a Java pattern: cursor, flags, escapes and character classes. The cursor moves as that of
 * java.util.regex.Pattern does, because its error messages tell where it stood.
 */
export class JavaClassParser {
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

  /** The set of one literal character under the flags for case. */
  one(char: number): CharSet {
    if (!this.has('i')) return single(char);
    if (this.has('u')) return unicodeCase(single(foldCase(char)));
    return asciiCase(single(char));
  }

  /**
   * Reads an escape; the cursor stands on the backslash.
   *
   * @param special makes nodes of escapes that are no characters; undefined: they are only recognised.
   * @returns a character, or a node for what is none.
   * @throws RegexSyntaxError when Java knows no such escape.
   */
  escape(inClass: boolean, isRange: boolean, special?: (letter: string) => Node | undefined): number | Node {
    const c = this.skip();
    const letter = String.fromCodePoint(c);
    switch (letter) {
      case '0':
        return this.#octal();
      case 'a':
        return 7;
      case 'c':
        if (this.cursor < this.length) return this.read() ^ 64;
        throw this.error('Illegal control escape sequence');
      case 'e':
        return 27;
      case 'f':
        return 12;
      case 'n':
        return 10;
      case 'r':
        return 13;
      case 't':
        return 9;
      case 'u':
        return this.#unicode();
      case 'x':
        return this.#hexadecimal();
      case 'N':
        if (this.read() === 123)
          throw new RegexUnsupportedError('\\N{name} in a regular expression is not supported');
        throw this.error('Illegal character name escape sequence');
      case 'v':
        if (isRange) return 11;
    }
    if ('dDhHsSvVwW'.includes(letter)) return { type: 'set', set: predefinedClass(letter, this.has('U'))! };
    if (!inClass && 'ABGRXZbkz123456789'.includes(letter)) return special?.(letter) ?? { type: 'empty' };
    if (c < 128 && /[A-Za-z1-9]/.test(letter)) throw this.error('Illegal/unsupported escape sequence');
    if (c === 0 && this.cursor > this.length) {
      this.cursor = this.length + 1;
      throw this.error('Unexpected internal error');
    }
    return c;
  }

  #octal(): number {
    const isOctal = (c: number): boolean => c >= 48 && c <= 55;
    const n = this.read();
    if (!isOctal(n)) throw this.error('Illegal octal escape sequence');
    const m = this.read();
    if (!isOctal(m)) {
      this.unread();
      return n - 48;
    }
    const o = this.read();
    if (isOctal(o) && n <= 51) return (n - 48) * 64 + (m - 48) * 8 + (o - 48);
    this.unread();
    return (n - 48) * 8 + (m - 48);
  }

  #hexadecimal(): number {
    const n = hexValue(this.read());
    if (n >= 0) {
      const m = hexValue(this.read());
      if (m >= 0) return n * 16 + m;
    } else if (this.peekAhead(-1) === 123 && hexValue(this.peek()) >= 0) {
      let value = 0;
      let c = this.read();
      for (; hexValue(c) >= 0; c = this.read()) {
        value = value * 16 + hexValue(c);
        if (value > 0x10ffff) throw this.error('Hexadecimal codepoint is too big');
      }
      if (c !== 125) throw this.error('Unclosed hexadecimal escape sequence');
      return value;
    }
    throw this.error('Illegal hexadecimal escape sequence');
  }

  #unicode(): number {
    const high = this.#fourDigits();
    if (high < 0xd800 || high > 0xdbff) return high;
    const back = this.cursor;
    if (this.read() === 92 && this.read() === 117) {
      const low = this.#fourDigits();
      if (low >= 0xdc00 && low <= 0xdfff) return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    }
    this.cursor = back;
    return high;
  }

  #fourDigits(): number {
    let value = 0;
    for (let i = 0; i < 4; i++) {
      const digit = hexValue(this.read());
      if (digit < 0) throw this.error('Illegal Unicode escape sequence');
      value = value * 16 + digit;
    }
    return value;
  }

  /** The set of `\p…` or `\P…`; the cursor stands on the p. */
  family(negative: boolean): CharSet {
    this.next();
    let name: string;
    if (this.peekAhead(0) === 123) {
      const start = this.cursor + 1;
      const end = this.#chars.indexOf(125, start);
      if (end < 0) {
        this.cursor = this.length + 1;
        throw this.error('Unclosed character family');
      }
      this.cursor = end + 1;
      if (end === start) throw this.error('Empty character family');
      name = String.fromCodePoint(...this.#chars.slice(start, end));
    } else {
      name = String.fromCodePoint(this.peekAhead(0));
      this.read();
    }
    const set = this.#property(name);
    return negative ? complement(set) : set;
  }

  #property(name: string): CharSet {
    const equals = name.indexOf('=');
    if (equals >= 0) {
      const [key, value] = [name.slice(0, equals).toLowerCase(), name.slice(equals + 1)];
      const set = javaKeyedProperty(key, value, this.has('i'));
      if (set === undefined) throw this.error(`Unknown Unicode property {name=<${key}>, value=<${value}>}`);
      return set;
    }
    const set = javaProperty(name, { anyCase: this.has('i'), unicode: this.has('U') });
    if (set === undefined) throw this.error(`Unknown character property name {${name}}`);
    return set;
  }

  /** A character class; the cursor stands on its `[`. With `consume` false: up to, not past, the closing one. */
  characterClass(consume: boolean): CharSet {
    let set: CharSet | undefined;
    let c = this.next();
    const negative = c === 94 && this.peekAhead(-1) === 91;
    if (negative) c = this.next();
    const add = (member: CharSet): void => {
      set = set === undefined ? member : union(set, member);
    };
    for (;;) {
      if (c === 91) {
        add(this.characterClass(true));
        c = this.peek();
        continue;
      }
      if (c === 38) {
        c = this.next();
        if (c === 38) {
          set = this.#intersection(set);
          c = this.peek();
          continue;
        }
        this.unread();
      } else if (c === 0 && this.cursor >= this.length) throw this.error('Unclosed character class');
      else if (c === 93 && set !== undefined) {
        if (consume) this.next();
        return negative ? complement(set) : set;
      }
      add(this.#member());
      c = this.peek();
    }
  }

  /** What follows `&&`, cut with what stood before it. */
  #intersection(left: CharSet | undefined): CharSet {
    let right: CharSet | undefined;
    for (let c = this.next(); c !== 93 && c !== 38; c = this.peek()) {
      if (c !== 91) this.unread();
      const part = this.characterClass(c === 91);
      right = right === undefined ? part : union(right, part);
    }
    if (left === undefined && right === undefined) throw this.error('Bad class syntax');
    if (left === undefined || right === undefined) return (left ?? right)!;
    return intersect(left, right);
  }

  /** One character, range or escape in a class. */
  #member(): CharSet {
    let c = this.peek();
    if (c === 92) {
      c = this.nextEscaped();
      if (c === 112 || c === 80) return this.family(c === 80);
      const isRange = this.peekAhead(1) === 45;
      this.unread();
      const escaped = this.escape(true, isRange);
      if (typeof escaped !== 'number') return escaped.type === 'set' ? escaped.set : [];
      c = escaped;
    } else this.next();
    if (this.peek() === 45) {
      const end = this.peekAhead(1);
      if (end !== 91 && end !== 93) {
        this.next();
        let high: number | Node = this.peek();
        if (high === 92) high = this.escape(true, true);
        else this.next();
        if (typeof high !== 'number' || high < c) throw this.error('Illegal character range');
        if (!this.has('i')) return range(c, high);
        return this.has('u') ? unicodeCase(range(c, high)) : asciiCase(range(c, high));
      }
    }
    return this.one(c);
  }
}

const hexValue = (c: number): number => {
  const char = String.fromCodePoint(c);
  return /^[0-9a-fA-F]$/.test(char) ? parseInt(char, 16) : -1;
};

/** The set with the other case of its ASCII letters. */
function asciiCase(set: CharSet): CharSet {
  const other: [number, number][] = [];
  for (let upper = 65; upper <= 90; upper++) {
    if (has(set, upper)) other.push([upper + 32, upper + 32]);
    if (has(set, upper + 32)) other.push([upper, upper]);
  }
  return union(set, rangeSet(other));
}

const upperCase = (char: number): number => {
  const text = String.fromCodePoint(char).toUpperCase();
  const upper = text.codePointAt(0)!;
  return text.length === String.fromCodePoint(upper).length ? upper : char;
};
/** Java's comparison without regard to case: lower case of the upper case. */
const foldCase = (char: number): number =>
  String.fromCodePoint(upperCase(char)).toLowerCase().codePointAt(0)!;

let cased: { char: number; upper: number; fold: number }[] | undefined;

/** The characters whose upper case, or its lower case, is in the set, and the set itself. */
function unicodeCase(set: CharSet): CharSet {
  if (cased === undefined) {
    cased = [];
    for (let char = 0; char <= 0x1ffff; char++) {
      const upper = upperCase(char);
      const fold = foldCase(char);
      if (upper !== char || fold !== char) cased.push({ char, upper, fold });
    }
  }
  const more = cased.filter(({ upper, fold }) => has(set, upper) || has(set, fold));
  return union(set, rangeSet(more.map(({ char }) => [char, char])));
}
