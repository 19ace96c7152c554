import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SummaryJson } from '../../src/report/json.ts';
import { kernelSentences } from '../../src/report/kernel-text.ts';
import type { ConnectionSummary } from '../../src/results/statistics-summary.ts';
import { Statistics } from '../../src/results/statistics.ts';
import { kernelSummary, readKernel, type KernelSummary } from '../../src/watch/kernel.ts';
import { element, flag, group, plan, text } from '../support/plan-text.ts';
import { execute, removeScratch, scratch } from '../support/program.ts';

const QUIET: KernelSummary = {
  listenOverflows: 0,
  listenDrops: 0,
  retransmits: 0,
  sentSegments: 1000,
  somaxconn: 4096,
  ports: 28_232,
  timeWaitBefore: 0,
  timeWaitAfter: 0,
  fileLimit: 20_000,
  filesBefore: 20,
};

/** What is said when the kernel and the connections differ from a quiet run by that. */
async function said(
  kernel: Partial<KernelSummary>,
  connections: Partial<ConnectionSummary> = {},
): Promise<string[]> {
  const { connections: none } = await new Statistics().summary();
  return kernelSentences({ ...QUIET, ...kernel }, { ...none, ...connections });
}

test('a quiet kernel is not worth a word', async () => {
  expect(await said({}, { mostOpen: 10_000 })).toEqual([]);
});

test('each thing that went wrong is said, with what to do', async () => {
  const [overflow, ...none] = await said({ listenOverflows: 12, listenDrops: 12 });
  expect(overflow).toMatch(/overflowed 12 times.*longer backlog \(net\.core\.somaxconn allows 4,096\)/);
  expect(none).toEqual([]);
  expect(await said({ listenDrops: 3 })).toEqual([expect.stringMatching(/^3 connections were dropped/)]);
  expect(await said({ retransmits: 50 })).toEqual([
    expect.stringMatching(/^50 of 1,000 TCP segments .* again \(5%\): each .* Look for/),
  ]);
  expect(await said({ retransmits: 5, sentSegments: 1_000_000 })).toEqual([
    '5 of 1,000,000 TCP segments of this machine were sent again (<0.01%).',
  ]);
  expect(await said({ retransmits: 1, sentSegments: 25 })).toEqual([
    '1 of 25 TCP segments of this machine was sent again (4%).',
  ]);
});

test('local ports and file descriptors that ran out, or soon will, are said', async () => {
  expect(await said({}, { mostOpen: 19_000 })).toEqual([
    expect.stringMatching(/^File descriptors are getting scarce: .* have 20,000 .* about 19,020\./),
  ]);
  expect(await said({ timeWaitAfter: 25_000 })).toEqual([
    expect.stringMatching(/^Local ports are getting scarce: there are 28,232 .* 25,000 of ended/),
  ]);
  const failed = {
    byStatus: {},
    byReason: { 'Cannot assign requested address': 7, 'Too many open files': 3 },
  };
  expect(await said({}, { failed })).toEqual([
    expect.stringMatching(/^7 connections found no local port: .*ip_local_port_range/),
    expect.stringMatching(/^3 connections failed for want of a file descriptor: .*ulimit -n/),
  ]);
});

test('without figures there is no summary', () => {
  expect(kernelSummary(undefined, readKernel())).toBeUndefined();
});

test.skipIf(process.platform !== 'linux')('counts are those between two moments', () => {
  const before = readKernel()!;
  const { counters } = before;
  const after = { ...before, counters: { ...counters, retransmits: counters.retransmits + 4 } };
  expect(kernelSummary(before, after)).toMatchObject({ retransmits: 4, listenOverflows: 0 });
  expect(before.ports).toBeGreaterThan(1000);
  expect(before.filesOpen).toBeLessThan(before.fileLimit);
});

test.skipIf(process.platform !== 'linux')(
  'a burst at a server with a listen queue of one overflows it, and the summary says so',
  async () => {
    const server = spawn(process.execPath, [path.join(import.meta.dirname, 'slow-to-accept-server.mjs')]);
    const [line] = await once(server.stdout, 'data');
    const open = element(
      'eu.luminis.jmeter.wssampler.OpenWebSocketSampler',
      'Open',
      flag('TLS', false) +
        text('server', '127.0.0.1') +
        text('port', String(line).trim()) +
        text('path', '/'),
    );
    const folder = scratch({ 'burst.jmx': plan([group('g', [open], { threads: 12 })]) });
    const { stdout } = await execute(['run', 'burst.jmx', '--json', 'burst.json'], folder);
    server.kill();
    const summary = JSON.parse(fs.readFileSync(path.join(folder, 'burst.json'), 'utf8')) as SummaryJson;
    removeScratch(folder);
    expect(summary.kernel?.listenOverflows).toBeGreaterThan(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /The listen queue of a server on this machine overflowed (\d+ times|once): connections had to wait for a second or more/,
    );
    expect(summary.connections.tcp?.max).toBeGreaterThan(900);
  },
);
