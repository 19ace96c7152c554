import { describe, expect, it } from 'vitest';
import { epochOfLocal, fixedZone, offsetText, zoneName, zoneOf } from '../../src/java/time-zone.ts';

const winter = Date.UTC(2020, 0, 15);
const summer = Date.UTC(2020, 6, 15);

describe('zoneOf', () => {
  it.each([
    ['Europe/Paris', 3600, 7200],
    ['America/New_York', -18_000, -14_400],
    ['Asia/Kolkata', 19_800, 19_800],
    ['UTC', 0, 0],
    ['Z', 0, 0],
    ['+02:00', 7200, 7200],
    ['-0330', -12_600, -12_600],
    ['GMT+5', 18_000, 18_000],
  ])('knows the offsets of %s', (id, inWinter, inSummer) => {
    expect(zoneOf(id)?.offsetSeconds(winter)).toBe(inWinter);
    expect(zoneOf(id)?.offsetSeconds(summer)).toBe(inSummer);
  });

  it('knows no zone of another name', () => {
    expect(zoneOf('Mars/Olympus')).toBeUndefined();
  });
});

describe('epochOfLocal', () => {
  const paris = zoneOf('Europe/Paris')!;
  const iso = (local: number, ambiguous: 'earlier' | 'later') =>
    new Date(epochOfLocal(local, paris, ambiguous)).toISOString();

  it('takes the moment that is asked for when the clocks show a time twice', () => {
    const twice = Date.UTC(2020, 9, 25, 2, 30);
    expect(iso(twice, 'earlier')).toBe('2020-10-25T00:30:00.000Z');
    expect(iso(twice, 'later')).toBe('2020-10-25T01:30:00.000Z');
  });

  it('goes on behind a gap', () => {
    expect(iso(Date.UTC(2020, 2, 29, 2, 30), 'earlier')).toBe('2020-03-29T01:30:00.000Z');
  });

  it('is plain at all other times', () => {
    expect(iso(Date.UTC(2020, 6, 1, 12), 'earlier')).toBe('2020-07-01T10:00:00.000Z');
  });
});

describe('offsetText', () => {
  it.each([
    [0, ''],
    [7200, '+02:00'],
    [-12_600, '-03:30'],
    [3661, '+01:01:01'],
  ])('writes %d seconds as %j', (seconds, text) => {
    expect(offsetText(seconds, ':')).toBe(text);
  });
});

describe('zoneName', () => {
  it('has names for summer and winter, also of years long gone', () => {
    const paris = zoneOf('Europe/Paris')!;
    expect(zoneName(paris, winter, 'short', 'en-US')).toBe('CET');
    expect(zoneName(paris, summer, 'short', 'en-US')).toBe('CEST');
    expect(zoneName(paris, Date.UTC(1967, 0, 1), 'long', 'en-US')).toBe('Central European Standard Time');
  });

  it('is the id of a zone that is an offset', () => {
    expect(zoneName(fixedZone(7200), winter, 'short', 'en-US')).toBe('+02:00');
  });
});
