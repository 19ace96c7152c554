import dgram from 'node:dgram';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { group, javaRequest, plan } from '../support/plan-text.ts';
import { removeScratch, scratch, start, type Running } from '../support/program.ts';

let folder: string;
beforeAll(() => {
  const endless = group('Users', [javaRequest('a', { sleepMs: 20 })], { threads: 4, loops: -1 });
  const tearDown = group('After', [javaRequest('after')], { tag: 'PostThreadGroup' });
  folder = scratch({
    'endless.jmx': plan(
      [endless, tearDown],
      '<boolProp name="TestPlan.tearDown_on_shutdown">true</boolProp>',
    ),
    'restless.jmx': plan([group('Users', [javaRequest('a')], { loops: -1 })]),
    'long.jmx': plan([group('Users', [javaRequest('long', { sleepMs: 600_000 })])]),
  });
});
afterAll(() => removeScratch(folder));

/** Starts an endless plan and waits for its first rows. */
async function running(
  planFile: string,
  name: string,
): Promise<{ run: Running; results: string; port: number }> {
  const results = path.join(folder, `${name}.jtl`);
  const args = ['-n', '-t', planFile, '-l', results, '-j', `${name}.log`];
  const run = start([...args, '-Jjmeter.save.saveservice.autoflush=true'], folder);
  const [, port = ''] = await run.printed(/message on port (\d+)$/m);
  const written = (): number => fs.statSync(results, { throwIfNoEntry: false })?.size ?? 0;
  if (planFile === 'endless.jmx') while (written() < 1000) await setTimeout(20);
  return { run, results, port: Number(port) };
}

/** The labels of all rows; every row is whole. */
function labels(results: string): Set<string> {
  const rows: Record<string, string>[] = parse(fs.readFileSync(results, 'utf8'), { columns: true });
  return new Set(rows.map((row) => row['label'] ?? ''));
}

describe.concurrent('a run that is stopped', () => {
  test('although its samples never wait for anything', async () => {
    const { run } = await running('restless.jmx', 'restless');
    run.process.kill('SIGTERM');
    expect((await run.outcome).code).toBe(143);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s finishes what runs, writes all results and ends with %i', async (signal, code) => {
    const { run, results } = await running('endless.jmx', signal);
    run.process.kill(signal);
    const outcome = await run.outcome;
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toBe(
      'wsmeter: Stopping after the samples that run. A second signal stops at once.\n',
    );
    expect(labels(results)).toEqual(new Set(['a', 'after']));
    const rows = fs.readFileSync(results, 'utf8').trimEnd().split('\n').length - 1;
    expect(outcome.stdout).toMatch(new RegExp(`summary = +${rows} in `));
  });

  test('by a second signal does not wait for the samples', async () => {
    const { run } = await running('long.jmx', 'second');
    run.process.kill('SIGINT');
    run.process.kill('SIGTERM');
    const outcome = await run.outcome;
    expect(outcome.stderr).toContain('Stopping now.');
    expect([130, 143]).toContain(outcome.code);
  });

  test.each(['Shutdown', 'StopTestNow'])('by the command %s on its port ends with 0', async (command) => {
    const { run, results, port } = await running('endless.jmx', command);
    const socket = dgram.createSocket('udp4');
    socket.send(command, port, '127.0.0.1', () => socket.close());
    const outcome = await run.outcome;
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toContain(`Command: ${command} received from /127.0.0.1\n`);
    expect(outcome.stdout).toMatch(/\.\.\. end of run\n$/);
    expect(labels(results)).toContain('after');
  });

  test('by SIGKILL leaves whole lines', async () => {
    const { run, results } = await running('endless.jmx', 'kill');
    run.process.kill('SIGKILL');
    await run.outcome;
    const text = fs.readFileSync(results, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const rows: Record<string, string>[] = parse(whole, { columns: true });
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) expect(row['success']).toBe('true');
  });
});
