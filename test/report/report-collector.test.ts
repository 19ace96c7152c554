import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JtlRow } from '../../src/results/jtl-reader.ts';
import { ReportCollector } from '../../src/report/report-collector.ts';
import { readRows } from '../../src/report/rows.ts';
import { give, inSecond, row, START_MS } from '../support/rows.ts';

const MIXED = path.resolve(import.meta.dirname, '../../fixtures/report/mixed.jtl');

test('samples, transactions and sub-results of a results file stand apart', async () => {
  const collector = new ReportCollector();
  await readRows(MIXED, [collector]);
  const data = collector.data();
  expect(data.total).toMatchObject({ count: 10, errors: 4, subResults: 1, minMs: 0, maxMs: 1000 });
  expect(
    data.samples.map(({ label, count, errors, subResults }) => [label, count, errors, subResults]),
  ).toEqual([
    ['open', 1, 0, 0],
    ['echo', 4, 2, 1],
    ['instant', 1, 0, 0],
    ['refused', 1, 1, 0],
    ['a <b>&"c"\nd, é 漢 😀', 1, 1, 0],
    ['close', 1, 0, 0],
    ['__proto__', 1, 0, 0],
  ]);
  expect(data.transactions.map(({ label, count }) => [label, count])).toEqual([
    ['pass', 1],
    ['nothing', 1],
  ]);
  expect(
    data.errors
      .map(({ kind, responseCode }) => `${kind}, ${responseCode}`)
      .toSorted((a, b) => (a < b ? -1 : 1)),
  ).toEqual([
    'closed by the server, Sampler error: unexpected frame type (close).',
    'connection refused, 403',
    'late reply, 200',
    'read timeout, No response',
  ]);
  expect(data.wrongReplies).toEqual([{ label: 'echo', verdict: 'late', answers: 'echo', count: 1 }]);
  expect(data.closeCodes.toSorted((a, b) => Number(a.code) - Number(b.code))).toEqual([
    { code: '1000', count: 1 },
    { code: '1001', count: 1 },
  ]);
  expect(data.connections).toBeUndefined();
});

test('figures of one label', () => {
  const rows = Array.from({ length: 100 }, (_, i) =>
    inSecond(i / 10, { elapsed: i + 1, success: i % 50 !== 0 }),
  );
  const [label] = give(new ReportCollector(), rows).data().samples;
  expect(label).toMatchObject({
    count: 100,
    errors: 2,
    minMs: 1,
    meanMs: 50.5,
    medianMs: 50,
    p90Ms: 90,
    p95Ms: 95,
    p99Ms: 99,
    maxMs: 100,
    receivedBytes: 10_000,
    sentBytes: 5000,
    firstMs: START_MS,
    lastMs: START_MS + 10_000,
    perSecond: 10,
  });
  expect(label?.curve.at(0)).toEqual([0, 1]);
  expect(label?.curve.slice(-2)).toEqual([
    [99, 99],
    [100, 100],
  ]);
});

describe('the series', () => {
  test('have a piece for every half second, empty ones too', () => {
    const rows = [
      inSecond(0, { allThreads: 3 }),
      inSecond(0, { success: false, elapsed: 20 }),
      inSecond(1.5),
    ];
    expect(give(new ReportCollector(), rows).data().total.series).toEqual({
      startMs: START_MS,
      widthMs: 500,
      count: [2, 0, 0, 1],
      errors: [1, 0, 0, 0],
      median: [10, null, null, 10],
      p95: [20, null, null, 10],
      p99: [20, null, null, 10],
      threads: [3, null, null, 1],
    });
  });

  test('become coarser when the run is long, in whatever order rows come', () => {
    const seconds = Array.from({ length: 5000 }, (_, i) => (i * 1237) % 5000);
    const series = give(
      new ReportCollector(),
      seconds.map((second) => inSecond(second)),
    ).data().total.series;
    expect(series?.widthMs).toBe(16_000);
    expect(series?.count.length).toBeLessThanOrEqual(480);
    expect(series?.count.reduce((a, b) => a + b)).toBe(5000);
  });

  test('leave out samples that never started', () => {
    const series = give(new ReportCollector(), [row({ timeStamp: 0, elapsed: 0 }), row()]).data().total
      .series;
    expect(series?.count).toEqual([1]);
  });
});

describe('what could grow without end is bounded', () => {
  test('labels', () => {
    const data = give(
      new ReportCollector(),
      Array.from({ length: 3000 }, (_, i) => row({ label: `l${i}` })),
    ).data();
    expect(data.samples).toHaveLength(2001);
    expect(data.samples.at(-1)).toMatchObject({ label: '(other labels)', count: 1000, series: null });
    expect(data.samples.filter(({ series }) => series !== null)).toHaveLength(100);
  });

  test('kinds of errors and their messages', () => {
    const failed = (i: number): ReturnType<typeof row> =>
      row({ success: false, responseMessage: `${i}`.padEnd(1000, 'x') });
    const data = give(
      new ReportCollector(),
      Array.from({ length: 1000 }, (_, i) => failed(i)),
    ).data();
    expect(data.errors).toHaveLength(200);
    expect(data.errors[0]?.message).toHaveLength(300);
    expect(data.otherErrors).toBe(800);
  });
});

test('connections of a run are counted as they open and close', () => {
  const collector = new ReportCollector();
  collector.event({ type: 'connection-opened' });
  collector.event({ type: 'connection-opened' });
  collector.event({ type: 'connection-closed', by: 'reset', code: undefined, sessionUs: 1 });
  collector.event({ type: 'never-answered', label: 'a', count: 2 });
  collector.event({ type: 'passed-over', label: 'a', kind: 'push' });
  const connections = collector.data().connections;
  expect(connections).toMatchObject({
    opened: 2,
    closedBy: { client: 0, server: 0, reset: 1, 'thread-end': 0 },
    neverAnswered: 2,
    passedOver: 1,
  });
  expect(Math.max(...(connections?.open ?? []))).toBe(2);
});

describe('what only a run tells', () => {
  test('are push delays by label and handshakes, to the microsecond', () => {
    const collector = give(new ReportCollector(), [row()]);
    for (const delayUs of [1500, 700, -300, 5e13])
      collector.event({ type: 'push-delay', label: 'tick', delayUs });
    const times = { tcpUs: 1, tlsUs: undefined, upgradeUs: 1 };
    for (const wholeUs of [250, 1750])
      collector.event({ type: 'connection-opened', handshake: { wholeUs, ...times } });
    const { pushDelays, handshakes } = collector.data();
    expect(pushDelays).toEqual([
      { label: 'tick', count: 3, medianMs: 0.7, p95Ms: 1.5, p99Ms: 1.5, maxMs: 1.5 },
    ]);
    expect(handshakes).toEqual({ count: 2, medianMs: 0.25, p95Ms: 1.75, p99Ms: 1.75, maxMs: 1.75 });
    const file = give(new ReportCollector(), [row()]).data();
    expect([file.pushDelays, file.handshakes]).toEqual([[], undefined]);
  });
});

test('late replies to requests of one label are one kind of error, whenever these were sent', () => {
  const late = (ago: string): JtlRow =>
    row({
      success: false,
      failureMessage: `Late reply: it answers "ask", which was sent ${ago} ago, and had been given up`,
    });
  const { errors } = give(new ReportCollector(), [late('one sample'), late('2 samples')]).data();
  expect(errors).toEqual([
    { kind: 'late reply', responseCode: '200', message: 'Late reply: it answers "ask"', count: 2 },
  ]);
});

test('of many labels those with most samples are given, when no more are wanted', () => {
  const collector = give(
    new ReportCollector(),
    ['a', 'b', 'b', 'c', 'c', 'd'].map((label) => row({ label })),
  );
  const { samples, leftOut, total } = collector.data(2);
  expect([samples.map(({ label }) => label), leftOut, total.count]).toEqual([['b', 'c'], 2, 6]);
  expect(collector.data()).toMatchObject({ leftOut: 0, samples: { length: 4 } });
});

test('figures can be read while rows come in', () => {
  const collector = give(new ReportCollector(), [inSecond(0, { elapsed: 10 })]);
  expect(collector.data().total.series?.p99).toEqual([10]);
  give(collector, [inSecond(0, { elapsed: 30 }), inSecond(1, { elapsed: 20 })]);
  expect(collector.data().total.series?.p99).toEqual([30, null, 20]);
});
