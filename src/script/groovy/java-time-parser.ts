import { daysFromCivil, lengthOfMonth } from '../../java/civil-date.ts';
import { printPartial } from '../../java/date-time-partial.ts';
import { dateTimeParser } from '../../java/date-time-parser.ts';
import { defaultLocale } from '../../java/date-names.ts';
import { epochOfLocal, zoneOf } from '../../java/time-zone.ts';
import { data } from './arguments.ts';
import { javaError } from './exceptions.ts';
import { javaCall } from './parse-numbers.ts';
import { type HostObject, type Value } from './value.ts';
import { formatterType, inZone, instantOf, type Kind, made, MS_OF_DAY, UTC } from './java-time.ts';

const ISO =
  /^(?:([+-]?\d{4,})-(\d{2})-(\d{2}))?T?(?:(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d{2}:\d{2})?(?:\[(.+)\])?$/;

/** `parse(text)`, `parse(text, formatter)` of that kind. */
export function parseTemporal(kind: Kind, input: string, formatter: Value | undefined): HostObject {
  const pattern = formatter === undefined ? undefined : data(formatter, formatterType).pattern;
  if (pattern !== undefined) return parsePattern(kind, input, pattern);
  const [whole, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset, zone] =
    ISO.exec(input) ?? [];
  const hasTime = input.includes(':');
  const fits =
    whole !== undefined &&
    (kind === 'LocalTime' ? year === undefined : year !== undefined) &&
    (kind === 'LocalDate' ? !hasTime : hasTime) &&
    (offset === undefined) === kind.startsWith('Local') &&
    Number(month ?? 1) >= 1 &&
    Number(month ?? 1) <= 12 &&
    (year === undefined || (Number(day) >= 1 && Number(day) <= lengthOfMonth(Number(year), Number(month))));
  if (!fits)
    throw javaError(
      'java.time.format.DateTimeParseException',
      `Text '${input}' could not be parsed at index 0`,
    );
  const localMs =
    (year === undefined ? 0 : daysFromCivil(Number(year), Number(month), Number(day)) * MS_OF_DAY) +
    Number(hour) * 3_600_000 +
    Number(minute) * 60_000 +
    Number(second) * 1000 +
    Math.floor(Number(`0.${fraction}`) * 1000);
  const found = zone ?? offset;
  const used = found === undefined ? UTC : zoneOf(found);
  if (used === undefined)
    throw javaError('java.time.format.DateTimeParseException', `Text '${input}' could not be parsed`);
  const ms = epochOfLocal(localMs, used, 'earlier');
  return kind === 'Instant' ? instantOf(ms) : made({ kind, ms, zone: used });
}

function parsePattern(kind: Kind, input: string, pattern: string): HostObject {
  const parsed = javaCall(() => dateTimeParser(pattern, defaultLocale)(input));
  const ms = javaCall(() => {
    const text = printFields(parsed, kind);
    return Date.parse(text);
  });
  const zone = parsed.zone ?? UTC;
  if (kind.startsWith('Local')) return made({ kind, ms, zone: UTC });
  return inZone(kind, ms, zone);
}

/** The fields of what was read in ISO form, as UTC. */
function printFields(parsed: ReturnType<ReturnType<typeof dateTimeParser>>, kind: Kind): string {
  const date = kind === 'LocalTime' ? '1970-01-01' : printPartial('uuuu-MM-dd', parsed, defaultLocale);
  return kind === 'LocalDate'
    ? `${date}T00:00:00Z`
    : `${date}T${printPartial('HH:mm', parsed, defaultLocale)}:${parsed.has('SecondOfMinute') ? printPartial('ss', parsed, defaultLocale) : '00'}Z`;
}
