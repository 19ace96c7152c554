import { simpleDateParser } from '../../java/simple-date-parser.ts';
import { formatSimpleDate } from '../../java/simple-date-format.ts';
import { epochOfLocal, localZone, zoneOf, type Zone } from '../../java/time-zone.ts';
import { civilFromDays } from '../../java/civil-date.ts';
import { anyInt, data, int, millis, text } from './arguments.ts';
import { illegalArgument } from './exceptions.ts';
import { javaCall } from './parse-numbers.ts';
import { instantOf } from './java-time.ts';
import { dataOf, hostObject, type HostObject, type HostType, methodTable, type Value } from './value.ts';

/** `java.util.TimeZone`. */
export const timeZoneType: HostType<Zone> = {
  name: 'java.util.TimeZone',
  text: ({ id }: Zone) => `sun.util.calendar.ZoneInfo[id="${id}"]`,
  key: (object) => (object.data as Zone).id,
  methods: methodTable<Zone>({
    getID: ({ id }) => id,
    getRawOffset: (zone) => zone.offsetSeconds(0) * 1000,
    'getOffset 1': (zone, [ms]) => zone.offsetSeconds(millis(ms)) * 1000,
  }),
};

/** `TimeZone.getTimeZone(id)`: GMT for an id that nobody knows. */
export const timeZone = (id: string): HostObject => hostObject(timeZoneType, zoneOf(id) ?? zoneOf('GMT')!);

/** `java.util.Date`: milliseconds since the epoch. */
export interface Date {
  ms: number;
}

const MS_OF_DAY = 86_400_000;

const zoneArgument = (value: Value | undefined): Zone =>
  value === undefined ? localZone : data(value, timeZoneType);

const localMs = ({ ms }: Date): number => ms + localZone.offsetSeconds(ms) * 1000;

function shifted(date: Date, days: number): HostObject {
  return dateOf(epochOfLocal(localMs(date) + days * MS_OF_DAY, localZone, 'earlier'));
}

const midnight = (date: Date): HostObject =>
  dateOf(epochOfLocal(Math.floor(localMs(date) / MS_OF_DAY) * MS_OF_DAY, localZone, 'earlier'));

export const dateType: HostType<Date> = {
  name: 'java.util.Date',
  text: ({ ms }: Date) => formatSimpleDate('EEE MMM dd HH:mm:ss zzz yyyy', ms),
  key: (object) => `date ${(object.data as Date).ms}`,
  compare: (a, b) => Math.sign(a.ms - b.ms),
  methods: methodTable<Date>({
    getTime: ({ ms }) => BigInt(ms),
    'setTime 1': (date, [ms]) => {
      date.ms = millis(ms);
      return null;
    },
    'format 1 2': ({ ms }, [pattern, zone]) =>
      javaCall(() => formatSimpleDate(text(pattern), ms, zoneArgument(zone))),
    'plus 1': (date, [amount]) => {
      const duration = durationMillis(amount);
      return duration === undefined ? shifted(date, anyInt(amount)) : dateOf(date.ms + duration);
    },
    'minus 1': (date, [other]) => {
      const before = dataOf(other, dateType);
      const duration = durationMillis(other);
      if (duration !== undefined) return dateOf(date.ms - duration);
      if (before === undefined) return shifted(date, -anyInt(other));
      return Math.round(Math.floor(localMs(date) / MS_OF_DAY) - Math.floor(localMs(before) / MS_OF_DAY));
    },
    next: (date) => shifted(date, 1),
    previous: (date) => shifted(date, -1),
    'before 1': ({ ms }, [other]) => ms < data(other, dateType).ms,
    'after 1': ({ ms }, [other]) => ms > data(other, dateType).ms,
    'compareTo 1': ({ ms }, [other]) => Math.sign(ms - data(other, dateType).ms),
    clearTime: (date) => midnight(date),
    getYear: (date) => civilFromDays(Math.floor(localMs(date) / MS_OF_DAY)).year - 1900,
    getMonth: (date) => civilFromDays(Math.floor(localMs(date) / MS_OF_DAY)).month - 1,
    getDate: (date) => civilFromDays(Math.floor(localMs(date) / MS_OF_DAY)).day,
    getHours: (date) => Math.floor((((localMs(date) % MS_OF_DAY) + MS_OF_DAY) % MS_OF_DAY) / 3_600_000),
    getMinutes: (date) => Math.floor((((localMs(date) % 3_600_000) + 3_600_000) % 3_600_000) / 60_000),
    getSeconds: (date) => Math.floor((((localMs(date) % 60_000) + 60_000) % 60_000) / 1000),
    toInstant: ({ ms }) => instantOf(ms),
    clone: ({ ms }) => dateOf(ms),
  }),
};

/** Milliseconds of a TimeDuration; undefined for another value. */
const durationMillis = (value: Value | undefined): number | undefined =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  value.type.name === 'groovy.time.TimeDuration'
    ? (value.data as number)
    : undefined;

export const dateOf = (ms: number): HostObject => hostObject(dateType, { ms });

/** Milliseconds of a Date; undefined for another value. */
export const dateMillis = (value: Value): number | undefined => dataOf(value, dateType)?.ms;

/** `Date.parse(pattern, text)`. */
export const parseDate = (pattern: string, input: string, zone: Zone = localZone): HostObject =>
  dateOf(javaCall(() => simpleDateParser(pattern, zone)(input)));

interface DateFormat {
  readonly pattern: string;
  zone: Zone;
}

/** `java.text.SimpleDateFormat`. */
const dateFormatType: HostType<DateFormat> = {
  name: 'java.text.SimpleDateFormat',
  text: ({ pattern }: DateFormat) => `java.text.SimpleDateFormat@${pattern}`,
  methods: methodTable<DateFormat>({
    'format 1': ({ pattern, zone }, [date]) => {
      const ms = typeof date === 'bigint' ? Number(date) : dateMillis(date!);
      if (ms === undefined) throw illegalArgument('Cannot format given Object as a Date');
      return formatSimpleDate(pattern, ms, zone);
    },
    'parse 1': ({ pattern, zone }, [input]) => parseDate(pattern, text(input), zone),
    'setTimeZone 1': (format, [zone]) => {
      format.zone = data(zone, timeZoneType);
      return null;
    },
    getTimeZone: ({ zone }) => hostObject(timeZoneType, zone),
    toPattern: ({ pattern }) => pattern,
  }),
};

export function simpleDateFormat(pattern: string): HostObject {
  javaCall(() => formatSimpleDate(pattern, 0));
  return hostObject(dateFormatType, { pattern, zone: localZone });
}

/** `new Date(year - 1900, month - 1, day)` and longer. */
export function dateFromFields(args: readonly Value[]): HostObject {
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0] = args.map(int);
  return dateOf(
    epochOfLocal(globalThis.Date.UTC(1900 + year, month, day, hour, minute, second), localZone, 'earlier'),
  );
}
