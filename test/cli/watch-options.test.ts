import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerJson } from '../../src/report/server-json.ts';
import type { SummaryJson } from '../../src/report/json.ts';
import { element, flag, group, javaRequest, plan, text } from '../support/plan-text.ts';
import { execute, removeScratch, scratch, start } from '../support/program.ts';

const SERVER = path.resolve(import.meta.dirname, '../watch/leaky-server.mjs');
const CONNECTIONS = 300;

let folder: string;
const servers: ChildProcess[] = [];
beforeAll(() => {
  const open = element(
    'eu.luminis.jmeter.wssampler.OpenWebSocketSampler',
    'Open',
    flag('TLS', false) + text('server', '127.0.0.1') + text('port', '${__P(port)}') + text('path', '/'),
  );
  const pause = element(
    'TestAction',
    'hold',
    `<intProp name="ActionProcessor.action">1</intProp>${text('ActionProcessor.duration', '${__P(hold,800)}')}`,
  );
  folder = scratch({
    'hold.jmx': plan([group('g', [open, pause], { threads: CONNECTIONS })]),
    'java.jmx': plan([group('g', [javaRequest('a')])]),
  });
});
afterAll(() => {
  for (const server of servers) server.kill();
  removeScratch(folder);
});

async function leakyServer(leakBytes: number): Promise<{ pid: number; port: string }> {
  const child = spawn(process.execPath, [SERVER, String(leakBytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(child);
  const [line] = await once(child.stdout, 'data');
  return { pid: child.pid!, port: String(line).trim() };
}

const serverOf = (name: string): ServerJson => {
  const summary = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as SummaryJson;
  return summary.server!;
};

const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

describe.skipIf(process.platform !== 'linux')('a watched server', { concurrent: true }, () => {
  test('has the memory per connection that /proc says', async () => {
    const { pid, port } = await leakyServer(200_000);
    const before = residentBytes(pid);
    const args = ['--watch-pid', String(pid), '--memory-limit', '1g', '--json', 'one.json', '-Jhold=3000'];
    const running = start(['run', 'hold.jmx', `-Jport=${port}`, ...args], folder);
    const looks: number[] = [];
    const isFull = (): boolean => fs.readdirSync(`/proc/${pid}/fd`).length >= CONNECTIONS;
    const timer = setInterval(() => isFull() && looks.push(residentBytes(pid)), 50);
    const { stdout } = await running.outcome;
    clearInterval(timer);
    const { baseline, bytesPerConnection, limit, mostOpen } = serverOf('one.json');
    expect(mostOpen).toBe(CONNECTIONS);
    expect(Math.abs(baseline - before)).toBeLessThan(4 << 20);
    const byHand = (looks.toSorted((a, b) => a - b)[looks.length >> 1]! - before) / CONNECTIONS;
    // What the process had to spare before is taken first.
    expect(byHand).toBeGreaterThan(180_000);
    expect(bytesPerConnection! / byHand).toBeGreaterThan(0.9);
    expect(bytesPerConnection! / byHand).toBeLessThan(1.1);
    const room = ((2 ** 30 - baseline) * 0.7) / bytesPerConnection!;
    expect(Math.abs(limit!.connections - room)).toBeLessThan(2);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /Server \(process \d+\): [\d.]+ MB of memory before the run, .* KB for each of 300 connections: 1 GB have room for [\d,]+, 30% of what is left kept free\./,
    );
  });

  test('that keeps something of every connection leaks', { timeout: 90_000 }, async () => {
    const { pid, port } = await leakyServer(200_000);
    const args = ['--watch-pid', String(pid), '--rounds', '5', '--json', 'leak.json', '--workers', '2'];
    const { stdout } = await execute(['run', 'hold.jmx', `-Jport=${port}`, ...args], folder);
    expect(stdout).toMatch(/^Leak: each round left \d+ MB behind, and it does not level off/m);
    expect(serverOf('leak.json').growth).toMatchObject({ verdict: 'leak' });
    const summary = JSON.parse(fs.readFileSync(path.join(folder, 'leak.json'), 'utf8')) as SummaryJson;
    expect(summary.connections).toMatchObject({ opened: 5 * CONNECTIONS });
    expect(summary.generator?.workers.map(({ worker }) => worker)).toEqual([0, 1]);
  });

  test('that keeps nothing does not', { timeout: 90_000 }, async () => {
    const { pid, port } = await leakyServer(0);
    const args = ['--watch-pid', String(pid), '--rounds', '5', '--json', 'none.json'];
    const { stdout } = await execute(['run', 'hold.jmx', `-Jport=${port}`, ...args], folder);
    expect(stdout).not.toContain('Leak');
    expect(serverOf('none.json').growth?.afterRounds).toHaveLength(5);
  });
});

describe.concurrent('options of a watched server', () => {
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr, stdout } = await execute(['run', 'java.jmx', ...args], folder);
    expect(stdout).toBe('');
    return `${code} ${stderr}`;
  };

  test.each([
    [['--watch-pid', '0'], /^2 wsmeter: .*A process id is a number from 1/],
    [['--watch-pid', '2147483647'], /^1 wsmeter: There is no process 2147483647 on this machine\.\n$/],
    [['--watch-cgroup', '/nowhere'], /^1 wsmeter: \/nowhere is not the folder of a control group/],
    [['--watch-pid', '1', '--watch-cgroup', '/'], /^2 wsmeter: .* do not go together/],
    [['--memory-limit', '1g'], /^2 wsmeter: --memory-limit is about a watched server/],
    [['--watch-pid', '1', '--memory-limit', 'much'], /^2 wsmeter: .*A size is written 512m/],
    [['--headroom', '1'], /^2 wsmeter: .*A share is written 0\.3 or 30%/],
    [['--rounds', '0'], /^2 wsmeter: .*A number of rounds is a number from 1/],
  ])('%j', async (args, message) => expect(await refused(...args)).toMatch(message));

  test('rounds run the plan again', async () => {
    const { stdout, code } = await execute(['run', 'java.jmx', '--rounds', '3', '-l', 'rounds.jtl'], folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^TOTAL +3 /m);
    expect(fs.readFileSync(path.join(folder, 'rounds.jtl'), 'utf8').trimEnd().split('\n')).toHaveLength(4);
  });

  test('a signal ends all rounds', async () => {
    const args = [
      'run',
      'java.jmx',
      '--rounds',
      '10000',
      '-l',
      'many.jtl',
      '-Jjmeter.save.saveservice.autoflush=true',
    ];
    const running = start(args, folder);
    const file = path.join(folder, 'many.jtl');
    while (!fs.existsSync(file) || fs.statSync(file).size < 1000) await new Promise(setImmediate);
    running.process.kill('SIGINT');
    expect((await running.outcome).code).toBe(130);
  });
});
