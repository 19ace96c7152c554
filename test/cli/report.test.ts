import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { group, javaRequest, plan } from '../support/plan-text.ts';
import { execute, PROGRAM, removeScratch, scratch } from '../support/program.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/report');
const MIXED = path.join(FIXTURES, 'mixed.jtl');

let folder: string;
beforeAll(() => {
  folder = scratch({
    'mixed.jmx': plan([group('TG', [javaRequest('a'), javaRequest('bad', { fails: true })], { loops: 5 })]),
    'header.jtl': 'timeStamp,elapsed,label,success\n',
    'no.jtl': 'hello\n',
    'damaged.jtl': 'timeStamp,elapsed,label,success\n1796044700000,5,a,true\n1796044700000,x,a,true\n',
  });
});
afterAll(() => removeScratch(folder));
let number = 0;
let output: string;
beforeEach(() => {
  output = `report-${number++}`;
});

const read = (...names: string[]): string => fs.readFileSync(path.join(folder, ...names), 'utf8');
const json = (...names: string[]): unknown => JSON.parse(read(...names));

describe('wsmeter report', () => {
  test('sums up a results file', async () => {
    const { code, stdout, stderr } = await execute(['report', MIXED], folder);
    expect(stdout).toMatch(/^echo +4 +2 \(50%\) +7 +1,000/m);
    expect(stdout).toMatch(/^TOTAL +10 +4 \(40%\)/m);
    expect(stdout).toMatch(/^pass +1 +1 \(100%\) +1,036/m);
    expect(stdout).toContain('  1  connection refused: 403: Got unexpected status 403');
    expect([code, stderr]).toEqual([0, '']);
  });

  test("writes the page, and JMeter's statistics.json", async () => {
    await execute(['report', MIXED, '-o', output], folder);
    expect(read(output, 'index.html')).toMatch(/^<!doctype html>/);
    expect(json(output, 'statistics.json')).toEqual(
      JSON.parse(fs.readFileSync(path.join(FIXTURES, 'mixed.statistics.json'), 'utf8')),
    );
  });

  test("takes percentiles from JMeter's properties", async () => {
    const properties = ['-Jaggregate_rpt_pct1=50', '-Jaggregate_rpt_pct2=75.5', '-Jaggregate_rpt_pct3=100'];
    const window = '-Jjmeter.reportgenerator.statistic_window=3';
    await execute(['report', MIXED, '--statistics', 'own.json', ...properties, window], folder);
    expect(json('own.json')).toEqual(
      JSON.parse(fs.readFileSync(path.join(FIXTURES, 'mixed-percentiles.statistics.json'), 'utf8')),
    );
  });

  test('writes JUnit XML and Markdown', async () => {
    const files = ['--junit', 'junit.xml', '--markdown', 'summary.md'];
    const { code } = await execute(['report', MIXED, ...files, '-c', 'fail>10%'], folder);
    expect(read('junit.xml')).toContain('<testsuites name="mixed.jtl" tests="8" failures="1"');
    expect(read('summary.md')).toMatch(/^## ❌ mixed\.jtl\n/);
    expect(code).toBe(3);
  });

  test('adds to the step summary of GitHub, and annotates', async () => {
    fs.writeFileSync(path.join(folder, 'step.md'), 'before\n');
    const child = spawn(process.execPath, [PROGRAM, 'report', MIXED, '--github', '--fail-on-error'], {
      cwd: folder,
      env: { ...process.env, GITHUB_STEP_SUMMARY: path.join(folder, 'step.md') },
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    await once(child, 'close');
    expect(stdout.match(/^::error title=.*$/gm)).toHaveLength(4);
    expect(read('step.md')).toMatch(/^before\n## ❌ mixed\.jtl\n/);
    expect(child.exitCode).toBe(3);
  });

  test('says how many rows could not be read', async () => {
    const { code, stderr } = await execute(['report', 'damaged.jtl', '-o', output], folder);
    const note = '1 rows could not be read and are left out; the first is row 2 of the file.';
    expect([code, stderr]).toEqual([0, `wsmeter: ${note}\n`]);
    expect(read(output, 'index.html')).toContain(note);
  });

  test.each([
    [3, 'there is no sample', ['header.jtl'], 'There is no sample in header.jtl.'],
    [
      4,
      'there is no sample',
      ['header.jtl', '--criteria-exit-code', '4'],
      'There is no sample in header.jtl.',
    ],
    [1, 'it is no results file', ['no.jtl'], 'no.jtl is no CSV results file that can be read'],
    [1, 'it is not there', ['gone.jtl'], 'gone.jtl cannot be read: no such file or directory'],
    [1, 'time frames cannot be told', ['damaged.jtl', '-c', 'fail>1 for 5s', '--junit', 'no/x'], 'no/x'],
    [2, 'no file is named', [], "missing required argument 'results'"],
    [2, 'the criterion is malformed', [MIXED, '-c', 'x'], "The criterion 'x' is malformed"],
  ])('ends with %i when %s', async (code, _, args, message) => {
    const outcome = await execute(['report', ...args], folder);
    expect(outcome.stderr).toContain(message);
    expect(outcome.code).toBe(code);
  });

  test('ends with 1 when rows are too far out of order for criteria with a time frame', async () => {
    const rows = [1796044900000, 1796044700000].map((time) => `${time},5,a,true\n`).join('');
    fs.writeFileSync(path.join(folder, 'unsorted.jtl'), `timeStamp,elapsed,label,success\n${rows}`);
    const { code, stdout } = await execute(['report', 'unsorted.jtl', '-c', 'fail>0 for 5s'], folder);
    expect(stdout).toContain('Criteria cannot be told: 1 rows are more than 60 s behind');
    expect(code).toBe(1);
  });
});

describe('the folder of a report', () => {
  test('is made, with those above it', async () => {
    expect((await execute(['report', MIXED, '-o', `${output}/deep/er`], folder)).code).toBe(0);
    expect(read(output, 'deep', 'er', 'index.html')).toContain('mixed.jtl');
  });

  test('is refused when something is in it, and replaced with -f when that is a report', async () => {
    await execute(['report', MIXED, '-o', output], folder);
    const again = await execute(['report', MIXED, '-o', output], folder);
    expect(again.stderr).toMatch(/^wsmeter: Cannot write to '\/.*' as folder is not empty\..* -f\.\n$/);
    expect(again.code).toBe(1);
    expect((await execute(['report', MIXED, '-o', output, '-f'], folder)).code).toBe(0);
  });

  test('is left alone, even with -f, when something else is in it', async () => {
    fs.mkdirSync(path.join(folder, output));
    for (const name of ['index.html', 'statistics.json', 'thesis.txt'])
      fs.writeFileSync(path.join(folder, output, name), 'years');
    const { code, stderr } = await execute(['report', MIXED, '-o', output, '-f'], folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining('thesis.txt in it is no part of a report')]);
    expect(read(output, 'thesis.txt') + read(output, 'index.html')).toBe('yearsyears');
  });
});

describe("JMeter's way", () => {
  test('-e writes the report of a run', async () => {
    const args = ['-n', '-t', 'mixed.jmx', '-l', `${output}.jtl`, '-e', '-o', output, '-j', 'e.log'];
    const { code, stdout } = await execute(args, folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Tidying up .*\n\.\.\. end of run\n$/m);
    expect(json(output, 'statistics.json')).toMatchObject({ Total: { sampleCount: 10, errorCount: 5 } });
    expect(read(output, 'index.html')).toContain('<h1>mixed.jmx</h1>');
  });

  test('-e refuses results of another run', async () => {
    fs.writeFileSync(path.join(folder, `${output}.jtl`), 'rows of yesterday\n');
    const args = ['-n', '-t', 'mixed.jmx', '-l', `${output}.jtl`, '-e', '-o', output, '-j', 'e.log'];
    const { code, stderr } = await execute(args, folder);
    expect(stderr).toContain(`Results file:${output}.jtl is not empty`);
    expect(code).toBe(1);
    expect((await execute([...args, '-f'], folder)).code).toBe(0);
  });

  test('-g writes the report of a results file, into report-output unless told otherwise', async () => {
    expect(await execute(['-g', MIXED], folder)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(json('report-output', 'statistics.json')).toMatchObject({ Total: { sampleCount: 11 } });
    expect((await execute(['-g', MIXED], folder)).code).toBe(1);
    expect((await execute(['-g', MIXED, '-f'], folder)).code).toBe(0);
  });
});

test('wsmeter run writes all reports, and those of its results file are the same', async () => {
  const files = (prefix: string): string[] => [
    '--junit',
    `${prefix}.xml`,
    '--markdown',
    `${prefix}.md`,
    '--statistics',
    `${prefix}.json`,
    '-o',
    prefix,
    '-c',
    'fail>10%',
    '-c',
    'hits<1',
  ];
  await execute(['run', 'mixed.jmx', '-l', 'mixed.jmx.jtl', ...files('live')], folder);
  fs.renameSync(path.join(folder, 'mixed.jmx.jtl'), path.join(folder, 'mixed.jmx.csv'));
  fs.mkdirSync(path.join(folder, 'later'));
  fs.renameSync(path.join(folder, 'mixed.jmx.csv'), path.join(folder, 'later', 'mixed.jmx'));
  await execute(['report', 'later/mixed.jmx', ...files('afterwards')], folder);
  for (const name of ['.xml', '.md', '.json'])
    expect(read(`afterwards${name}`), name).toBe(read(`live${name}`));
  // The generator's own figures are no part of a results file.
  const page = read('live/index.html')
    .replace(/<p class="notice".*?<\/p>/gs, '')
    .replace(/<section aria-labelledby="generator">.*?<\/section>/s, '')
    .replace(/"generator":(null|\{.*?\})/, '"generator":null');
  const words = (text: string): string[] => text.split(/\s+/);
  expect(words(page)).toEqual(words(read('afterwards/index.html')));
});
