import { ALL_CHARACTERS, NO_CHARACTERS, complement, has, single } from './char-set.ts';
import { lowerCased } from './oro-case.ts';
import { CLASSES, readOroClass, word } from './oro-class.ts';
import { OroCursor, isUpperUnit } from './oro-cursor.ts';
import { EMPTY, type Node, RegexSyntaxError, type Syntax, choice, sequence } from './syntax.ts';
import { lowerUnit } from './unicode.ts';

/**
 * Parses a pattern as Apache ORO 2.0.8 does (Perl5Compiler): Perl 5.003 without look-behind, named groups and
 * possessive forms. An unknown escape stands for its letter. Inline flags act from their place to the end of the
 * pattern, whatever group they are in; and because ORO reads a pattern twice and keeps the flags in between, they
 * act on what stands before them, too.
 *
 * @throws RegexSyntaxError with ORO's message.
 */
export function parseOro(pattern: string): Syntax {
  const first = new OroCursor(pattern, new Set());
  new OroParser(first).parse();
  const second = new OroCursor(pattern, first.flags);
  const parser = new OroParser(second);
  const root = parser.parse();
  return {
    root: second.flags.has('i') ? lowerCased(root) : root,
    groupCount: parser.groups,
    groupNames: new Map(),
  };
}

const NOT_NEWLINE = complement(single(10));
/** Escapes that end a run of literal characters. */
const ATOM_ESCAPES = 'AGZwWbBsSdD';
const UNLIMITED = 65535;

/** A parsed atom; `simple` ones are repeated without looking inside them. */
interface Atom {
  readonly node: Node;
  readonly simple: boolean;
}

class OroParser {
  readonly #cursor: OroCursor;
  groups = 0;

  constructor(cursor: OroCursor) {
    this.#cursor = cursor;
  }

  parse(): Node {
    this.#cursor.skipIgnored();
    const node = this.#expression();
    if (this.#cursor.at < this.#cursor.text.length) throw new RegexSyntaxError('Unmatched parentheses.');
    return node;
  }

  #expression(): Node {
    const options = [this.#alternative()];
    while (this.#cursor.peek() === '|') {
      this.#cursor.next();
      options.push(this.#alternative());
    }
    return choice(options);
  }

  #alternative(): Node {
    const items: Node[] = [];
    for (let c = this.#cursor.peek(); c !== '' && c !== '|' && c !== ')'; c = this.#cursor.peek())
      items.push(this.#branch());
    return sequence(items.map((item, i) => beforeEnd(item, items[i + 1], items.length - i > 2)));
  }

  /** An atom with its quantifier. */
  #branch(): Node {
    const atom = this.#atom();
    const interval = this.#interval();
    const sign = this.#cursor.peek();
    if (interval === undefined && !isSign(sign)) return atom.node;
    const [min, max] = interval ?? [sign === '+' ? 1 : 0, sign === '?' ? 1 : UNLIMITED];
    if (interval === undefined) this.#cursor.next();
    if (max !== 0 && max < min) throw new RegexSyntaxError(`Invalid interval {${min},${max}}`);
    const lazy = this.#cursor.peek() === '?';
    if (lazy) this.#cursor.next();
    if (isSign(this.#cursor.peek()) || this.#isInterval(this.#cursor.at))
      throw new RegexSyntaxError('Nested repetitions *?+ in expression');
    return repeat(atom, min & 0xffff, max & 0xffff, lazy);
  }

  #isInterval(at: number): boolean {
    return INTERVAL.test(this.#cursor.text.slice(at, at + 40));
  }

  /** Reads `{n}`, `{n,}` or `{n,m}` when one stands here; the numbers are cut to 16 bits by the caller, as in ORO. */
  #interval(): [number, number] | undefined {
    const found = INTERVAL.exec(this.#cursor.text.slice(this.#cursor.at));
    if (found === null) return undefined;
    const [whole, low = '', comma, high = ''] = found;
    const min = toInt(low);
    const max = comma === undefined ? min : high === '' ? UNLIMITED : toInt(high);
    this.#cursor.at += whole.length - 1;
    this.#cursor.next();
    return [min, max];
  }

  #atom(): Atom {
    for (;;) {
      const c = this.#cursor.peek();
      switch (c) {
        case '^':
          this.#cursor.next();
          return complex({
            type: 'place',
            place: this.#cursor.flags.has('m') ? 'line-start-oro' : 'input-start',
          });
        case '$':
          this.#cursor.next();
          return complex({
            type: 'place',
            place: this.#cursor.flags.has('m') ? 'line-end-unix' : 'final-end-unix',
          });
        case '.':
          this.#cursor.next();
          return simple({ type: 'set', set: this.#cursor.flags.has('s') ? ALL_CHARACTERS : NOT_NEWLINE });
        case '[':
          this.#cursor.at++;
          return simple({ type: 'set', set: readOroClass(this.#cursor) });
        case '(': {
          this.#cursor.next();
          const group = this.#group();
          if (group !== undefined) return complex(group);
          // Flags alone. ORO cannot end an alternative with them.
          if (this.#cursor.peek() === '') throw new RegexSyntaxError('Unmatched parentheses.');
          if (this.#cursor.peek() === ')' || this.#cursor.peek() === '|')
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
    if (this.#cursor.peek() !== '?') {
      const index = ++this.groups;
      return { type: 'group', index, body: this.#inner() };
    }
    const kind = this.#cursor.peek(1);
    if (kind === ':' || kind === '=' || kind === '!') {
      this.#cursor.at += 2;
      this.#cursor.skipIgnored();
      const body = this.#inner();
      return kind === ':' ? body : { type: 'ahead', negative: kind === '!', body };
    }
    this.#cursor.at++;
    if (this.#cursor.peek() === '') throw new RegexSyntaxError('Sequence (??...) not recognized');
    let on = true;
    while ('iogmsx-'.includes(this.#cursor.peek()) && this.#cursor.peek() !== '') {
      const flag = this.#cursor.peek();
      if (flag === '-') on = false;
      else if (on) this.#cursor.flags.add(flag);
      else this.#cursor.flags.delete(flag);
      this.#cursor.at++;
    }
    if (this.#cursor.peek() !== ')')
      throw new RegexSyntaxError(`Sequence (?${this.#cursor.peek() || '\uffff'}...) not recognized`);
    this.#cursor.next();
    return undefined;
  }

  #inner(): Node {
    const body = this.#expression();
    if (this.#cursor.peek() !== ')') throw new RegexSyntaxError('Unmatched parentheses.');
    this.#cursor.next();
    return body;
  }

  /** A backslash that begins a class, a place or a back-reference; undefined when it begins a literal. */
  #escapedAtom(): Atom | undefined {
    const c = this.#cursor.peek(1);
    if (c === '') throw new RegexSyntaxError('Trailing \\ in expression.');
    if (c >= '1' && c <= '9') {
      const text = /^\d+/.exec(this.#cursor.text.slice(this.#cursor.at + 1))![0];
      const group = toInt(text);
      if (group > this.groups) {
        if (group > 9) return undefined;
        throw new RegexSyntaxError(`Invalid backreference: \\${group}`);
      }
      this.#cursor.at += text.length;
      this.#cursor.next();
      return complex({ type: 'reference', group, fold: 'none' });
    }
    if (!ATOM_ESCAPES.includes(c)) return undefined;
    this.#cursor.at++;
    this.#cursor.next();
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
    while (this.#cursor.at < this.#cursor.text.length && chars.length < 127) {
      const before = this.#cursor.at;
      const c = this.#cursor.peek();
      if ('$().[^|'.includes(c)) break;
      if (this.#cursor.flags.has('x') && (c === '#' || ' \t\n\v\f\r'.includes(c))) {
        if (c === '#') this.#cursor.skipTo('\n');
        else this.#cursor.at++;
        continue;
      }
      let char: number | undefined;
      if (c === '\\') char = this.#escapedLiteral();
      else {
        char = c.charCodeAt(0);
        this.#cursor.at++;
      }
      if (char === undefined) break;
      if (this.#cursor.flags.has('i') && isUpperUnit(char)) char = lowerUnit(char);
      if (isSign(this.#cursor.peek()) || this.#isInterval(this.#cursor.at)) {
        if (chars.length > 0) this.#cursor.at = before;
        else chars.push(char);
        break;
      }
      chars.push(char);
    }
    this.#cursor.at--;
    this.#cursor.next();
    const node = sequence(chars.map((char): Node => ({ type: 'set', set: single(char) })));
    return { node, simple: chars.length === 1 };
  }

  /** Reads `\…` as one character; undefined, without moving, when it is something else. */
  #escapedLiteral(): number | undefined {
    const c = this.#cursor.peek(1);
    if (c === '') throw new RegexSyntaxError('Trailing \\ in expression.');
    if (ATOM_ESCAPES.includes(c)) return undefined;
    if (c >= '0' && c <= '9') {
      if (c !== '0') {
        const text = /^\d+/.exec(this.#cursor.text.slice(this.#cursor.at + 1))![0];
        if (text.length === 1 || toInt(text) <= this.groups) return undefined;
      }
      this.#cursor.at++;
      return this.#cursor.octal();
    }
    this.#cursor.at += 2;
    return this.#cursor.letterEscape(c);
  }
}

const INTERVAL = /^\{(\d+)(,)?(\d*)\}/;
const isSign = (c: string): boolean => c === '*' || c === '+' || c === '?';

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
