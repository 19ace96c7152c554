/** Days before 1970-01-01 (or after, if positive) of a date in the proleptic Gregorian calendar; month from 1. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export interface CivilDate {
  year: number;
  /** From 1. */
  month: number;
  day: number;
}

/** The date that many days after 1970-01-01. */
export function civilFromDays(days: number): CivilDate {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export const lengthOfMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

export const lengthOfYear = (year: number): number => (isLeapYear(year) ? 366 : 365);

/** 1 (Monday) to 7 (Sunday). */
export const dayOfWeek = (days: number): number => ((((days + 3) % 7) + 7) % 7) + 1;

/** From 1. */
export const dayOfYear = (date: CivilDate): number =>
  daysFromCivil(date.year, date.month, date.day) - daysFromCivil(date.year, 1, 1) + 1;

/** How a locale counts weeks. */
export interface WeekRule {
  /** 1 (Monday) to 7 (Sunday). */
  readonly firstDay: number;
  /** Days of a year or month that its first week has at least. */
  readonly minimalDays: number;
}

/** 1 to 7: the position of a weekday in the week of that rule. */
export const localizedDayOfWeek = (weekday: number, { firstDay }: WeekRule): number =>
  ((weekday - firstDay + 7) % 7) + 1;

/** First day of week 1 of the period that starts on that day. */
function firstWeekStart(periodStart: number, rule: WeekRule): number {
  const before = localizedDayOfWeek(dayOfWeek(periodStart), rule) - 1;
  return 7 - before >= rule.minimalDays ? periodStart - before : periodStart - before + 7;
}

/** The year that a day's week belongs to, and the week's number in it. */
export function weekOfWeekBasedYear(days: number, rule: WeekRule): { year: number; week: number } {
  const calendarYear = civilFromDays(days).year;
  let year = calendarYear + 1;
  let start = firstWeekStart(daysFromCivil(year, 1, 1), rule);
  while (days < start) start = firstWeekStart(daysFromCivil(--year, 1, 1), rule);
  return { year, week: Math.floor((days - start) / 7) + 1 };
}

/** 0 for days before the month's first week. */
export function weekOfMonth(days: number, rule: WeekRule): number {
  const { year, month } = civilFromDays(days);
  return Math.floor((days - firstWeekStart(daysFromCivil(year, month, 1), rule)) / 7) + 1;
}
