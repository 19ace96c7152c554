import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/java/duration.ts';

/** Seconds and nanoseconds that java.time.Duration.parse of Java 17 gives. */
const durations: [text: string, seconds: number, nanos: number][] = [
  ['PT1H', 3600, 0],
  ['P1D', 86400, 0],
  ['P2DT3H4M', 183840, 0],
  ['PT20.345S', 20, 345000000],
  ['-P1DT-3H+4M', -75840, 0],
  ['PT-0.5S', -1, 500000000],
  ['-PT-6H+3M', 21420, 0],
  ['-PT1.25S', -2, 750000000],
  ['pt1h', 3600, 0],
  ['PT1.S', 1, 0],
  ['PT1,5S', 1, 500000000],
  ['+PT1S', 1, 0],
  ['PT0S', 0, 0],
  ['PT0.000000001S', 0, 1],
  ['PT-0.000000001S', -1, 999999999],
];

const malformed = ['P-6H3M', '-P6H', 'P', 'PT', 'P1DT', 'bad', 'P1W', 'PT.5S', 'P1Y', 'PT1M1H'];

describe('parseDuration', () => {
  it.each(durations)('reads %s', (text, seconds, nanos) => {
    expect(parseDuration(text)).toEqual({ seconds, nanos });
  });

  it.each(malformed)('refuses %j', (text) => {
    expect(() => parseDuration(text)).toThrow('Text cannot be parsed to a Duration');
  });
});
