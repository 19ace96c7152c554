import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compatibilityText } from '../../src/cli/compatibility.ts';
import { element, group, javaRequest, plan } from '../support/plan-text.ts';
import { execute, removeScratch, scratch, start } from '../support/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

let folder: string;
beforeAll(() => {
  const disabled = element('com.example.Off', 'off', '', [], ' enabled="false"');
  folder = scratch({
    'good.jmx': plan([group('TG', [javaRequest('${__P(label,a)}'), javaRequest('b')], { loops: 3 })]),
    'fails.jmx': plan([group('TG', [javaRequest('a'), javaRequest('bad', { fails: true })])]),
    'nothing.jmx': plan([group('TG', [])]),
    'off.jmx': plan([group('TG', [javaRequest('a'), disabled])]),
    'more.properties': 'label=from a file',
  });
  fs.mkdirSync(path.join(folder, 'plans', 'deep'), { recursive: true });
  const unknown = element('com.example.Foo', 'foo');
  fs.writeFileSync(path.join(folder, 'plans', 'good.jmx'), plan([group('TG', [javaRequest('a')])]));
  fs.writeFileSync(path.join(folder, 'plans', 'deep', 'bad.jmx'), plan([group('TG', [unknown])]));
});
afterAll(() => removeScratch(folder));

describe.concurrent('wsmeter run', () => {
  test('prints one screen of summary and ends with 0', async () => {
    const outcome = await execute(['run', 'good.jmx'], folder);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^Samples .*count .*errors .*median .*p95 .*p99/);
    expect(outcome.stdout).toMatch(/^a +3 +0 /m);
    expect(outcome.stdout).toMatch(/^TOTAL +6 +0 /m);
  });

  test('ends with 3 when a sample failed', async () => {
    const outcome = await execute(['run', 'fails.jmx'], folder);
    expect(outcome.code).toBe(3);
    expect(outcome.stdout).toMatch(/^bad +1 +1 \(100%\)/m);
    expect(outcome.stdout).toContain('500: Boom');
  });

  test('ends with 3 when there was no sample, and says so', async () => {
    const outcome = await execute(['run', 'nothing.jmx'], folder);
    expect(outcome).toMatchObject({ code: 3, stderr: 'wsmeter: The plan ran, but took no sample.\n' });
  });

  test('writes results, a summary for programs and a log', async () => {
    const files = ['-l', 'run.jtl', '--json', 'run.json', '-j', 'run.log'];
    const outcome = await execute(['run', 'good.jmx', ...files, '-Jlabel=x'], folder);
    expect(outcome.code).toBe(0);
    const read = (file: string): string => fs.readFileSync(path.join(folder, file), 'utf8');
    expect(read('run.jtl').trimEnd().split('\n')).toHaveLength(7);
    expect(JSON.parse(read('run.json'))).toMatchObject({
      total: { count: 6, errors: 0 },
      labels: [{ label: 'x' }, { label: 'b' }],
    });
    expect(read('run.log')).toContain('INFO o.a.j.t.JMeterThread: Thread started: TG 1-1');
  });

  test('adds to results that are there, and deletes them with -f', async () => {
    const rows = async (...args: string[]): Promise<number> => {
      await execute(['run', 'good.jmx', '--log', 'again.jtl', ...args], folder);
      return fs.readFileSync(path.join(folder, 'again.jtl'), 'utf8').trimEnd().split('\n').length;
    };
    expect([await rows(), await rows(), await rows('-f')]).toEqual([7, 13, 7]);
  });

  test('takes properties in their order, files and values alike', async () => {
    const labels = async (...args: string[]): Promise<string> => {
      const { stdout } = await execute(['run', 'good.jmx', ...args], folder);
      return /^(.*?) +3 /m.exec(stdout)?.[1] ?? '';
    };
    expect(await labels('-q', 'more.properties', '-J', 'label=x')).toBe('x');
    expect(await labels('--property', 'label=x', '-q', 'more.properties')).toBe('from a file');
    expect(await labels('-D', 'label=system')).toBe('system');
  });

  test('does not start without a properties file that was asked for', async () => {
    const outcome = await execute(['run', 'good.jmx', '-q', 'no.properties'], folder);
    expect(outcome).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'wsmeter: The properties file no.properties cannot be read.\n',
    });
  });
});

describe.concurrent('wsmeter check', () => {
  test('lists what a plan uses, by kind and line', async () => {
    const outcome = await execute(['check', 'off.jmx'], folder);
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toMatch(/^off\.jmx: can run\n/);
    expect(outcome.stdout).toMatch(/^ {2}supported {2}Thread Group \(line \d+\)$/m);
    expect(outcome.stdout).toMatch(/^ {2}differs {4}Java Request \(line \d+\): \w/m);
    expect(outcome.stdout).toMatch(/^ {2}disabled {3}line \d+, with what is in them$/m);
  });

  test('lists the functions too', async () => {
    const outcome = await execute(['check', 'good.jmx'], folder);
    expect(outcome.stdout).toMatch(/^ {2}supported {2}__P \(line \d+\)$/m);
  });

  test('looks through folders and ends with 1 when a plan cannot run', async () => {
    const outcome = await execute(['check', 'plans'], folder);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toContain(`${path.join('plans', 'good.jmx')}: can run\n`);
    expect(outcome.stdout).toMatch(
      /bad\.jmx: cannot run\n(?: {2}.*\n)* {2}problem {4}com\.example\.Foo is not supported/,
    );
    expect(outcome.stdout).toMatch(/2 plans: 1 can run, 1 cannot\n$/);
  });

  test('runs nothing', async () => {
    await execute(['check', 'good.jmx'], folder);
    expect(fs.readdirSync(folder)).not.toContain('jmeter.log');
  });

  test('finds all example plans fit to run', async () => {
    const outcome = await execute(['check', path.join(ROOT, 'plans')], folder);
    expect(outcome.stdout).toMatch(/ 0 cannot\n$/);
    expect(outcome.code).toBe(0);
  });
});

describe.concurrent('wsmeter', () => {
  test('serve says where it listens and ends with a signal', async () => {
    const server = start(['serve', '--port', '0'], folder);
    const [, url = ''] = await server.printed(/^Listening on ws:\/\/(127\.0\.0\.1:\d+) /);
    expect(await (await fetch(`http://${url}/`)).text()).toContain('/echo');
    server.process.kill('SIGINT');
    expect(await server.outcome).toMatchObject({ code: 130, stderr: '' });
  });

  test('demo runs the echo plan and leaves its results', async () => {
    const demo = scratch();
    const outcome = await execute(['demo'], demo);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^TOTAL +1100 +0 /m);
    expect(fs.readFileSync(path.join(demo, 'demo.jtl'), 'utf8').trimEnd().split('\n')).toHaveLength(1101);
    removeScratch(demo);
  });

  test.each([['-v'], ['--version'], ['-n', '-v', '-t', 'x']])('tells its version: %s', async (...args) => {
    const outcome = await execute(args, folder);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^wsmeter \d+\.\d+\.\d+ .*5\.6\.3/);
  });

  test.each([['-h'], ['--help'], ['help']])('tells how to use it: %s', async (...args) => {
    const outcome = await execute(args, folder);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain('wsmeter -n -t plan.jmx');
  });

  test('lists the options of JMeter: -?', async () => {
    const { stdout } = await execute(['-?'], folder);
    expect(stdout).toContain('\t-J, --jmeterproperty <argument>=<value>\n');
    expect(stdout).toMatch(/-R, --remotestart <argument>\n.*\(not supported\)/);
  });
});

describe('docs/compatibility.md', () => {
  test('is what the tables of elements and functions say (npm run docs)', () => {
    expect(fs.readFileSync(path.join(ROOT, 'docs/compatibility.md'), 'utf8')).toBe(compatibilityText());
  });
});
