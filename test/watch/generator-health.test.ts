import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generatorSentences } from '../../src/report/generator-text.ts';
import { GeneratorHealth } from '../../src/watch/generator-health.ts';
import { summariseGenerator, type GeneratorSummary } from '../../src/watch/generator-summary.ts';
import { flag, group, javaRequest, plan, text } from '../support/plan-text.ts';
import { execute, removeScratch, scratch } from '../support/program.ts';

const NO_THREADS = { threadUs: 0, waitingUs: 0, uncoveredUs: 0 };

/** Watches this process while it does something. */
async function watch(work: () => Promise<void>): Promise<GeneratorSummary> {
  const health = new GeneratorHealth(0, () => NO_THREADS);
  await work();
  await health.close();
  return summariseGenerator(health.workers());
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a process that spins between turns of its event loop is saturated', async () => {
  const generator = await watch(async () => {
    for (let i = 0; i < 60; i++) {
      spin(20);
      await turn();
    }
  });
  expect(generator.verdict).toBe('saturated');
  expect(generator.worst.busyShare).toBeGreaterThan(0.95);
  expect(generator.worst.batchMs).toBeGreaterThan(9);
  expect(generator.worst.late.percentileMs(50)).toBeGreaterThan(5);
});

test('a process that waits is not', async () => {
  const generator = await watch(() => pause(1200));
  expect(generator.verdict).not.toBe('saturated');
  expect(generator.worst.saturatedShare).toBe(0);
  expect(generator.worst.busyShare).toBeLessThan(0.5);
});

test('one long stop counts for all that would have come in its time', async () => {
  const { worst } = await watch(async () => {
    await pause(20);
    spin(500);
    await pause(500);
  });
  expect(worst.late.percentileMs(100)).toBeGreaterThan(400);
  expect(worst.late.percentileMs(75)).toBeGreaterThan(50);
  expect(worst.late.count).toBeGreaterThan(40);
});

test('a run of a moment gets no verdict', async () => {
  const generator = await watch(turn);
  expect(generator.verdict).toBe('unknown');
  expect(generatorSentences(generator)).toEqual([]);
});

describe.concurrent('the program', () => {
  let folder: string;
  beforeAll(() => {
    const properties = flag('ThreadGroup.scheduler', true) + text('ThreadGroup.duration', '4');
    folder = scratch({
      'busy.jmx': plan([group('TG', [javaRequest('a')], { threads: 4, loops: -1, properties })]),
      'idle.jmx': plan([group('TG', [javaRequest('a', { sleepMs: 2500 })], { threads: 4 })]),
    });
  });
  afterAll(() => removeScratch(folder));

  interface Summary {
    generator: { verdict: string; workers: { worker: number; busy: number; overTime: unknown[] }[] };
  }
  const json = (name: string): Summary =>
    JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as Summary;

  test('says that it was saturated, for each of its workers', async () => {
    const options = ['--workers', '2', '--json', 'busy.json'];
    const { stdout } = await execute(['run', 'busy.jmx', ...options], folder);
    expect(stdout).toMatch(/The generator was saturated (for [\d.]+% of the run|while the run started)/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /Workers: 1: busy [\d.]+%(, CPU [\d.]+%)?, at most [\d.,]+ ms late; 2: busy .* late\./,
    );
    const { verdict, workers } = json('busy.json').generator;
    expect(verdict).toBe('saturated');
    expect(workers.map(({ worker }) => worker)).toEqual([0, 1]);
    for (const { busy, overTime } of workers) {
      expect(busy).toBeGreaterThan(0.5);
      expect(overTime.length).toBeGreaterThan(0);
    }
  });

  test('does not say so when it waits for its samples', async () => {
    const { stdout } = await execute(['run', 'idle.jmx', '--json', 'idle.json'], folder);
    expect(stdout).toContain('The generator ');
    expect(stdout).not.toContain('saturated');
    expect(json('idle.json').generator).toMatchObject({
      workers: [{ saturated: 0, threadTime: { waiting: 0 } }],
    });
  });

  test('leaves the verdict in the log when it is called as JMeter', async () => {
    await execute(['-n', '-t', 'idle.jmx', '-j', 'idle.log'], folder);
    expect(fs.readFileSync(path.join(folder, 'idle.log'), 'utf8')).toMatch(/wsmeter: The generator /);
  });
});
