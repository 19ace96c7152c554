import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SummaryJson } from '../../src/report/json.ts';
import { startServer, type DemoServer } from '../../src/server/server.ts';
import { element, flag, group, javaRequest, plan, text } from '../support/plan-text.ts';
import { execute, removeScratch, scratch, start } from '../support/program.ts';

let folder: string;
let server: DemoServer;
const common = flag('TLS', false) + text('server', '127.0.0.1') + text('port', '${__P(port)}');
const ask = (request: string): string =>
  element(
    'eu.luminis.jmeter.wssampler.RequestResponseWebSocketSampler',
    'Ask',
    `${common}${text('path', '${__P(path,/echo)}')}${flag('createNewConnection', false)}${text('payloadType', 'Text')}${text('requestData', request)}${text('readTimeout', '20000')}`,
  );
const open = element(
  'eu.luminis.jmeter.wssampler.OpenWebSocketSampler',
  'Open',
  common + text('path', '${__P(path,/echo)}'),
);

beforeAll(async () => {
  server = await startServer();
  const repeated = (request: string, times: number): string =>
    element('LoopController', 'l', text('LoopController.loops', String(times)), [ask(request)]);
  // Making a request takes the generator about a millisecond of CPU.
  const work = '${__javaScript(var s = Math.random(); for (var i = 0; i &lt; 30000; i++) s += i; s)}';
  const steps = group('g', [javaRequest('a', { sleepMs: 20 })]).replace(
    text('ThreadGroup.num_threads', '1'),
    text('ThreadGroup.num_threads', '${__P(threads,1)}'),
  );
  folder = scratch({
    'steps.jmx': plan([steps]),
    'fixed.jmx': plan([group('g', [javaRequest('a')], { threads: 3 })]),
    'working.jmx': plan([group('g', [open, repeated(work, 25)], { threads: 20 })]),
    'waiting.jmx': plan([group('g', [open, repeated('hello', 25)], { threads: 4 })]),
  });
});
afterAll(async () => {
  await server.close();
  removeScratch(folder);
});

describe.concurrent('wsmeter sweep', () => {
  test('runs the plan with each number of threads, the smallest first', async () => {
    const args = [
      'steps.jmx',
      '--threads',
      '4,2',
      '--json',
      'sweep.json',
      '--html',
      'sweep.html',
      '--workers',
      '1',
    ];
    const { code, stdout, stderr } = await execute(['sweep', ...args], folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Threads +open +failed +per second .*\n2 +0 +0% .*\n4 +0 +0% .*\n/);
    expect(stderr).toContain('wsmeter: 2 threads\n');
    const page = fs.readFileSync(path.join(folder, 'sweep.html'), 'utf8');
    expect(page).toMatch(/<title>steps\.jmx: wsmeter sweep<\/title>.*<title>4: median /s);
    const { steps } = JSON.parse(fs.readFileSync(path.join(folder, 'sweep.json'), 'utf8')) as {
      steps: { threads: number; summary: SummaryJson }[];
    };
    expect(steps.map(({ threads, summary }) => [threads, summary.total.count])).toEqual([
      [2, 2],
      [4, 4],
    ]);
  });

  test('goes on when samples fail, and ends when the plan cannot run', async () => {
    const failing = ['steps.jmx', '--threads', '1,2', '-c', 'avg-rt<0ms', '-c', 'hits>0'];
    expect((await execute(['sweep', ...failing], folder)).stdout).toMatch(/^2 +0 /m);
    const wrong = await execute(['sweep', 'steps.jmx', '--threads', '1,2', '--headroom', '7'], folder);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/A share is written 0\.3 or 30%/);
    expect(wrong.stderr).not.toContain('2 threads');
  });

  test.each([
    [
      ['fixed.jmx', '--threads', '1,2'],
      /^1 wsmeter: fixed\.jmx does not take its number of threads from the property threads: write \$\{__P\(threads,10\)\}/,
    ],
    [
      ['missing.jmx', '--threads', '1'],
      /^1 wsmeter: The plan missing\.jmx cannot be read: no such file or directory\.\n$/,
    ],
    [['steps.jmx'], /^2 wsmeter: required option '--threads <numbers>' not specified/],
    [['steps.jmx', '--threads', '1,x'], /^2 wsmeter: .*Numbers of threads are written 1000,5000,10000/],
    [['steps.jmx', '--threads', '1', '--threads-property', 'users'], /property users/],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await execute(['sweep', ...args], folder);
    expect(`${code} ${stderr}`).toMatch(message);
  });

  test('is ended by a signal, and shows the steps that it has', async () => {
    const running = start(['sweep', 'steps.jmx', '--threads', '1,2000000'], folder);
    let stderr = '';
    await new Promise<void>((resolve) => {
      running.process.stderr!.on('data', (data: string) => {
        stderr += data;
        if (stderr.includes('2000000 threads')) resolve();
      });
    });
    running.process.kill('SIGINT');
    const { code, stdout } = await running.outcome;
    expect(code).toBe(130);
    expect(stdout).toMatch(/^1 +0 /m);
  });
});

describe('wsmeter run --calibrate', () => {
  const calibrate = async (planFile: string, ...args: string[]): Promise<string> => {
    const port = `-Jport=${server.port}`;
    const { stdout } = await execute(['run', planFile, port, '--calibrate', ...args], folder);
    return stdout.replaceAll(/\s+/g, ' ');
  };

  test('tells that a generator with too much to do is the limit', { timeout: 60_000 }, async () => {
    const stdout = await calibrate('working.jmx', '-l', 'working.jtl', '-f');
    expect(stdout).toContain('Calibration: the same load with 2 workers in place of 1');
    // How much CPU two workers get on a busy machine is a matter of chance: with none to spare they are no faster.
    expect(stdout).toMatch(
      /The medians move: they (?:fall|rise) with one more worker \(Ask\)|The medians stay, but the workers had too little CPU/,
    );
    const rows = fs.readFileSync(path.join(folder, 'working.jtl'), 'utf8').trimEnd().split('\n');
    expect(rows).toHaveLength(1 + 20 + 500);
  });

  test('tells that one that waits for its server is not', { retry: 4, timeout: 60_000 }, async () => {
    const stdout = await calibrate('waiting.jmx', '-Jpath=/slow?ms=100');
    // On a machine that other programs use up, it cannot be sure.
    expect(stdout).toMatch(
      /The medians stay(?:: the generator is not what limits them|, but the workers had too little CPU)/,
    );
  });
});
