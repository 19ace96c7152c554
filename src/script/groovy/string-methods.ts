import { trim } from '../../java/trim.ts';
import { anyInt, charSequence, closure, int, text } from './arguments.ts';
import { bytesOf, digestHex } from './bytes.ts';
import { parseBigDecimal } from './coerce.ts';
import { compareTexts, isTrue } from './compare.ts';
import { javaError } from './exceptions.ts';
import { formatText } from './format.ts';
import { bigInteger, toBigInt } from './numbers.ts';
import { parseDouble, parseInt32, parseInt64 } from './parse-numbers.ts';
import { compilePattern, patternType, regexOf, replaceAll, replaceWith, splitText } from './regex-values.ts';
import { runtime } from './runtime.ts';
import { groovyText } from './text.ts';
import {
  Closure,
  dataOf,
  JavaArray,
  JavaChar,
  JavaList,
  type Method,
  methodTable,
  type Value,
} from './value.ts';

const outOfBounds = (message: string): Error =>
  javaError('java.lang.StringIndexOutOfBoundsException', message);

function substring(self: string, begin: number, end: number): string {
  if (begin < 0 || end > self.length || begin > end)
    throw outOfBounds(`begin ${begin}, end ${end}, length ${self.length}`);
  return self.slice(begin, end);
}

/** Strings of the characters of a text. */
const characters = (self: string): string[] => Array.from({ length: self.length }, (_, i) => self[i]!);

const strings = (items: Iterable<string>): JavaList => new JavaList(items);
const stringArray = (items: readonly string[]): JavaArray => new JavaArray('java.lang.String', [...items]);

function repeated(self: string, times: number): string {
  if (times < 0)
    throw javaError(
      'java.lang.IllegalArgumentException',
      `multiply() should be called with a number of 0 or greater not: ${times}`,
    );
  runtime().allocate(self.length * times);
  return self.repeat(times);
}

/** What fills a text up to that width. */
function padding(self: string, width: Value | undefined, filler: Value | undefined): string {
  const missing = Math.max(0, anyInt(width) - self.length);
  const pad = filler === undefined ? ' ' : charSequence(filler);
  runtime().allocate(missing);
  return pad.repeat(Math.ceil(missing / Math.max(1, pad.length))).slice(0, missing);
}

/** What closures get for a match: the match, or it and its groups as separate arguments. */
function callForMatch(body: Closure, groups: readonly (string | null)[]): string {
  const args: readonly Value[] =
    groups.length === 1 || (body.parameters ?? 1) === 1
      ? [groups.length === 1 ? groups[0]! : new JavaList(groups)]
      : groups;
  return groovyText(body.invoke(args));
}

const patternRegex = (value: Value | undefined): ReturnType<typeof regexOf> => {
  const pattern = dataOf(value, patternType);
  if (pattern !== undefined) return pattern.regex;
  return regexOf(charSequence(value));
};

const test =
  (check: (self: string, other: string) => boolean): Method<string> =>
  (self, [other]) =>
    check(self, charSequence(other));

function tokens(self: string, delimiters: Value | undefined): JavaList {
  const given = delimiters === undefined ? ' \t\n\r\f' : charSequence(delimiters);
  const parts: string[] = [];
  let part = '';
  for (const c of characters(self)) {
    if (!given.includes(c)) part += c;
    else if (part !== '') {
      parts.push(part);
      part = '';
    }
  }
  if (part !== '') parts.push(part);
  return strings(parts);
}

function indexOf(self: string, what: Value | undefined, from = 0): number {
  return self.indexOf(typeof what === 'number' ? String.fromCodePoint(what) : charSequence(what), from);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Methods of String and CharSequence, with those that Groovy adds. */
export const stringMethods = methodTable<string>({
  length: (self) => self.length,
  size: (self) => self.length,
  isEmpty: (self) => self === '',
  isBlank: (self) => trim(self) === '' || /^\s*$/.test(self),
  toString: (self: string) => self,
  intern: (self) => self,
  'charAt 1': (self, [index]) => {
    const at = int(index);
    if (at < 0 || at >= self.length) throw outOfBounds(`index ${at}, length ${self.length}`);
    return new JavaChar(self.charCodeAt(at));
  },
  'codePointAt 1': (self, [index]) => {
    const code = self.codePointAt(int(index));
    if (code === undefined) throw outOfBounds(`index ${int(index)}, length ${self.length}`);
    return code;
  },
  'substring 1 2': (self, [begin, end]) =>
    substring(self, anyInt(begin), end === undefined ? self.length : anyInt(end)),
  'subSequence 2': (self, [begin, end]) => substring(self, int(begin), int(end)),
  'indexOf 1 2': (self, [what, from]) => indexOf(self, what, from === undefined ? 0 : int(from)),
  'lastIndexOf 1 2': (self, [what, from]) =>
    self.lastIndexOf(charSequence(what), from === undefined ? Infinity : int(from)),
  'contains 1': test((self, other) => self.includes(other)),
  'startsWith 1': test((self, other) => self.startsWith(other)),
  'endsWith 1': test((self, other) => self.endsWith(other)),
  'equalsIgnoreCase 1': (self, [other]) =>
    other === null ? false : self.toLowerCase() === charSequence(other).toLowerCase(),
  'contentEquals 1': test((self, other) => self === other),
  'startsWithIgnoreCase 1': test((self, other) => self.toLowerCase().startsWith(other.toLowerCase())),
  'endsWithIgnoreCase 1': test((self, other) => self.toLowerCase().endsWith(other.toLowerCase())),
  'containsIgnoreCase 1': test((self, other) => self.toLowerCase().includes(other.toLowerCase())),
  'compareTo 1': (self, [other]) => compareTexts(self, text(other)),
  'compareToIgnoreCase 1': (self, [other]) => compareTexts(self.toLowerCase(), text(other).toLowerCase()),
  'concat 1': (self, [other]) => self + text(other),
  'toUpperCase 0 1': (self) => self.toUpperCase(),
  'toLowerCase 0 1': (self) => self.toLowerCase(),
  trim: (self) => trim(self),
  strip: (self) => self.replace(/^\s+|\s+$/g, ''),
  stripLeading: (self) => self.trimStart(),
  stripTrailing: (self) => self.trimEnd(),
  capitalize: (self) => self.slice(0, 1).toUpperCase() + self.slice(1),
  uncapitalize: (self) => self.slice(0, 1).toLowerCase() + self.slice(1),
  reverse: (self) => characters(self).toReversed().join(''),
  'repeat 1': (self, [times]) => repeated(self, int(times)),
  'multiply 1': (self, [times]) => repeated(self, anyInt(times)),
  'minus 1': (self, [other]) => {
    const pattern = dataOf(other, patternType);
    return pattern === undefined
      ? self.replace(groovyText(other!), () => '')
      : replaceWith(self, pattern.regex, () => '', 1);
  },
  'padLeft 1 2': (self, [width, filler]) => padding(self, width, filler) + self,
  'padRight 1 2': (self, [width, filler]) => self + padding(self, width, filler),
  'center 1 2': (self, [width, filler]) => {
    const missing = Math.max(0, anyInt(width) - self.length);
    const pad = filler === undefined ? ' ' : charSequence(filler);
    runtime().allocate(missing);
    const fill = (count: number): string => pad.repeat(count).slice(0, count);
    return fill(Math.floor(missing / 2)) + self + fill(Math.ceil(missing / 2));
  },
  'replace 2': (self, [from, to]) => self.replaceAll(charSequence(from), () => charSequence(to)),
  'replaceAll 2': (self, [pattern, replacement]) =>
    replacement instanceof Closure
      ? replaceWith(self, patternRegex(pattern), ({ groups }) => callForMatch(replacement, groups))
      : replaceAll(self, patternRegex(pattern), charSequence(replacement)),
  'replaceFirst 2': (self, [pattern, replacement]) =>
    replacement instanceof Closure
      ? replaceWith(self, patternRegex(pattern), ({ groups }) => callForMatch(replacement, groups), 1)
      : replaceAll(self, patternRegex(pattern), charSequence(replacement), 1),
  'matches 1': (self, [pattern]) => patternRegex(pattern).matches(self) !== null,
  'split 0 2': (self, [pattern, limit]) =>
    pattern === undefined
      ? stringArray(tokens(self, undefined).items.map(String))
      : stringArray(splitText(self, regexOf(charSequence(pattern)), limit === undefined ? 0 : int(limit))),
  'tokenize 0 1': (self, [delimiters]) => tokens(self, delimiters),
  readLines: (self) => strings(self.replace(/\r?\n$/, '').split(/\r\n|\r|\n/)),
  lines: (self) => strings(self === '' ? [] : self.replace(/\r?\n$/, '').split(/\r\n|\r|\n/)),
  'eachLine 1': (self, [body]) => {
    let result: Value = null;
    for (const [i, line] of self
      .replace(/\r?\n$/, '')
      .split(/\r\n|\r|\n/)
      .entries())
      result = closure(body).invoke((closure(body).parameters ?? 1) > 1 ? [line, i] : [line]);
    return result;
  },
  stripIndent: (self) => {
    const lines = self.split('\n');
    // The last line counts even when it is blank, as in Java.
    const counted = lines.filter((line, i) => line.trim() !== '' || i === lines.length - 1);
    const width = Math.min(...counted.map((line) => /^\s*/.exec(line)![0].length));
    return lines.map((line) => (line.trim() === '' ? '' : line.slice(width).trimEnd())).join('\n');
  },
  'stripMargin 0 1': (self, [margin]) => {
    const mark = margin === undefined ? '|' : charSequence(margin);
    return self
      .split('\n')
      .map((line) => {
        const at = line.indexOf(mark);
        return at >= 0 && line.slice(0, at).trim() === '' ? line.slice(at + mark.length) : line;
      })
      .join('\n');
  },
  normalize: (self) => self.replace(/\r\n?/g, '\n'),
  toInteger: (self) => parseInt32(trim(self)),
  toLong: (self) => parseInt64(trim(self)),
  toDouble: (self) => parseDouble(trim(self)),
  toBigDecimal: (self) => parseBigDecimal(trim(self)),
  toBigInteger: (self) => bigInteger(toBigInt(parseBigDecimal(trim(self)))),
  toBoolean: (self) => ['true', 'y', '1'].includes(trim(self).toLowerCase()),
  isInteger: (self) =>
    /^[+-]?\d+$/.test(trim(self)) && BigInt.asIntN(32, BigInt(trim(self))) === BigInt(trim(self)),
  isLong: (self) =>
    /^[+-]?\d+$/.test(trim(self)) && BigInt.asIntN(64, BigInt(trim(self))) === BigInt(trim(self)),
  isNumber: (self) => NUMBER.test(trim(self)),
  isBigDecimal: (self) => NUMBER.test(trim(self)),
  isBigInteger: (self) => /^[+-]?\d+$/.test(trim(self)),
  isDouble: (self) => NUMBER.test(trim(self)),
  'getBytes 0 1': (self, [charset]) => bytesOf(self, charset),
  toCharArray: (self) =>
    new JavaArray(
      'char',
      characters(self).map((c) => new JavaChar(c.charCodeAt(0))),
    ),
  getChars: (self) =>
    new JavaArray(
      'char',
      characters(self).map((c) => new JavaChar(c.charCodeAt(0))),
    ),
  toList: (self) => strings(characters(self)),
  toSet: (self) => new JavaList(characters(self), 'set'),
  'each 1': (self, [body]) => {
    for (const c of characters(self)) closure(body).invoke([c]);
    return self;
  },
  'eachWithIndex 1': (self, [body]) => {
    for (const [i, c] of characters(self).entries()) closure(body).invoke([c, i]);
    return self;
  },
  'collect 1': (self, [body]) => new JavaList(characters(self).map((c) => closure(body).invoke([c]))),
  'any 1': (self, [body]) => characters(self).some((c) => isTrue(closure(body).invoke([c]))),
  'every 1': (self, [body]) => characters(self).every((c) => isTrue(closure(body).invoke([c]))),
  'findAll 1': (self, [pattern]) => {
    if (pattern instanceof Closure)
      return strings(characters(self).filter((c) => isTrue(pattern.invoke([c]))));
    return new JavaList([...patternRegex(pattern).all(self)].map(({ groups }) => groups[0]!));
  },
  'findAll 2': (self, [pattern, body]) =>
    strings([...patternRegex(pattern).all(self)].map(({ groups }) => callForMatch(closure(body), groups))),
  'find 1': (self, [pattern]) => {
    if (pattern instanceof Closure) return characters(self).find((c) => isTrue(pattern.invoke([c]))) ?? null;
    return patternRegex(pattern).find(self)?.groups[0] ?? null;
  },
  'find 2': (self, [pattern, body]) => {
    const found = patternRegex(pattern).find(self);
    return found === null ? null : callForMatch(closure(body), found.groups);
  },
  'count 1': (self, [other]) => self.split(charSequence(other)).length - 1,
  'take 1': (self, [count]) => self.slice(0, Math.max(0, anyInt(count))),
  'takeRight 1': (self, [count]) => (anyInt(count) <= 0 ? '' : self.slice(-anyInt(count))),
  'drop 1': (self, [count]) => self.slice(Math.max(0, anyInt(count))),
  'dropRight 1': (self, [count]) => self.slice(0, Math.max(0, self.length - Math.max(0, anyInt(count)))),
  'takeBefore 1': (self, [mark]) =>
    self.includes(charSequence(mark)) ? self.slice(0, self.indexOf(charSequence(mark))) : '',
  'takeAfter 1': (self, [mark]) =>
    self.includes(charSequence(mark))
      ? self.slice(self.indexOf(charSequence(mark)) + charSequence(mark).length)
      : '',
  'tr 2': (self, [from, to]) => translate(self, text(from), text(to)),
  next: (self) =>
    self === '' ? '\0' : self.slice(0, -1) + String.fromCharCode(self.charCodeAt(self.length - 1) + 1),
  previous: (self) => self.slice(0, -1) + String.fromCharCode(self.charCodeAt(self.length - 1) - 1),
  'formatted 0 *': (self, args) => formatText(self, args),
  bitwiseNegate: (self) => compilePattern(self),
  md5: (self) => digestHex('MD5', Buffer.from(self)),
  sha256: (self) => digestHex('SHA-256', Buffer.from(self)),
  'digest 1': (self, [algorithm]) => digestHex(text(algorithm), Buffer.from(self)),
  decodeBase64: (self) => bytesOf(Buffer.from(self.replace(/\s/g, ''), 'base64'), undefined),
  decodeBase64Url: (self) => bytesOf(Buffer.from(self, 'base64url'), undefined),
  decodeHex: (self) => bytesOf(Buffer.from(self, 'hex'), undefined),
  'eachMatch 2': (self, [pattern, body]) => {
    for (const { groups } of patternRegex(pattern).all(self)) callForMatch(closure(body), groups);
    return self;
  },
});

function translate(self: string, from: string, to: string): string {
  const expanded = (set: string): string =>
    set.replace(/(.)-(.)/g, (_, a: string, b: string) =>
      Array.from({ length: b.charCodeAt(0) - a.charCodeAt(0) + 1 }, (__, i) =>
        String.fromCharCode(a.charCodeAt(0) + i),
      ).join(''),
    );
  const [source, target] = [expanded(from), expanded(to)];
  return characters(self)
    .map((c) => {
      const at = source.lastIndexOf(c);
      return at < 0 ? c : (target[at] ?? target.at(-1) ?? '');
    })
    .join('');
}
