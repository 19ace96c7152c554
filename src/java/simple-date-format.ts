import {
  civilFromDays,
  dayOfWeek,
  dayOfYear,
  weekOfMonth,
  weekOfWeekBasedYear,
  type CivilDate,
} from './civil-date.ts';
import { dateNames, defaultLocale, weekRule } from './date-names.ts';
import { illegalArgumentException } from './exception.ts';
import { memoize } from './memoize.ts';
import { localZone, offsetText, zoneName, zoneOf, type Zone } from './time-zone.ts';

/** One letter run or literal of a pattern. */
export type SimpleDateElement =
  { readonly letter: string; readonly count: number } | { readonly literal: string };

const LETTERS = 'GyMdkHmsSEDFwWahKzZYuXL';

/**
 * Splits a pattern of `java.text.SimpleDateFormat`.
 * @throws JavaException IllegalArgumentException for an unknown letter or an open quote.
 */
export function parseSimpleDatePattern(pattern: string): SimpleDateElement[] {
  const elements: SimpleDateElement[] = [];
  let literal = '';
  const flush = (): void => {
    if (literal !== '') elements.push({ literal });
    literal = '';
  };
  for (let at = 0; at < pattern.length; at++) {
    const c = pattern[at]!;
    if (c === "'") {
      if (pattern[at + 1] === "'") {
        literal += "'";
        at++;
        continue;
      }
      const text = /^'((?:[^']|'')*)'/.exec(pattern.slice(at));
      if (text === null) throw illegalArgumentException('Unterminated quote');
      literal += text[1]!.replaceAll("''", "'");
      at += text[0].length - 1;
    } else if (/[a-zA-Z]/.test(c)) {
      if (!LETTERS.includes(c)) throw illegalArgumentException(`Illegal pattern character '${c}'`);
      flush();
      let count = 1;
      while (pattern[at + 1] === c) {
        count++;
        at++;
      }
      if (c === 'X' && count > 3) throw illegalArgumentException(`invalid ISO 8601 format: length=${count}`);
      elements.push({ letter: c, count });
    } else literal += c;
  }
  flush();
  return elements;
}

/** One moment on the clocks of a zone. */
interface Moment {
  readonly epochMs: number;
  readonly offsetSeconds: number;
  readonly days: number;
  readonly date: CivilDate;
  readonly msOfDay: number;
}

const MS_OF_DAY = 86_400_000;

function momentOf(epochMs: number, zone: Zone): Moment {
  const offsetSeconds = zone.offsetSeconds(epochMs);
  const localMs = epochMs + offsetSeconds * 1000;
  const days = Math.floor(localMs / MS_OF_DAY);
  return {
    epochMs,
    offsetSeconds,
    days,
    date: civilFromDays(days),
    msOfDay: localMs - days * MS_OF_DAY,
  };
}

type Printer = (moment: Moment) => string;

const padded = (value: number, count: number): string => String(value).padStart(count, '0');
const yearText = (year: number, count: number): string =>
  count === 2 ? padded(year % 100, 2) : padded(year, count);
const hourOf = ({ msOfDay }: Moment): number => Math.floor(msOfDay / 3_600_000);
/** Years before 1 count back from 1. */
const yearOfEra = (year: number): number => (year > 0 ? year : 1 - year);

function offsetPrinter(count: number): Printer {
  return ({ offsetSeconds }) => {
    const minutes = Math.trunc(offsetSeconds / 60) * 60;
    if (minutes === 0) return 'Z';
    return count === 1 ? offsetText(minutes, '').slice(0, 3) : offsetText(minutes, count === 2 ? '' : ':');
  };
}

function elementPrinter(letter: string, count: number, zone: Zone, locale: string): Printer {
  const names = dateNames(locale);
  const style = count >= 4 ? 'long' : 'short';
  switch (letter) {
    case 'G':
      return ({ date }) => names.eras('short')[date.year > 0 ? 1 : 0]!;
    case 'y':
      return ({ date }) => yearText(yearOfEra(date.year), count);
    case 'Y':
      return ({ days }) => yearText(weekOfWeekBasedYear(days, weekRule(locale)).year, count);
    case 'M':
    case 'L': {
      if (count <= 2) return ({ date }) => padded(date.month, count);
      const months = letter === 'M' ? names.months(style) : names.standaloneMonths(style);
      return ({ date }) => months[date.month - 1]!;
    }
    case 'd':
      return ({ date }) => padded(date.day, count);
    case 'D':
      return ({ date }) => padded(dayOfYear(date), count);
    case 'F':
      return ({ date }) => padded(Math.floor((date.day - 1) / 7) + 1, count);
    case 'w':
      return ({ days }) => padded(weekOfWeekBasedYear(days, weekRule(locale)).week, count);
    case 'W':
      return ({ days }) => padded(weekOfMonth(days, weekRule(locale)), count);
    case 'E': {
      const weekdays = names.weekdays(style);
      return ({ days }) => weekdays[dayOfWeek(days) - 1]!;
    }
    case 'u':
      return ({ days }) => padded(dayOfWeek(days), count);
    case 'a':
      return (moment) => names.amPm[hourOf(moment) < 12 ? 0 : 1]!;
    case 'H':
      return (moment) => padded(hourOf(moment), count);
    case 'k':
      return (moment) => padded(hourOf(moment) || 24, count);
    case 'K':
      return (moment) => padded(hourOf(moment) % 12, count);
    case 'h':
      return (moment) => padded(hourOf(moment) % 12 || 12, count);
    case 'm':
      return ({ msOfDay }) => padded(Math.floor(msOfDay / 60_000) % 60, count);
    case 's':
      return ({ msOfDay }) => padded(Math.floor(msOfDay / 1000) % 60, count);
    case 'S':
      return ({ msOfDay }) => padded(msOfDay % 1000, count);
    case 'Z':
      return ({ offsetSeconds }) => offsetText(Math.trunc(offsetSeconds / 60) * 60, '') || '+0000';
    case 'X':
      return offsetPrinter(count);
    default:
      return ({ epochMs }) => zoneName(zone, epochMs, style, locale);
  }
}

/**
 * Compiles a pattern of `java.text.SimpleDateFormat` to a function that prints milliseconds since the epoch.
 * @throws JavaException IllegalArgumentException for a malformed pattern.
 */
export function simpleDatePrinter(
  pattern: string,
  zone: Zone = localZone,
  locale: string = defaultLocale,
): (epochMs: number) => string {
  const printers = parseSimpleDatePattern(pattern).map((element): Printer => {
    if ('letter' in element) return elementPrinter(element.letter, element.count, zone, locale);
    const { literal } = element;
    return () => literal;
  });
  return (epochMs) => {
    const moment = momentOf(epochMs, zone);
    let text = '';
    for (const print of printers) text += print(moment);
    return text;
  };
}

const PATTERNS = 100;
const printersOf = memoize(PATTERNS, (zoneId: string) =>
  memoize(PATTERNS, (pattern) => simpleDatePrinter(pattern, zoneOf(zoneId))),
);

/** Prints one moment; patterns are compiled once. @throws JavaException as simpleDatePrinter does. */
export const formatSimpleDate = (pattern: string, epochMs: number, zone: Zone = localZone): string =>
  printersOf(zone.id)(pattern)(epochMs);
