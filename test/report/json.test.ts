import { expect, test } from 'vitest';
import { summaryJson } from '../../src/report/json.ts';
import { Statistics } from '../../src/results/statistics.ts';
import { sample } from '../support/results.ts';

const START_US = 1_796_044_708_000_000;

test('every field, for one label with one late reply', async () => {
  const statistics = new Statistics(() => START_US);
  statistics.sample({
    result: sample({
      startUs: START_US,
      endUs: START_US + 1234,
      bytes: 12,
      sentBytes: 34,
      success: false,
      roundTripUs: 900,
      correlation: { kind: 'late', answers: 'a', roundTripUs: 1500, samplesAgo: 1, fails: true },
    }),
    variables: [],
  });
  statistics.event({ type: 'read-timeout', label: 'a' });
  for (const delayUs of [1000, -2000, 1e12]) statistics.event({ type: 'push-delay', label: 'a', delayUs });
  const handshake = { wholeUs: 5000, tcpUs: 1000, tlsUs: undefined, upgradeUs: 3000 };
  statistics.event({ type: 'connection-opened', handshake });
  statistics.event({ type: 'connection-failed', status: 503, reason: 'Got unexpected status 503' });
  statistics.event({ type: 'connection-failed', status: undefined, reason: 'Connection refused' });
  const traffic = { sentMessages: 1, sentBytes: 200, receivedMessages: 2, receivedBytes: 300 };
  statistics.event({ type: 'connection-closed', by: 'thread-end', code: 1000, sessionUs: 5000, traffic });
  const label = {
    label: 'a',
    count: 1,
    errors: 1,
    errorPercent: 100,
    elapsed: { min: 1.234, mean: 1.234, median: 1.234, p90: 1.234, p95: 1.234, p99: 1.234, max: 1.234 },
    throughput: 810.373,
    receivedBytes: 12,
    sentBytes: 34,
    firstStart: START_US / 1000,
    lastEnd: START_US / 1000 + 1,
    roundTrip: { count: 1, median: 0.9, p95: 0.9, p99: 0.9, max: 0.9 },
    readTimeouts: 1,
    pushDelay: { count: 2, earliest: -2, implausible: 1, median: 0, p95: 1, p99: 1, max: 1 },
    correlation: {
      inOrder: 0,
      late: 1,
      outOfOrder: 0,
      duplicate: 0,
      unmatched: 0,
      passedOver: { late: 0, outOfOrder: 0, duplicate: 0, push: 0 },
      neverAnswered: 0,
      lateRoundTrip: { count: 1, median: 1.5, p95: 1.5, p99: 1.5, max: 1.5 },
    },
  };
  expect(JSON.parse(JSON.stringify(summaryJson(await statistics.summary())))).toEqual({
    version: 1,
    total: { ...label, label: 'TOTAL' },
    labels: [label],
    transactions: [],
    subResults: 0,
    errors: [{ responseCode: '200', message: 'OK', count: 1 }],
    otherErrors: 0,
    connections: {
      opened: 1,
      closedBy: { client: 0, server: 0, reset: 0, threadEnd: 1 },
      closeCodes: { '1000': 1 },
      closeCodesBy: { client: {}, server: {}, reset: {}, threadEnd: { '1000': 1 } },
      failed: { byStatus: { '503': 1 }, byReason: { 'Connection refused': 1 } },
      mostOpen: 1,
      handshake: { count: 1, median: 5, p95: 5, p99: 5, max: 5 },
      tcp: { count: 1, median: 1, p95: 1, p99: 1, max: 1 },
      tls: null,
      upgrade: { count: 1, median: 3, p95: 3, p99: 3, max: 3 },
      session: { count: 1, median: 5, p95: 5, p99: 5, max: 5 },
      sent: { messages: 1, bytes: 200 },
      received: { messages: 2, bytes: 300 },
      overTime: [{ start: START_US / 1000, seconds: 0.25, opened: 1, closed: 1, failed: 2, open: 0 }],
    },
  });
});

test('a run without samples has zeros and nulls, no NaN', async () => {
  const json = JSON.stringify(summaryJson(await new Statistics().summary()));
  expect(JSON.parse(json)).toMatchObject({
    total: { count: 0, errorPercent: 0, throughput: null, firstStart: null, elapsed: { mean: 0, p99: 0 } },
    labels: [],
  });
});
