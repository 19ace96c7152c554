import {
  civilFromDays,
  dayOfWeek,
  dayOfYear,
  localizedDayOfWeek,
  weekOfMonth,
  weekOfWeekBasedYear,
  type CivilDate,
} from './civil-date.ts';
import { dateNames, defaultLocale, weekRule, type TextStyle } from './date-names.ts';
import { parseDateTimePattern, type DateTimeElement } from './date-time-pattern.ts';
import { JavaException } from './exception.ts';
import { memoize } from './memoize.ts';
import { localZone, offsetText, zoneName, type Zone } from './time-zone.ts';

/** A moment: whole milliseconds since the epoch, and the nanoseconds after them (0 to 999,999). */
export interface Instant {
  readonly epochMs: number;
  readonly nanos: number;
}

/** A moment on the clocks of a zone. */
interface Moment {
  readonly epochMs: number;
  readonly zone: Zone;
  readonly offsetSeconds: number;
  readonly days: number;
  readonly date: CivilDate;
  readonly secondOfDay: number;
  readonly nanoOfSecond: number;
}

export type DateTimePrinter = (instant: Instant, zone?: Zone) => string;
type Printer = (moment: Moment) => string;

const MS_OF_DAY = 86_400_000;

/** Text style of three letters (short), four (full) or five (narrow). */
export const textStyle = (count: number): TextStyle =>
  count === 4 ? 'long' : count === 5 ? 'narrow' : 'short';

function number(read: (moment: Moment) => number, count: number): Printer {
  return (moment) => String(read(moment)).padStart(count, '0');
}

/** Years: two letters show two digits, four and more a sign when there are more digits than letters. */
function yearPrinter(read: (moment: Moment) => number, count: number): Printer {
  return (moment) => {
    const year = read(moment);
    if (count === 2) return String(Math.abs(year) % 100).padStart(2, '0');
    const digits = String(Math.abs(year)).padStart(count, '0');
    if (year < 0) return `-${digits}`;
    return count >= 4 && digits.length > count ? `+${digits}` : digits;
  };
}

/** Letters of the offset patterns: how many parts they show, and what stands for no offset. */
function offsetPrinter(letter: string, count: number): Printer {
  if (letter === 'Z' && count === 4) return localizedOffsetPrinter(4);
  const style = letter === 'Z' ? (count === 5 ? 5 : 4) : count;
  const zero =
    letter === 'X' || count === 5
      ? letter === 'x'
        ? '+00:00'
        : 'Z'
      : letter === 'Z' || style === 2 || style === 4
        ? '+0000'
        : style === 1
          ? '+00'
          : '+00:00';
  const separator = style === 3 || style === 5 ? ':' : '';
  return ({ offsetSeconds }) => {
    const shown = style >= 4 ? offsetSeconds : Math.trunc(offsetSeconds / 60) * 60;
    if (shown === 0) return zero;
    const text = offsetText(shown, separator);
    return style === 1 && Math.abs(shown) % 3600 === 0 ? text.slice(0, 3) : text;
  };
}

function localizedOffsetPrinter(count: number): Printer {
  return ({ offsetSeconds }) => {
    const text = offsetText(offsetSeconds, ':');
    return `GMT${count === 4 ? text : text.replace(/^(.)0/, '$1').replace(/:00$/, '')}`;
  };
}

function fieldPrinter(letter: string, count: number, locale: string): Printer {
  const names = dateNames(locale);
  const style = textStyle(count);
  const hour = ({ secondOfDay }: Moment): number => Math.floor(secondOfDay / 3600);
  const quarter = ({ date }: Moment): number => Math.floor((date.month + 2) / 3);
  switch (letter) {
    case 'G': {
      const eras = names.eras(style);
      return ({ date }) => eras[date.year > 0 ? 1 : 0]!;
    }
    case 'u':
      return yearPrinter(({ date }) => date.year, count);
    case 'y':
      return yearPrinter(({ date }) => (date.year > 0 ? date.year : 1 - date.year), count);
    case 'Y':
      return yearPrinter(({ days }) => weekOfWeekBasedYear(days, weekRule(locale)).year, count);
    case 'D':
      return number(({ date }) => dayOfYear(date), count);
    case 'M':
    case 'L': {
      if (count <= 2) return number(({ date }) => date.month, count);
      const months = letter === 'M' ? names.months(style) : names.standaloneMonths(style);
      return ({ date }) => months[date.month - 1]!;
    }
    case 'Q':
    case 'q': {
      if (count === 4) return (moment) => `${['1st', '2nd', '3rd', '4th'][quarter(moment) - 1]!} quarter`;
      return count === 3 ? (moment) => `Q${quarter(moment)}` : number(quarter, count === 5 ? 1 : count);
    }
    case 'd':
      return number(({ date }) => date.day, count);
    case 'w':
      return number(({ days }) => weekOfWeekBasedYear(days, weekRule(locale)).week, count);
    case 'W':
      return number(({ days }) => weekOfMonth(days, weekRule(locale)), count);
    case 'e':
    case 'c':
    case 'E': {
      if (letter !== 'E' && count <= 2)
        return number(({ days }) => localizedDayOfWeek(dayOfWeek(days), weekRule(locale)), count);
      const weekdays = names.weekdays(style);
      return ({ days }) => weekdays[dayOfWeek(days) - 1]!;
    }
    case 'F':
      return number(({ date }) => ((date.day - 1) % 7) + 1, count);
    case 'a':
      return (moment) => names.amPm[hour(moment) < 12 ? 0 : 1]!;
    case 'H':
      return number(hour, count);
    case 'k':
      return number((moment) => hour(moment) || 24, count);
    case 'K':
      return number((moment) => hour(moment) % 12, count);
    case 'h':
      return number((moment) => hour(moment) % 12 || 12, count);
    case 'm':
      return number(({ secondOfDay }) => Math.floor(secondOfDay / 60) % 60, count);
    case 's':
      return number(({ secondOfDay }) => secondOfDay % 60, count);
    case 'S':
      return ({ nanoOfSecond }) => String(nanoOfSecond).padStart(9, '0').slice(0, count);
    case 'A':
      return number((moment) => moment.secondOfDay * 1000 + Math.floor(moment.nanoOfSecond / 1e6), count);
    case 'n':
      return number(({ nanoOfSecond }) => nanoOfSecond, count);
    case 'N':
      return number((moment) => moment.secondOfDay * 1e9 + moment.nanoOfSecond, count);
    case 'V':
      return ({ zone }) => zone.id;
    case 'z':
      return ({ zone, epochMs }) => zoneName(zone, epochMs, count === 4 ? 'long' : 'short', locale);
    case 'O':
      return localizedOffsetPrinter(count);
    default:
      return offsetPrinter(letter, count);
  }
}

function elementPrinter(element: DateTimeElement, locale: string): Printer {
  switch (element.kind) {
    case 'field':
      return fieldPrinter(element.letter, element.count, locale);
    case 'literal':
      return () => element.text;
    case 'optional':
      return sequencePrinter(element.elements, locale);
    default: {
      const inner = elementPrinter(element.element, locale);
      return (moment) => {
        const text = inner(moment);
        if (text.length > element.width)
          throw new JavaException(
            'java.time.DateTimeException',
            `Cannot print as output of ${text.length} characters exceeds pad width of ${element.width}`,
          );
        return text.padStart(element.width);
      };
    }
  }
}

function sequencePrinter(elements: readonly DateTimeElement[], locale: string): Printer {
  const printers = elements.map((element) => elementPrinter(element, locale));
  return (moment) => {
    let text = '';
    for (const print of printers) text += print(moment);
    return text;
  };
}

function momentOf({ epochMs, nanos }: Instant, zone: Zone): Moment {
  const offsetSeconds = zone.offsetSeconds(epochMs);
  const localMs = epochMs + offsetSeconds * 1000;
  const days = Math.floor(localMs / MS_OF_DAY);
  const msOfDay = localMs - days * MS_OF_DAY;
  return {
    epochMs,
    zone,
    offsetSeconds,
    days,
    date: civilFromDays(days),
    secondOfDay: Math.floor(msOfDay / 1000),
    nanoOfSecond: (msOfDay % 1000) * 1_000_000 + nanos,
  };
}

/** Prints by the elements of a pattern. */
export function elementsPrinter(elements: readonly DateTimeElement[], locale: string): DateTimePrinter {
  const print = sequencePrinter(elements, locale);
  return (instant, zone = localZone) => print(momentOf(instant, zone));
}

const PATTERNS = 100;
const printersOf = memoize(PATTERNS, (locale) =>
  memoize(PATTERNS, (pattern) => elementsPrinter(parseDateTimePattern(pattern), locale)),
);

/**
 * Compiles a pattern of `java.time.format.DateTimeFormatter`, once.
 * @throws JavaException IllegalArgumentException for a malformed pattern.
 */
export const dateTimePrinter = (pattern: string, locale: string = defaultLocale): DateTimePrinter =>
  printersOf(locale)(pattern);
