import {
  civilFromDays,
  dayOfWeek,
  dayOfYear,
  daysFromCivil,
  lengthOfMonth,
  lengthOfYear,
} from '../../java/civil-date.ts';
import { dateTimePrinter } from '../../java/date-time-formatter.ts';
import { epochOfLocal, fixedZone, localZone, zoneOf, type Zone } from '../../java/time-zone.ts';
import { anyInt, data, millis } from './arguments.ts';
import { javaError } from './exceptions.ts';
import { javaCall } from './parse-numbers.ts';
import { runtime } from './runtime.ts';
import {
  dataOf,
  hostObject,
  type HostObject,
  type HostType,
  type Method,
  methodTable,
  type Value,
} from './value.ts';

export const MS_OF_DAY = 86_400_000;
export const UTC = zoneOf('UTC')!;

/** `java.time.ZoneId`. */
export const zoneIdType: HostType<Zone> = {
  name: 'java.time.ZoneId',
  text: ({ id }: Zone) => id,
  key: (object) => (object.data as Zone).id,
  methods: methodTable<Zone>({ getId: ({ id }) => id }),
};

export function zoneId(id: string): HostObject {
  const zone = zoneOf(id);
  if (zone === undefined) throw javaError('java.time.zone.ZoneRulesException', `Unknown time-zone ID: ${id}`);
  return hostObject(zoneIdType, zone);
}

/** A moment, a date or a date with a time of java.time; those without a zone are held as if they were UTC. */
export interface Temporal {
  readonly ms: number;
  readonly kind: Kind;
  readonly zone: Zone;
}

export type Kind =
  'Instant' | 'LocalDate' | 'LocalDateTime' | 'ZonedDateTime' | 'OffsetDateTime' | 'LocalTime';

const local = ({ ms, zone }: Temporal): number => ms + zone.offsetSeconds(ms) * 1000;
const days = (temporal: Temporal): number => Math.floor(local(temporal) / MS_OF_DAY);
const timeOfDay = (temporal: Temporal): number => ((local(temporal) % MS_OF_DAY) + MS_OF_DAY) % MS_OF_DAY;

/** ISO 8601 as java.time prints it: seconds only when there are some, fractions in groups of three digits. */
function isoText(temporal: Temporal): string {
  const { kind, zone, ms } = temporal;
  const { year, month, day } = civilFromDays(days(temporal));
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (kind === 'LocalDate') return date;
  const time = timeOfDay(temporal);
  const [seconds, fraction] = [Math.floor(time / 1000) % 60, time % 1000];
  let clock = `${two(Math.floor(time / 3_600_000))}:${two(Math.floor(time / 60_000) % 60)}`;
  if (kind === 'Instant' || seconds > 0 || fraction > 0) clock += `:${two(seconds)}`;
  if (fraction > 0) clock += `.${String(fraction).padStart(3, '0')}`;
  if (kind === 'LocalTime') return clock;
  const whole = `${date}T${clock}`;
  if (kind === 'Instant') return `${whole}Z`;
  if (kind === 'LocalDateTime') return whole;
  const offset = dateTimePrinter('XXX')({ epochMs: ms, nanos: 0 }, zone);
  const name = kind === 'ZonedDateTime' && /^[A-Za-z]/.test(zone.id) && zone.id !== 'Z' ? `[${zone.id}]` : '';
  return whole + offset + name;
}

const plainMonths = (temporal: Temporal, months: number): Temporal => {
  const { year, month, day } = civilFromDays(days(temporal));
  const index = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  return atLocal(
    temporal,
    daysFromCivil(y, m, Math.min(day, lengthOfMonth(y, m))) * MS_OF_DAY + timeOfDay(temporal),
  );
};

/** The temporal of the same kind and zone at another local time. */
const atLocal = (temporal: Temporal, localMs: number): Temporal => ({
  ...temporal,
  ms: epochOfLocal(localMs, temporal.zone, 'earlier'),
});

const UNITS: Readonly<Record<string, number>> = {
  Millis: 1,
  Seconds: 1000,
  Minutes: 60_000,
  Hours: 3_600_000,
};

function plus(temporal: Temporal, unit: string, amount: number): HostObject {
  const ms = UNITS[unit];
  if (ms !== undefined) return made({ ...temporal, ms: temporal.ms + amount * ms });
  if (unit === 'Months') return made(plainMonths(temporal, amount));
  if (unit === 'Years') return made(plainMonths(temporal, amount * 12));
  return made(atLocal(temporal, local(temporal) + amount * (unit === 'Weeks' ? 7 : 1) * MS_OF_DAY));
}

function replaced(temporal: Temporal, field: string, value: number): HostObject {
  const { year, month, day } = civilFromDays(days(temporal));
  const time = timeOfDay(temporal);
  const date = { year, month, day, [field]: value };
  const clock = {
    hour: Math.floor(time / 3_600_000),
    minute: Math.floor(time / 60_000) % 60,
    second: Math.floor(time / 1000) % 60,
    [field]: value,
  };
  const dayOf = Math.min(date.day, lengthOfMonth(date.year, date.month));
  return made(
    atLocal(
      temporal,
      daysFromCivil(date.year, date.month, dayOf) * MS_OF_DAY +
        clock.hour * 3_600_000 +
        clock.minute * 60_000 +
        clock.second * 1000 +
        (field === 'nano' ? Math.floor(value / 1_000_000) : time % 1000),
    ),
  );
}

/** `plusDays`, `minusDays` and so on for each unit, and `withYear` for each field. */
function shifting(): Record<string, Method<Temporal>> {
  const methods: Record<string, Method<Temporal>> = {};
  for (const unit of [...Object.keys(UNITS), 'Days', 'Weeks', 'Months', 'Years']) {
    methods[`plus${unit} 1`] = (self, [amount]) => plus(self, unit, millis(amount));
    methods[`minus${unit} 1`] = (self, [amount]) => plus(self, unit, -millis(amount));
  }
  const fields = {
    Year: 'year',
    Month: 'month',
    DayOfMonth: 'day',
    Hour: 'hour',
    Minute: 'minute',
    Second: 'second',
    Nano: 'nano',
  };
  for (const [name, field] of Object.entries(fields))
    methods[`with${name} 1`] = (self, [value]) => replaced(self, field, anyInt(value));
  return methods;
}

const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const MONTHS = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(
  ' ',
);

/** A constant of an enum of Java: its name and its number from 1. */
interface Constant {
  readonly name: string;
  readonly value: number;
}

const constantType: HostType<Constant> = {
  name: 'java.lang.Enum',
  text: ({ name }: Constant) => name,
  key: (object) => (object.data as Constant).name,
  methods: methodTable<Constant>({
    getValue: ({ value }) => value,
    name: ({ name }) => name,
    ordinal: ({ value }) => value - 1,
  }),
};

const methods = methodTable<Temporal>({
  ...shifting(),
  toEpochMilli: ({ ms }) => BigInt(ms),
  getEpochSecond: ({ ms }) => BigInt(Math.floor(ms / 1000)),
  toEpochSecond: ({ ms }) => BigInt(Math.floor(ms / 1000)),
  toEpochDay: (self) => BigInt(days(self)),
  getYear: (self) => civilFromDays(days(self)).year,
  getMonthValue: (self) => civilFromDays(days(self)).month,
  getMonth: (self) => {
    const { month } = civilFromDays(days(self));
    return hostObject(constantType, { name: MONTHS[month - 1]!, value: month });
  },
  getDayOfMonth: (self) => civilFromDays(days(self)).day,
  getDayOfYear: (self) => dayOfYear(civilFromDays(days(self))),
  getDayOfWeek: (self) => {
    const value = dayOfWeek(days(self));
    return hostObject(constantType, { name: WEEKDAYS[value - 1]!, value });
  },
  lengthOfMonth: (self) => lengthOfMonth(civilFromDays(days(self)).year, civilFromDays(days(self)).month),
  lengthOfYear: (self) => lengthOfYear(civilFromDays(days(self)).year),
  getHour: (self) => Math.floor(timeOfDay(self) / 3_600_000),
  getMinute: (self) => Math.floor(timeOfDay(self) / 60_000) % 60,
  getSecond: (self) => Math.floor(timeOfDay(self) / 1000) % 60,
  getNano: (self) => (timeOfDay(self) % 1000) * 1_000_000,
  'isBefore 1': ({ ms }, [other]) => ms < data(other, temporalType).ms,
  'isAfter 1': ({ ms }, [other]) => ms > data(other, temporalType).ms,
  'isEqual 1': ({ ms }, [other]) => ms === data(other, temporalType).ms,
  'compareTo 1': ({ ms }, [other]) => Math.sign(ms - data(other, temporalType).ms),
  toInstant: ({ ms }) => instantOf(ms),
  toLocalDate: (self) => made({ kind: 'LocalDate', ms: days(self) * MS_OF_DAY, zone: UTC }),
  toLocalDateTime: (self) => made({ kind: 'LocalDateTime', ms: local(self), zone: UTC }),
  toLocalTime: (self) => made({ kind: 'LocalTime', ms: timeOfDay(self), zone: UTC }),
  'atStartOfDay 0 1': (self, [zone]) =>
    zone === undefined
      ? made({ ...self, kind: 'LocalDateTime' })
      : inZone('ZonedDateTime', self.ms, data(zone, zoneIdType)),
  'atZone 1': (self, [zone]) =>
    self.kind === 'Instant'
      ? made({ kind: 'ZonedDateTime', ms: self.ms, zone: data(zone, zoneIdType) })
      : inZone('ZonedDateTime', self.ms, data(zone, zoneIdType)),
  'withZoneSameInstant 1': (self, [zone]) => made({ ...self, zone: data(zone, zoneIdType) }),
  'toInstant 1': (self, [offset]) => instantOf(epochOfLocal(self.ms, data(offset, zoneIdType), 'earlier')),
  toOffsetDateTime: (self) => made({ ...self, kind: 'OffsetDateTime' }),
  getZone: ({ zone }) => hostObject(zoneIdType, zone),
  'format 1': (self, [pattern]) => {
    if (typeof pattern === 'string') return javaCall(() => printed(self, pattern));
    return javaCall(() => data(pattern, formatterType).print(self));
  },
  toString: (self: Temporal) => isoText(self),
});

export const inZone = (kind: Kind, localMs: number, zone: Zone): HostObject =>
  made({ kind, ms: epochOfLocal(localMs, zone, 'earlier'), zone });

const printed = (self: Temporal, pattern: string): string =>
  dateTimePrinter(pattern)({ epochMs: self.ms, nanos: 0 }, self.zone);

export const temporalType: HostType<Temporal> = {
  name: 'java.time.temporal.Temporal',
  className: ({ kind }: Temporal) => `java.time.${kind}`,
  methods,
  text: isoText,
  key: (object) => `${(object.data as Temporal).kind} ${isoText(object.data as Temporal)}`,
  compare: (a, b) => Math.sign(a.ms - b.ms),
};

export const made = (temporal: Temporal): HostObject => hostObject(temporalType, temporal);

export const instantOf = (ms: number): HostObject => made({ kind: 'Instant', ms, zone: UTC });

interface Formatter {
  readonly print: (temporal: Temporal) => string;
  readonly pattern: string | undefined;
}

/** `java.time.format.DateTimeFormatter`. */
export const formatterType: HostType<Formatter> = {
  name: 'java.time.format.DateTimeFormatter',
  text: ({ pattern }: Formatter) => pattern ?? 'ISO',
  methods: methodTable<Formatter>({
    'format 1': ({ print }, [temporal]) => javaCall(() => print(data(temporal, temporalType))),
    'withZone 1': ({ print, pattern }, [zone]) =>
      hostObject(formatterType, {
        pattern,
        print: (temporal: Temporal) =>
          print(
            temporal.kind === 'Instant'
              ? { ...temporal, kind: 'ZonedDateTime', zone: data(zone, zoneIdType) }
              : temporal,
          ),
      }),
  }),
};

export function formatterOf(pattern: string): HostObject {
  javaCall(() => dateTimePrinter(pattern));
  return hostObject(formatterType, { pattern, print: (temporal: Temporal) => printed(temporal, pattern) });
}

export const isoFormatter = (): HostObject =>
  hostObject(formatterType, { pattern: undefined, print: isoText });

/** `now()`, `now(zone)` of that kind. */
export function now(kind: Kind, zone: Value | undefined): HostObject {
  const ms = Math.floor(runtime().nowUs() / 1000);
  if (kind === 'Instant') return instantOf(ms);
  const used = zone === undefined ? localZone : data(zone, zoneIdType);
  const moment: Temporal = { kind, ms, zone: used };
  if (kind === 'LocalDate') return made({ kind, ms: days(moment) * MS_OF_DAY, zone: UTC });
  if (kind === 'LocalTime') return made({ kind, ms: timeOfDay(moment), zone: UTC });
  return kind === 'LocalDateTime' ? made({ kind, ms: local(moment), zone: UTC }) : made(moment);
}

/** `of(2024, 1, 2, …)` of that kind. */
export function temporalOf(kind: Kind, args: readonly Value[]): HostObject {
  const last = args.at(-1);
  const zone = dataOf(last, zoneIdType);
  const numbers = (zone === undefined ? args : args.slice(0, -1)).map(anyInt);
  const [year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, nano = 0] =
    kind === 'LocalTime' ? [1970, 1, 1, ...numbers] : numbers;
  const ms =
    daysFromCivil(year, month, day) * MS_OF_DAY +
    hour * 3_600_000 +
    minute * 60_000 +
    second * 1000 +
    Math.floor(nano / 1e6);
  return inZone(kind, ms, zone ?? UTC);
}

/** `ofInstant(instant, zone)` of that kind. */
export function ofInstant(kind: Kind, instant: Value, zone: Value): HostObject {
  const moment: Temporal = { kind, ms: data(instant, temporalType).ms, zone: data(zone, zoneIdType) };
  if (kind === 'LocalDateTime') return made({ kind, ms: local(moment), zone: UTC });
  return kind === 'LocalDate' ? made({ kind, ms: days(moment) * MS_OF_DAY, zone: UTC }) : made(moment);
}

export const offsetZone = (id: string): HostObject =>
  hostObject(zoneIdType, id === 'Z' ? fixedZone(0, 'Z') : (zoneOf(id) ?? UTC));
