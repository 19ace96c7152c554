import { describe, expect, test } from 'vitest';
import { ticks } from '../../../src/elements/thread-groups/arrivals.ts';
import { arrivalRate } from '../../../src/elements/thread-groups/arrivals-thread-group.ts';
import { plannedConcurrency } from '../../../src/elements/thread-groups/concurrency-thread-group.ts';
import { freeFormRate } from '../../../src/elements/thread-groups/free-form-arrivals-thread-group.ts';
import { steppingSchedule } from '../../../src/elements/thread-groups/stepping-thread-group.ts';
import {
  scheduleFromProperty,
  ultimateSchedule,
} from '../../../src/elements/thread-groups/ultimate-thread-group.ts';

const pairs = (schedule: readonly { startMs: number; endMs: number }[]): number[][] =>
  schedule.map(({ startMs, endMs }) => [startMs, endMs]);

// Start and end times as the classes of the plugin (casutg 2.10) compute them.
describe('Stepping Thread Group', () => {
  test.each([
    [
      [4, 0, 2, 0, 1, 2, 1, 1, 0],
      [
        [0, 2000],
        [0, 2000],
        [1000, 3000],
        [1000, 3000],
      ],
    ],
    [
      [3, 1, 1, 2, 1, 3, 1, 1, 0],
      [
        [1000, 3000],
        [1000, 3000],
        [2000, 3000],
      ],
    ],
    [
      [10, 0, 3, 5, 30, 4, 2, 60, 6],
      [
        [0, 136000],
        [1200, 136000],
        [2400, 136000],
        [3600, 136000],
        [4800, 138000],
        [36000, 138000],
        [38000, 138000],
        [40000, 138000],
        [72000, 140000],
        [74000, 140000],
      ],
    ],
    [
      [7, 5, 0, 0, 0, 0, 0, 10, 7],
      [
        [5000, 22000],
        [6000, 22000],
        [7000, 22000],
        [8000, 22000],
        [9000, 22000],
        [10000, 22000],
        [11000, 22000],
      ],
    ],
    [
      [5, 0, 2, 9, 10, 1, 1, 5, 3],
      [
        [0, 8000],
        [600, 9000],
        [1200, 10000],
        [1800, 11000],
        [2400, 12000],
      ],
    ],
    [[1, 0, 1, 1, 0, 1, 0, 0, 0], [[0, 0]]],
    [[0, 0, 0, 0, 0, 0, 0, 0, 0], []],
  ])('with settings %j', (numbers, expected) => {
    const [threads, initialDelay, startCount, burst, startPeriod, stopCount, stopPeriod, hold, rampUp] =
      numbers.map(Number);
    expect(
      pairs(
        steppingSchedule({
          threads: threads!,
          initialDelay: initialDelay!,
          startCount: startCount!,
          burst: burst!,
          startPeriod: startPeriod!,
          stopCount: stopCount!,
          stopPeriod: stopPeriod!,
          hold: hold!,
          rampUp: rampUp!,
        }),
      ),
    ).toEqual(expected);
  });
});

describe('Ultimate Thread Group', () => {
  test.each([
    [
      'spawn(2,0s,1s,1s,0s) spawn(1,1s,0s,1s,1s)',
      [
        [1000, 2000],
        [500, 2000],
        [1000, 3000],
      ],
    ],
    [
      'spawn(3, 5, 10, 20, 6)',
      [
        [15000, 41000],
        [11666, 39000],
        [8333, 37000],
      ],
    ],
    [
      'spawn(0,1,1,1,1) SPAWN(2,0,0,1,0)',
      [
        [1000, 2000],
        [1000, 2000],
      ].map(() => [0, 1000]),
    ],
    ['spawn(1,1m,1h30m,1d,0)', [[60_000 + 5_400_000, 60_000 + 5_400_000 + 86_400_000]]],
    ['nothing(1,1,1,1,1) spawn(x,1,1,1,1) spawn(1,1w,1,1,1) spawn(1,0,0,1)', []],
  ])('with the schedule %j', (text, expected) => {
    // The thread that starts last in a row ends last too.
    const schedule = pairs(ultimateSchedule(scheduleFromProperty(text)));
    expect(schedule).toEqual(expected);
  });
});

describe('Concurrency Thread Group', () => {
  const settings = { target: 5, rampUpSeconds: 3, holdSeconds: 1, steps: 0, unitSeconds: 1 };
  test.each([
    [settings, [0, 0.2, 0.4, 1, 2, 3, 3.5, 4], [0, 0, 1, 2, 3, 5, 5, undefined]],
    [{ ...settings, steps: 3 }, [0, 0.99, 1, 2, 3, 3.5, 4], [2, 2, 3, 5, 7, 5, undefined]],
    [{ ...settings, rampUpSeconds: 0 }, [0, 0.99, 1], [5, 5, undefined]],
    [{ ...settings, rampUpSeconds: 0, holdSeconds: 0 }, [0], [undefined]],
  ])('with %j at %j s plans %j threads', (given, seconds, expected) => {
    expect(seconds.map((s) => plannedConcurrency(given, s))).toEqual(expected);
  });
});

describe('Arrivals Thread Group', () => {
  const settings = { target: 6, rampUpSeconds: 0, holdSeconds: 1, steps: 0, unitSeconds: 1 };
  const times = (given: typeof settings): number[] =>
    [...ticks((elapsed, arrivals) => arrivalRate(given, elapsed, arrivals))]
      .filter(({ kind }) => kind === 'arrival')
      .map(({ atMs }) => Math.round(atMs));

  test.each([
    [settings, [0, 167, 333, 500, 667, 833]],
    [{ ...settings, target: 120, unitSeconds: 60 }, [0, 500]],
    // The plugin's arithmetic gives the fourth arrival just before the step at one second.
    [
      { ...settings, rampUpSeconds: 2, steps: 2 },
      [0, 333, 667, 1000, 1333, 1500, 1667, 1833, 2000, 2111, 2278, 2444, 2611, 2778, 2944],
    ],
    // Without steps nothing arrives before the end of the ramp-up, as in the plugin.
    [{ ...settings, rampUpSeconds: 3 }, [3200, 3367, 3533, 3700, 3867]],
    [{ ...settings, holdSeconds: 0 }, []],
  ])('with %j lets threads arrive at %j ms', (given, expected) => {
    expect(times(given)).toEqual(expected);
  });
});

describe('Free-Form Arrivals Thread Group', () => {
  const times = (rows: Parameters<typeof freeFormRate>[0], unitSeconds: number): number[] =>
    [...ticks((elapsed) => freeFormRate(rows, unitSeconds, elapsed))]
      .filter(({ kind }) => kind === 'arrival')
      .map(({ atMs }) => Math.round(atMs));

  test.each([
    [
      [
        { start: 1, end: 5, duration: 2 },
        { start: 5, end: 5, duration: 1 },
      ],
      1,
      [0, 1000, 1333, 1606, 1843, 2057, 2257, 2457, 2657, 2857],
    ],
    [
      [
        { start: 4, end: 0, duration: 2 },
        { start: 0, end: 0, duration: 1 },
        { start: 2, end: 2, duration: 1.5 },
      ],
      1,
      [0, 250, 536, 877, 1322, 3060, 3560],
    ],
    [[{ start: 60, end: 60, duration: 0.05 }], 60, [0, 1000, 2000, 3000]],
    [
      [
        { start: 0, end: 5, duration: 2 },
        { start: 5, end: 5, duration: 0 },
      ],
      1,
      [200],
    ],
    [[], 1, []],
  ])('with %j, unit %i s, lets threads arrive at %j ms', (rows, unitSeconds, expected) => {
    expect(times(rows, unitSeconds)).toEqual(expected);
  });
});
