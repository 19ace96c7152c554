import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type DemoServer } from '../../src/server/server.ts';
import { element, group, javaRequest, plan, text } from '../support/plan-text.ts';
import { execute, removeScratch, scratch } from '../support/program.ts';

let folder: string;
let server: DemoServer;
beforeAll(async () => {
  server = await startServer();
  folder = scratch({
    'good.jmx': plan([group('TG', [javaRequest('a')])]),
    'cut.jmx': plan([]).slice(0, -30),
    'empty.jmx': '',
    'text.jmx': 'hello',
    'other.jmx': '<other/>',
    'unknown.jmx': plan([group('TG', [element('com.example.Foo', 'foo')])]),
    'function.jmx': plan([group('TG', [javaRequest('${__Random(1)}')])]),
    'duration.jmx': plan([
      group('TG', [javaRequest('a')], {
        properties: text('ThreadGroup.scheduler', 'true') + text('ThreadGroup.duration', '0'),
      }),
    ]),
    'bad.properties': 'a=\\u00',
  });
  fs.mkdirSync(path.join(folder, 'sub'));
});
afterAll(async () => {
  await server.close();
  removeScratch(folder);
});

const run = (planFile: string, ...args: string[]): string[] => ['-n', '-t', planFile, ...args];

describe.concurrent('one clear line and the right exit code', () => {
  test.each<[number, string, string[], RegExp]>([
    [2, 'no command that is known', ['bogus'], /Unknown command bogus .*--help/],
    [2, 'an unknown option', run('good.jmx', '--bogus'), /Unknown option --bogus/],
    [2, 'an option without its value', ['-n', '-t'], /Missing argument to option -t/],
    [2, 'a stray argument', run('good.jmx', 'stray'), /Unknown arg: stray/],
    [2, 'no plan', ['-n'], /add -t plan\.jmx/],
    [2, 'no -n', ['-t', 'good.jmx'], /add -n/],
    [2, 'a proxy without its port', run('good.jmx', '-H', 'proxy'), /host and port/],
    [2, '-e without results', run('good.jmx', '-e'), /Option -e requires -l option/],
    [2, '-o without a report', run('good.jmx', '-oreport'), /Option -o requires -e or -g/],
    [2, 'a criterion', run('good.jmx', '--criteria', 'p95'), /The criterion 'p95' is malformed/],
    [2, 'an exit code', run('good.jmx', '--criteria-exit-code', '256'), /a number from 1 to 255/],
    [
      1,
      'a results file that is not there',
      ['-g', 'no.jtl', '-o', 'r'],
      /no\.jtl cannot be read: no such file/,
    ],
    [
      1,
      'a file of criteria',
      run('good.jmx', '--criteria', 'no.yml'),
      /no\.yml cannot be read: no such file/,
    ],
    [2, 'no date pattern in the name of the log', run('good.jmx', '-j', "'QQ'.log"), /not a date pattern/],
    ...['-r', '-Rhost', '-X', '-s', '-dhome', '-ilog4j2.xml', '-Ehttps'].map(
      (option): [number, string, string[], RegExp] => [
        2,
        `${option.slice(0, 2)}, which is not there yet`,
        run('good.jmx', option),
        new RegExp(`Option ${option.slice(0, 2)} \\(--\\w+\\) is not supported: \\w`),
      ],
    ),
    [2, 'an unknown option of a command', ['serve', '--bogus'], /unknown option '--bogus' .*--help/],
    [2, 'an impossible port', ['serve', '--port', '99999'], /0 to 65535/],
    [2, 'nothing to check', ['check'], /missing required argument/],
    [2, 'a folder without plans', ['check', 'sub'], /no \.jmx file in sub/],
    [1, 'a plan that is not there', run('no.jmx'), /does not exist \(no\.jmx\)/],
    [1, 'a plan that is a folder', run('sub'), /is a folder \(sub\)/],
    [1, 'a plan that is cut short', run('cut.jmx'), /Not well-formed XML.*cut\.jmx:2/],
    [1, 'an empty plan', run('empty.jmx'), /Not well-formed XML.*empty\.jmx/],
    [1, 'a plan that is text', run('text.jmx'), /Not well-formed XML.*text\.jmx/],
    [1, 'another XML file', run('other.jmx'), /not <jmeterTestPlan>.*other\.jmx:1/],
    [
      1,
      'an unknown element',
      run('unknown.jmx'),
      /com\.example\.Foo is not supported .*unknown\.jmx:\d+, .*foo/,
    ],
    [1, 'a function with too few arguments', run('function.jmx'), /__Random.*function\.jmx:\d+/],
    [1, 'a duration that is none', run('duration.jmx'), /Invalid duration 0 set in Thread Group:TG/],
    [1, 'a base properties file that is not there', run('good.jmx', '-pno.properties'), /no\.properties/],
    [1, 'a malformed properties file', run('good.jmx', '-qbad.properties'), /bad\.properties: .*hexadecimal/],
    [
      1,
      'an impossible delimiter',
      run('good.jmx', '-lx.jtl', '-Jjmeter.save.saveservice.default_delimiter=||'),
      /Delimiter '\|\|' must be of length 1/,
    ],
    [1, 'a property of correlation', run('good.jmx', '-Jwsmeter.correlation=so'), /"so" is not understood/],
    [1, 'results into a folder', run('good.jmx', '-lsub'), /Cannot write results to sub/],
    [1, 'results on a full disk', run('good.jmx', '-l/dev/full'), /no space left on device/],
    [0, 'a log file that cannot be written', run('good.jmx', '-jsub'), /sub cannot be written.*without it/],
    [
      0,
      'a properties file that is not there',
      run('good.jmx', '-qno.properties'),
      /no\.properties cannot be read/,
    ],
  ])('exit code %i: %s', async (code, _, args, message) => {
    const outcome = await execute(args, folder);
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(outcome.stderr).toMatch(/^wsmeter: /);
    expect(outcome.stdout + outcome.stderr).not.toMatch(/\n\s+at |node:internal/);
    expect(outcome.code).toBe(code);
  });

  test('exit code 1: a port in use', async () => {
    const outcome = await execute(['serve', '--port', String(server.port)], folder);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toContain(`port ${server.port}: address already in use`);
  });

  test('exit code 2: nothing at all, with the help', async () => {
    const outcome = await execute([], folder);
    expect(outcome).toMatchObject({ code: 2, stderr: '' });
    expect(outcome.stdout).toContain('wsmeter run plan.jmx');
  });
});
