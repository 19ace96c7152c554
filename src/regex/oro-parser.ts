import {
  ALL_CHARACTERS,
  type CharSet,
  NO_CHARACTERS,
  charsOf,
  complement,
  has,
  intersect,
  minus,
  range,
  rangeSet,
  single,
  union,
} from './char-set.ts';
import { EMPTY, type Node, RegexSyntaxError, type Syntax, choice, sequence } from './syntax.ts';
import {
  controls,
  digits,
  letters,
  lettersAndDigits,
  lowerUnit,
  spaceChars,
  unicodeSet,
  whitespace,
} from './unicode.ts';

/**
 * Parses a pattern as Apache ORO 2.0.8 does (Perl5Compiler): Perl 5.003 without look-behind, named groups and
 * possessive forms. An unknown escape stands for its letter. Inline flags act from their place to the end of the
 * pattern, whatever group they are in; and because ORO reads a pattern twice and keeps the flags in between, they
 * act on what stands before them, too.
 *
 * @throws RegexSyntaxError with ORO's message.
 */
export function parseOro(pattern: string): Syntax {
  const first = new OroParser(pattern, new Set());
  first.parse();
  const second = new OroParser(pattern, first.flags);
  const root = second.parse();
  return {
    root: second.flags.has('i') ? lowerCased(root) : root,
    groupCount: second.groups,
    groupNames: new Map(),
  };
}

const NOT_NEWLINE = complement(single(10));
const word = (): CharSet => unicodeSet('[\\p{L}\\p{Nd}_]');
const punctuation = (): CharSet => unicodeSet('[\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pc}\\p{Po}\\p{Sm}\\p{Sc}\\p{Sk}]');

const CLASSES: Readonly<Record<string, () => CharSet>> = {
  w: word,
  W: () => complement(word()),
  s: whitespace,
  S: () => complement(whitespace()),
  d: digits,
  D: () => complement(digits()),
};

const POSIX: Readonly<Record<string, () => CharSet>> = {
  alnum: lettersAndDigits,
  word,
  alpha: letters,
  blank: spaceChars,
  cntrl: controls,
  digit: digits,
  graph: () => union(lettersAndDigits(), punctuation()),
  lower: () => unicodeSet('\\p{Lowercase}'),
  print: () => union(spaceChars(), lettersAndDigits(), punctuation()),
  punct: punctuation,
  space: whitespace,
  upper: () => unicodeSet('\\p{Uppercase}'),
  xdigit: () => charsOf('0123456789abcdefABCDEF'),
  ascii: () => range(0, 127),
};

const CONTROL_ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, e: 27, a: 7 };
/** Escapes that end a run of literal characters. */
const ATOM_ESCAPES = 'AGZwWbBsSdD';
const UNLIMITED = 65535;

/** A parsed atom; `simple` ones are repeated without looking inside them. */
interface Atom {
  readonly node: Node;
  readonly simple: boolean;
}

class OroParser {
  readonly #text: string;
  readonly flags: Set<string>;
  groups = 0;
  #at = 0;

  constructor(text: string, flags: ReadonlySet<string>) {
    this.#text = text;
    this.flags = new Set(flags);
  }

  parse(): Node {
    this.#skipIgnored();
    const node = this.#expression();
    if (this.#at < this.#text.length) throw new RegexSyntaxError('Unmatched parentheses.');
    return node;
  }

  #peek(offset = 0): string {
    return this.#text[this.#at + offset] ?? '';
  }

  /** Moves past one character and the comments (and blanks, with the flag x) behind it. */
  #next(): void {
    this.#at++;
    this.#skipIgnored();
  }

  #skipIgnored(): void {
    for (;;) {
      if (this.#text.startsWith('(?#', this.#at)) this.#skipTo(')');
      else if (!this.flags.has('x')) return;
      else if (isBlank(this.#peek())) this.#at++;
      else if (this.#peek() === '#') this.#skipTo('\n');
      else return;
    }
  }

  #skipTo(end: string): void {
    const found = this.#text.indexOf(end, this.#at);
    this.#at = found < 0 ? this.#text.length : found + 1;
  }

  #expression(): Node {
    const options = [this.#alternative()];
    while (this.#peek() === '|') {
      this.#next();
      options.push(this.#alternative());
    }
    return choice(options);
  }

  #alternative(): Node {
    const items: Node[] = [];
    for (let c = this.#peek(); c !== '' && c !== '|' && c !== ')'; c = this.#peek())
      items.push(this.#branch());
    return sequence(items.map((item, i) => beforeEnd(item, items[i + 1], items.length - i > 2)));
  }

  /** An atom with its quantifier. */
  #branch(): Node {
    const atom = this.#atom();
    const interval = this.#interval();
    const sign = this.#peek();
    if (interval === undefined && !isSign(sign)) return atom.node;
    const [min, max] = interval ?? [sign === '+' ? 1 : 0, sign === '?' ? 1 : UNLIMITED];
    if (interval === undefined) this.#next();
    if (max !== 0 && max < min) throw new RegexSyntaxError(`Invalid interval {${min},${max}}`);
    const lazy = this.#peek() === '?';
    if (lazy) this.#next();
    if (isSign(this.#peek()) || this.#isInterval(this.#at))
      throw new RegexSyntaxError('Nested repetitions *?+ in expression');
    return repeat(atom, min & 0xffff, max & 0xffff, lazy);
  }

  #isInterval(at: number): boolean {
    return INTERVAL.test(this.#text.slice(at, at + 40));
  }

  /** Reads `{n}`, `{n,}` or `{n,m}` when one stands here; the numbers are cut to 16 bits by the caller, as in ORO. */
  #interval(): [number, number] | undefined {
    const found = INTERVAL.exec(this.#text.slice(this.#at));
    if (found === null) return undefined;
    const [whole, low = '', comma, high = ''] = found;
    const min = toInt(low);
    const max = comma === undefined ? min : high === '' ? UNLIMITED : toInt(high);
    this.#at += whole.length - 1;
    this.#next();
    return [min, max];
  }

  #atom(): Atom {
    for (;;) {
      const c = this.#peek();
      switch (c) {
        case '^':
          this.#next();
          return complex({ type: 'place', place: this.flags.has('m') ? 'line-start-oro' : 'input-start' });
        case '$':
          this.#next();
          return complex({ type: 'place', place: this.flags.has('m') ? 'line-end-unix' : 'final-end-unix' });
        case '.':
          this.#next();
          return simple({ type: 'set', set: this.flags.has('s') ? ALL_CHARACTERS : NOT_NEWLINE });
        case '[':
          this.#at++;
          return simple({ type: 'set', set: this.#class() });
        case '(': {
          this.#next();
          const group = this.#group();
          if (group !== undefined) return complex(group);
          // Flags alone. ORO cannot end an alternative with them.
          if (this.#peek() === '') throw new RegexSyntaxError('Unmatched parentheses.');
          if (this.#peek() === ')' || this.#peek() === '|')
            throw new RegexSyntaxError('Unknown compilation error.');
          continue;
        }
        case '*':
        case '+':
        case '?':
          throw new RegexSyntaxError('?+* follows nothing in expression');
        case '\\': {
          const escaped = this.#escapedAtom();
          if (escaped !== undefined) return escaped;
        }
      }
      return this.#literals();
    }
  }

  /** After `(`: a group or a look-ahead; undefined for flags. */
  #group(): Node | undefined {
    if (this.#peek() !== '?') {
      const index = ++this.groups;
      return { type: 'group', index, body: this.#inner() };
    }
    const kind = this.#peek(1);
    if (kind === ':' || kind === '=' || kind === '!') {
      this.#at += 2;
      this.#skipIgnored();
      const body = this.#inner();
      return kind === ':' ? body : { type: 'ahead', negative: kind === '!', body };
    }
    this.#at++;
    if (this.#peek() === '') throw new RegexSyntaxError('Sequence (??...) not recognized');
    let on = true;
    while ('iogmsx-'.includes(this.#peek()) && this.#peek() !== '') {
      const flag = this.#peek();
      if (flag === '-') on = false;
      else if (on) this.flags.add(flag);
      else this.flags.delete(flag);
      this.#at++;
    }
    if (this.#peek() !== ')')
      throw new RegexSyntaxError(`Sequence (?${this.#peek() || '\uffff'}...) not recognized`);
    this.#next();
    return undefined;
  }

  #inner(): Node {
    const body = this.#expression();
    if (this.#peek() !== ')') throw new RegexSyntaxError('Unmatched parentheses.');
    this.#next();
    return body;
  }

  /** A backslash that begins a class, a place or a back-reference; undefined when it begins a literal. */
  #escapedAtom(): Atom | undefined {
    const c = this.#peek(1);
    if (c === '') throw new RegexSyntaxError('Trailing \\ in expression.');
    if (c >= '1' && c <= '9') {
      const text = /^\d+/.exec(this.#text.slice(this.#at + 1))![0];
      const group = toInt(text);
      if (group > this.groups) {
        if (group > 9) return undefined;
        throw new RegexSyntaxError(`Invalid backreference: \\${group}`);
      }
      this.#at += text.length;
      this.#next();
      return complex({ type: 'reference', group, fold: 'none' });
    }
    if (!ATOM_ESCAPES.includes(c)) return undefined;
    this.#at++;
    this.#next();
    switch (c) {
      case 'A':
      case 'G':
        return simple({ type: 'place', place: 'input-start' });
      case 'Z':
        return simple({ type: 'place', place: 'final-end-unix' });
      case 'b':
      case 'B':
        return simple({ type: 'boundary', negative: c === 'B', word: word(), base: undefined });
      default:
        return simple({ type: 'set', set: CLASSES[c]!() });
    }
  }

  /** A run of literal characters; the one before a quantifier stands alone. */
  #literals(): Atom {
    const chars: number[] = [];
    while (this.#at < this.#text.length && chars.length < 127) {
      const before = this.#at;
      const c = this.#peek();
      if ('$().[^|'.includes(c)) break;
      if (this.flags.has('x') && (c === '#' || ' \t\n\v\f\r'.includes(c))) {
        if (c === '#') this.#skipTo('\n');
        else this.#at++;
        continue;
      }
      let char: number | undefined;
      if (c === '\\') char = this.#escapedLiteral();
      else {
        char = c.charCodeAt(0);
        this.#at++;
      }
      if (char === undefined) break;
      if (this.flags.has('i') && isUpperUnit(char)) char = lowerUnit(char);
      if (isSign(this.#peek()) || this.#isInterval(this.#at)) {
        if (chars.length > 0) this.#at = before;
        else chars.push(char);
        break;
      }
      chars.push(char);
    }
    this.#at--;
    this.#next();
    const node = sequence(chars.map((char): Node => ({ type: 'set', set: single(char) })));
    return { node, simple: chars.length === 1 };
  }

  /** Reads `\…` as one character; undefined, without moving, when it is something else. */
  #escapedLiteral(): number | undefined {
    const c = this.#peek(1);
    if (c === '') throw new RegexSyntaxError('Trailing \\ in expression.');
    if (ATOM_ESCAPES.includes(c)) return undefined;
    if (c >= '0' && c <= '9') {
      if (c !== '0') {
        const text = /^\d+/.exec(this.#text.slice(this.#at + 1))![0];
        if (text.length === 1 || toInt(text) <= this.groups) return undefined;
      }
      this.#at++;
      return this.#octal();
    }
    this.#at += 2;
    return this.#letterEscape(c);
  }

  /** The character of an escape whose letter was just read. */
  #letterEscape(c: string): number {
    const control = CONTROL_ESCAPES[c];
    if (control !== undefined) return control;
    if (c === 'x') {
      const hex = /^[0-9a-fA-F]{0,2}/.exec(this.#text.slice(this.#at, this.#at + 2))![0];
      this.#at += hex.length;
      return hex === '' ? 0 : parseInt(hex, 16);
    }
    if (c === 'c') {
      const key = this.#peek() || '\uffff';
      this.#at++;
      return key.toUpperCase().charCodeAt(0) ^ 64;
    }
    return c.charCodeAt(0);
  }

  #octal(): number {
    const octal = /^[0-7]{0,3}/.exec(this.#text.slice(this.#at, this.#at + 3))![0];
    this.#at += octal.length;
    return octal === '' ? 0 : parseInt(octal, 8);
  }

  /** A character class; `[` is read. */
  #class(): CharSet {
    const negative = this.#peek() === '^';
    if (negative) this.#at++;
    // Members are tested in their order; a negated POSIX class turns the sense of all that follows.
    let sense = !negative;
    let negatedPosix = false;
    let rest: CharSet = ALL_CHARACTERS;
    let set: CharSet = NO_CHARACTERS;
    const take = (member: CharSet): void => {
      if (sense) set = union(set, intersect(rest, member));
      rest = minus(rest, member);
    };
    let low: number | undefined;
    for (let first = true; ; first = false) {
      let c = this.#peek();
      if (c === '' || (c === ']' && !first)) break;
      this.#at++;
      let member: CharSet | undefined;
      let char = c.charCodeAt(0);
      if (c === '[') {
        const posix = this.#posix();
        if (posix !== undefined) {
          member = posix.set;
          negatedPosix = posix.negative;
        }
      } else if (c === '\\') {
        c = this.#peek();
        if (c === '') break;
        this.#at++;
        member = CLASSES[c]?.();
        if (member === undefined) char = this.#classEscape(c);
      }
      if (low !== undefined) {
        if (member !== undefined || low > char) throw new RegexSyntaxError('Invalid [] range in expression.');
        const bothUpper = this.flags.has('i') && isUpperUnit(low) && isUpperUnit(char);
        take(bothUpper ? range(lowerUnit(low), lowerUnit(char)) : range(low, char));
        low = undefined;
      } else if (member !== undefined) {
        if (negatedPosix) sense = !sense;
        take(member);
      } else if (this.#peek() === '-' && this.#peek(1) !== '' && this.#peek(1) !== ']') {
        this.#at++;
        low = char;
      } else take(single(this.flags.has('i') && isUpperUnit(char) ? lowerUnit(char) : char));
    }
    if (this.#peek() !== ']') throw new RegexSyntaxError('Unmatched [] in expression.');
    this.#next();
    return sense ? set : union(set, rest);
  }

  #classEscape(c: string): number {
    if (c === 'b') return 8;
    if (c >= '0' && c <= '9') {
      this.#at--;
      return this.#octal();
    }
    return this.#letterEscape(c);
  }

  #posix(): { set: CharSet; negative: boolean } | undefined {
    const found = /^:(\^?)(\w+):\]/.exec(this.#text.slice(this.#at, this.#at + 12));
    const name = found?.[2];
    const set = name === undefined ? undefined : POSIX[name]?.();
    if (found === null || set === undefined) return undefined;
    this.#at += found[0].length;
    const anyCase = this.flags.has('i') && (name === 'lower' || name === 'upper');
    return { set: anyCase ? unicodeSet('[\\p{Lowercase}\\p{Uppercase}]') : set, negative: found[1] === '^' };
  }
}

const INTERVAL = /^\{(\d+)(,)?(\d*)\}/;
const isSign = (c: string): boolean => c === '*' || c === '+' || c === '?';
const isBlank = (c: string): boolean =>
  c !== '' && /^[\t-\r\x1c- \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]$/.test(c);
const isUpperUnit = (unit: number): boolean => /^\p{Uppercase}$/u.test(String.fromCharCode(unit));

function toInt(text: string): number {
  const value = Number(text);
  if (value > 0x7fffffff)
    throw new RegexSyntaxError(
      `Unexpected number format exception.  Please report this bug.NumberFormatException message: For input string: "${text}"`,
    );
  return value;
}

const simple = (node: Node): Atom => ({ node, simple: true });
const complex = (node: Node): Atom => ({ node, simple: false });

function repeat({ node, simple: isSimple }: Atom, min: number, max: number, lazy: boolean): Node {
  // ORO cannot count places such as \b: it finds them zero times.
  if (isSimple && node.type !== 'set') return min > 0 ? { type: 'set', set: NO_CHARACTERS } : EMPTY;
  return {
    type: 'repeat',
    body: node,
    min,
    max: max === UNLIMITED ? Infinity : max,
    mode: lazy ? 'lazy' : 'greedy',
  };
}

/** ORO lower-cases the whole text when the flag i is on at the end of the pattern: sets hold what becomes a member. */
function lowerCased(node: Node): Node {
  switch (node.type) {
    case 'set':
      return { type: 'set', set: becomesMember(node.set) };
    case 'sequence':
      return { type: 'sequence', items: node.items.map(lowerCased) };
    case 'choice':
      return { type: 'choice', options: node.options.map(lowerCased) };
    case 'group':
    case 'repeat':
    case 'atomic':
    case 'ahead':
    case 'behind':
      return { ...node, body: lowerCased(node.body) };
    case 'reference':
      return { ...node, fold: 'lower' };
    default:
      return node;
  }
}

/** ORO gives nothing back from a repetition right before `$`, even if what follows the `$` then cannot match. */
function beforeEnd(item: Node, next: Node | undefined, goesOn: boolean): Node {
  const givesNothing =
    goesOn &&
    item.type === 'repeat' &&
    item.mode === 'greedy' &&
    item.body.type === 'set' &&
    has(item.body.set, 10) &&
    next?.type === 'place' &&
    next.place === 'final-end-unix';
  return givesNothing ? { ...item, mode: 'possessive' } : item;
}

let changedByLowering: [number, number][] | undefined;

function becomesMember(set: CharSet): CharSet {
  if (changedByLowering === undefined) {
    changedByLowering = [];
    for (let unit = 0; unit <= 0xffff; unit++) {
      const lower = lowerUnit(unit);
      if (lower !== unit) changedByLowering.push([unit, lower]);
    }
  }
  const gone: [number, number][] = [];
  const come: [number, number][] = [];
  for (const [unit, lower] of changedByLowering) (has(set, lower) ? come : gone).push([unit, unit]);
  return union(minus(set, rangeSet(gone)), rangeSet(come));
}
