import { ALL_CHARACTERS, type CharSet, charsOf, complement, single } from './char-set.ts';
import { readClass } from './java-class.ts';
import { literalSet, readEscape, readFamily } from './java-escapes.ts';
import { JavaReader } from './java-reader.ts';
import { hasMaximumLength } from './java-look-behind.ts';
import { EMPTY, type Node, RegexUnsupportedError, type Syntax, choice, sequence } from './syntax.ts';
import { lettersAndDigits, unicodeSet } from './unicode.ts';

/**
 * Parses a pattern as java.util.regex.Pattern of Java 17 does.
 *
 * @throws RegexSyntaxError with the message of Java's PatternSyntaxException.
 * @throws RegexUnsupportedError for `\X`, `\N{name}`, `\b{g}` and Unicode blocks that are not known here.
 */
export function parseJava(pattern: string): Syntax {
  return new JavaParser(pattern).parse();
}

/** A dot: anything but line terminators. */
const DOT = complement(charsOf('\n\r\x85\u2028\u2029'));
const UNIX_DOT = complement(single(10));
const LINE_BREAK: Node = {
  type: 'choice',
  options: [
    sequence([
      { type: 'set', set: single(13) },
      { type: 'set', set: single(10) },
    ]),
    { type: 'set', set: charsOf('\n\v\f\r\x85\u2028\u2029') },
  ],
};
const UNLIMITED = 0x7fffffff;

class JavaParser {
  readonly #reader: JavaReader;
  #groups = 0;
  readonly #names = new Map<string, number>();

  constructor(pattern: string) {
    this.#reader = new JavaReader(pattern);
  }

  parse(): Syntax {
    const root = this.#expression();
    if (this.#reader.cursor !== this.#reader.length)
      throw this.#reader.error(
        this.#reader.peek() === 41 ? "Unmatched closing ')'" : 'Unexpected internal error',
      );
    return { root, groupCount: this.#groups, groupNames: this.#names };
  }

  #expression(): Node {
    const options: Node[] = [];
    for (;;) {
      options.push(this.#sequence());
      if (this.#reader.peek() !== 124) return choice(options);
      this.#reader.next();
    }
  }

  #sequence(): Node {
    const items: Node[] = [];
    for (;;) {
      const c = this.#reader.peek();
      switch (String.fromCodePoint(c)) {
        case '(': {
          const group = this.#group();
          if (group !== undefined) items.push(group);
          continue;
        }
        case '|':
        case ')':
          return sequence(items);
        case '?':
        case '*':
        case '+':
          this.#reader.next();
          throw this.#reader.error(`Dangling meta character '${String.fromCodePoint(c)}'`);
        case '\0':
          if (this.#reader.cursor >= this.#reader.length) return sequence(items);
      }
      items.push(this.#closure(this.#atom(c)));
    }
  }

  #atom(c: number): Node {
    switch (String.fromCodePoint(c)) {
      case '[':
        return { type: 'set', set: readClass(this.#reader, true) };
      case '^':
        this.#reader.next();
        if (!this.#reader.has('m')) return { type: 'place', place: 'input-start' };
        return { type: 'place', place: this.#reader.has('d') ? 'line-start-unix' : 'line-start-java' };
      case '$':
        this.#reader.next();
        return this.#lineEnd(this.#reader.has('m'));
      case '.':
        this.#reader.next();
        return {
          type: 'set',
          set: this.#reader.has('s') ? ALL_CHARACTERS : this.#reader.has('d') ? UNIX_DOT : DOT,
        };
      case '\\': {
        const escaped = this.#reader.nextEscaped();
        if (escaped === 112 || escaped === 80)
          return { type: 'set', set: readFamily(this.#reader, escaped === 80) };
        this.#reader.unread();
        return this.#literals();
      }
      default:
        return this.#literals();
    }
  }

  #lineEnd(everyLine: boolean): Node {
    if (this.#reader.has('d'))
      return { type: 'place', place: everyLine ? 'line-end-unix' : 'final-end-unix' };
    return { type: 'place', place: everyLine ? 'line-end-java' : 'final-end-java' };
  }

  /** A run of literal characters; the one before a quantifier stands alone. */
  #literals(): Node {
    const items: Node[] = [];
    let before = -1;
    for (let c = this.#reader.peek(); ;) {
      switch (String.fromCodePoint(c)) {
        case '*':
        case '+':
        case '?':
        case '{':
          if (items.length > 1) {
            this.#reader.cursor = before;
            items.pop();
          }
          return sequence(items);
        case '$':
        case '.':
        case '^':
        case '(':
        case '[':
        case '|':
        case ')':
          return sequence(items);
        case '\\': {
          c = this.#reader.nextEscaped();
          if (c === 112 || c === 80) {
            this.#reader.unread();
            return items.length > 0 ? sequence(items) : { type: 'set', set: this.#familyHere() };
          }
          this.#reader.unread();
          before = this.#reader.cursor;
          const char = readEscape(
            this.#reader,
            false,
            false,
            items.length === 0 ? (letter) => this.#special(letter) : undefined,
          );
          if (typeof char !== 'number') {
            if (items.length === 0) return char;
            this.#reader.cursor = before;
            return sequence(items);
          }
          items.push({ type: 'set', set: literalSet(this.#reader, char) });
          c = this.#reader.peek();
          continue;
        }
        case '\0':
          if (this.#reader.cursor >= this.#reader.length) return sequence(items);
      }
      before = this.#reader.cursor;
      items.push({ type: 'set', set: literalSet(this.#reader, c) });
      c = this.#reader.next();
    }
  }

  #familyHere(): CharSet {
    return readFamily(this.#reader, this.#reader.nextEscaped() === 80);
  }

  /** Escapes that are no character: places, classes, references. */
  #special(letter: string): Node | undefined {
    switch (letter) {
      case 'A':
        return { type: 'place', place: 'input-start' };
      case 'B':
        return this.#boundary(true);
      case 'b':
        if (this.#reader.peek() === 123) {
          if (this.#reader.skip() === 103 && this.#reader.read() === 125)
            throw new RegexUnsupportedError('\\b{g} in a regular expression is not supported');
          this.#reader.unread();
          this.#reader.unread();
        }
        return this.#boundary(false);
      case 'G':
        return { type: 'place', place: 'previous-end' };
      case 'R':
        return LINE_BREAK;
      case 'X':
        throw new RegexUnsupportedError('\\X in a regular expression is not supported');
      case 'Z':
        return this.#lineEnd(false);
      case 'z':
        return { type: 'place', place: 'input-end' };
      case 'k': {
        if (this.#reader.read() !== 60)
          throw this.#reader.error("\\k is not followed by '<' for named capturing group");
        const name = this.#groupName(this.#reader.read());
        const group = this.#names.get(name);
        if (group === undefined) throw this.#reader.error(`named capturing group <${name}> does not exist`);
        return this.#reference(group);
      }
    }
    if (letter < '1' || letter > '9') return undefined;
    let group = Number(letter);
    for (let c = this.#reader.peek(); c >= 48 && c <= 57; c = this.#reader.peek()) {
      // One more digit, unless it names a group that does not exist.
      const longer = group * 10 + (c - 48);
      if (this.#groups < longer) break;
      group = longer;
      this.#reader.read();
    }
    return this.#reference(group);
  }

  #reference(group: number): Node {
    return {
      type: 'reference',
      group,
      fold: this.#reader.has('i') ? (this.#reader.has('u') ? 'unicode' : 'ascii') : 'none',
    };
  }

  #boundary(negative: boolean): Node {
    const unicode = this.#reader.has('U');
    const word = unicode
      ? unicodeSet('[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\u200c\\u200d]')
      : unicodeSet('[\\p{L}\\p{Nd}_]');
    return { type: 'boundary', negative, word, base: lettersAndDigits() };
  }

  #groupName(c: number): string {
    const isLetter = (char: number): boolean => (char >= 65 && char <= 90) || (char >= 97 && char <= 122);
    if (!isLetter(c)) throw this.#reader.error('capturing group name does not start with a Latin letter');
    let name = '';
    do name += String.fromCodePoint(c);
    while (((c = this.#reader.read()), isLetter(c) || (c >= 48 && c <= 57)));
    if (c !== 62) throw this.#reader.error("named capturing group is missing trailing '>'");
    return name;
  }

  /** A group with its quantifier; undefined for flags alone. */
  #group(): Node | undefined {
    const flags = this.#reader.flags;
    let make = (body: Node): Node => body;
    let behind: boolean | undefined;
    if (this.#reader.next() === 63) {
      const c = this.#reader.skip();
      switch (String.fromCodePoint(c)) {
        case ':':
          break;
        case '=':
        case '!':
          make = (body) => ({ type: 'ahead', negative: c === 33, body });
          break;
        case '>':
          make = (body) => ({ type: 'atomic', body });
          break;
        case '<': {
          const kind = this.#reader.read();
          if (kind === 61 || kind === 33) behind = kind === 33;
          else make = this.#namedGroup(kind);
          break;
        }
        case '$':
        case '@':
          throw this.#reader.error('Unknown group type');
        default: {
          this.#reader.unread();
          this.#reader.readFlags();
          const end = this.#reader.read();
          if (end === 41) return undefined;
          if (end !== 58) throw this.#reader.error('Unknown inline modifier');
        }
      }
    } else {
      const index = ++this.#groups;
      make = (body) => ({ type: 'group', index, body });
    }
    const body = this.#expression();
    if (behind !== undefined) {
      const lengths = hasMaximumLength(body);
      if (lengths === undefined)
        throw this.#reader.error('Look-behind group does not have an obvious maximum length');
      const negative = behind;
      make = () => ({ type: 'behind', negative, body, ...lengths });
    }
    this.#reader.accept(41, 'Unclosed group');
    this.#reader.flags = flags;
    return this.#closure(make(body));
  }

  #namedGroup(first: number): (body: Node) => Node {
    const name = this.#groupName(first);
    if (this.#names.has(name)) throw this.#reader.error(`Named capturing group <${name}> is already defined`);
    const index = ++this.#groups;
    this.#names.set(name, index);
    return (body) => ({ type: 'group', index, body });
  }

  /** The atom with the quantifier that follows it. */
  #closure(atom: Node): Node {
    switch (this.#reader.peek()) {
      case 63:
        return this.#repeat(atom, 0, 1, this.#reader.next(), true);
      case 42:
        return this.#repeat(atom, 0, Infinity, this.#reader.next());
      case 43:
        return this.#repeat(atom, 1, Infinity, this.#reader.next());
      case 123:
        return this.#interval(atom);
      default:
        return atom;
    }
  }

  #interval(atom: Node): Node {
    const isDigit = (c: number): boolean => c >= 48 && c <= 57;
    let c = this.#reader.peekAhead(1);
    if (!isDigit(c)) {
      this.#reader.cursor += 2;
      throw this.#reader.error('Illegal repetition');
    }
    this.#reader.skip();
    let min = 0;
    const digit = (value: number): number => {
      const sum = value * 10 + (c - 48);
      if (sum > UNLIMITED) throw this.#reader.error('Illegal repetition range');
      return sum;
    };
    do min = digit(min);
    while (((c = this.#reader.read()), isDigit(c)));
    let max = min;
    if (c === 44) {
      c = this.#reader.read();
      max = Infinity;
      if (c !== 125) {
        max = 0;
        for (; isDigit(c); c = this.#reader.read()) max = digit(max);
      }
    }
    if (c !== 125) throw this.#reader.error('Unclosed counted closure');
    if (max < min) throw this.#reader.error('Illegal repetition range');
    return this.#repeat(atom, min, max, this.#reader.peek());
  }

  #repeat(atom: Node, min: number, max: number, sign: number, isQuestion = false): Node {
    const mode = sign === 63 ? 'lazy' : sign === 43 ? 'possessive' : 'greedy';
    if (mode !== 'greedy') this.#reader.next();
    // Java goes back into what was repeated only where that is a group; \R is not.
    const body: Node = atom === LINE_BREAK ? { type: 'atomic', body: atom } : atom;
    if (body === EMPTY) return EMPTY;
    // Java forgets what the rounds of such a group found once they are more than it needs.
    if (mode !== 'possessive' && min < max && !isQuestion && neverTakes(body)) max = min;
    if (max === 0) return EMPTY;
    return { type: 'repeat', body, min, max, mode };
  }
}

/** True for a group that can only match the empty text, in one way. */
function neverTakes(node: Node): boolean {
  switch (node.type) {
    case 'sequence':
      return node.items.every(neverTakes);
    case 'group':
      return neverTakes(node.body);
    default:
      return ['empty', 'place', 'boundary', 'ahead', 'behind'].includes(node.type);
  }
}
