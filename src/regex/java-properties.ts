import {
  ALL_CHARACTERS,
  type CharSet,
  charsOf,
  complement,
  minus,
  range,
  rangeSet,
  union,
} from './char-set.ts';
import { RegexUnsupportedError } from './syntax.ts';
import {
  controls,
  digits,
  letters,
  lettersAndDigits,
  spaceChars,
  unicodeSet,
  whitespace,
} from './unicode.ts';

const ASCII_LOWER: CharSet = [97, 122];
const ASCII_UPPER: CharSet = [65, 90];
const ASCII_LETTERS = union(ASCII_LOWER, ASCII_UPPER);
const ASCII_DIGITS: CharSet = [48, 57];
const ASCII_PUNCTUATION = rangeSet([
  [33, 47],
  [58, 64],
  [91, 96],
  [123, 126],
]);

const alphabetic = (): CharSet => unicodeSet('\\p{Alphabetic}');
const anyCase = (): CharSet => unicodeSet('[\\p{Lowercase}\\p{Uppercase}\\p{Lt}]');
const casedLetters = (): CharSet => unicodeSet('[\\p{Lu}\\p{Ll}\\p{Lt}]');
const unassigned = (): CharSet => unicodeSet('\\p{Cn}');
const word = (): CharSet => unicodeSet('[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\u200c\\u200d]');
const graph = (): CharSet => complement(unicodeSet('[\\p{White_Space}\\p{Cc}\\p{Cs}\\p{Cn}]'));
const blank = (): CharSet => unicodeSet('[\\p{Zs}\\t]');
const hexDigits = (): CharSet => union(digits(), unicodeSet('\\p{Hex_Digit}'));

/** The classes that a letter after a backslash stands for, with and without (?U). */
export function predefinedClass(letter: string, unicode: boolean): CharSet | undefined {
  const lower = letter.toLowerCase();
  const set = PREDEFINED[lower]?.(unicode);
  return set === undefined || lower === letter ? set : complement(set);
}

const PREDEFINED: Readonly<Record<string, (unicode: boolean) => CharSet>> = {
  d: (unicode) => (unicode ? digits() : ASCII_DIGITS),
  s: (unicode) => (unicode ? unicodeSet('\\p{White_Space}') : charsOf(' \t\n\v\f\r')),
  w: (unicode) => (unicode ? word() : union(ASCII_LETTERS, ASCII_DIGITS, charsOf('_'))),
  h: () => unicodeSet('[ \\t\\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000]'),
  v: () => charsOf('\n\v\f\r\x85\u2028\u2029'),
};

/** `\p{Lower}` and the like: of ASCII, unless (?U). */
const ASCII_CLASSES: Readonly<Record<string, () => CharSet>> = {
  ASCII: () => range(0, 127),
  Alnum: () => union(ASCII_LETTERS, ASCII_DIGITS),
  Alpha: () => ASCII_LETTERS,
  Blank: () => charsOf(' \t'),
  Cntrl: () => union(range(0, 31), range(127, 127)),
  Digit: () => ASCII_DIGITS,
  Graph: () => range(33, 126),
  Lower: () => ASCII_LOWER,
  Print: () => range(32, 126),
  Punct: () => ASCII_PUNCTUATION,
  Space: () => charsOf(' \t\n\v\f\r'),
  Upper: () => ASCII_UPPER,
  XDigit: () => charsOf('0123456789abcdefABCDEF'),
};

const CATEGORIES: Readonly<Record<string, () => CharSet>> = {
  LC: casedLetters,
  LD: lettersAndDigits,
  L1: () => range(0, 255),
  all: () => ALL_CHARACTERS,
  C: () => unicodeSet('\\p{C}'),
};

const JAVA_METHODS: Readonly<Record<string, () => CharSet>> = {
  javaLowerCase: () => unicodeSet('\\p{Lowercase}'),
  javaUpperCase: () => unicodeSet('\\p{Uppercase}'),
  javaAlphabetic: alphabetic,
  javaIdeographic: () => unicodeSet('\\p{Ideographic}'),
  javaTitleCase: () => unicodeSet('\\p{Lt}'),
  javaDigit: digits,
  javaDefined: () => complement(unassigned()),
  javaLetter: letters,
  javaLetterOrDigit: lettersAndDigits,
  javaSpaceChar: spaceChars,
  javaWhitespace: whitespace,
  javaISOControl: controls,
  javaMirrored: () => unicodeSet('\\p{Bidi_Mirrored}'),
  javaJavaIdentifierStart: () => unicodeSet('[\\p{L}\\p{Nl}\\p{Sc}\\p{Pc}]'),
};

/** `\p{Is…}`: names in any case. */
const BINARY: Readonly<Record<string, () => CharSet>> = {
  ALPHABETIC: alphabetic,
  LETTER: letters,
  IDEOGRAPHIC: () => unicodeSet('\\p{Ideographic}'),
  LOWERCASE: () => unicodeSet('\\p{Lowercase}'),
  UPPERCASE: () => unicodeSet('\\p{Uppercase}'),
  TITLECASE: () => unicodeSet('\\p{Lt}'),
  WHITE_SPACE: () => unicodeSet('\\p{White_Space}'),
  WHITESPACE: () => unicodeSet('\\p{White_Space}'),
  CONTROL: controls,
  PUNCTUATION: () => unicodeSet('\\p{P}'),
  HEX_DIGIT: hexDigits,
  HEXDIGIT: hexDigits,
  ASSIGNED: () => complement(unassigned()),
  NONCHARACTER_CODE_POINT: () => unicodeSet('\\p{Noncharacter_Code_Point}'),
  NONCHARACTERCODEPOINT: () => unicodeSet('\\p{Noncharacter_Code_Point}'),
  DIGIT: digits,
  ALNUM: () => union(alphabetic(), digits()),
  BLANK: blank,
  GRAPH: graph,
  PRINT: () => minus(union(graph(), blank()), controls()),
  WORD: word,
  JOIN_CONTROL: () => unicodeSet('\\p{Join_Control}'),
  JOINCONTROL: () => unicodeSet('\\p{Join_Control}'),
};

/** What the ASCII classes mean with (?U). */
const UNICODE_CLASSES: Readonly<Record<string, () => CharSet>> = {
  ALPHA: alphabetic,
  LOWER: BINARY['LOWERCASE']!,
  UPPER: BINARY['UPPERCASE']!,
  SPACE: BINARY['WHITE_SPACE']!,
  PUNCT: BINARY['PUNCTUATION']!,
  XDIGIT: hexDigits,
  ALNUM: BINARY['ALNUM']!,
  CNTRL: controls,
  DIGIT: digits,
  BLANK: blank,
  GRAPH: graph,
  PRINT: BINARY['PRINT']!,
};

/** Blocks by their name without blanks, hyphens and underscores, in lower case. */
const BLOCKS: Readonly<Record<string, CharSet>> = {
  basiclatin: [0, 0x7f],
  'latin-1supplement': [0x80, 0xff],
  latinextendeda: [0x100, 0x17f],
  'latinextended-a': [0x100, 0x17f],
  'latinextended-b': [0x180, 0x24f],
  greek: [0x370, 0x3ff],
  greekandcoptic: [0x370, 0x3ff],
  cyrillic: [0x400, 0x4ff],
  armenian: [0x530, 0x58f],
  hebrew: [0x590, 0x5ff],
  arabic: [0x600, 0x6ff],
  devanagari: [0x900, 0x97f],
  thai: [0xe00, 0xe7f],
  generalpunctuation: [0x2000, 0x206f],
  currencysymbols: [0x20a0, 0x20cf],
  arrows: [0x2190, 0x21ff],
  mathematicaloperators: [0x2200, 0x22ff],
  boxdrawing: [0x2500, 0x257f],
  cjksymbolsandpunctuation: [0x3000, 0x303f],
  hiragana: [0x3040, 0x309f],
  katakana: [0x30a0, 0x30ff],
  cjkunifiedideographs: [0x4e00, 0x9fff],
  hangulsyllables: [0xac00, 0xd7af],
  emoticons: [0x1f600, 0x1f64f],
};

/**
 * The set of a property in `\p{…}`.
 *
 * @returns undefined when Java knows no such property.
 * @throws RegexUnsupportedError for a Unicode block that is not known here.
 */
export function javaProperty(
  name: string,
  flags: { anyCase: boolean; unicode: boolean },
): CharSet | undefined {
  if (name.startsWith('In')) return block(name.slice(2));
  if (name.startsWith('Is')) {
    const short = name.slice(2);
    return (
      cased(short, flags.anyCase, ['LOWERCASE', 'UPPERCASE', 'TITLECASE'], anyCase) ??
      own(BINARY, short.toUpperCase())?.() ??
      namedProperty(short, flags.anyCase) ??
      script(short)
    );
  }
  if (flags.unicode) {
    const set =
      cased(name, flags.anyCase, ['LOWER', 'UPPER'], anyCase) ?? own(UNICODE_CLASSES, name.toUpperCase())?.();
    if (set !== undefined) return set;
  }
  return namedProperty(name, flags.anyCase);
}

/** The set of `\p{key=value}`; undefined when Java knows no such property. */
export function javaKeyedProperty(key: string, value: string, anyCaseFlag: boolean): CharSet | undefined {
  switch (key.toLowerCase()) {
    case 'sc':
    case 'script':
      return script(value);
    case 'blk':
    case 'block':
      return block(value);
    case 'gc':
    case 'general_category':
      return namedProperty(value, anyCaseFlag);
    default:
      return undefined;
  }
}

function namedProperty(name: string, anyCaseFlag: boolean): CharSet | undefined {
  const set =
    cased(name, anyCaseFlag, ['Lu', 'Ll', 'Lt'], casedLetters) ??
    cased(name, anyCaseFlag, ['Lower', 'Upper'], () => ASCII_LETTERS) ??
    cased(name, anyCaseFlag, ['javaLowerCase', 'javaUpperCase', 'javaTitleCase'], anyCase) ??
    (own(CATEGORIES, name) ?? own(ASCII_CLASSES, name) ?? own(JAVA_METHODS, name))?.();
  if (set !== undefined) return set;
  return /^(?:[LMNZPS]|L[ulmot]|M[nec]|N[dlo]|Z[slp]|C[cfosn]|P[dsecoif]|S[mcko])$/.test(name)
    ? unicodeSet(`\\p{${name}}`)
    : undefined;
}

const cased = (
  name: string,
  anyCaseFlag: boolean,
  names: string[],
  set: () => CharSet,
): CharSet | undefined =>
  anyCaseFlag && (names.includes(name) || names.includes(name.toUpperCase())) ? set() : undefined;

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

function script(name: string): CharSet | undefined {
  if (!/^[A-Za-z_]+$/.test(name)) return undefined;
  const title = name
    .toLowerCase()
    .replace(/(^|_)([a-z])/g, (_, start: string, c: string) => start + c.toUpperCase());
  try {
    return unicodeSet(`\\p{Script=${title}}`);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function block(name: string): CharSet {
  const set = own(BLOCKS, name.toLowerCase().replace(/[ _]/g, ''));
  if (set === undefined)
    throw new RegexUnsupportedError(`the Unicode block ${name} in a regular expression is not supported`);
  return set;
}
