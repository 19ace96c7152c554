import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OTHER_LABELS, Statistics, type StatisticsData } from '../../src/results/statistics.ts';
import type { DurationSummary, StatisticsSummary } from '../../src/results/statistics-summary.ts';
import type { CorrelationVerdict, SampleResult } from '../../src/types.ts';
import { sample } from '../support/results.ts';

const START_US = 1_796_044_708_000_000;

/** A sample that starts `atMs` after the beginning and takes so long. */
const took = (ms: number, fields: Partial<SampleResult> = {}, atMs = 0): SampleResult =>
  sample({ startUs: START_US + atMs * 1000, endUs: START_US + (atMs + ms) * 1000, ...fields });

const verdict = (
  kind: CorrelationVerdict['kind'],
  answers?: string,
  roundTripUs?: number,
): Partial<SampleResult> => ({
  correlation: { kind, answers, roundTripUs, samplesAgo: undefined, fails: kind !== 'in-order' },
});

const HANDSHAKE = { wholeUs: 1000, tcpUs: 100, tlsUs: 300, upgradeUs: 500 };
const TRAFFIC = { sentMessages: 1, sentBytes: 200, receivedMessages: 2, receivedBytes: 300 };

function statisticsOf(results: readonly SampleResult[], nowUs?: () => number): Statistics {
  const statistics = new Statistics(nowUs);
  for (const result of results) statistics.sample({ result, variables: [] });
  return statistics;
}

const summaryOf = (results: readonly SampleResult[]): Promise<StatisticsSummary> =>
  statisticsOf(results).summary();

test('counts, times, sizes and rate of a label', async () => {
  const results = [10, 20, 30, 40].map((ms, i) =>
    took(ms, { bytes: 100, sentBytes: 10, success: i !== 2 }, i * 500),
  );
  const { samples, total } = await summaryOf(results);
  expect(samples).toHaveLength(1);
  expect(samples[0]).toMatchObject({
    label: 'a',
    count: 4,
    errors: 1,
    minMs: 10,
    meanMs: 25,
    maxMs: 40,
    receivedBytes: 400,
    sentBytes: 40,
    firstStartMs: START_US / 1000,
    lastEndMs: START_US / 1000 + 1540,
  });
  expect(samples[0]?.throughput).toBeCloseTo(4 / 1.54);
  expect([50, 75, 90, 100].map((percent) => samples[0]?.percentileMs(percent))).toEqual([20, 30, 40, 40]);
  expect(total).toMatchObject({ label: 'TOTAL', count: 4, errors: 1, minMs: 10, maxMs: 40 });
});

test('times are exact below two milliseconds and good to a thousandth above', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3_000_000_000), { minLength: 1, maxLength: 50 }), async (durations) => {
      const { total } = await summaryOf(
        durations.map((us) => sample({ startUs: START_US, endUs: START_US + us })),
      );
      const sorted = durations.toSorted((a, b) => a - b);
      for (const percent of [50, 95, 100]) {
        const exact = sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? NaN;
        const read = total.percentileMs(percent) * 1000;
        expect(Math.abs(read - exact)).toBeLessThanOrEqual(exact < 2048 ? 1e-6 : exact / 1000);
      }
      expect(total.minMs).toBe((sorted[0] ?? NaN) / 1000);
      expect(total.maxMs).toBe((sorted.at(-1) ?? NaN) / 1000);
    }),
  );
});

test('pauses are not part of the time, and a sample that never ended took none', async () => {
  const { total } = await summaryOf([took(30, { idleUs: 10_000 }), took(0, { endUs: 0 })]);
  expect([total.minMs, total.maxMs]).toEqual([0, 20]);
});

test('a sample that never started does not count for the duration', async () => {
  const { total } = await summaryOf([took(10), sample({ startUs: 0, endUs: 0 }), took(10, {}, 90)]);
  expect(total.count).toBe(3);
  expect(total.firstStartMs).toBe(START_US / 1000);
  expect(total.throughput).toBeCloseTo(30);
});

test('without samples there are no figures', async () => {
  const { total, samples } = await summaryOf([]);
  expect(samples).toEqual([]);
  expect(total).toMatchObject({
    count: 0,
    minMs: 0,
    meanMs: 0,
    maxMs: 0,
    firstStartMs: undefined,
    throughput: undefined,
  });
});

test('transactions are apart; what runs inside a parent transaction counts as samples', async () => {
  const inner = took(5, { label: 'inner', isTransaction: true });
  inner.addSubResult(took(5, { label: 'x' }), false);
  const parent = took(20, { label: 'T', isTransaction: true, success: false });
  parent.addSubResult(took(10, { label: 'x', success: false }), false);
  parent.addSubResult(inner, false);
  const summary = await summaryOf([parent, took(1, { label: 'y' })]);
  expect(summary.samples.map(({ label, count }) => [label, count])).toEqual([
    ['x', 2],
    ['y', 1],
  ]);
  expect(summary.transactions.map(({ label, count, errors }) => [label, count, errors])).toEqual([
    ['T', 1, 1],
    ['inner', 1, 0],
  ]);
  expect(summary.total).toMatchObject({ count: 3, errors: 1 });
  expect(summary.errors.map(({ count }) => count)).toEqual([1]);
});

test('sub-results of samples are only counted as rows', async () => {
  const parent = took(10);
  const child = took(5, { label: 'child' });
  child.addSubResult(took(1), false);
  parent.addSubResult(child, false);
  const summary = await summaryOf([parent]);
  expect(summary.total.count).toBe(1);
  expect(summary.subResults).toBe(2);
});

test('errors are counted by code and message, an assertion speaks first', async () => {
  const failed = (message: string | null): SampleResult => {
    const result = took(1, { success: false, responseCode: '200', responseMessage: 'OK' });
    if (message !== null) result.addAssertionResult({ name: 'a', failure: true, error: false, message });
    return result;
  };
  const { errors, otherErrors } = await summaryOf([
    failed(null),
    failed('no'),
    failed('no'),
    took(1, { success: false, responseCode: null, responseMessage: null }),
  ]);
  expect(errors).toEqual([
    { responseCode: '200', message: 'no', count: 2 },
    { responseCode: '200', message: 'OK', count: 1 },
    { responseCode: '', message: '', count: 1 },
  ]);
  expect(otherErrors).toBe(0);
});

test('kinds of errors and labels that never repeat do not fill the memory', async () => {
  const results = Array.from({ length: 5000 }, (_, i) =>
    took(1, { label: `order ${i}`, success: false, responseMessage: `${i} `.repeat(500) }),
  );
  const { errors, otherErrors, samples, total } = await summaryOf(results);
  expect(errors).toHaveLength(200);
  expect(Math.max(...errors.map(({ message }) => message.length))).toBe(300);
  expect(otherErrors).toBe(4800);
  expect(samples).toHaveLength(2001);
  expect(samples.at(-1)).toMatchObject({ label: OTHER_LABELS, count: 3000 });
  expect(total.count).toBe(5000);
});

test('correlation is counted per label, and the true round trip of late replies at their request', async () => {
  const statistics = statisticsOf([
    took(5, { label: 'ask', ...verdict('in-order', 'ask', 5000) }),
    took(5000, { label: 'ask', success: false }),
    took(1, { label: 'next', success: false, ...verdict('late', 'ask', 6_200_000) }),
    took(1, { label: 'next', success: false, ...verdict('out-of-order', 'ask', 1000) }),
    took(1, { label: 'next', success: false, ...verdict('unmatched') }),
    took(1, { label: 'next', success: false, ...verdict('duplicate', 'ask', 9000) }),
  ]);
  statistics.event({ type: 'never-answered', label: 'ask', count: 2 });
  statistics.event({ type: 'passed-over', label: 'next', kind: 'push' });
  statistics.event({ type: 'passed-over', label: 'next', kind: 'late' });
  const { samples, total } = await statistics.summary();
  const [ask, next] = samples;
  expect(ask?.correlation).toMatchObject({ taken: { 'in-order': 1, late: 0 }, neverAnswered: 2 });
  expect(ask?.lateRoundTrips.count).toBe(1);
  expect(ask?.lateRoundTrips.percentileMs(50)).toBeCloseTo(6200, -1);
  expect(next?.correlation).toEqual({
    taken: { 'in-order': 0, late: 1, 'out-of-order': 1, duplicate: 1, unmatched: 1 },
    passedOver: { late: 1, duplicate: 0, 'out-of-order': 0, push: 1 },
    neverAnswered: 0,
  });
  expect(next?.lateRoundTrips.count).toBe(0);
  expect(total.correlation).toMatchObject({ taken: { 'in-order': 1, late: 1 }, neverAnswered: 2 });
});

test('connections are counted by how they end', async () => {
  const statistics = new Statistics();
  for (let i = 0; i < 4; i++) statistics.event({ type: 'connection-opened' });
  const closed = { type: 'connection-closed', sessionUs: 1000 } as const;
  statistics.event({ ...closed, by: 'client', code: 1000 });
  statistics.event({ ...closed, by: 'client', code: 1000 });
  statistics.event({ ...closed, by: 'server', code: 1001 });
  statistics.event({ ...closed, by: 'reset', code: undefined });
  expect((await statistics.summary()).connections).toMatchObject({
    opened: 4,
    closed: { client: 2, server: 1, reset: 1, 'thread-end': 0 },
    closeCodes: { '1000': 2, '1001': 1 },
    closeCodesBy: { client: { '1000': 2 }, server: { '1001': 1 }, reset: { none: 1 }, 'thread-end': {} },
  });
});

const values = (durations: DurationSummary): number[] => [
  durations.count,
  durations.percentileMs(50),
  durations.percentileMs(100),
];

/** Everything in a summary that can be compared. */
const plain = ({ total, samples, transactions, connections, ...rest }: StatisticsSummary): unknown => ({
  ...rest,
  connections: { ...connections, times: Object.values(connections.times).map(values) },
  labels: [total, ...samples, ...transactions].map((label) => ({
    ...label,
    percentileMs: [1, 50, 90, 99.9].map((percent) => label.percentileMs(percent)),
    lateRoundTrips: values(label.lateRoundTrips),
    roundTrips: values(label.roundTrips),
    pushDelays: [...values(label.pushDelays), label.pushDelays.earliestMs, label.pushDelays.implausible],
  })),
});

test('statistics of two workers, sent as JSON and merged, are those of one', async () => {
  const results = Array.from({ length: 3000 }, (_, i) =>
    took(
      i % 700,
      {
        label: `L${i % 4}`,
        success: i % 10 !== 0,
        responseMessage: `m${i % 3}`,
        isTransaction: i % 4 === 3,
        bytes: i,
        roundTripUs: i,
        ...(i % 5 === 0 ? verdict('late', `L${i % 4}`, i * 1000) : {}),
      },
      i,
    ),
  );
  let nowUs = START_US;
  const one = statisticsOf(results, () => nowUs);
  const merged = new Statistics();
  for (const part of [results.slice(0, 1000), results.slice(1000)]) {
    nowUs += 5_000_000;
    const worker = statisticsOf(part, () => nowUs);
    for (const each of [worker, one]) {
      each.event({ type: 'never-answered', label: 'L0', count: 1 });
      each.event({ type: 'passed-over', label: 'L1', kind: 'push' });
      each.event({ type: 'read-timeout', label: 'L2' });
      each.event({ type: 'push-delay', label: 'L0', delayUs: 1234 });
      each.event({ type: 'push-delay', label: 'L0', delayUs: -5 });
      each.event({ type: 'push-delay', label: 'L0', delayUs: 1e15 });
      each.event({ type: 'connection-opened', handshake: HANDSHAKE });
      each.event({ type: 'connection-failed', status: 503, reason: 'x' });
      each.event({ type: 'connection-failed', status: undefined, reason: 'Connection refused' });
      each.event({ type: 'connection-closed', by: 'server', code: 1001, sessionUs: 5, traffic: TRAFFIC });
    }
    const sent: StatisticsData = JSON.parse(JSON.stringify(worker.data()));
    merged.merge(sent);
  }
  expect(plain(await merged.summary())).toEqual(plain(await one.summary()));
});
