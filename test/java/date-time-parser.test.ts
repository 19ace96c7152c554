import { describe, expect, it } from 'vitest';
import type { FieldName } from '../../src/java/date-time-fields.ts';
import { dateTimePrinter } from '../../src/java/date-time-formatter.ts';
import { dateTimeParser } from '../../src/java/date-time-parser.ts';
import { zoneOf } from '../../src/java/time-zone.ts';

/** What `__timeShift` takes for granted on July 1, 2026; the offset is that of the zone. */
const defaults: [FieldName, number][] = [
  ['NanoOfSecond', 0],
  ['SecondOfMinute', 0],
  ['MinuteOfHour', 0],
  ['HourOfDay', 0],
  ['DayOfMonth', 1],
  ['MonthOfYear', 1],
  ['YearOfEra', 2026],
];

/**
 * What java.time.format.DateTimeFormatter of Java 17 reads, in a zone that is +00:00 or +02:00: seconds since the
 * epoch with nanoseconds, zone, and the text printed again.
 */
const read: [pattern: string, text: string, offsetHours: number, locale: string, result: string][] = [
  ['yyyy-MM-dd', '2020-02-28', 0, 'en', '1582848000.0 Z 2020-02-28'],
  ['yyyy-MM-dd', '2020-02-28', 2, 'en', '1582840800.0 +02:00 2020-02-28'],
  ['yyyy-MM-dd', '2020-02-30', 0, 'en', '1582934400.0 Z 2020-02-29'],
  ['yyyy-MM-dd', '2020-02-30', 2, 'en', '1582927200.0 +02:00 2020-02-29'],
  ['yyyy-MM-dd HH:mm:ss', '2020-01-01 00:00:00', 0, 'en', '1577836800.0 Z 2020-01-01 00:00:00'],
  ['yyyy-MM-dd HH:mm:ss', '2020-01-01 00:00:00', 2, 'en', '1577829600.0 +02:00 2020-01-01 00:00:00'],
  ['yyyyMMddHHmmss', '20200102030405', 0, 'en', '1577934245.0 Z 20200102030405'],
  ['yyyyMMddHHmmss', '20200102030405', 2, 'en', '1577927045.0 +02:00 20200102030405'],
  ['yyyyMMdd', '20200102', 0, 'en', '1577923200.0 Z 20200102'],
  ['yyyyMMdd', '20200102', 2, 'en', '1577916000.0 +02:00 20200102'],
  ['Hmm yyyy', '105 2020', 0, 'en', '1577840700.0 Z 105 2020'],
  ['Hmm yyyy', '105 2020', 2, 'en', '1577833500.0 +02:00 105 2020'],
  ['HHmm', '0105', 0, 'en', '1767229500.0 Z 0105'],
  ['HHmm', '0105', 2, 'en', '1767222300.0 +02:00 0105'],
  [
    "yyyy-MM-dd'T'HH:mm:ssXXX",
    '2020-01-01T00:00:00+02:00',
    0,
    'en',
    '1577829600.0 +02:00 2020-01-01T00:00:00+02:00',
  ],
  [
    "yyyy-MM-dd'T'HH:mm:ssXXX",
    '2020-01-01T00:00:00+02:00',
    2,
    'en',
    '1577829600.0 +02:00 2020-01-01T00:00:00+02:00',
  ],
  ["yyyy-MM-dd'T'HH:mm:ssXXX", '2020-01-01T00:00:00Z', 0, 'en', '1577836800.0 Z 2020-01-01T00:00:00Z'],
  ["yyyy-MM-dd'T'HH:mm:ssXXX", '2020-01-01T00:00:00Z', 2, 'en', '1577836800.0 Z 2020-01-01T00:00:00Z'],
  ["yyyy-MM-dd'T'HH:mm:ssX", '2020-01-01T00:00:00+02', 0, 'en', '1577829600.0 +02:00 2020-01-01T00:00:00+02'],
  ["yyyy-MM-dd'T'HH:mm:ssX", '2020-01-01T00:00:00+02', 2, 'en', '1577829600.0 +02:00 2020-01-01T00:00:00+02'],
  [
    "yyyy-MM-dd'T'HH:mm:ssZ",
    '2020-01-01T00:00:00+0200',
    0,
    'en',
    '1577829600.0 +02:00 2020-01-01T00:00:00+0200',
  ],
  [
    "yyyy-MM-dd'T'HH:mm:ssZ",
    '2020-01-01T00:00:00+0200',
    2,
    'en',
    '1577829600.0 +02:00 2020-01-01T00:00:00+0200',
  ],
  [
    'yyyy-MM-dd HH:mm:ss.SSS',
    '2020-01-01 00:00:00.123',
    0,
    'en',
    '1577836800.123000000 Z 2020-01-01 00:00:00.123',
  ],
  [
    'yyyy-MM-dd HH:mm:ss.SSS',
    '2020-01-01 00:00:00.123',
    2,
    'en',
    '1577829600.123000000 +02:00 2020-01-01 00:00:00.123',
  ],
  ['yyyyMMddHHmmssSSS', '20200102030405678', 0, 'en', '1577934245.678000000 Z 20200102030405678'],
  ['yyyyMMddHHmmssSSS', '20200102030405678', 2, 'en', '1577927045.678000000 +02:00 20200102030405678'],
  ['dd MMM yyyy', '01 Jan 2020', 0, 'en', '1577836800.0 Z 01 Jan 2020'],
  ['dd MMM yyyy', '01 Jan 2020', 2, 'en', '1577829600.0 +02:00 01 Jan 2020'],
  ['dd MMMM yyyy', '01 January 2020', 0, 'en', '1577836800.0 Z 01 January 2020'],
  ['dd MMMM yyyy', '01 January 2020', 2, 'en', '1577829600.0 +02:00 01 January 2020'],
  ['d/M/yy', '1/2/20', 0, 'en', '1580515200.0 Z 1/2/20'],
  ['d/M/yy', '1/2/20', 2, 'en', '1580508000.0 +02:00 1/2/20'],
  ['kk:mm', '24:10', 0, 'en', '1767226200.0 Z 24:10'],
  ['kk:mm', '24:10', 2, 'en', '1767219000.0 +02:00 24:10'],
  ['uuuu-MM-dd', '2026-01-01', 0, 'en', '1767225600.0 Z 2026-01-01'],
  ['uuuu-MM-dd', '2026-01-01', 2, 'en', '1767218400.0 +02:00 2026-01-01'],
  ['D', '1', 0, 'en', '1767225600.0 Z 1'],
  ['D', '1', 2, 'en', '1767218400.0 +02:00 1'],
  ['EEE dd MMM yyyy', 'Wed 01 Jan 2020', 0, 'en', '1577836800.0 Z Wed 01 Jan 2020'],
  ['EEE dd MMM yyyy', 'Wed 01 Jan 2020', 2, 'en', '1577829600.0 +02:00 Wed 01 Jan 2020'],
  ['yyyy', '+12345', 0, 'en', '327403382400.0 Z +12345'],
  ['yyyy', '+12345', 2, 'en', '327403375200.0 +02:00 +12345'],
  ['y', '12345', 0, 'en', '327403382400.0 Z 12345'],
  ['y', '12345', 2, 'en', '327403375200.0 +02:00 12345'],
  ['yyyy-MM-dd VV', '2020-07-01 Europe/Paris', 0, 'en', '1593561600.0 Europe/Paris 2020-07-01 Europe/Paris'],
  ['yyyy-MM-dd VV', '2020-07-01 Europe/Paris', 2, 'en', '1593554400.0 Europe/Paris 2020-07-01 Europe/Paris'],
  ['yyyy-MM-dd z', '2020-07-01 CET', 0, 'en', '1593561600.0 Europe/Paris 2020-07-01 CEST'],
  ['yyyy-MM-dd z', '2020-07-01 CET', 2, 'en', '1593554400.0 Europe/Paris 2020-07-01 CEST'],
  ['yyyy-MM-dd z', '2020-07-01 EST', 0, 'en', '1593561600.0 America/New_York 2020-06-30 EDT'],
  ['yyyy-MM-dd z', '2020-07-01 EST', 2, 'en', '1593554400.0 America/New_York 2020-06-30 EDT'],
  ['yyyy-MM-dd[ HH:mm]', '2020-07-01', 0, 'en', '1593561600.0 Z 2020-07-01 00:00'],
  ['yyyy-MM-dd[ HH:mm]', '2020-07-01', 2, 'en', '1593554400.0 +02:00 2020-07-01 00:00'],
  ['yyyy-MM-dd[ HH:mm]', '2020-07-01 10:11', 0, 'en', '1593598260.0 Z 2020-07-01 10:11'],
  ['yyyy-MM-dd[ HH:mm]', '2020-07-01 10:11', 2, 'en', '1593591060.0 +02:00 2020-07-01 10:11'],
  ["yyyy 'x' MM", '2020 x 05', 0, 'en', '1588291200.0 Z 2020 x 05'],
  ["yyyy 'x' MM", '2020 x 05', 2, 'en', '1588284000.0 +02:00 2020 x 05'],
  ['O', 'GMT+2', 0, 'en', '1767218400.0 +02:00 GMT+2'],
  ['O', 'GMT+2', 2, 'en', '1767218400.0 +02:00 GMT+2'],
  ['OOOO', 'GMT+02:00', 0, 'en', '1767218400.0 +02:00 GMT+02:00'],
  ['OOOO', 'GMT+02:00', 2, 'en', '1767218400.0 +02:00 GMT+02:00'],
  ['yyyy-MM-dd HH:mm', '2020-03-29 02:30', 0, 'en', '1585449000.0 Z 2020-03-29 02:30'],
  ['yyyy-MM-dd HH:mm', '2020-03-29 02:30', 2, 'en', '1585441800.0 +02:00 2020-03-29 02:30'],
  [
    'yyyy-MM-dd HH:mm VV',
    '2020-03-29 02:30 Europe/Paris',
    0,
    'en',
    '1585449000.0 Europe/Paris 2020-03-29 04:30 Europe/Paris',
  ],
  [
    'yyyy-MM-dd HH:mm VV',
    '2020-03-29 02:30 Europe/Paris',
    2,
    'en',
    '1585441800.0 Europe/Paris 2020-03-29 01:30 Europe/Paris',
  ],
  [
    'yyyy-MM-dd HH:mm VV',
    '2020-10-25 02:30 Europe/Paris',
    0,
    'en',
    '1603593000.0 Europe/Paris 2020-10-25 03:30 Europe/Paris',
  ],
  [
    'yyyy-MM-dd HH:mm VV',
    '2020-10-25 02:30 Europe/Paris',
    2,
    'en',
    '1603585800.0 Europe/Paris 2020-10-25 02:30 Europe/Paris',
  ],
  ['HH HH', '05 05', 0, 'en', '1767243600.0 Z 05 05'],
  ['HH HH', '05 05', 2, 'en', '1767236400.0 +02:00 05 05'],
  ['s.n', '5.123', 0, 'en', '1767225605.123 Z 5.123'],
  ['s.n', '5.123', 2, 'en', '1767218405.123 +02:00 5.123'],
  ['', '', 0, 'en', '1767225600.0 Z '],
  ['', '', 2, 'en', '1767218400.0 +02:00 '],
  ['MMM', 'Sep', 0, 'en', '1788220800.0 Z Sep'],
  ['MMM', 'Sep', 2, 'en', '1788213600.0 +02:00 Sep'],
  ['LLLL', 'May', 0, 'en', '1777593600.0 Z May'],
  ['LLLL', 'May', 2, 'en', '1777586400.0 +02:00 May'],
  ['xxx', '+00:00', 0, 'en', '1767225600.0 Z +00:00'],
  ['xxx', '+00:00', 2, 'en', '1767225600.0 Z +00:00'],
  ['ZZZZZ', 'Z', 0, 'en', '1767225600.0 Z Z'],
  ['ZZZZZ', 'Z', 2, 'en', '1767225600.0 Z Z'],
  [
    'yyyy-MM-dd HH:mm:ss,SSSSSS',
    '2020-01-01 00:00:00,123456',
    0,
    'en',
    '1577836800.123456000 Z 2020-01-01 00:00:00,123456',
  ],
  [
    'yyyy-MM-dd HH:mm:ss,SSSSSS',
    '2020-01-01 00:00:00,123456',
    2,
    'en',
    '1577829600.123456000 +02:00 2020-01-01 00:00:00,123456',
  ],
  ['dd MMMM yyyy', '01 janvier 2020', 0, 'fr', '1577836800.0 Z 01 janvier 2020'],
  ['dd MMM yyyy', '01 févr. 2020', 0, 'fr', '1580515200.0 Z 01 févr. 2020'],
  ['EEEE d MMMM', 'Donnerstag 5 März', 0, 'de', '1772668800.0 Z Donnerstag 5 März'],
  ['d MMM', '5 Jan.', 0, 'de', '1767571200.0 Z 5 Jan.'],
  ['d MMMM yyyy', '5 mayo 2020', 0, 'es', '1588636800.0 Z 5 mayo 2020'],
];

const unparseable: [pattern: string, text: string][] = [
  ['yyyy-MM-dd', '2020-2-28'],
  ['yyyy-MM-dd', '2020-02-32'],
  ['yyyy-MM-dd', 'bad'],
  ['yyyy-MM-dd HH:mm:ss.SSS', '2020-01-01 00:00:00.12'],
  ['dd MMM yyyy', '01 jan 2020'],
  ['d/M/yy', '1/2/2020'],
  ['hh:mm a', '03:04 PM'],
  ['h:mm a', '3:04 PM'],
  ['K a', '3 PM'],
  ['uuuu-MM-dd', '2020-01-01'],
  ['yyyy-DDD', '2026-060'],
  ['EEE dd MMM yyyy', 'Thu 01 Jan 2020'],
  ['yyyy', '12345'],
  ['y', '-5'],
  ['yyyy-MM-dd', '2020-07-01x'],
  ['yyyy-MM-dd', '2020-07'],
  ['HH:mm', '25:00'],
  ['HH:mm', '23:60'],
  ['A', '3600000'],
  ['yyyy G', '44 BC'],
  ['ppH', '  7'],
  ['MM', '13'],
  ['HH HH', '05 06'],
  ['M/d/yyyy h:mm:ss a', '1/2/2020 3:04:05 AM'],
];

function parse(pattern: string, text: string, offsetHours: number, locale: string) {
  return dateTimeParser(
    pattern,
    locale,
  )(text)
    .complete([...defaults, ['OffsetSeconds', offsetHours * 3600]])
    .toZoned();
}

describe('dateTimeParser', () => {
  it.each(read)('reads by %j the text %j (+%d h, %s)', (pattern, text, offsetHours, locale, result) => {
    const { instant, zone } = parse(pattern, text, offsetHours, locale);
    const seconds = Math.floor(instant.epochMs / 1000);
    const nanos = (instant.epochMs - seconds * 1000) * 1e6 + instant.nanos;
    const again = dateTimePrinter(pattern, locale)(instant, zone);
    expect(`${seconds}.${nanos} ${zone.id} ${again}`).toBe(result);
  });

  it.each(unparseable)('finds nothing by %j in %j', (pattern, text) => {
    expect(() => parse(pattern, text, 0, 'en')).toThrow(
      /could not be parsed|Invalid value|Conflict|Unable to obtain/,
    );
  });

  it('takes a repeated hour for the earlier one and moves a skipped one on', () => {
    const paris = zoneOf('Europe/Paris')!;
    const epochMs = (text: string): number => {
      const parsed = dateTimeParser('yyyy-MM-dd HH:mm', 'en')(text);
      parsed.zone = paris;
      return parsed.toZoned().instant.epochMs;
    };
    expect(new Date(epochMs('2020-10-25 02:30')).toISOString()).toBe('2020-10-25T00:30:00.000Z');
    expect(new Date(epochMs('2020-03-29 02:30')).toISOString()).toBe('2020-03-29T01:30:00.000Z');
  });
});
