import { illegalArgumentException } from './exception.ts';

/** Prints a number by a pattern. */
export type DecimalPrinter = (value: number | bigint) => string;

interface NumberPattern {
  prefix: string;
  suffix: string;
  /** 1, 100 (percent) or 1000 (per mille). */
  multiplier: number;
  minInteger: number;
  /** Digits before the point that the pattern shows; only E notation limits them. */
  shownInteger: number;
  minFraction: number;
  maxFraction: number;
  /** Digits between grouping separators; 0: none. */
  grouping: number;
  pointAlways: boolean;
  /** Digits of the exponent at least; undefined: no E notation. */
  exponent: number | undefined;
}

const DIGITS = /[#0,.]/;
/** What an empty pattern stands for. */
const ANY_NUMBER = `#,###.${'#'.repeat(340)}`;

/** Reads the affix that starts at `at`: up to a digit of the pattern or its end, quotes taken off. */
function affix(pattern: string, at: number): { text: string; multiplier: number; end: number } {
  let text = '';
  let multiplier = 1;
  let quoted = false;
  for (; at < pattern.length; at++) {
    const c = pattern[at]!;
    if (c === "'") {
      if (pattern[at + 1] === "'") {
        text += "'";
        at++;
      } else quoted = !quoted;
    } else if (quoted) text += c;
    else if (DIGITS.test(c) || c === ';') break;
    else {
      if (c === '%' || c === '\u2030') {
        if (multiplier !== 1)
          throw illegalArgumentException(`Too many percent/per mille characters in pattern "${pattern}"`);
        multiplier = c === '%' ? 100 : 1000;
      }
      text += c === '\u00A4' ? 'XXX' : c;
    }
  }
  return { text, multiplier, end: at };
}

function parsePattern(pattern: string): { positive: NumberPattern; negativeEnd: number } {
  const prefix = affix(pattern, 0);
  let at = prefix.end;
  let left = 0;
  let zeros = 0;
  let right = 0;
  let point = -1;
  let grouping = -1;
  for (; at < pattern.length; at++) {
    const c = pattern[at]!;
    if (c === '#') {
      if (zeros > 0) right++;
      else left++;
      if (grouping >= 0 && point < 0) grouping++;
    } else if (c === '0') {
      if (right > 0) throw illegalArgumentException(`Unexpected '0' in pattern "${pattern}"`);
      zeros++;
      if (grouping >= 0 && point < 0) grouping++;
    } else if (c === ',') grouping = 0;
    else if (c === '.') {
      if (point >= 0) throw illegalArgumentException(`Multiple decimal separators in pattern "${pattern}"`);
      point = left + zeros + right;
    } else break;
  }
  let exponent: number | undefined;
  if (pattern[at] === 'E') {
    exponent = /^E(0*)/.exec(pattern.slice(at))![1]!.length;
    at += exponent + 1;
    if (exponent < 1 || left + zeros < 1)
      throw illegalArgumentException(`Malformed exponential pattern "${pattern}"`);
  }
  const suffix = affix(pattern, at);
  if (suffix.end < pattern.length && pattern[suffix.end] !== ';')
    throw illegalArgumentException(
      `Unquoted special character '${pattern[suffix.end]!}' in pattern "${pattern}"`,
    );
  if (zeros === 0 && left > 0 && point >= 0) {
    // `#.##` shows at least one digit, before the point or after it.
    const whole = point === 0 ? 1 : point;
    right = left - whole;
    left = whole - 1;
    zeros = 1;
  }
  const total = left + zeros + right;
  if ((point >= 0 ? point < left || point > left + zeros : right > 0) || grouping === 0)
    throw illegalArgumentException(`Malformed pattern "${pattern}"`);
  const effectivePoint = point >= 0 ? point : total;
  return {
    positive: {
      prefix: prefix.text,
      suffix: suffix.text,
      multiplier: Math.max(prefix.multiplier, suffix.multiplier),
      minInteger: effectivePoint - left,
      shownInteger: effectivePoint,
      minFraction: point >= 0 ? left + zeros - point : 0,
      maxFraction: point >= 0 ? total - point : 0,
      grouping: Math.max(grouping, 0),
      pointAlways: point === 0 || point === total,
      exponent,
    },
    negativeEnd: suffix.end,
  };
}

/** Prefix and suffix of negative numbers. */
function negativeAffixes(pattern: string, end: number, positive: NumberPattern): [string, string] {
  const standard: [string, string] = [`-${positive.prefix}`, positive.suffix];
  if (pattern[end] !== ';') return standard;
  const negative = pattern.slice(end + 1);
  const prefix = affix(negative, 0);
  let at = prefix.end;
  while (at < negative.length && /[#0,.E]/.test(negative[at]!)) at++;
  const suffix = affix(negative, at).text;
  const same = prefix.text === positive.prefix && suffix === positive.suffix;
  return same ? standard : [prefix.text, suffix];
}

/** Enough places behind a rounded one to tell an exact half from a number beside it. */
const PLACES_TO_SEE_A_TIE = 25;
const MOST_PLACES = 100;

/** Keeps the first digits, rounded half-even by the rest; one digit longer when that carries. */
function keepDigits(digits: string, keep: number): string {
  const kept = digits.slice(0, keep);
  const rest = digits.slice(keep);
  if (rest === '') return kept.padEnd(keep, '0');
  const isOdd = '13579'.includes(kept.at(-1) ?? '0');
  const up = /^50*$/.test(rest) ? isOdd : rest[0]! >= '5';
  return (BigInt(kept) + (up ? 1n : 0n)).toString().padStart(keep, '0');
}

/**
 * A number that is not negative, rounded to `places`. Like Java, it prints the shortest digits that identify the
 * number when they fit, and rounds its exact binary value when they do not.
 */
function roundPlaces(value: number | bigint, places: number): { whole: string; fraction: string } {
  if (typeof value === 'bigint') return { whole: value.toString(), fraction: '' };
  const [mantissa, power] = value.toExponential().split('e');
  const shortest = mantissa!.replace('.', '');
  const point = Number(power) + 1;
  if (shortest.length - point <= places)
    return point > 0
      ? { whole: shortest.slice(0, point).padEnd(point, '0'), fraction: shortest.slice(point) }
      : { whole: '', fraction: '0'.repeat(-point) + shortest };
  const exact = value.toFixed(Math.min(places + PLACES_TO_SEE_A_TIE, MOST_PLACES));
  const digits = keepDigits(exact.replace('.', ''), exact.indexOf('.') + places);
  const cut = digits.length - places;
  return { whole: digits.slice(0, cut), fraction: digits.slice(cut) };
}

function group(whole: string, size: number): string {
  if (size === 0) return whole;
  const parts: string[] = [];
  for (let end = whole.length; end > 0; end -= size) parts.unshift(whole.slice(Math.max(end - size, 0), end));
  return parts.join(',');
}

const dropZeros = (fraction: string, keep: number): string => {
  let end = fraction.length;
  while (end > keep && fraction[end - 1] === '0') end--;
  return fraction.slice(0, end);
};

function plainText(value: number | bigint, pattern: NumberPattern): string {
  const rounded = roundPlaces(value, pattern.maxFraction);
  const fraction = dropZeros(rounded.fraction, 0).padEnd(pattern.minFraction, '0');
  let whole = rounded.whole.replace(/^0+/, '').padStart(pattern.minInteger, '0');
  if (whole === '' && fraction === '') whole = '0';
  const point = fraction !== '' || pattern.pointAlways ? '.' : '';
  return group(whole, pattern.grouping) + point + fraction;
}

/** Rounded to that many significant digits, without zeros at the end; the value is 0.digits times 10^exponent. */
function significantDigits(value: number, most: number): { digits: string; exponent: number } {
  if (value === 0) return { digits: '', exponent: 0 };
  const [mantissa, power] = value
    .toExponential(Math.min(most - 1 + PLACES_TO_SEE_A_TIE, MOST_PLACES))
    .split('e');
  const digits = keepDigits(mantissa!.replace('.', ''), most);
  return { digits: dropZeros(digits, 0), exponent: Number(power) + 1 + digits.length - most };
}

function exponentText(value: number | bigint, pattern: NumberPattern, exponentDigits: number): string {
  const { minInteger, shownInteger, minFraction, maxFraction } = pattern;
  const { digits, exponent: decimalAt } = significantDigits(Number(value), shownInteger + maxFraction);
  // More `#` than `0` before the point: the exponent is a multiple of their number.
  const inSteps = shownInteger > 1 && shownInteger > minInteger;
  let exponent = inSteps ? Math.floor((decimalAt - 1) / shownInteger) * shownInteger : decimalAt - minInteger;
  const whole = digits === '' ? (inSteps ? 1 : minInteger) : decimalAt - exponent;
  if (digits === '') exponent = 0;
  const all = digits.padEnd(Math.max(minInteger + minFraction, whole), '0');
  const fraction = all.slice(whole);
  const point = fraction !== '' || pattern.pointAlways ? '.' : '';
  const sign = exponent < 0 ? '-' : '';
  return `${all.slice(0, whole)}${point}${fraction}E${sign}${String(Math.abs(exponent)).padStart(exponentDigits, '0')}`;
}

/**
 * Compiles a pattern of `java.text.DecimalFormat` with English symbols. Rounds half-even on the exact binary value.
 * @throws JavaException IllegalArgumentException for a malformed pattern.
 */
export function decimalFormat(pattern: string): DecimalPrinter {
  const { positive, negativeEnd } = parsePattern(pattern === '' ? ANY_NUMBER : pattern);
  if (pattern === '') positive.minInteger = 0;
  const [negativePrefix, negativeSuffix] = negativeAffixes(pattern, negativeEnd, positive);
  return (value) => {
    if (Number.isNaN(value)) return 'NaN';
    const negative = value < 0 || Object.is(value, -0);
    const [prefix, suffix] = negative ? [negativePrefix, negativeSuffix] : [positive.prefix, positive.suffix];
    const magnitude = value < 0 ? -value : value;
    const scaled =
      typeof magnitude === 'bigint'
        ? magnitude * BigInt(positive.multiplier)
        : Math.abs(magnitude) * positive.multiplier;
    if (scaled === Infinity) return `${prefix}∞${suffix}`;
    const number =
      positive.exponent === undefined
        ? plainText(scaled, positive)
        : exponentText(scaled, positive, positive.exponent);
    return prefix + number + suffix;
  };
}
