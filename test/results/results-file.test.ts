import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readJtl } from '../../src/results/jtl-reader.ts';
import type { CollectorSpec, SampleResult } from '../../src/types.ts';
import { bundle } from '../support/bundle.ts';
import { collector, sample, testResults, type TestResults } from '../support/results.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const COLUMNS = new Map([
  ['label', true],
  ['success', true],
  ['fieldNames', true],
]);
const labels = (filename: string, more: Partial<CollectorSpec> = {}): CollectorSpec =>
  collector(filename, { saveConfig: COLUMNS, ...more });

/** Opens these collectors, gives each the samples in turn as a run does, and closes them. */
async function collect(
  specs: readonly CollectorSpec[],
  samples: readonly SampleResult[],
  run: TestResults = testResults(folder),
): Promise<TestResults> {
  const sinks = specs.map((spec) => run.collector(spec));
  for (const result of samples) for (const sink of sinks) sink.sample({ result, variables: [] });
  for (const sink of sinks) await sink.close();
  return run;
}

const good = (): SampleResult => sample({ label: 'good' });
const bad = (): SampleResult => sample({ label: 'bad', success: false });

test('folders above the file are made', async () => {
  await collect([labels('new/sub/x.csv')], [good()]);
  expect(read('new/sub/x.csv')).toBe('label,success\ngood,true\n');
});

test('a file without samples has its header', async () => {
  await collect([labels('x.csv')], []);
  expect(read('x.csv')).toBe('label,success\n');
});

test('a file that is there is appended to without a header, even an empty one', async () => {
  writeFileSync(join(folder, 'old.csv'), 'label,success\nold,true\n');
  writeFileSync(join(folder, 'empty.csv'), '');
  await collect([labels('old.csv'), labels('empty.csv')], [good()]);
  expect(read('old.csv')).toBe('label,success\nold,true\ngood,true\n');
  expect(read('empty.csv')).toBe('good,true\n');
});

test('a row that a killed run left half written gets its line end before rows are appended', async () => {
  writeFileSync(join(folder, 'torn.csv'), 'label,success\nol');
  await collect([labels('torn.csv')], [good()]);
  expect(read('torn.csv')).toBe('label,success\nol\ngood,true\n');
});

test('filters look at the success of the sample; both together let everything pass', async () => {
  await collect(
    [
      labels('errors.csv', { errorsOnly: true }),
      labels('successes.csv', { successOnly: true }),
      labels('both.csv', { errorsOnly: true, successOnly: true }),
    ],
    [good(), bad()],
  );
  expect(read('errors.csv')).toBe('label,success\nbad,false\n');
  expect(read('successes.csv')).toBe('label,success\ngood,true\n');
  expect(read('both.csv')).toBe('label,success\ngood,true\nbad,false\n');
});

test('collectors that spell one file alike write a sample once, by the first that wants it', async () => {
  await collect(
    [labels('x.csv', { errorsOnly: true }), labels('x.csv', { saveConfig: new Map([['label', true]]) })],
    [good(), bad()],
  );
  expect(read('x.csv')).toBe('label,success\ngood\nbad,false\n');
});

test('collectors that spell one file differently each write their own columns below the header of the first', async () => {
  mkdirSync(join(folder, 'sub'));
  symlinkSync(join(folder, 'sub'), join(folder, 'link'));
  const own = { saveConfig: new Map([['label', true]]) };
  await collect([labels('sub/x.csv'), labels('./sub/x.csv', own), labels('link/x.csv', own)], [good()]);
  expect(read('sub/x.csv')).toBe('label,success\ngood,true\ngood\ngood\n');
});

test('the -l file and a collector may be one file', async () => {
  const run = testResults(folder);
  const sink = run.file('out.jtl');
  await collect([labels('out.jtl')], [], run);
  sink.sample({ result: good(), variables: [] });
  await sink.close();
  expect(read('out.jtl').split('\n')).toHaveLength(3);
});

test('a collector without a file name writes nothing', async () => {
  const run = await collect([labels('')], [good()]);
  expect(run.errors).toEqual([]);
});

test('names that start with ~/ are below the folder of the plan', async () => {
  await collect([labels('~/x.csv')], [good()]);
  expect(read('plans/x.csv')).toBe('label,success\ngood,true\n');
});

test('an XML file is closed at the end, and one that is there is continued', async () => {
  const xml = labels('x.xml', {
    saveConfig: new Map([
      ['label', true],
      ['xml', true],
    ]),
  });
  const start = '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n';
  await collect([xml], [good()]);
  expect(read('x.xml')).toBe(`${start}<sample lb="good"/>\n\n</testResults>\n`);
  await collect([xml], [bad()]);
  expect(read('x.xml')).toBe(`${start}<sample lb="good"/>\n\n<sample lb="bad"/>\n\n</testResults>\n`);
});

test('an XML file replaces one that holds something else', async () => {
  writeFileSync(join(folder, 'x.xml'), 'label,success\n'.repeat(100));
  await collect([labels('x.xml', { saveConfig: new Map([['xml', true]]) })], [good()]);
  expect(read('x.xml')).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n<sample/>\n\n</testResults>\n',
  );
});

test('rows reach the file within a second or so, in whole lines, while the run goes on', async () => {
  const run = testResults(folder);
  const sink = run.file('live.jtl');
  sink.sample({ result: good(), variables: [] });
  while (!existsSync(join(folder, 'live.jtl')) || !read('live.jtl').includes('good')) await sleep(20);
  expect(read('live.jtl').endsWith('\n')).toBe(true);
  await sink.close();
});

test('autoflush writes each row at once', async () => {
  const run = testResults(folder, { 'jmeter.save.saveservice.autoflush': 'true' });
  const sink = run.file('live.jtl');
  for (let i = 0; i < 500; i++) sink.sample({ result: good(), variables: [] });
  await sink.close();
  expect(read('live.jtl').match(/good/g)).toHaveLength(500);
});

test('more than one batch arrives complete and in order', async () => {
  const samples = Array.from({ length: 20_000 }, (_, i) => sample({ label: `n${i} é` }));
  await collect([labels('many.csv')], samples);
  const rows: { label: string }[] = parse(read('many.csv'), { columns: true });
  expect(rows.map(({ label }) => label)).toEqual(samples.map(({ label }) => label));
});

test('more than the disk takes in time arrives complete and in order, too', async () => {
  const count = 45_000;
  const run = testResults(folder);
  const sink = run.collector(labels('much.csv'));
  const filling = 'x'.repeat(2000);
  for (let i = 0; i < count; i++)
    sink.sample({ result: sample({ label: `${i} ${filling}` }), variables: [] });
  await sink.close();
  let next = 0;
  await readJtl(join(folder, 'much.csv'), ({ label }) => {
    if (label?.startsWith(`${next} x`) === true) next++;
  });
  expect(next).toBe(count);
});

test('a file that cannot be opened is one error, and the run goes on without it', async () => {
  writeFileSync(join(folder, 'file'), '');
  const run = await collect([labels('file/x.csv'), labels('fine.csv')], [good(), bad()]);
  expect(run.errors).toHaveLength(1);
  expect(run.errors[0]).toMatch(/^Cannot write results to file\/x\.csv: .*\. The run goes on, but/);
  expect(read('fine.csv')).toBe('label,success\ngood,true\nbad,false\n');
});

test('a folder is no results file', async () => {
  mkdirSync(join(folder, 'sub'));
  const run = await collect([labels('sub')], [good()]);
  expect(run.errors).toHaveLength(1);
});

test.runIf(existsSync('/dev/full'))('a full disk is one error, however many rows follow', async () => {
  const samples = Array.from({ length: 5000 }, good);
  const run = await collect([labels('/dev/full')], samples);
  expect(run.errors).toEqual([
    'Cannot write results to /dev/full: no space left on device. The run goes on, but its results do not reach this file.',
  ]);
});

const WRITER = await bundle('test/results/write-results.mjs');
const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true });

test.runIf(process.platform === 'linux')(
  'when no more may be written, the file ends with its last whole row',
  async () => {
    const limited = `trap '' XFSZ; ulimit -f 300; exec "$0" "$@"`;
    const child = spawn('bash', ['-c', limited, process.execPath, WRITER, 'x.jtl', '20000'], { cwd: folder });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
    expect(errors).toBe(
      'Cannot write results to x.jtl: file too large. The run goes on, but its results do not reach this file.\n',
    );
    const text = read('x.jtl');
    expect(text.endsWith('\n')).toBe(true);
    const rows = rowsOf(text);
    expect(rows.length).toBeGreaterThan(1000);
    expect(rows.at(-1)?.['label']).toBe(`sample, number ${rows.length}`);
  },
);

test('a run that is killed leaves the rows that it wrote, each whole and in order', async () => {
  const child = spawn(process.execPath, [WRITER, 'x.jtl'], { cwd: folder });
  const closed = once(child, 'close');
  while (!existsSync(join(folder, 'x.jtl')) || read('x.jtl').length < 300_000) await sleep(10);
  child.kill('SIGKILL');
  await closed;
  const text = read('x.jtl');
  const rows = rowsOf(text.slice(0, text.lastIndexOf('\n') + 1));
  expect(rows.length).toBeGreaterThan(3000);
  for (const [i, row] of rows.entries()) expect(row['label']).toBe(`sample, number ${i + 1}`);
});
