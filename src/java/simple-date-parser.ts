import { daysFromCivil, dayOfWeek, weekOfWeekBasedYear } from './civil-date.ts';
import { dateNames, defaultLocale, weekRule, type DateNames } from './date-names.ts';
import { JavaException } from './exception.ts';
import { parseSimpleDatePattern, type SimpleDateElement } from './simple-date-format.ts';
import {
  epochOfLocal,
  fixedZone,
  localZone,
  SUMMER_ABBREVIATION,
  zoneOf,
  zoneOfAbbreviation,
  type Zone,
} from './time-zone.ts';

/** What a text said, each by the pattern letter that read it. */
interface Fields {
  era?: number;
  year?: number;
  /** From 1; may be out of range, as all numbers may: the rest carries over. */
  month?: number;
  dayOfMonth?: number;
  dayOfYear?: number;
  weekOfYear?: number;
  /** 1 (Monday) to 7. */
  weekday?: number;
  hourOfDay?: number;
  hourOfHalf?: number;
  half?: number;
  minute?: number;
  second?: number;
  millisecond?: number;
  zone?: Zone;
}

type Field = Exclude<keyof Fields, 'zone'>;

const numeric: Readonly<Record<string, Field>> = {
  D: 'dayOfYear',
  d: 'dayOfMonth',
  w: 'weekOfYear',
  u: 'weekday',
  H: 'hourOfDay',
  k: 'hourOfDay',
  K: 'hourOfHalf',
  h: 'hourOfHalf',
  m: 'minute',
  s: 'second',
  S: 'millisecond',
};

/** Letters that read a number; `M` only with one or two letters. */
const isNumeric = (element: SimpleDateElement | undefined): boolean =>
  element !== undefined &&
  'letter' in element &&
  (element.letter in numeric ||
    'yY'.includes(element.letter) ||
    ('ML'.includes(element.letter) && element.count <= 2) ||
    'FW'.includes(element.letter));

const MS_OF_DAY = 86_400_000;
/** A year of two digits lies at most 20 years ahead and less than 80 behind. */
const YEARS_AHEAD = 20;

/** Position of the longest of the words that the text goes on with, ignoring case. */
function longestWord(text: string, at: number, words: readonly string[]): { index: number; length: number } {
  let best = { index: -1, length: 0 };
  words.forEach((word, index) => {
    const there = text.slice(at, at + word.length);
    if (word.length > best.length && there.toLowerCase() === word.toLowerCase())
      best = { index, length: word.length };
  });
  return best;
}

/** Reads what `z`, `Z` and `X` print. */
function readZone(text: string, at: number): { zone: Zone; length: number } | undefined {
  const rest = text.slice(at);
  const offset = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d{2}))?/.exec(rest);
  if (offset !== null) {
    const seconds = Number(offset[2]) * 3600 + Number(offset[3] ?? 0) * 60;
    return { zone: fixedZone(offset[1] === '-' ? -seconds : seconds), length: offset[0].length };
  }
  const name = /^[A-Za-z]+(?:\/[A-Za-z_]+)*/.exec(rest)?.[0];
  if (name === undefined) return undefined;
  const upper = name.toUpperCase();
  const full = zoneOfAbbreviation(upper);
  if (full !== undefined) {
    const winter = full.offsetSeconds(Date.UTC(2020, 0, 15));
    return { zone: fixedZone(winter + (SUMMER_ABBREVIATION.test(upper) ? 3600 : 0)), length: name.length };
  }
  const zone = zoneOf(upper.length <= 3 ? upper : name);
  return zone === undefined ? undefined : { zone, length: name.length };
}

function toEpochMs(fields: Fields, zone: Zone, locale: string): number {
  const era = fields.era ?? 1;
  const year = era === 1 ? (fields.year ?? 1970) : 1 - (fields.year ?? 1970);
  let days: number;
  if (fields.dayOfYear !== undefined && fields.dayOfMonth === undefined)
    days = daysFromCivil(year, 1, 1) + fields.dayOfYear - 1;
  else if (fields.dayOfMonth === undefined && fields.weekOfYear !== undefined) {
    const rule = weekRule(locale);
    const first = daysFromCivil(year, 1, 1);
    const beforeFirst = (dayOfWeek(first) - rule.firstDay + 7) % 7;
    const isWeekOne = weekOfWeekBasedYear(first, rule).year === year;
    const weekday = ((fields.weekday ?? rule.firstDay) - rule.firstDay + 7) % 7;
    days = first - beforeFirst + (isWeekOne ? 0 : 7) + (fields.weekOfYear - 1) * 7 + weekday;
  } else {
    const monthIndex = (fields.month ?? 1) - 1;
    const carried = Math.floor(monthIndex / 12);
    days = daysFromCivil(year + carried, monthIndex - carried * 12 + 1, 1) + (fields.dayOfMonth ?? 1) - 1;
  }
  const hours = fields.hourOfDay ?? (fields.hourOfHalf ?? 0) + (fields.half === 1 ? 12 : 0);
  const localMs =
    days * MS_OF_DAY +
    hours * 3_600_000 +
    (fields.minute ?? 0) * 60_000 +
    (fields.second ?? 0) * 1000 +
    (fields.millisecond ?? 0);
  return epochOfLocal(localMs, fields.zone ?? zone, 'later');
}

/** The element's value and how far it read, or undefined when the text does not fit. */
function readElement(
  letter: string,
  count: number,
  text: string,
  at: number,
  abutting: boolean,
  names: DateNames,
): { fields: Fields; end: number } | undefined {
  const words = (field: Field, lists: readonly (readonly string[])[], first: number) => {
    for (const list of lists) {
      const { index, length } = longestWord(text, at, list);
      if (index >= 0) return { fields: { [field]: index + first }, end: at + length };
    }
    return undefined;
  };
  switch (letter) {
    case 'G':
      return words('era', [names.eras('short')], 0);
    case 'E':
      return words('weekday', [names.weekdays('long'), names.weekdays('short')], 1);
    case 'a':
      return words('half', [names.amPm], 0);
    case 'z':
    case 'Z':
    case 'X': {
      const found = readZone(text, at);
      return found === undefined ? undefined : { fields: { zone: found.zone }, end: at + found.length };
    }
    case 'M':
    case 'L':
      if (count > 2)
        return words(
          'month',
          [
            names.months('long'),
            names.standaloneMonths('long'),
            names.months('short'),
            names.standaloneMonths('short'),
          ],
          1,
        );
  }
  const digits = (abutting ? new RegExp(`^-?\\d{${count}}`) : /^-?\d+/).exec(text.slice(at))?.[0];
  if (digits === undefined) return undefined;
  const end = at + digits.length;
  const value = Number(digits);
  if (letter === 'y' || letter === 'Y') return { fields: { year: yearOf(value, digits, count) }, end };
  if (letter === 'M' || letter === 'L') return { fields: { month: value }, end };
  if ('FW'.includes(letter)) return { fields: {}, end };
  const wrapped = (letter === 'k' && value === 24) || (letter === 'h' && value === 12) ? 0 : value;
  return { fields: { [numeric[letter]!]: wrapped }, end };
}

function yearOf(value: number, digits: string, count: number): number {
  if (count > 2 || !/^\d{2}$/.test(digits)) return value;
  const latest = new Date().getFullYear() + YEARS_AHEAD;
  const century = Math.floor(latest / 100) * 100;
  return century + value > latest ? century + value - 100 : century + value;
}

/**
 * Compiles a pattern of `java.text.SimpleDateFormat` to a function that reads a text to milliseconds since the
 * epoch. Reading is lenient: January 32 is February 1, and text after the date is ignored.
 * @throws JavaException IllegalArgumentException for a malformed pattern; the function throws ParseException.
 */
export function simpleDateParser(
  pattern: string,
  zone: Zone = localZone,
  locale: string = defaultLocale,
): (text: string) => number {
  const elements = parseSimpleDatePattern(pattern);
  const names = dateNames(locale);
  return (text) => {
    const fields: Fields = {};
    let at = 0;
    const fail = (): JavaException =>
      new JavaException('java.text.ParseException', `Unparseable date: "${text}"`);
    elements.forEach((element, index) => {
      if ('literal' in element) {
        if (!text.startsWith(element.literal, at)) throw fail();
        at += element.literal.length;
        return;
      }
      while (text[at] === ' ' || text[at] === '\t') at++;
      const abutting = isNumeric(element) && isNumeric(elements[index + 1]);
      const read = readElement(element.letter, element.count, text, at, abutting, names);
      if (read === undefined) throw fail();
      Object.assign(fields, read.fields);
      at = read.end;
    });
    return toEpochMs(fields, zone, locale);
  };
}
