import { dateNames } from './date-names.ts';
import { textStyle } from './date-time-formatter.ts';
import { parseDateTimePattern, type DateTimeElement } from './date-time-pattern.ts';
import { ParsedDateTime, type FieldName } from './date-time-fields.ts';
import { JavaException } from './exception.ts';
import { memoize } from './memoize.ts';
import { fixedZone, zoneOf, zoneOfAbbreviation } from './time-zone.ts';

/** Where reading goes on, or the position at which the text did not fit. */
type Step = { readonly end: number } | { readonly errorAt: number };

/** A number element with its widths: at most `max` digits, of which `reserved` belong to those that follow. */
interface NumberElement {
  readonly field: FieldName;
  readonly min: number;
  readonly max: number;
  /** Two-digit years count from 2000. */
  readonly base: number;
  /** True: a sign stands exactly when there are more digits than `min`. */
  readonly exceedsPad: boolean;
  readonly signed: boolean;
  /** Digits of a second's fraction. */
  readonly isFraction: boolean;
  reserved: number;
}

type Reader = (text: string, at: number, parsed: ParsedDateTime) => Step;

const numberFields: Readonly<Record<string, FieldName>> = {
  u: 'Year',
  y: 'YearOfEra',
  M: 'MonthOfYear',
  L: 'MonthOfYear',
  d: 'DayOfMonth',
  D: 'DayOfYear',
  H: 'HourOfDay',
  k: 'ClockHourOfDay',
  K: 'HourOfAmPm',
  h: 'ClockHourOfAmPm',
  m: 'MinuteOfHour',
  s: 'SecondOfMinute',
  n: 'NanoOfSecond',
  A: 'MilliOfDay',
  N: 'NanoOfDay',
};

function numberElement(letter: string, count: number): NumberElement | undefined {
  if (letter === 'S')
    return {
      field: 'NanoOfSecond',
      min: count,
      max: count,
      base: 0,
      exceedsPad: false,
      signed: false,
      isFraction: true,
      reserved: 0,
    };
  const field = numberFields[letter];
  if (field === undefined || ('ML'.includes(letter) && count > 2)) return undefined;
  const isYear = letter === 'y' || letter === 'u';
  const fixed = count === 2 && letter !== 'D' && !'nAN'.includes(letter);
  return {
    field,
    min: count,
    max: fixed ? count : letter === 'D' && count > 1 ? 3 : 19,
    base: isYear && count === 2 ? 2000 : 0,
    exceedsPad: isYear && count >= 4,
    signed: !fixed && !'DnAN'.includes(letter),
    isFraction: false,
    reserved: 0,
  };
}

function numberReader(element: NumberElement): Reader {
  return (text, start, parsed) => {
    const sign = text[start] === '-' || text[start] === '+' ? text[start] : undefined;
    if (sign !== undefined && (!element.signed || (sign === '+' && !element.exceedsPad)))
      return { errorAt: start };
    const at = sign === undefined ? start : start + 1;
    const available = /^\d*/.exec(text.slice(at, at + element.max + element.reserved))![0].length;
    const length = element.reserved > 0 ? Math.max(element.min, available - element.reserved) : available;
    if (length < element.min || length > available) return { errorAt: start };
    if (element.exceedsPad && (sign === '+') !== length > element.min && sign !== '-')
      return { errorAt: start };
    const digits = text.slice(at, at + length);
    const value = element.isFraction
      ? Number(digits.padEnd(9, '0'))
      : element.base + Number(digits) * (sign === '-' ? -1 : 1);
    return parsed.set(element.field, value) ? { end: at + length } : { errorAt: start };
  };
}

function textReader(field: FieldName, words: readonly string[], first: number): Reader {
  return (text, at, parsed) => {
    let best = -1;
    words.forEach((word, index) => {
      if (word !== '' && text.startsWith(word, at) && word.length > (words[best]?.length ?? 0)) best = index;
    });
    return best >= 0 && parsed.set(field, best + first) ? { end: at + words[best]!.length } : { errorAt: at };
  };
}

const SIGNED_HOURS = String.raw`([+-])(\d{2})`;
const localized = [/^GMT(?:([+-])(\d{1,2})(?::(\d{2}))?)?/, new RegExp(`^GMT(?:${SIGNED_HOURS}:(\\d{2}))?`)];
/** By the number of letters; `Z` and 4 is the localized form. */
const offsetForms = [
  new RegExp(`^${SIGNED_HOURS}(\\d{2})?`),
  new RegExp(`^${SIGNED_HOURS}(\\d{2})`),
  new RegExp(`^${SIGNED_HOURS}:(\\d{2})`),
  new RegExp(`^${SIGNED_HOURS}(\\d{2})(\\d{2})?`),
  new RegExp(`^${SIGNED_HOURS}:(\\d{2})(?::(\\d{2}))?`),
] as const;

function offsetReader(letter: string, count: number): Reader {
  const isLocalized = letter === 'O' || (letter === 'Z' && count === 4);
  const form = isLocalized
    ? localized[count === 1 ? 0 : 1]!
    : offsetForms[letter === 'Z' ? (count === 5 ? 4 : 1) : count - 1]!;
  const zIsZero = letter === 'X' || (letter === 'Z' && count === 5);
  return (text, at, parsed) => {
    if (zIsZero && text[at] === 'Z' && parsed.set('OffsetSeconds', 0)) return { end: at + 1 };
    const match = form.exec(text.slice(at));
    if (match === null) return { errorAt: at };
    const [whole, sign, hours, minutes, seconds] = match;
    const total = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
    return parsed.set('OffsetSeconds', sign === '-' ? -total : total)
      ? { end: at + whole.length }
      : { errorAt: at };
  };
}

/** `VV` and `z`: the longest text that names a zone. */
function zoneReader(text: string, at: number, parsed: ParsedDateTime): Step {
  const candidate = /^[A-Za-z0-9/_+\-:.]+/.exec(text.slice(at))?.[0] ?? '';
  for (let length = candidate.length; length > 0; length--) {
    const id = candidate.slice(0, length);
    const zone = zoneOfAbbreviation(id) ?? (id === 'Z' ? fixedZone(0) : zoneOf(id));
    if (zone === undefined) continue;
    parsed.zone = zone;
    return { end: at + length };
  }
  return { errorAt: at };
}

function literalReader(literal: string): Reader {
  return (text, at) => (text.startsWith(literal, at) ? { end: at + literal.length } : { errorAt: at });
}

function fieldReader(letter: string, count: number, locale: string): Reader {
  const names = dateNames(locale);
  const style = textStyle(count);
  switch (letter) {
    case 'G':
      return textReader('Era', names.eras(style), 0);
    case 'M':
      return textReader('MonthOfYear', names.months(style), 1);
    case 'L':
      return textReader('MonthOfYear', names.standaloneMonths(style), 1);
    case 'E':
      return textReader('DayOfWeek', names.weekdays(style), 1);
    case 'a':
      return textReader('AmPm', names.amPm, 0);
    case 'V':
    case 'z':
      return zoneReader;
    case 'O':
    case 'X':
    case 'x':
    case 'Z':
      return offsetReader(letter, count);
    default:
      return (_text, at) => ({ errorAt: at });
  }
}

function sequenceReader(elements: readonly DateTimeElement[], locale: string): Reader {
  const readers: Reader[] = [];
  let active: NumberElement | undefined;
  for (const element of elements) {
    const number = element.kind === 'field' ? numberElement(element.letter, element.count) : undefined;
    if (number !== undefined) {
      // Digits run on: the first number leaves to the fixed ones after it what they need.
      if (active !== undefined && number.min === number.max && !number.signed) active.reserved += number.max;
      else active = number;
      readers.push(numberReader(number));
      continue;
    }
    active = undefined;
    readers.push(elementReader(element, locale));
  }
  return (text, start, parsed) => {
    let at = start;
    for (const read of readers) {
      const step = read(text, at, parsed);
      if ('errorAt' in step) return step;
      at = step.end;
    }
    return { end: at };
  };
}

function elementReader(element: DateTimeElement, locale: string): Reader {
  switch (element.kind) {
    case 'field':
      return fieldReader(element.letter, element.count, locale);
    case 'literal':
      return literalReader(element.text);
    case 'optional': {
      const inner = sequenceReader(element.elements, locale);
      return (text, at, parsed) => {
        const attempt = parsed.copy();
        const step = inner(text, at, attempt);
        if ('errorAt' in step) return { end: at };
        parsed.take(attempt);
        return step;
      };
    }
    default: {
      const inner = sequenceReader([element.element], locale);
      return (text, at, parsed) => {
        const end = at + element.width;
        if (end > text.length) return { errorAt: at };
        const padded = text.slice(at, end);
        const step = inner(padded.trimStart(), 0, parsed);
        return 'end' in step && step.end === padded.trimStart().length ? { end } : { errorAt: at };
      };
    }
  }
}

const PATTERNS = 100;
const readersOf = memoize(PATTERNS, (locale) =>
  memoize(PATTERNS, (pattern) => sequenceReader(parseDateTimePattern(pattern), locale)),
);

/**
 * Compiles a pattern of `java.time.format.DateTimeFormatter` to a function that reads a whole text.
 * Names are those of the locale, in upper and lower case as it writes them. Weeks and quarters are not read.
 * @throws JavaException IllegalArgumentException for a malformed pattern; the function throws
 *   DateTimeParseException.
 */
export function dateTimeParser(pattern: string, locale: string): (text: string) => ParsedDateTime {
  const read = readersOf(locale)(pattern);
  return (text) => {
    const parsed = new ParsedDateTime();
    const step = read(text, 0, parsed);
    const fail = (why: string): JavaException =>
      new JavaException(
        'java.time.format.DateTimeParseException',
        `Text '${text}' could not be parsed${why}`,
      );
    if ('errorAt' in step) throw fail(` at index ${step.errorAt}`);
    if (step.end < text.length) throw fail(`, unparsed text found at index ${step.end}`);
    return parsed;
  };
}
