import { expect, test } from 'vitest';
import { serverSentences } from '../../src/report/server-text.ts';
import { summariseServer, type MemoryBudget } from '../../src/watch/server-summary.ts';
import type { ServerData } from '../../src/watch/server-watch.ts';

const MB = 1 << 20;
const START_US = 1_796_044_708_000_000;
const NO_BUDGET: MemoryBudget = { limitBytes: undefined, headroom: 0.3 };

/** A server that was seen every half second with that memory (MB), so many connections and cores. */
const seen = (
  looks: readonly (readonly [memory: number, open: number, cores: number])[],
  more: Partial<ServerData> = {},
): ServerData => ({
  name: 'process 7',
  limitBytes: undefined,
  baselineBytes: 50 * MB,
  intervals: looks.map(([memory, open, cores], i) => ({
    startUs: START_US + i * 500_000,
    widthUs: 500_000,
    memoryBytes: memory * MB,
    open,
    cpuUs: cores * 500_000,
    wallUs: 500_000,
  })),
  afterRounds: [],
  firstRoundUs: undefined,
  isGone: false,
  ...more,
});

const RUN = [
  [60, 400, 0.2],
  [90, 1000, 1],
  [90, 990, 0.4],
  [88, 0, 0],
] as const;

test('a connection takes what memory grew by while nearly all were open', () => {
  const server = summariseServer(seen(RUN), NO_BUDGET);
  expect(server.bytesPerConnection).toBeCloseTo((40 * MB) / 1000);
  expect(server).toMatchObject({ mostOpen: 1000, mostBytes: 90 * MB, meanCpu: 0.4, mostCpu: 1 });
  expect(server.limit).toBeUndefined();
});

test('a budget has room for (limit - baseline) * (1 - headroom) / bytes per connection', () => {
  const room = (limitBytes: number | undefined, headroom: number, own?: number): number | undefined =>
    summariseServer(seen(RUN, { limitBytes: own }), { limitBytes, headroom }).limit?.connections;
  expect(room(450 * MB, 0.3)).toBe(7000);
  expect(room(450 * MB, 0)).toBe(10_000);
  expect(room(undefined, 0.3, 450 * MB)).toBe(7000);
  expect(room(450 * MB, 0.3, 1000 * MB)).toBe(7000);
  expect(room(40 * MB, 0.3)).toBe(0);
  expect(room(undefined, 0.3)).toBeUndefined();
});

test('a handful of connections, or no growth, tells nothing about one', () => {
  expect(summariseServer(seen([[90, 49, 0]]), NO_BUDGET).bytesPerConnection).toBeUndefined();
  expect(summariseServer(seen([[50, 1000, 0]]), NO_BUDGET).bytesPerConnection).toBeUndefined();
  expect(summariseServer(seen([]), NO_BUDGET)).toMatchObject({ mostOpen: 0, mostBytes: 50 * MB, meanCpu: 0 });
});

test('of several rounds the first tells what a connection takes', () => {
  const rounds = seen([...RUN, [140, 1000, 0], [130, 0, 0]], {
    firstRoundUs: START_US + 2_000_000,
    afterRounds: [88 * MB, 130 * MB],
  });
  const server = summariseServer(rounds, NO_BUDGET);
  expect(server.bytesPerConnection).toBeCloseTo((40 * MB) / 1000);
  expect(server.growth).toMatchObject({ verdict: 'unknown', afterRounds: [88 * MB, 130 * MB] });
});

test('what was seen is said', () => {
  const after = [90, 120, 150, 180, 210].map((mb) => mb * MB);
  const data = seen(RUN, { afterRounds: after, isGone: true });
  const text = serverSentences(summariseServer(data, { limitBytes: 450 * MB, headroom: 0.3 }));
  expect(text).toEqual([
    'Server (process 7): 50 MB of memory before the run, at most 90 MB; 0.40 cores on average, at most 1.00.',
    'The server ended during the run.',
    '41 KB for each of 1,000 connections: 450 MB have room for 7,000, 30% of what is left kept free.',
    'Leak: each round left 30 MB behind, and it does not level off (memory after each round: 90 MB, 120 MB, 150 MB, 180 MB, 210 MB).',
  ]);
  expect(serverSentences(summariseServer(seen([[51, 3, 0]]), NO_BUDGET))[1]).toBe(
    '3 connections at a time are too few to tell what one takes.',
  );
});
