import {
  ALL_CHARACTERS,
  type CharSet,
  NO_CHARACTERS,
  charsOf,
  complement,
  intersect,
  minus,
  range,
  single,
  union,
} from './char-set.ts';
import { isUpperUnit, type OroCursor } from './oro-cursor.ts';
import { RegexSyntaxError } from './syntax.ts';
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

export const word = (): CharSet => unicodeSet('[\\p{L}\\p{Nd}_]');
const punctuation = (): CharSet => unicodeSet('[\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pc}\\p{Po}\\p{Sm}\\p{Sc}\\p{Sk}]');

/** Escapes that stand for a class. */
export const CLASSES: Readonly<Record<string, () => CharSet>> = {
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

/** A character class; `[` is read. */
export function readOroClass(cursor: OroCursor): CharSet {
  const negative = cursor.peek() === '^';
  if (negative) cursor.at++;
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
    let c = cursor.peek();
    if (c === '' || (c === ']' && !first)) break;
    cursor.at++;
    let member: CharSet | undefined;
    let char = c.charCodeAt(0);
    if (c === '[') {
      const named = posix(cursor);
      if (named !== undefined) {
        member = named.set;
        negatedPosix = named.negative;
      }
    } else if (c === '\\') {
      c = cursor.peek();
      if (c === '') break;
      cursor.at++;
      member = CLASSES[c]?.();
      if (member === undefined) char = classEscape(cursor, c);
    }
    if (low !== undefined) {
      if (member !== undefined || low > char) throw new RegexSyntaxError('Invalid [] range in expression.');
      const bothUpper = cursor.flags.has('i') && isUpperUnit(low) && isUpperUnit(char);
      take(bothUpper ? range(lowerUnit(low), lowerUnit(char)) : range(low, char));
      low = undefined;
    } else if (member !== undefined) {
      if (negatedPosix) sense = !sense;
      take(member);
    } else if (cursor.peek() === '-' && cursor.peek(1) !== '' && cursor.peek(1) !== ']') {
      cursor.at++;
      low = char;
    } else take(single(cursor.flags.has('i') && isUpperUnit(char) ? lowerUnit(char) : char));
  }
  if (cursor.peek() !== ']') throw new RegexSyntaxError('Unmatched [] in expression.');
  cursor.next();
  return sense ? set : union(set, rest);
}

function classEscape(cursor: OroCursor, c: string): number {
  if (c === 'b') return 8;
  if (c >= '0' && c <= '9') {
    cursor.at--;
    return cursor.octal();
  }
  return cursor.letterEscape(c);
}

function posix(cursor: OroCursor): { set: CharSet; negative: boolean } | undefined {
  const found = /^:(\^?)(\w+):\]/.exec(cursor.text.slice(cursor.at, cursor.at + 12));
  const name = found?.[2];
  const set = name === undefined ? undefined : POSIX[name]?.();
  if (found === null || set === undefined) return undefined;
  cursor.at += found[0].length;
  const anyCase = cursor.flags.has('i') && (name === 'lower' || name === 'upper');
  return { set: anyCase ? unicodeSet('[\\p{Lowercase}\\p{Uppercase}]') : set, negative: found[1] === '^' };
}
