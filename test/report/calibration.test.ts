import { expect, test } from 'vitest';
import { calibrationText } from '../../src/report/calibration.ts';
import { summaryJson, type SummaryJson } from '../../src/report/json.ts';
import { Statistics } from '../../src/results/statistics.ts';
import { sample } from '../support/results.ts';

const START_US = 1_796_044_708_000_000;

/** A run whose samples took that by label, one after another; two of a hundred took `slowMs`. */
async function run(
  labels: Record<string, readonly [ms: number, slowMs: number]>,
  times = 100,
): Promise<SummaryJson> {
  const statistics = new Statistics();
  for (const [label, [ms, slowMs]] of Object.entries(labels))
    for (let i = 0; i < times; i++) {
      const startUs = START_US + i * 10_000;
      const us = (i % 50 === 0 ? slowMs : ms) * 1000;
      statistics.sample({ result: sample({ label, startUs, endUs: startUs + us }), variables: [] });
    }
  return summaryJson(await statistics.summary());
}

const words = (before: SummaryJson, after: SummaryJson): string =>
  calibrationText(before, after, 1, 120).replaceAll(/\s+/g, ' ');

test('medians that fall with one more worker were the generator’s own', async () => {
  const [before, after] = [await run({ a: [40, 50], b: [5, 6] }), await run({ a: [20, 25], b: [5, 6] })];
  expect(calibrationText(before, after, 1, 120)).toMatch(
    /^Calibration: the same load with 2 workers in place of 1\nTimes in ms +median +p99 +per second\na +40 → 20 +-50% +50 → 25 +-50% /,
  );
  expect(words(before, after)).toContain(
    "The medians move: they fall with one more worker (a). A part of the latency with 1 was the generator's own: use more workers",
  );
  expect(words(before, after)).toContain('The 99th percentiles move (a)');
});

test('figures that stay are said to stay', async () => {
  const text = words(await run({ a: [40, 50] }), await run({ a: [42, 55] }));
  expect(text).toContain('The medians stay: the generator is not what limits them.');
  expect(text).toContain('The 99th percentiles stay, too.');
});

test('figures that stay say nothing when the workers were short of CPU', async () => {
  const before = await run({ a: [40, 50] });
  before.generator = { verdict: 'saturated', machine: { cpus: 1, busy: 1 }, workers: [] };
  const text = words(before, await run({ a: [42, 55] }));
  expect(text).toContain(
    'The medians stay, but the workers had too little CPU in one of the runs, or in both',
  );
  expect(text).not.toContain('is not what limits them.');
});

test('medians that rise say that workers take CPU from each other', async () => {
  expect(words(await run({ a: [40, 50] }), await run({ a: [60, 70] }))).toContain(
    'they rise with one more worker (a)',
  );
});

test('tails may move alone, and tiny times do not move', async () => {
  const text = words(await run({ a: [40, 50], b: [0.05, 0.1] }), await run({ a: [40, 90], b: [0.1, 0.5] }));
  expect(text).toContain('The medians stay');
  expect(text).toContain('The 99th percentiles move (a)');
});

test('labels with few samples are left out', async () => {
  const text = calibrationText(await run({ a: [1, 1] }, 29), await run({ a: [9, 9] }, 29), 1, 120);
  expect(text).toContain('No label has 30 samples in both runs');
});
