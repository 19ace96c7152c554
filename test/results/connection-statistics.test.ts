import { expect, test } from 'vitest';
import { Statistics } from '../../src/results/statistics.ts';
import type { ConnectionSummary } from '../../src/results/statistics-summary.ts';
import type { RunEvent } from '../../src/types.ts';

const START_US = 1_796_044_708_000_000;
const closed = { type: 'connection-closed', by: 'client', code: 1000, sessionUs: 1000 } as const;
const opened = { type: 'connection-opened' } as const;

/** The connections of a run with these events, each at its second. */
async function summaryOf(
  events: readonly (readonly [second: number, event: RunEvent])[],
): Promise<ConnectionSummary> {
  let nowUs = 0;
  const statistics = new Statistics(() => nowUs);
  for (const [second, event] of events) {
    nowUs = START_US + second * 1e6;
    statistics.event(event);
  }
  return (await statistics.summary()).connections;
}

test('open connections are followed over time', async () => {
  const { overTime, mostOpen } = await summaryOf([
    [0, opened],
    [0.1, opened],
    [0.2, closed],
    [3, opened],
    [9, closed],
  ]);
  expect(overTime.map(({ startUs, open }) => [(startUs - START_US) / 1e6, open])).toEqual([
    [0, 1],
    [3, 2],
    [9, 1],
  ]);
  expect(mostOpen).toBe(2);
});

test('a day of connections takes no more room than a minute', async () => {
  const hours = Array.from({ length: 24 * 60 }, (_, minute) => [minute * 60, opened] as const);
  const { overTime, mostOpen } = await summaryOf(hours);
  expect(overTime.length).toBeLessThanOrEqual(400);
  expect(overTime.at(-1)?.open).toBe(1440);
  expect(mostOpen).toBe(1440);
});

test('over two workers the most open are at least what was open at the end of an interval', async () => {
  const [first, other] = [1, 2].map((second) => {
    const statistics = new Statistics(() => START_US + second * 1e6);
    statistics.event(opened);
    statistics.event(opened);
    return statistics;
  });
  first!.merge(other!.data());
  expect((await first!.summary()).connections.mostOpen).toBe(4);
});

test('durations of the handshake and its parts, and of sessions', async () => {
  const handshake = { wholeUs: 9000, tcpUs: 1000, tlsUs: 2000, upgradeUs: 5000 };
  const { times } = await summaryOf([
    [0, { ...opened, handshake }],
    [0, { ...opened, handshake: { ...handshake, tlsUs: undefined } }],
    [1, { ...closed, sessionUs: 1500 }],
  ]);
  expect(
    Object.entries(times).map(([name, durations]) => [name, durations.count, durations.percentileMs(50)]),
  ).toEqual([
    ['handshake', 2, 9],
    ['tcp', 2, 1],
    ['tls', 1, 2],
    ['upgrade', 2, 5],
    ['session', 1, 1.5],
  ]);
});

test('failed attempts are counted by status, else by reason, and a server cannot fill the memory with them', async () => {
  const failures = Array.from({ length: 500 }, (_, i): RunEvent => ({
    type: 'connection-failed',
    status: undefined,
    reason: `reason ${i}`,
  }));
  const { failed } = await summaryOf([
    ...[503, 503, 401].map(
      (status) => [0, { type: 'connection-failed', status, reason: 'Got unexpected status' }] as const,
    ),
    [0, { type: 'connection-failed', status: undefined, reason: '__proto__' }],
    ...failures.map((event) => [1, event] as const),
  ]);
  expect(failed.byStatus).toEqual({ '503': 2, '401': 1 });
  expect(Object.keys(failed.byReason)).toHaveLength(101);
  expect(Object.entries(failed.byReason)[0]).toEqual(['__proto__', 1]);
  expect(failed.byReason['others']).toBe(401);
});

test('messages and bytes are those of all connections', async () => {
  const traffic = { sentMessages: 1, sentBytes: 20, receivedMessages: 3, receivedBytes: 40 };
  const { traffic: sum } = await summaryOf([
    [0, { ...closed, traffic }],
    [0, { ...closed, traffic }],
  ]);
  expect(sum).toEqual({ sentMessages: 2, sentBytes: 40, receivedMessages: 6, receivedBytes: 80 });
});
