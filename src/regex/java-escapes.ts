import { type CharSet, complement, single } from './char-set.ts';
import { asciiCase, foldCase, unicodeCase } from './java-case.ts';
import { javaKeyedProperty, javaProperty, predefinedClass } from './java-properties.ts';
import type { JavaReader } from './java-reader.ts';
import { type Node, RegexUnsupportedError } from './syntax.ts';

/** The set of one literal character under the flags for case. */
export function literalSet(reader: JavaReader, char: number): CharSet {
  if (!reader.has('i')) return single(char);
  if (reader.has('u')) return unicodeCase(single(foldCase(char)));
  return asciiCase(single(char));
}

/**
 * Reads an escape; the cursor stands on the backslash.
 *
 * @param special makes nodes of escapes that are no characters; undefined: they are only recognised.
 * @returns a character, or a node for what is none.
 * @throws RegexSyntaxError when Java knows no such escape.
 */
export function readEscape(
  reader: JavaReader,
  inClass: boolean,
  isRange: boolean,
  special?: (letter: string) => Node | undefined,
): number | Node {
  const c = reader.skip();
  const letter = String.fromCodePoint(c);
  switch (letter) {
    case '0':
      return octal(reader);
    case 'a':
      return 7;
    case 'c':
      if (reader.cursor < reader.length) return reader.read() ^ 64;
      throw reader.error('Illegal control escape sequence');
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
      return unicodeEscape(reader);
    case 'x':
      return hexadecimal(reader);
    case 'N':
      if (reader.read() === 123)
        throw new RegexUnsupportedError('\\N{name} in a regular expression is not supported');
      throw reader.error('Illegal character name escape sequence');
    case 'v':
      if (isRange) return 11;
  }
  if ('dDhHsSvVwW'.includes(letter)) return { type: 'set', set: predefinedClass(letter, reader.has('U'))! };
  if (!inClass && 'ABGRXZbkz123456789'.includes(letter)) return special?.(letter) ?? { type: 'empty' };
  if (c < 128 && /[A-Za-z1-9]/.test(letter)) throw reader.error('Illegal/unsupported escape sequence');
  if (c === 0 && reader.cursor > reader.length) {
    reader.cursor = reader.length + 1;
    throw reader.error('Unexpected internal error');
  }
  return c;
}

function octal(reader: JavaReader): number {
  const isOctal = (c: number): boolean => c >= 48 && c <= 55;
  const n = reader.read();
  if (!isOctal(n)) throw reader.error('Illegal octal escape sequence');
  const m = reader.read();
  if (!isOctal(m)) {
    reader.unread();
    return n - 48;
  }
  const o = reader.read();
  if (isOctal(o) && n <= 51) return (n - 48) * 64 + (m - 48) * 8 + (o - 48);
  reader.unread();
  return (n - 48) * 8 + (m - 48);
}

function hexadecimal(reader: JavaReader): number {
  const n = hexValue(reader.read());
  if (n >= 0) {
    const m = hexValue(reader.read());
    if (m >= 0) return n * 16 + m;
  } else if (reader.peekAhead(-1) === 123 && hexValue(reader.peek()) >= 0) {
    let value = 0;
    let c = reader.read();
    for (; hexValue(c) >= 0; c = reader.read()) {
      value = value * 16 + hexValue(c);
      if (value > 0x10ffff) throw reader.error('Hexadecimal codepoint is too big');
    }
    if (c !== 125) throw reader.error('Unclosed hexadecimal escape sequence');
    return value;
  }
  throw reader.error('Illegal hexadecimal escape sequence');
}

function unicodeEscape(reader: JavaReader): number {
  const high = fourDigits(reader);
  if (high < 0xd800 || high > 0xdbff) return high;
  const back = reader.cursor;
  if (reader.read() === 92 && reader.read() === 117) {
    const low = fourDigits(reader);
    if (low >= 0xdc00 && low <= 0xdfff) return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
  }
  reader.cursor = back;
  return high;
}

function fourDigits(reader: JavaReader): number {
  let value = 0;
  for (let i = 0; i < 4; i++) {
    const digit = hexValue(reader.read());
    if (digit < 0) throw reader.error('Illegal Unicode escape sequence');
    value = value * 16 + digit;
  }
  return value;
}

/** The set of `\p…` or `\P…`; the cursor stands on the p. */
export function readFamily(reader: JavaReader, negative: boolean): CharSet {
  reader.next();
  let name: string;
  if (reader.peekAhead(0) === 123) {
    const start = reader.cursor + 1;
    const end = reader.indexOf(125, start);
    if (end < 0) {
      reader.cursor = reader.length + 1;
      throw reader.error('Unclosed character family');
    }
    reader.cursor = end + 1;
    if (end === start) throw reader.error('Empty character family');
    name = reader.slice(start, end);
  } else {
    name = String.fromCodePoint(reader.peekAhead(0));
    reader.read();
  }
  const set = property(reader, name);
  return negative ? complement(set) : set;
}

function property(reader: JavaReader, name: string): CharSet {
  const equals = name.indexOf('=');
  if (equals >= 0) {
    const [key, value] = [name.slice(0, equals).toLowerCase(), name.slice(equals + 1)];
    const set = javaKeyedProperty(key, value, reader.has('i'));
    if (set === undefined) throw reader.error(`Unknown Unicode property {name=<${key}>, value=<${value}>}`);
    return set;
  }
  const set = javaProperty(name, { anyCase: reader.has('i'), unicode: reader.has('U') });
  if (set === undefined) throw reader.error(`Unknown character property name {${name}}`);
  return set;
}

const hexValue = (c: number): number => {
  const char = String.fromCodePoint(c);
  return /^[0-9a-fA-F]$/.test(char) ? parseInt(char, 16) : -1;
};
