import { describe, expect, test } from 'vitest';
import { CompareCollector, type LabelTimes } from '../../../src/report/compare/compare-collector.ts';
import { compareText } from '../../../src/report/compare/compare-text.ts';
import { compareRuns, isWorse, type LabelComparison } from '../../../src/report/compare/compare.ts';
import type { JtlRow } from '../../../src/results/jtl-reader.ts';
import { give, row, START_MS } from '../../support/rows.ts';

/** Random numbers that are the same in every run of the tests. */
function randomNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

interface RunOptions {
  readonly label?: string;
  readonly seed: number;
  readonly samples?: number;
  /** What times are multiplied with, by the share of the run that is over. */
  readonly factor?: (done: number) => number;
  readonly failures?: number;
}

/** A run of 60 s: times have a long tail, and drift slowly up and down as they do in reality. */
function run({ label = 'echo', seed, samples = 6000, factor = () => 1, failures = 0 }: RunOptions): JtlRow[] {
  const random = randomNumbers(seed);
  return Array.from({ length: samples }, (_, i) => {
    const done = i / samples;
    const drift = 1 + 0.1 * Math.sin(done * 20 + seed);
    return row({
      label,
      timeStamp: START_MS + Math.floor(done * 60_000),
      elapsed: Math.round(20 - Math.log(1 - random()) * 15 * drift * factor(done)),
      success: random() >= failures,
    });
  });
}

const times = (...rows: readonly JtlRow[][]): LabelTimes[] =>
  give(new CompareCollector(), rows.flat()).labels();
const compared = (base: RunOptions, now: RunOptions, threshold = 0.1): LabelComparison | undefined =>
  compareRuns(times(run(base)), times(run(now)), threshold)[0];

describe('a label', () => {
  test.each([
    ['became half as slow again', { seed: 2, factor: () => 1.8 }, 'slower', ['median', 'p95']],
    [
      'became slower in its tail only',
      { seed: 2, factor: (done: number) => ((done * 6000) % 8 < 1 ? 6 : 1) },
      'slower',
      ['p95'],
    ],
    ['became faster', { seed: 2, factor: () => 0.4 }, 'faster', ['median', 'p95']],
    ['stayed as it was', { seed: 2 }, 'same', []],
    ['became slower by less than the threshold', { seed: 2, factor: () => 1.05 }, 'same', []],
    [
      'was slow for one moment',
      { seed: 2, factor: (done: number) => (done > 0.5 && done < 0.58 ? 40 : 1) },
      'same',
      [],
    ],
    ['has too few samples', { seed: 2, samples: 100, factor: () => 5 }, 'too few samples', []],
  ] as const)('that %s', (_, now, change, figures) => {
    expect(compared({ seed: 1 }, now)).toMatchObject({ change, figures, failsMore: false });
  });

  test('by a greater threshold is still as good', () => {
    expect(compared({ seed: 1 }, { seed: 2, factor: () => 1.8 }, 1)?.change).toBe('same');
  });

  test.each([
    [0.01, 0.05, true],
    [0.05, 0.01, false],
    [0.01, 0.01, false],
    [0.001, 0.004, false],
  ])('whose failures go from %d to %d', (before, after, failsMore) => {
    const comparison = compared({ seed: 1, failures: before }, { seed: 2, failures: after });
    expect(comparison?.failsMore).toBe(failsMore);
  });

  test('that only one run has is missing, or new', () => {
    const base = times(run({ seed: 1, label: 'a' }));
    const now = times(run({ seed: 1, label: 'b' }));
    const comparisons = compareRuns(base, now, 0.1);
    expect(comparisons.map(({ label, change }) => [label, change])).toEqual([
      ['a', 'missing'],
      ['b', 'new'],
    ]);
    expect(comparisons.map(isWorse)).toEqual([true, false]);
  });

  test('with whole milliseconds is not slower by one of them', () => {
    const flat = (elapsed: number): JtlRow[] =>
      run({ seed: 1 }).map((each) => row(Object.assign(each, { elapsed })));
    expect(compareRuns(times(flat(1)), times(flat(2)), 0.1)[0]?.change).toBe('same');
    expect(compareRuns(times(flat(1)), times(flat(3)), 0.1)[0]?.change).toBe('slower');
  });
});

test('runs that do not differ give no alarm: 100 pairs of five labels', () => {
  let alarms = 0;
  for (let pair = 0; pair < 100; pair++) {
    const labels = (seed: number): LabelTimes[] =>
      times(
        ...['a', 'b', 'c', 'd', 'e'].map((label, i) => run({ label, seed: seed * 10 + i, samples: 1500 })),
      );
    if (compareRuns(labels(pair * 2), labels(pair * 2 + 1), 0.02).some(isWorse)) alarms++;
  }
  expect(alarms).toBeLessThanOrEqual(3);
});

test('failed samples and sub-results do not count as times', () => {
  const collector = give(new CompareCollector(), [
    row({ elapsed: 9000, success: false }),
    row({ elapsed: 10 }),
  ]);
  give(collector, [row({ label: 'echo-0', elapsed: 1 })], 'sub-result');
  expect(collector.labels()).toEqual([
    { label: 'echo', count: 2, errors: 1, medianMs: 10, p95Ms: 10, pieces: [] },
  ]);
});

test('the table shows both runs', () => {
  const comparisons = compareRuns(
    times(run({ seed: 1 }), run({ seed: 1, label: 'gone' })),
    times(run({ seed: 2, factor: () => 2, failures: 0.1 }), run({ seed: 1, label: 'new\nline' })),
    0.1,
  );
  const [head, ...lines] = compareText(comparisons, 200).trimEnd().split('\n');
  expect(head).toMatch(/^Label \(times in ms\) +samples +median +p95 +errors$/);
  expect(lines).toEqual([
    expect.stringMatching(
      /^echo +6,000 → 6,000 +\d+ → \d+ +\+\d+% +\d+ → \d+ +\+\d+% +0% → \d+\.?\d*% +slower \(median, p95\), fails more$/,
    ),
    expect.stringMatching(/^gone +6,000 → - +\d+ → - .* missing$/),
    expect.stringMatching(/^new line +- → 6,000 .* new$/),
  ]);
});
