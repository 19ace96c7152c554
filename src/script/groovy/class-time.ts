import { long, text } from './arguments.ts';
import type { ClassDefinition } from './class-registry.ts';
import {
  formatterOf,
  instantOf,
  isoFormatter,
  type Kind,
  now,
  ofInstant,
  offsetZone,
  temporalOf,
  zoneId,
  zoneIdType,
} from './java-time.ts';
import { chronoUnits, durationBetween, durationOf, unitType } from './java-duration.ts';
import { parseTemporal } from './java-time-parser.ts';
import { localZone } from '../../java/time-zone.ts';
import { hostObject, type Method, methodTable } from './value.ts';

function temporal(kind: Kind, more: Record<string, Method<unknown>> = {}): ClassDefinition {
  return {
    name: `java.time.${kind}`,
    statics: methodTable<unknown>({
      'now 0 1': (_, [zone]) => now(kind, zone),
      'parse 1 2': (_, [input, formatter]) => parseTemporal(kind, text(input), formatter),
      ...more,
    }),
  };
}

const withFields = (kind: Kind): Record<string, Method<unknown>> => ({
  'of 2 8': (_, args) => temporalOf(kind, args),
});
const withInstant = (kind: Kind): Record<string, Method<unknown>> => ({
  'ofInstant 2': (_, [instant, zone]) => ofInstant(kind, instant!, zone!),
});

const duration =
  (unit: number): Method<unknown> =>
  (_, [amount]) =>
    durationOf(Number(long(amount)) * unit);

export const timeClasses: readonly ClassDefinition[] = [
  temporal('Instant', {
    'ofEpochMilli 1': (_, [ms]) => instantOf(Number(long(ms))),
    'ofEpochSecond 1': (_, [seconds]) => instantOf(Number(long(seconds)) * 1000),
  }),
  temporal('LocalDate', { ...withFields('LocalDate'), ...withInstant('LocalDate') }),
  temporal('LocalTime', withFields('LocalTime')),
  temporal('LocalDateTime', { ...withFields('LocalDateTime'), ...withInstant('LocalDateTime') }),
  temporal('ZonedDateTime', { ...withFields('ZonedDateTime'), ...withInstant('ZonedDateTime') }),
  temporal('OffsetDateTime', { ...withFields('OffsetDateTime'), ...withInstant('OffsetDateTime') }),
  {
    name: 'java.time.ZoneId',
    statics: methodTable<unknown>({
      'of 1': (_, [id]) => zoneId(text(id)),
      systemDefault: () => hostObject(zoneIdType, localZone),
    }),
  },
  {
    name: 'java.time.ZoneOffset',
    fields: { UTC: () => offsetZone('Z') },
    statics: methodTable<unknown>({ 'of 1': (_, [id]) => offsetZone(text(id)) }),
  },
  {
    name: 'java.time.format.DateTimeFormatter',
    fields: {
      ISO_INSTANT: isoFormatter,
      ISO_LOCAL_DATE: () => formatterOf('uuuu-MM-dd'),
      ISO_DATE: () => formatterOf('uuuu-MM-dd'),
      BASIC_ISO_DATE: () => formatterOf('uuuuMMdd'),
      ISO_LOCAL_TIME: () => formatterOf('HH:mm:ss'),
      ISO_LOCAL_DATE_TIME: () => formatterOf("uuuu-MM-dd'T'HH:mm:ss"),
      ISO_OFFSET_DATE_TIME: () => formatterOf("uuuu-MM-dd'T'HH:mm:ssXXX"),
    },
    statics: methodTable<unknown>({
      'ofPattern 1 2': (_, [pattern]) => formatterOf(text(pattern)),
    }),
  },
  {
    name: 'java.time.Duration',
    statics: methodTable<unknown>({
      'ofMillis 1': duration(1),
      'ofSeconds 1': duration(1000),
      'ofMinutes 1': duration(60_000),
      'ofHours 1': duration(3_600_000),
      'ofDays 1': duration(86_400_000),
      'between 2': (_, [from, to]) => durationBetween(from!, to!),
    }),
  },
  {
    name: 'java.time.temporal.ChronoUnit',
    fields: Object.fromEntries(chronoUnits.map((name) => [name, () => hostObject(unitType, name)])),
  },
];
