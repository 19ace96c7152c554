import { describe, expect, test } from 'vitest';
import { constantThroughputTimer } from '../../../src/elements/timers/constant-throughput-timer.ts';
import type { Shared } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { testShared, testUser, type TestUser } from '../../support/user.ts';

const START_MS = 1_796_000_000_000;

/** Users that share a clock which is moved by hand. */
function world(active: { all: number; group: number }) {
  const time = { ms: START_MS };
  const shared: Shared = {
    ...testShared(),
    activeThreads: (group) => (group === undefined ? active.all : active.group),
  };
  const user = (group = 0): TestUser => {
    const made = testUser({ shared });
    return {
      ...made,
      group: { ...made.group, index: group },
      clock: { nowUs: () => time.ms * 1000 + 700, setTimer: () => () => {} },
    };
  };
  return { time, user };
}

const timer = (perMinute: string, calcMode: string) =>
  constantThroughputTimer.compile(elementContext({ throughput: perMinute, calcMode }));

describe('Constant Throughput Timer', () => {
  test.each([
    // First sample at once, then evenly, whatever part of the time the sample takes.
    ['600.0', '0', 100],
    ['${__P(tput,1200)}', '0', 50],
    ['600', '', 100],
    ['600', 'this thread only', 100],
    ['600', '1', 400],
    ['600', '2', 300],
    ['600', 'all active threads in current thread group', 300],
    ['70000', '0', 1],
    ['200000', '0', 0],
  ])('%s per minute in mode %j keeps %i ms between samples of a thread', (perMinute, mode, spacingMs) => {
    const { time, user } = world({ all: 4, group: 3 });
    const throughput = timer(perMinute, mode);
    const thread = user();
    expect(throughput.delayMs(thread)).toBe(0);
    time.ms += 1;
    expect(throughput.delayMs(thread)).toBe(Math.max(0, spacingMs - 1));
  });

  test('counts anew when a thread is late', () => {
    const { time, user } = world({ all: 1, group: 1 });
    const throughput = timer('600', '0');
    const thread = user();
    throughput.delayMs(thread);
    time.ms += 250;
    expect(throughput.delayMs(thread)).toBe(0);
    time.ms += 10;
    expect(throughput.delayMs(thread)).toBe(90);
  });

  test('without a throughput never lets a sample start', () => {
    const { user } = world({ all: 1, group: 1 });
    expect(timer('', '0').delayMs(user())).toBe(Number.POSITIVE_INFINITY);
  });

  /** Delays of four threads of which the third is in another group; each is new, so only places count. */
  function places(mode: string): number[] {
    const { user } = world({ all: 4, group: 3 });
    const throughput = timer('600', mode);
    const threads = [user(0), user(0), user(1), user(0)];
    for (const thread of threads) throughput.delayMs(thread);
    // A thread's first sample never waits; its second one waits for its place.
    return threads.map((thread) => throughput.delayMs(thread));
  }

  test('in shared mode all threads stand in one row of places', () => {
    const waits = places('3');
    expect(waits.map((ms, i) => ms - (waits[i - 1] ?? ms - 100))).toEqual([100, 100, 100, 100]);
  });

  test('in shared group mode each group has its own row', () => {
    const [first, second, other, third] = places('4');
    expect([second! - first!, third! - second!]).toEqual([100, 100]);
    expect(other).toBeLessThan(second!);
  });
});
