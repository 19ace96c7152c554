import { describe, expect, test } from 'vitest';
import { synchronizingTimer } from '../../../src/elements/timers/synchronizing-timer.ts';
import { elementContext } from '../../support/element.ts';
import { testShared, testUser, type TestUser } from '../../support/user.ts';

/** A user that notes at what barriers it waits. */
function watched(complete = true): { user: TestUser; waits: { parties: number; timeoutMs: number }[] } {
  const waits: { parties: number; timeoutMs: number }[] = [];
  const shared = {
    ...testShared(),
    barrier: (_key: string, parties: number, timeoutMs: number) => {
      waits.push({ parties, timeoutMs });
      return Promise.resolve(complete);
    },
  };
  const user = testUser({ shared });
  return { user: { ...user, group: { ...user.group, threads: 7 } }, waits };
}

const timer = (groupSize: string, timeoutInMs: string) =>
  synchronizingTimer.compile(elementContext({ groupSize, timeoutInMs }, { name: 'sync' }));

describe('Synchronizing Timer', () => {
  test.each([
    ['3', '0', { parties: 3, timeoutMs: 0 }],
    ['3', '500', { parties: 3, timeoutMs: 500 }],
    ['0', '0', { parties: 7, timeoutMs: 0 }],
    ['', '', { parties: 7, timeoutMs: 0 }],
  ])('of %j with time-out %j waits for %j and adds no delay', async (groupSize, timeoutInMs, expected) => {
    const { user, waits } = watched();
    expect(await timer(groupSize, timeoutInMs).delayMs(user)).toBe(0);
    expect(waits).toEqual([expected]);
    expect(user.logged).toEqual([]);
  });

  test('of a negative size does not wait', async () => {
    const { user, waits } = watched();
    expect(await timer('-1', '0').delayMs(user)).toBe(0);
    expect(waits).toEqual([]);
  });

  test('with a negative time-out is an error', async () => {
    await expect(timer('3', '-1').delayMs(watched().user)).rejects.toThrow(
      'Negative value for timeout:-1 in Synchronizing Timer sync',
    );
  });

  test('logs that it waited in vain, unless the test is being stopped', async () => {
    const { user } = watched(false);
    await timer('5', '500').delayMs(user);
    expect(user.logged).toEqual([
      'WARN o.a.j.t.SyncTimer: SyncTimer sync timeouted waiting for users after: 500ms',
    ]);
    const stopped = { ...watched(false).user, running: false };
    await timer('5', '500').delayMs(stopped);
    expect(stopped.logged).toEqual([]);
  });

  test('waits no longer than its thread may run', async () => {
    const { user, waits } = watched();
    const until = (ms: number): TestUser => ({ ...user, endUs: user.clock.nowUs() + ms * 1000 });
    await timer('3', '0').delayMs(until(2000));
    await timer('3', '500').delayMs(until(2000));
    await timer('3', '0').delayMs(until(-5));
    expect(waits.map(({ timeoutMs }) => timeoutMs)).toEqual([expect.closeTo(2000, -1.5), 500, 1]);
  });

  test('each timer has a barrier of its own', async () => {
    const keys: string[] = [];
    const user = testUser();
    user.shared.barrier = (key) => {
      keys.push(key);
      return Promise.resolve(true);
    };
    const [first, second] = [timer('2', '0'), timer('2', '0')];
    for (const each of [first, second, first]) await each.delayMs(user);
    expect(keys[0]).toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[1]);
  });
});
