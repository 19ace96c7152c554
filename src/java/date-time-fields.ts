import {
  civilFromDays,
  dayOfWeek,
  dayOfYear,
  daysFromCivil,
  lengthOfMonth,
  lengthOfYear,
  type CivilDate,
} from './civil-date.ts';
import type { Instant } from './date-time-formatter.ts';
import { JavaException } from './exception.ts';
import { epochOfLocal, fixedZone, type Zone } from './time-zone.ts';

/** `java.time.temporal.ChronoField`, as far as texts are read into them. */
export type FieldName =
  | 'Era'
  | 'Year'
  | 'YearOfEra'
  | 'MonthOfYear'
  | 'DayOfMonth'
  | 'DayOfYear'
  | 'DayOfWeek'
  | 'HourOfDay'
  | 'ClockHourOfDay'
  | 'HourOfAmPm'
  | 'ClockHourOfAmPm'
  | 'AmPm'
  | 'MinuteOfHour'
  | 'SecondOfMinute'
  | 'NanoOfSecond'
  | 'MilliOfDay'
  | 'NanoOfDay'
  | 'OffsetSeconds';

const NANOS = 1_000_000_000;
const NANOS_OF_DAY = 86_400 * NANOS;

const ranges: Readonly<Partial<Record<FieldName, readonly [number, number]>>> = {
  YearOfEra: [1, 1_000_000_000],
  MonthOfYear: [1, 12],
  DayOfMonth: [1, 31],
  DayOfYear: [1, 366],
  HourOfDay: [0, 23],
  ClockHourOfDay: [1, 24],
  HourOfAmPm: [0, 11],
  ClockHourOfAmPm: [1, 12],
  MinuteOfHour: [0, 59],
  SecondOfMinute: [0, 59],
  NanoOfSecond: [0, NANOS - 1],
  MilliOfDay: [0, 86_399_999],
  NanoOfDay: [0, NANOS_OF_DAY - 1],
  OffsetSeconds: [-64_800, 64_800],
};

const conflict = (what: string): JavaException =>
  new JavaException('java.time.DateTimeException', `Conflict found: ${what}`);
const missing = (what: string): JavaException =>
  new JavaException('java.time.DateTimeException', `Unable to obtain ${what}`);

/** What was read from a text, before it is put together (java.time's smart resolving). */
export class ParsedDateTime {
  #fields = new Map<FieldName, number>();
  zone: Zone | undefined;

  /** A date alone: days since 1970-01-01. */
  static ofDays(days: number): ParsedDateTime {
    const parsed = new ParsedDateTime();
    const { year, month, day } = civilFromDays(days);
    parsed.set('Year', year);
    parsed.set('MonthOfYear', month);
    parsed.set('DayOfMonth', day);
    return parsed;
  }

  has(field: FieldName): boolean {
    return this.#fields.has(field);
  }

  /** False when the text said something else before. */
  set(field: FieldName, value: number): boolean {
    const before = this.#fields.get(field);
    this.#fields.set(field, value);
    return before === undefined || before === value;
  }

  /** Sets what the text did not say. */
  complete(defaults: Iterable<readonly [FieldName, number]>): this {
    for (const [field, value] of defaults) if (!this.#fields.has(field)) this.#fields.set(field, value);
    return this;
  }

  copy(): ParsedDateTime {
    const other = new ParsedDateTime();
    other.take(this);
    return other;
  }

  take(other: ParsedDateTime): void {
    this.#fields = new Map(other.#fields);
    this.zone = other.zone;
  }

  /** @throws JavaException DateTimeException when fields are missing, out of range or contradict each other. */
  toDate(): CivilDate {
    return civilFromDays(this.#days());
  }

  /** @throws JavaException DateTimeException as toDate does. */
  toZoned(): { instant: Instant; zone: Zone } {
    const nanoOfDay = this.#nanoOfDay();
    const days = this.#days();
    const offset = this.#get('OffsetSeconds');
    const zone = this.zone ?? (offset === undefined ? undefined : fixedZone(offset));
    if (zone === undefined) throw missing('ZonedDateTime');
    const nanos = nanoOfDay % 1_000_000;
    const localMs = days * 86_400_000 + (nanoOfDay - nanos) / 1_000_000;
    const epochMs = offset === undefined ? epochOfLocal(localMs, zone, 'earlier') : localMs - offset * 1000;
    return { instant: { epochMs, nanos }, zone };
  }

  /**
   * What is known of date (days since 1970-01-01), time and offset.
   * @throws JavaException DateTimeException when fields are out of range or contradict each other.
   */
  parts(): { days?: number; nanoOfDay?: number; offsetSeconds?: number } {
    const hasYear = this.has('Year') || this.has('YearOfEra');
    const hasDay = this.has('DayOfYear') || (this.has('MonthOfYear') && this.has('DayOfMonth'));
    const offset = this.#get('OffsetSeconds');
    const hasTime = this.has('NanoOfDay') || this.has('MilliOfDay') || this.#hour() !== undefined;
    return {
      ...(hasYear && hasDay ? { days: this.#days() } : {}),
      ...(hasTime ? { nanoOfDay: this.#nanoOfDay() } : {}),
      ...(offset === undefined ? {} : { offsetSeconds: offset }),
    };
  }

  /** A day with the month and day that are known, in a year in which all exist. */
  dayInLeapYear(): number {
    return daysFromCivil(
      this.#get('Year') ?? 2000,
      this.#get('MonthOfYear') ?? 1,
      this.#get('DayOfMonth') ?? 1,
    );
  }

  #get(field: FieldName): number | undefined {
    const value = this.#fields.get(field);
    const range = ranges[field];
    if (value !== undefined && range !== undefined && !(value >= range[0] && value <= range[1]))
      throw new JavaException(
        'java.time.DateTimeException',
        `Invalid value for ${field} (valid values ${range[0]} - ${range[1]}): ${value}`,
      );
    return value;
  }

  #year(): number {
    const ofEra = this.#get('YearOfEra');
    const year = this.#get('Year');
    if (ofEra === undefined) {
      if (year === undefined) throw missing('LocalDate');
      return year;
    }
    const proleptic = this.#get('Era') === 0 ? 1 - ofEra : ofEra;
    if (year !== undefined && year !== proleptic)
      throw conflict(`Year ${year} differs from Year ${proleptic}`);
    return proleptic;
  }

  #days(): number {
    const year = this.#year();
    const month = this.#get('MonthOfYear');
    const day = this.#get('DayOfMonth');
    const ofYear = this.#get('DayOfYear');
    let days: number;
    if (month !== undefined && day !== undefined)
      // February 30 is the month's last day.
      days = daysFromCivil(year, month, Math.min(day, lengthOfMonth(year, month)));
    else if (ofYear !== undefined && ofYear <= lengthOfYear(year))
      days = daysFromCivil(year, 1, 1) + ofYear - 1;
    else throw missing('LocalDate');
    const date = civilFromDays(days);
    const agrees = (said: number | undefined, is: number): boolean => said === undefined || said === is;
    if (!agrees(ofYear, dayOfYear(date))) throw conflict('day of year and date differ');
    if (!agrees(month, date.month)) throw conflict('month and date differ');
    if (!agrees(this.#get('DayOfWeek'), dayOfWeek(days))) throw conflict('weekday and date differ');
    return days;
  }

  #hour(): number | undefined {
    const hours: number[] = [];
    const hour = this.#get('HourOfDay');
    if (hour !== undefined) hours.push(hour);
    const clockHour = this.#get('ClockHourOfDay');
    if (clockHour !== undefined) hours.push(clockHour % 24);
    const clockHourOfHalf = this.#get('ClockHourOfAmPm');
    const hourOfHalf =
      this.#get('HourOfAmPm') ?? (clockHourOfHalf === undefined ? undefined : clockHourOfHalf % 12);
    const half = this.#get('AmPm');
    if (half !== undefined) {
      if (hourOfHalf !== undefined) hours.push(half * 12 + hourOfHalf);
      else if (hours.length > 0 && Math.floor(hours[0]! / 12) !== half)
        throw conflict('hour and half of the day differ');
    } else if (hourOfHalf !== undefined && hours.length > 0 && hours[0]! % 12 !== hourOfHalf)
      throw conflict('hours differ');
    if (hours.some((other) => other !== hours[0])) throw conflict('hours differ');
    return hours[0];
  }

  #nanoOfDay(): number {
    const milli = this.#get('MilliOfDay');
    const whole = this.#get('NanoOfDay') ?? (milli === undefined ? undefined : milli * 1_000_000);
    if (whole !== undefined) {
      if (this.#fields.has('HourOfDay') && this.#hour() !== Math.floor(whole / 3600 / NANOS))
        throw conflict('hour and time of day differ');
      return whole;
    }
    const hour = this.#hour();
    if (hour === undefined) throw missing('LocalTime');
    const seconds = hour * 3600 + (this.#get('MinuteOfHour') ?? 0) * 60 + (this.#get('SecondOfMinute') ?? 0);
    return seconds * NANOS + (this.#get('NanoOfSecond') ?? 0);
  }
}
