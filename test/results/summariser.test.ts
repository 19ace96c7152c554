import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SampleResult, Sink } from '../../src/types.ts';
import { sample, testResults } from '../support/results.ts';

/** 13:43:31.449: intervals of 10 and of 30 seconds begin shortly before. */
const START_MS = Date.UTC(2026, 10, 30, 13, 43, 31, 449);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

const took = (ms: number, fields: Partial<SampleResult> = {}): SampleResult =>
  sample({ endUs: 1_796_044_708_068_000 + ms * 1000, ...fields });

/** A sample comes in so many milliseconds after the start. */
function at(offsetMs: number, sink: Sink, result: SampleResult): void {
  vi.setSystemTime(START_MS + offsetMs);
  sink.sample({ result, variables: [] });
}

test('a short run has one line for the whole', async () => {
  const run = testResults('');
  const sink = run.summariser('summary');
  vi.setSystemTime(START_MS + 20_000);
  const late = run.summariser('late');
  at(22_000, late, took(7));
  at(24_000, late, took(8, { success: false }));
  vi.setSystemTime(START_MS + 26_000);
  await late.close();
  expect(run.printed).toEqual([]);
  await sink.close();
  expect(run.printed).toEqual([
    'summary =      0 in 00:00:00 = ******/s Avg:     0 Min: 9223372036854775807 Max: -9223372036854775808 Err:     0 (0.00%)',
    'late =      2 in 00:00:06 =    0.3/s Avg:     7 Min:     7 Max:     8 Err:     1 (50.00%)',
  ]);
});

test('a line about the interval and one about the whole, at the wall clock; the first has only the interval', async () => {
  const run = testResults('', { 'summariser.interval': '10' });
  const sink = run.summariser('summary');
  at(951, sink, took(900)); // :32.4, within five seconds of :30
  for (let i = 0; i < 31; i++) at(2000 + i, sink, took(100, { success: i % 2 === 0 }));
  at(8600, sink, took(903)); // :40.0
  at(9000, sink, took(50)); // within five seconds of the report
  vi.setSystemTime(START_MS + 10_000);
  await sink.close();
  expect(run.printed).toEqual([
    'summary +      1 in 00:00:01 =    1.1/s Avg:   900 Min:   900 Max:   900 Err:     0 (0.00%) Active: 2 Started: 5 Finished: 3',
    'summary +     32 in 00:00:08 =    4.2/s Avg:   125 Min:   100 Max:   903 Err:    15 (46.88%) Active: 2 Started: 5 Finished: 3',
    'summary =     33 in 00:00:09 =    3.8/s Avg:   148 Min:   100 Max:   903 Err:    15 (45.45%)',
    'summary +      1 in 00:00:00 =    2.5/s Avg:    50 Min:    50 Max:    50 Err:     0 (0.00%) Active: 2 Started: 5 Finished: 3',
    'summary =     34 in 00:00:10 =    3.4/s Avg:   145 Min:    50 Max:   903 Err:    15 (44.12%)',
  ]);
  expect(run.logged).toEqual(run.printed.map((line) => `INFO o.a.j.r.Summariser: ${line}`));
});

test('an interval below six seconds reports every six', () => {
  const run = testResults('', { 'summariser.interval': '1' });
  const sink = run.summariser('summary');
  for (let second = 0; second < 20; second++) at(second * 1000, sink, took(1));
  expect(run.printed.filter((line) => line.startsWith('summary +'))).toHaveLength(4);
});

test('rates and shares round halves to the even digit', async () => {
  const run = testResults('');
  const sink = run.summariser('summary');
  for (let i = 0; i < 7; i++) at(20_000, sink, took(1));
  at(32_000, sink, took(1, { success: false }));
  await sink.close();
  expect(run.printed.at(-1)).toContain('=      8 in 00:00:32 =    0.2/s');
  expect(run.printed.at(-1)).toContain('(12.50%)');
});

test('transactions and sub-results are not counted, unless transactions are asked for', async () => {
  const transaction = took(5, { isTransaction: true });
  transaction.addSubResult(took(5), false);
  const ignoring = testResults('');
  const counting = testResults('', { 'summariser.ignore_transaction_controller_sample_result': 'false' });
  for (const run of [ignoring, counting]) {
    const sink = run.summariser('summary');
    at(20_000, sink, transaction);
    at(20_000, sink, took(5));
    await sink.close();
  }
  expect(ignoring.printed.at(-1)).toMatch(/^summary = {6}1 in/);
  expect(counting.printed.at(-1)).toMatch(/^summary = {6}2 in/);
});

test('summaries of one name share their figures', async () => {
  const run = testResults('');
  const sinks = [run.summariser('summary'), run.summariser('summary')];
  for (const sink of sinks) at(20_000, sink, took(5));
  for (const sink of sinks) await sink.close();
  expect(run.printed).toHaveLength(1);
  expect(run.printed[0]).toMatch(/^summary = {6}2 in/);
});

test('standard output and the log can be switched off', async () => {
  const silent = testResults('', { 'summariser.out': 'false' });
  await silent.summariser('s').close();
  expect([silent.printed.length, silent.logged.length]).toEqual([0, 1]);
  const unlogged = testResults('', { 'summariser.log': 'false' });
  await unlogged.summariser('s').close();
  expect([unlogged.printed.length, unlogged.logged.length]).toEqual([1, 0]);
});
