import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { manyRows } from '../../fixtures/report/many-rows.mjs';
import { StatisticsJson, type StatisticsOptions } from '../../src/report/statistics-json.ts';
import { readJtl } from '../../src/results/jtl-reader.ts';
import { row } from '../support/rows.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/report');

async function recordsOf(file: string, options?: StatisticsOptions): Promise<unknown> {
  const statistics = new StatisticsJson(options);
  await readJtl(file, (each) => statistics.row(each));
  return JSON.parse(JSON.stringify(statistics.records()));
}

/** What JMeter's generator wrote. */
const recorded = (name: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(FIXTURES, `${name}.statistics.json`), 'utf8'));

test("transactions, sub-results, failures and odd labels are counted as in JMeter's statistics.json", async () => {
  expect(await recordsOf(path.join(FIXTURES, 'mixed.jtl'))).toEqual(recorded('mixed'));
});

test("percentiles and the window of rows are those of JMeter's properties", async () => {
  const records = await recordsOf(path.join(FIXTURES, 'mixed.jtl'), {
    percentiles: [50, 75.5, 100],
    window: 3,
  });
  expect(records).toEqual(recorded('mixed-percentiles'));
});

test("percentiles are those of the last 20,000 rows, to JMeter's last digit", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statistics-'));
  const file = path.join(folder, 'many.jtl');
  fs.writeFileSync(file, manyRows());
  expect(await recordsOf(file)).toEqual(recorded('many'));
  fs.rmSync(folder, { recursive: true });
});

test('what is no number is a text, and an empty transaction has the limits of a long', () => {
  const mixed = recorded('mixed');
  expect(mixed).toMatchObject({
    instant: { throughput: 'Infinity', receivedKBytesPerSec: 'NaN' },
    nothing: { sampleCount: 0, errorPct: 'NaN', minResTime: 2 ** 63, maxResTime: -(2 ** 63) },
    Total: { errorPct: 36.363636 },
  });
});

test('a time of more than 32 bits is kept as it is', () => {
  const statistics = new StatisticsJson();
  for (const elapsed of [1, 2 ** 40, 3]) statistics.row(row({ elapsed }));
  expect(statistics.records()['echo']).toMatchObject({ medianResTime: 3, maxResTime: 2 ** 40 });
});
