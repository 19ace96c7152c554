import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readRows, RowGatherer, RowSink, type RowKind, type RowTaker } from '../../src/report/rows.ts';
import type { RunEvent, SampleResult } from '../../src/types.ts';
import { sample, testResults } from '../support/results.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rows-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const START_US = 1_796_044_708_000_000;
const lasting = (fields: Partial<SampleResult>, fromMs = 0, toMs = 10): SampleResult =>
  sample({ startUs: START_US + fromMs * 1000, endUs: START_US + toMs * 1000, ...fields });

/** A parent transaction with a sample that has sub-results, and samples that only look like sub-results. */
function results(): SampleResult[] {
  const echo = lasting({ label: 'echo', responseMessage: null, success: false });
  const inner = lasting({ label: '' });
  echo.addSubResult(inner, true);
  inner.addSubResult(lasting({ label: '' }), true);
  echo.addSubResult(lasting({ label: '' }, 2, 5), true);
  echo.addAssertionResult({ name: 'x', failure: true, error: false, message: 'bad, "very" bad' });
  const pass = lasting({
    label: 'pass',
    isTransaction: true,
    responseMessage: 'Number of samples in transaction : 1, number of failing samples : 1',
  });
  pass.addSubResult(echo, false);
  return [
    pass,
    lasting({ label: 'a' }, 20, 30),
    lasting({ label: 'a-0' }, 31, 32),
    lasting({ label: 'b' }, 40, 50),
    lasting({ label: 'b-0', threadName: 'TG 1-2' }, 41, 42),
    lasting({ label: 'b-1' }, 41, 42),
  ];
}

type Taken = RowTaker & {
  rows: [label: string | undefined, kind: RowKind][];
  whole: object[];
  events: RunEvent[];
};
const taker = (): Taken => {
  const taken: Taken = {
    rows: [],
    whole: [],
    events: [],
    row(row, kind) {
      taken.rows.push([row.label, kind]);
      const { grpThreads: _group, dataType: _type, URL: _url, ...others } = row;
      taken.whole.push(others);
    },
    event: (event) => void taken.events.push(event),
  };
  return taken;
};

const KINDS: [string, RowKind][] = [
  ['pass', 'transaction'],
  ['echo', 'sample'],
  ['echo-0', 'sub-result'],
  ['echo-0-0', 'sub-result'],
  ['echo-1', 'sub-result'],
  ['a', 'sample'],
  ['a-0', 'sample'],
  ['b', 'sample'],
  ['b-0', 'sample'],
  ['b-1', 'sample'],
];

test('rows of a run and of its results file are the same, of the same kinds', async () => {
  const live = taker();
  const sink = new RowSink([live]);
  const file = path.join(folder, 'run.jtl');
  const written = testResults(folder).file(file);
  for (const result of results()) {
    sink.sample({ result, variables: [] });
    written.sample({ result, variables: [] });
  }
  await written.close();
  const read = taker();
  const info = await readRows(file, [read]);

  expect(live.rows).toEqual(KINDS);
  expect(read.rows).toEqual(KINDS);
  expect(info.rows).toBe(KINDS.length);
  expect(read.whole).toEqual(live.whole);
});

test('what another worker gathered comes out as if it had happened here', () => {
  const here = taker();
  const sink = new RowSink([here]);
  const there = new RowGatherer();
  expect(there.take()).toBeUndefined();
  for (const result of results()) there.sample({ result, variables: [] });
  there.event({ type: 'connection-opened' });
  sink.add(structuredClone(there.take()!));
  expect(here.rows).toEqual(KINDS);
  expect(here.events).toEqual([{ type: 'connection-opened' }]);
  expect(there.take()).toBeUndefined();
});
