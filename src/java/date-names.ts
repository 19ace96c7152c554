import type { WeekRule } from './civil-date.ts';

/** Locale of texts in dates when none is asked for. */
export const defaultLocale = 'en-US';

export type TextStyle = 'long' | 'short' | 'narrow';

/** The words of dates in one language. */
export interface DateNames {
  /** From January; as used beside a day (`1 février`). */
  months(style: TextStyle): readonly string[];
  /** From January; as used alone. */
  standaloneMonths(style: TextStyle): readonly string[];
  /** From Monday; as used beside a day. */
  weekdays(style: TextStyle): readonly string[];
  /** Morning, afternoon. */
  readonly amPm: readonly string[];
  /** Before Christ, after. */
  eras(style: TextStyle): readonly string[];
}

const known = new Map<string, DateNames>();

/** @param locale BCP 47, as in `fr` or `pt-BR`. */
export function dateNames(locale: string): DateNames {
  let names = known.get(locale);
  if (names === undefined) known.set(locale, (names = makeNames(locale)));
  return names;
}

function cached<K, V>(make: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) values.set(key, (value = make(key)));
    return value;
  };
}

function makeNames(locale: string): DateNames {
  const part = (
    options: Intl.DateTimeFormatOptions,
    type: Intl.DateTimeFormatPartTypes,
    days: readonly number[],
  ): string[] => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
    return days.map((ms) => format.formatToParts(ms).find((p) => p.type === type)?.value ?? '');
  };
  const firsts = Array.from({ length: 12 }, (_, month) => Date.UTC(2020, month, 1));
  // 2020-06-01 was a Monday.
  const week = Array.from({ length: 7 }, (_, day) => Date.UTC(2020, 5, day + 1));
  return {
    months: cached((style) => part({ month: style, day: 'numeric' }, 'month', firsts)),
    standaloneMonths: cached((style) => part({ month: style }, 'month', firsts)),
    weekdays: cached((style) => part({ weekday: style, day: 'numeric', month: 'long' }, 'weekday', week)),
    get amPm() {
      return amPmOf(locale);
    },
    eras: cached((style) => part({ era: style }, 'era', [Date.UTC(-100, 0, 1), Date.UTC(2020, 0, 1)])),
  };
}

const amPmOf = cached((locale: string): readonly string[] => {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', hour12: true });
  return [0, 13].map(
    (hour) =>
      format.formatToParts(Date.UTC(2020, 0, 1, hour)).find((p) => p.type === 'dayPeriod')?.value ??
      (hour === 0 ? 'AM' : 'PM'),
  );
});

interface WeekInfo {
  firstDay: number;
  minimalDays: number;
}

const withoutRegion: WeekRule = { firstDay: 7, minimalDays: 1 };

/** How the locale's region counts weeks; a language alone counts as in the United States. */
export const weekRule = cached((name: string): WeekRule => {
  const locale: Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo } = new Intl.Locale(name);
  if (locale.region === undefined) return withoutRegion;
  return locale.weekInfo ?? locale.getWeekInfo?.() ?? withoutRegion;
});
