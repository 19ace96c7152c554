import { describe, expect, test } from 'vitest';
import {
  ArrivalBlocks,
  preciseThroughputTimer,
} from '../../../src/elements/timers/precise-throughput-timer.ts';
import { JavaRandom } from '../../../src/java/random.ts';
import { StopThreadError } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { testShared, testUser, type TestUser } from '../../support/user.ts';

const take = (
  blocks: ArrivalBlocks,
  count: number,
  settings: Parameters<ArrivalBlocks['next']>[0],
): number[] => Array.from({ length: count }, () => blocks.next(settings));

describe('Arrival blocks', () => {
  test('hold rate times duration sorted instants each', () => {
    const blocks = new ArrivalBlocks(new JavaRandom(1n));
    const instants = take(blocks, 30, { perSecond: 5, durationSeconds: 3, batchSize: 1 });
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    expect(instants.filter((s) => s < 3)).toHaveLength(15);
    expect(instants.filter((s) => s >= 3 && s < 6)).toHaveLength(15);
  });

  test('give each instant to a whole batch', () => {
    const blocks = new ArrivalBlocks(new JavaRandom(1n));
    const instants = take(blocks, 12, { perSecond: 2, durationSeconds: 3, batchSize: 3 });
    for (let i = 0; i < 12; i += 3) expect(new Set(instants.slice(i, i + 3)).size).toBe(1);
    expect(new Set(instants).size).toBe(4);
  });

  test('begin a new block when the rate changes', () => {
    const blocks = new ArrivalBlocks(new JavaRandom(1n));
    take(blocks, 2, { perSecond: 5, durationSeconds: 3, batchSize: 1 });
    const [instant] = take(blocks, 1, { perSecond: 6, durationSeconds: 3, batchSize: 1 });
    expect(instant).toBeGreaterThanOrEqual(3);
  });

  test.each([
    [0, 3],
    [Number.NaN, 3],
    [Number.POSITIVE_INFINITY, 0],
    [5, 0],
  ])('of rate %d over %d s hold nothing', (perSecond, durationSeconds) => {
    expect(() =>
      new ArrivalBlocks(new JavaRandom(1n)).next({ perSecond, durationSeconds, batchSize: 1 }),
    ).toThrow('has no arrivals');
  });

  test('are limited', () => {
    expect(() =>
      new ArrivalBlocks(new JavaRandom(1n)).next({ perSecond: 1e6, durationSeconds: 3600, batchSize: 1 }),
    ).toThrow('lower its test duration');
  });
});

describe('Precise Throughput Timer', () => {
  const timer = (changes: Record<string, string> = {}) =>
    preciseThroughputTimer.compile(
      elementContext({
        throughput: '5.0',
        throughputPeriod: '1',
        duration: '3',
        batchSize: '1',
        randomSeed: '1',
        ...changes,
      }),
    );

  /** A user some time after the start of the test. */
  function userAt(ms: number, shared = testShared(), group = 0): TestUser {
    const made = testUser({ shared });
    return {
      ...made,
      group: { ...made.group, index: group },
      clock: { nowUs: () => (shared.testStartMs + ms) * 1000, setTimer: () => () => {} },
    };
  }

  test('delays until the instants that java.util.Random with that seed gives', () => {
    const random = new JavaRandom(1n);
    const instants = Array.from({ length: 15 }, () => random.nextDouble() * 3).toSorted((a, b) => a - b);
    const user = userAt(0);
    const throughput = timer();
    expect(instants.map(() => throughput.delayMs(user))).toEqual(instants.map((s) => Math.trunc(s * 1000)));
  });

  test('counts from the start of the test and never below 0', () => {
    const throughput = timer();
    expect(throughput.delayMs(userAt(60_000))).toBe(0);
  });

  test('timers of one group share the arrivals of the first, other groups have theirs', () => {
    const shared = testShared();
    const [first, second] = [timer(), timer({ throughput: '500', randomSeed: '9' })];
    const alone = timer();
    const lonely = userAt(0);
    const sequence = Array.from({ length: 4 }, () => alone.delayMs(lonely));
    const user = userAt(0, shared);
    expect([first, second, first, second].map((timerOfGroup) => timerOfGroup.delayMs(user))).toEqual(
      sequence,
    );
    expect(second.delayMs(userAt(0, shared, 1))).not.toBe(sequence[0]);
  });

  test('ends a thread whose next arrival lies behind its end', () => {
    const user = userAt(0);
    expect(() =>
      timer({ throughput: '1', duration: '3600' }).delayMs({ ...user, endUs: user.clock.nowUs() + 1000 }),
    ).toThrow(StopThreadError);
  });
});
