import { memoize } from './memoize.ts';

/** A time zone, as far as dates need it. */
export interface Zone {
  /** `Europe/Paris`, `UTC`, `+02:00`. */
  readonly id: string;
  /** Seconds to add to UTC at that moment (milliseconds since the epoch). */
  offsetSeconds(epochMs: number): number;
}

const MS_OF_DAY = 86_400_000;

let localId: string | undefined;

/** Zone of this machine. */
export const localZone: Zone = {
  get id() {
    return (localId ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
  },
  offsetSeconds: (epochMs) => 0 - new Date(epochMs).getTimezoneOffset() * 60,
};

/** A zone that is an offset; `Z` when it is none. */
export function fixedZone(offsetSeconds: number, id = offsetText(offsetSeconds, ':') || 'Z'): Zone {
  return { id, offsetSeconds: () => offsetSeconds };
}

/** `+02:00` with separator `:`; empty for no offset; seconds only when there are some. */
export function offsetText(offsetSeconds: number, separator: string): string {
  if (offsetSeconds === 0) return '';
  const total = Math.abs(offsetSeconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const parts = [two(Math.floor(total / 3600)), two(Math.floor(total / 60) % 60)];
  if (total % 60 !== 0) parts.push(two(total % 60));
  return (offsetSeconds < 0 ? '-' : '+') + parts.join(separator);
}

const OFFSET = /^(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d{2})(?::?(\d{2}))?)?$/;
const ZONES = 1000;
const zones = memoize(ZONES, (id) => ({ zone: findZone(id) }));

/** The zone of an id (`Europe/Paris`, `UTC`, `Z`, `+02:00`, `GMT+2`), or undefined when there is none. */
export const zoneOf = (id: string): Zone | undefined => zones(id).zone;

function findZone(id: string): Zone | undefined {
  if (id === localZone.id) return localZone;
  if (['Z', 'UTC', 'GMT', 'UT'].includes(id)) return fixedZone(0, id);
  const [, sign, hours, minutes, seconds] = OFFSET.exec(id) ?? [];
  if (sign !== undefined) {
    const total = Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
    return fixedZone(sign === '-' ? -total : total, id);
  }
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' });
    return {
      id,
      offsetSeconds(epochMs) {
        const name = format.formatToParts(epochMs).find((part) => part.type === 'timeZoneName')!.value;
        const [, s, h, m, sec] = OFFSET.exec(name) ?? [];
        const total = Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(sec ?? 0);
        return s === '-' ? -total : total;
      },
    };
  } catch {
    return undefined;
  }
}

const abbreviations: Readonly<Record<string, string>> = {
  EST: 'America/New_York',
  EDT: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  CET: 'Europe/Paris',
  CEST: 'Europe/Paris',
  EET: 'Europe/Athens',
  EEST: 'Europe/Athens',
  WET: 'Europe/Lisbon',
  WEST: 'Europe/Lisbon',
  BST: 'Europe/London',
  IST: 'Asia/Kolkata',
  JST: 'Asia/Tokyo',
};

/** Abbreviations that say it is summer. */
export const SUMMER_ABBREVIATION = /^(?:[ECMP]DT|CEST|EEST|WEST|BST)$/;

/** The zone that a usual abbreviation in upper case stands for. */
export function zoneOfAbbreviation(name: string): Zone | undefined {
  const id = abbreviations[name];
  return id === undefined ? undefined : zoneOf(id);
}

/**
 * The moment at which the clocks of a zone show a local time (milliseconds as if it were UTC). A time that the
 * clocks skip counts on from before the gap.
 * @param ambiguous which of two moments is meant when the clocks show the time twice.
 */
export function epochOfLocal(localMs: number, zone: Zone, ambiguous: 'earlier' | 'later'): number {
  const before = zone.offsetSeconds(localMs - MS_OF_DAY) * 1000;
  const after = zone.offsetSeconds(localMs + MS_OF_DAY) * 1000;
  if (before === after) return localMs - before;
  const fits = (offset: number): boolean => zone.offsetSeconds(localMs - offset) * 1000 === offset;
  const [first, second] = ambiguous === 'earlier' ? [before, after] : [after, before];
  if (fits(first)) return localMs - first;
  return localMs - (fits(second) ? second : before);
}

/** Locales whose speakers have a short name for zones that the others write as an offset. */
const nameLocales = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-CA', 'ja-JP'];
const nameFormats = new Map<string, Intl.DateTimeFormat>();

/** Moments of a winter and a summer for which names are known; they are not for all years. */
const NAMED_YEAR = [Date.UTC(2020, 0, 15), Date.UTC(2020, 6, 15)];

const UTC_DATE = / GMT\+0000 \(Coordinated Universal Time\)$/;

/** The name of a zone at that moment: `CET` or `Central European Standard Time`. */
export function zoneName(zone: Zone, epochMs: number, style: 'short' | 'long', locale: string): string {
  // The first formatter takes some 10 ms of CPU. Where a run says its start in UTC, it needs none.
  if (zone === localZone && style === 'short' && UTC_DATE.test(String(new Date(epochMs)))) return 'UTC';
  const offset = zone.offsetSeconds(epochMs);
  const moment = NAMED_YEAR.find((ms) => zone.offsetSeconds(ms) === offset) ?? epochMs;
  let fallback = zone.id;
  for (const candidate of style === 'short' ? [locale, ...nameLocales] : [locale]) {
    const format = nameFormat(candidate, style, zone.id);
    if (format === undefined) return zone.id;
    const name = format.formatToParts(moment).find((part) => part.type === 'timeZoneName')!.value;
    if (!/^(?:GMT|UTC)[+-]/.test(name)) return name;
    fallback = name;
  }
  return fallback;
}

/** undefined for a zone that is an offset. */
function nameFormat(
  locale: string,
  style: 'short' | 'long',
  timeZone: string,
): Intl.DateTimeFormat | undefined {
  const key = `${locale} ${style} ${timeZone}`;
  let format = nameFormats.get(key);
  try {
    format ??= new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: style });
  } catch {
    return undefined;
  }
  nameFormats.set(key, format);
  return format;
}
