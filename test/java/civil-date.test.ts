import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  civilFromDays,
  dayOfWeek,
  dayOfYear,
  daysFromCivil,
  lengthOfMonth,
  lengthOfYear,
  weekOfMonth,
  weekOfWeekBasedYear,
} from '../../src/java/civil-date.ts';

const anyDay = fc.integer({ min: -700_000, max: 700_000 });
const utc = (days: number): Date => new Date(days * 86_400_000);

describe('civil dates', () => {
  it('agree with the calendar of Date, both ways', () => {
    fc.assert(
      fc.property(anyDay, (days) => {
        const date = civilFromDays(days);
        expect(date).toEqual({
          year: utc(days).getUTCFullYear(),
          month: utc(days).getUTCMonth() + 1,
          day: utc(days).getUTCDate(),
        });
        expect(daysFromCivil(date.year, date.month, date.day)).toBe(days);
        expect(dayOfWeek(days) % 7).toBe(utc(days).getUTCDay());
      }),
    );
  });

  it('have as many days in a year as its months have', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 3000 }), (year) => {
        let days = 0;
        for (let month = 1; month <= 12; month++) days += lengthOfMonth(year, month);
        expect(days).toBe(lengthOfYear(year));
        expect(dayOfYear({ year, month: 12, day: 31 })).toBe(days);
      }),
    );
  });

  it('count weeks as ISO 8601 does', () => {
    const iso = { firstDay: 1, minimalDays: 4 };
    const week = (year: number, month: number, day: number) =>
      weekOfWeekBasedYear(daysFromCivil(year, month, day), iso);
    expect(week(2021, 1, 3)).toEqual({ year: 2020, week: 53 });
    expect(week(2021, 1, 4)).toEqual({ year: 2021, week: 1 });
    expect(week(2018, 12, 31)).toEqual({ year: 2019, week: 1 });
  });

  it('count weeks as the United States do', () => {
    const us = { firstDay: 7, minimalDays: 1 };
    expect(weekOfWeekBasedYear(daysFromCivil(2026, 11, 30), us)).toEqual({ year: 2026, week: 49 });
    expect(weekOfMonth(daysFromCivil(2026, 11, 30), us)).toBe(5);
    expect(weekOfMonth(daysFromCivil(2021, 8, 1), { firstDay: 1, minimalDays: 4 })).toBe(0);
  });
});
