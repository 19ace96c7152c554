import { afterEach, expect, test } from 'vitest';
import { prometheusText } from '../../src/metrics/prometheus-text.ts';
import { RunFigures } from '../../src/metrics/run-figures.ts';
import { SampleResult, type CorrelationVerdict } from '../../src/types.ts';

const opened: RunFigures[] = [];
afterEach(async () => {
  for (const figures of opened.splice(0)) await figures.close();
});

/** The threads of this worker have run for so long, of which they have waited a half. */
function runFigures(worker = 0, threadUs = 0): RunFigures {
  const figures = new RunFigures(worker, () => ({ threadUs, waitingUs: threadUs / 2, uncoveredUs: 0 }));
  opened.push(figures);
  return figures;
}

const START_US = 1_796_044_700_000_000;
const result = (label: string, elapsedMs: number, fields: Partial<SampleResult> = {}): SampleResult =>
  Object.assign(new SampleResult(), {
    label,
    success: true,
    responseCode: '200',
    startUs: START_US,
    endUs: START_US + elapsedMs * 1000,
    bytes: 10,
    sentBytes: 3,
    ...fields,
  });

const give = (figures: RunFigures, ...results: SampleResult[]): void => {
  for (const each of results) figures.sample({ result: each, variables: [] });
};

/** Lines with figures of the run; those of the generator differ from run to run, and empty buckets are many. */
const linesOf = (figures: RunFigures): string[] =>
  prometheusText(figures.families())
    .split('\n')
    .filter((line) => !/^#|wsmeter_generator|^$/.test(line));
const linesWith = (figures: RunFigures, pattern: RegExp): string[] =>
  linesOf(figures).filter((line) => pattern.test(line));

test('samples, failures, bytes and durations, by label and result', () => {
  const figures = runFigures();
  give(
    figures,
    result('echo', 3),
    result('echo', 30),
    result('echo', 300, { success: false, responseCode: 'No response' }),
    result('other', 90_000),
  );
  expect(linesWith(figures, /samples|received|sent|failures/)).toEqual([
    'wsmeter_samples_total{label="echo",result="success"} 2',
    'wsmeter_samples_total{label="echo",result="failure"} 1',
    'wsmeter_samples_total{label="other",result="success"} 1',
    'wsmeter_samples_total{label="other",result="failure"} 0',
    'wsmeter_failures_total{code="No response"} 1',
    'wsmeter_received_bytes_total{label="echo"} 30',
    'wsmeter_received_bytes_total{label="other"} 10',
    'wsmeter_sent_bytes_total{label="echo"} 9',
    'wsmeter_sent_bytes_total{label="other"} 3',
  ]);
  expect(
    linesWith(figures, /_duration.*"echo",result="success"/).filter((line) => !line.endsWith(' 0')),
  ).toEqual([
    'wsmeter_sample_duration_seconds_bucket{label="echo",result="success",le="0.005"} 1',
    'wsmeter_sample_duration_seconds_bucket{label="echo",result="success",le="0.01"} 1',
    'wsmeter_sample_duration_seconds_bucket{label="echo",result="success",le="0.025"} 1',
    ...['0.05', '0.1', '0.25', '0.5', '1', '2.5', '5', '10', '30', '60', '+Inf'].map(
      (le) => `wsmeter_sample_duration_seconds_bucket{label="echo",result="success",le="${le}"} 2`,
    ),
    'wsmeter_sample_duration_seconds_sum{label="echo",result="success"} 0.033',
    'wsmeter_sample_duration_seconds_count{label="echo",result="success"} 2',
  ]);
  expect(linesWith(figures, /bucket.*"other".*le="(?:60|\+Inf)"/).map((line) => line.at(-1))).toEqual([
    '0',
    '1',
  ]);
});

test('a duration on a bound belongs to its bucket', () => {
  const figures = runFigures();
  give(figures, result('on', 5), result('above', 5.001));
  expect(linesWith(figures, /bucket.*le="0.005"/)).toEqual([
    'wsmeter_sample_duration_seconds_bucket{label="on",result="success",le="0.005"} 1',
    'wsmeter_sample_duration_seconds_bucket{label="above",result="success",le="0.005"} 0',
  ]);
});

test('a transaction counts beside the samples in it, and sub-results of samples do not', () => {
  const figures = runFigures();
  const inside = result('inside', 5, { subResults: [result('inside-0', 1)] });
  give(figures, result('login', 50, { isTransaction: true, success: false, subResults: [inside] }));
  expect(linesWith(figures, /_total\{label.*result/)).toEqual([
    'wsmeter_samples_total{label="inside",result="success"} 1',
    'wsmeter_samples_total{label="inside",result="failure"} 0',
    'wsmeter_transactions_total{label="login",result="success"} 0',
    'wsmeter_transactions_total{label="login",result="failure"} 1',
  ]);
  expect(linesWith(figures, /transaction_duration_seconds_sum/)).toEqual([
    'wsmeter_transaction_duration_seconds_sum{label="login",result="failure"} 0.05',
  ]);
});

test('connections, handshakes, replies and pushes', () => {
  const figures = runFigures();
  const late: CorrelationVerdict = {
    kind: 'late',
    answers: 'first',
    roundTripUs: 1_500_000,
    samplesAgo: 1,
    fails: true,
  };
  figures.event({
    type: 'connection-opened',
    handshake: { wholeUs: 20_000, tcpUs: 1000, tlsUs: undefined, upgradeUs: 2000 },
  });
  figures.event({ type: 'connection-opened' });
  figures.event({ type: 'connection-closed', by: 'server', code: 1011, sessionUs: 5 });
  figures.event({ type: 'connection-failed', status: 503, reason: 'refused' });
  figures.event({ type: 'connection-failed', status: undefined, reason: 'connect timed out' });
  figures.event({ type: 'never-answered', label: 'first', count: 3 });
  figures.event({ type: 'read-timeout', label: 'first' });
  figures.event({
    type: 'passed-over',
    label: 'second',
    kind: 'late',
    late: { answers: 'first', roundTripUs: 500_000 },
  });
  figures.event({ type: 'push-delay', label: 'ticker', delayUs: -4000 });
  give(figures, result('second', 10, { correlation: late, roundTripUs: 9000 }));
  expect(linesWith(figures, /connections|handshakes|replies|passed|unanswered|timeouts/)).toEqual([
    'wsmeter_connections_open 1',
    'wsmeter_connections_opened_total 2',
    'wsmeter_connections_closed_total{by="server",code="1011"} 1',
    'wsmeter_handshakes_failed_total{reason="HTTP 503"} 1',
    'wsmeter_handshakes_failed_total{reason="connect timed out"} 1',
    'wsmeter_replies_total{label="second",kind="late"} 1',
    'wsmeter_frames_passed_over_total{label="second",kind="late"} 1',
    'wsmeter_requests_unanswered_total{label="first"} 3',
    'wsmeter_read_timeouts_total{label="first"} 1',
  ]);
  expect(linesWith(figures, /(?:handshake|round_trip|late_reply|push).*_(?:sum|count)/)).toEqual([
    'wsmeter_handshake_duration_seconds_sum 0.02',
    'wsmeter_handshake_duration_seconds_count 1',
    'wsmeter_round_trip_duration_seconds_sum{label="second"} 0.009',
    'wsmeter_round_trip_duration_seconds_count{label="second"} 1',
    'wsmeter_late_reply_duration_seconds_sum{label="first"} 2',
    'wsmeter_late_reply_duration_seconds_count{label="first"} 2',
    'wsmeter_push_delay_seconds_sum{label="ticker"} 0',
    'wsmeter_push_delay_seconds_count{label="ticker"} 1',
  ]);
});

test('labels, codes and reasons that never repeat share a series when there are many', () => {
  const figures = runFigures();
  for (let i = 0; i < 1000; i++)
    give(figures, result(`id ${i}`, 1, { success: false, responseCode: `code ${i}` }));
  figures.event({ type: 'connection-failed', status: undefined, reason: 'x'.repeat(10_000) });
  const lines = linesOf(figures);
  expect(linesWith(figures, /samples_total.*failure/)).toHaveLength(201);
  expect(lines).toContain('wsmeter_samples_total{label="(other labels)",result="failure"} 800');
  expect(linesWith(figures, /failures_total/)).toHaveLength(51);
  expect(lines).toContain('wsmeter_failures_total{code="(other)"} 950');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
});

test('what several workers hand on adds up to what one would have counted', () => {
  const alone = runFigures(0, 3_000_000);
  const first = runFigures(0, 1_000_000);
  const second = runFigures(1, 2_000_000);
  for (let i = 0; i < 300; i++) {
    const each = result(`label ${i % 7}`, i % 50, { success: i % 11 > 0 });
    give(alone, each);
    give(i % 3 === 0 ? first : second, each);
    for (const figures of [alone, i % 2 === 0 ? first : second])
      figures.event(
        i % 5 === 0
          ? { type: 'connection-closed', by: 'client', code: 1000, sessionUs: 1 }
          : { type: 'connection-opened' },
      );
    if (i % 100 === 0) first.add(structuredClone(second.take() ?? []));
  }
  first.add(structuredClone(second.take() ?? []));
  expect(linesOf(first).toSorted()).toEqual(linesOf(alone).toSorted());
});

test('the generator tells its time, and how much of it each worker was busy', () => {
  const figures = runFigures();
  const until = performance.now() + 30;
  while (performance.now() < until);
  const text = prometheusText(figures.families());
  const value = (name: string): number =>
    Number(new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, 'm').exec(text)?.[1]);
  expect(value('wsmeter_generator_time_seconds_total')).toBeGreaterThanOrEqual(0.03);
  expect(value('wsmeter_generator_busy_seconds_total')).toBeLessThanOrEqual(
    value('wsmeter_generator_time_seconds_total') + 0.001,
  );
  expect(value('wsmeter_generator_cpu_seconds_total')).toBeGreaterThan(0);
  expect(value('wsmeter_generator_memory_bytes')).toBeGreaterThan(1 << 20);
});
