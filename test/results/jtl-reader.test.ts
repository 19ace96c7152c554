import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readJtl, type JtlInfo, type JtlRow } from '../../src/results/jtl-reader.ts';
import { sample, testResults } from '../support/results.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jtl-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Reads a file with this content; rows show only what they hold. */
async function read(text: string | Uint8Array): Promise<JtlInfo & { data: Partial<JtlRow>[] }> {
  const file = join(folder, 'x.jtl');
  writeFileSync(file, text);
  const data: Partial<JtlRow>[] = [];
  const info = await readJtl(file, (row) => {
    data.push(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)));
  });
  return { ...info, data };
}

const DEFAULT_ROW = '1796044708068,12,a,200,OK,TG 1-1,text,true,,129,154,1,2,null,11,0,9';
const DEFAULT_VALUES = {
  timeStamp: 1_796_044_708_068,
  elapsed: 12,
  label: 'a',
  responseCode: '200',
  responseMessage: 'OK',
  threadName: 'TG 1-1',
  dataType: 'text',
  success: true,
  failureMessage: '',
  bytes: 129,
  sentBytes: 154,
  grpThreads: 1,
  allThreads: 2,
  URL: 'null',
  Latency: 11,
  IdleTime: 0,
  Connect: 9,
};

test('what the writer writes is read back', async () => {
  const run = testResults(folder, { sample_variables: 'v' });
  const sink = run.file('x.jtl');
  const result = sample({ label: 'a, "b"\nc', endUs: 1_796_044_708_080_000, bytes: 129, success: false });
  sink.sample({ result, variables: ['V'] });
  await sink.close();
  const rows: JtlRow[] = [];
  const info = await readJtl(join(folder, 'x.jtl'), (row) => rows.push(row));
  expect(info).toMatchObject({
    delimiter: ',',
    hasHeader: true,
    rows: 1,
    skipped: 0,
    firstSkipped: undefined,
  });
  expect(rows[0]).toMatchObject({
    label: 'a, "b"\nc',
    timeStamp: 1_796_044_708_068,
    elapsed: 12,
    bytes: 129,
    success: false,
    variables: { v: 'V' },
    Filename: undefined,
  });
});

test('columns may be few and in any order, with others between them', async () => {
  const { data, columns } = await read('label,mine,"my var",elapsed\na,x,y,5\n');
  expect(data).toEqual([{ label: 'a', variables: { mine: 'x', 'my var': 'y' }, elapsed: 5 }]);
  expect(columns).toEqual(['label', 'mine', 'my var', 'elapsed']);
});

test.each([',', ';', '\t', '|', '^'])('the delimiter %j is found out', async (delimiter) => {
  const header = Object.keys(DEFAULT_VALUES).join(delimiter);
  const { data, ...info } = await read(`${header}\n${DEFAULT_ROW.replaceAll(',', delimiter)}\n`);
  expect(info.delimiter).toBe(delimiter);
  expect(data).toEqual([DEFAULT_VALUES]);
});

test('a file without a header has the default columns', async () => {
  const { data, hasHeader } = await read(`${DEFAULT_ROW}\n${DEFAULT_ROW}\n`);
  expect(hasHeader).toBe(false);
  expect(data).toEqual([DEFAULT_VALUES, DEFAULT_VALUES]);
});

test('a byte order mark, CR LF, blank lines and a missing last line end do no harm', async () => {
  const { data, skipped } = await read('\ufefflabel,success,elapsed\r\n"a",True,1\r\n\r\nb,false,2');
  expect(data).toEqual([
    { label: 'a', success: true, elapsed: 1 },
    { label: 'b', success: false, elapsed: 2 },
  ]);
  expect(skipped).toBe(0);
});

test('an empty number is 0, a date is milliseconds', async () => {
  const { data } = await read('timeStamp,elapsed,Latency\n2026/11/30 13:41:53.360,,\n');
  expect(data).toEqual([
    { timeStamp: new Date(2026, 10, 30, 13, 41, 53, 360).getTime(), elapsed: 0, Latency: 0 },
  ]);
});

test('rows that cannot be read are counted and left out', async () => {
  const { data, rows, skipped, firstSkipped } = await read(
    'label,elapsed\na,1\nb\nc,3,4\nd,five\ne,5\n"half',
  );
  expect(data.map(({ label }) => label)).toEqual(['a', 'e']);
  expect({ rows, skipped, firstSkipped }).toEqual({ rows: 2, skipped: 4, firstSkipped: 2 });
});

test('a file that is no results file is one clear error', async () => {
  await expect(read('')).rejects.toThrow(/x\.jtl is empty\.$/);
  await expect(read('<?xml version="1.0"?>\n<testResults/>\n')).rejects.toThrow(/is no CSV results file/);
  await expect(readJtl(join(folder, 'none'), () => {})).rejects.toThrow(/ENOENT/);
});

test('a quote that is never closed ends in an error before it fills the memory', async () => {
  await expect(read(`label,elapsed\na,1\n"${'x'.repeat(20 * 1024 * 1024)}`)).rejects.toThrow(
    /the row after row 1 has no end; a quote may be open\.$/,
  );
});

test('equal cells are one string, and every row is its own object', async () => {
  const file = join(folder, 'x.jtl');
  writeFileSync(file, `label,elapsed\n${'a rather long label,1\n'.repeat(3)}`);
  const rows: JtlRow[] = [];
  await readJtl(file, (row) => rows.push(row));
  expect(new Set(rows).size).toBe(3);
});

test('any cells, in files longer than the pieces they are read in, are read as they were written', async () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('ab",;\n\r\t é日😀')) });
  const long = fc.integer({ min: 1, max: 100_000 }).map((length) => 'é"\n'.repeat(length));
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.oneof({ weight: 20, arbitrary: text }, { weight: 1, arbitrary: long }), text, fc.nat()),
        {
          minLength: 1,
          maxLength: 200,
        },
      ),
      fc.constantFrom(',', ';', '\t'),
      fc.boolean(),
      async (rows, delimiter, quoted) => {
        const lines = stringify(rows, { delimiter, quoted, quoted_match: /\r/, quoted_empty: true });
        const { data, skipped } = await read(['label', 'URL', 'elapsed'].join(delimiter) + '\n' + lines);
        expect(skipped).toBe(0);
        expect(data).toEqual(rows.map(([label, URL, elapsed]) => ({ label, URL, elapsed })));
      },
    ),
    { numRuns: 40 },
  );
});
