import { describe, expect, test } from 'vitest';
import { summaryJson, type SummaryJson } from '../../src/report/json.ts';
import { knee, sweepText, type SweepStep } from '../../src/report/sweep.ts';
import { Statistics } from '../../src/results/statistics.ts';
import { sample } from '../support/results.ts';

const START_US = 1_796_044_708_000_000;

interface Outcome {
  readonly ms: number;
  readonly failedPercent?: number;
  readonly refused?: number;
  readonly verdict?: 'kept-up' | 'saturated';
}

/** A step of a sweep in which all of 100 samples took that. */
async function step(
  threads: number,
  { ms, failedPercent = 0, refused = 0, verdict }: Outcome,
): Promise<SweepStep> {
  const statistics = new Statistics(() => START_US);
  for (let i = 0; i < 100; i++) {
    const result = sample({ startUs: START_US, endUs: START_US + ms * 1000, success: i >= failedPercent });
    statistics.sample({ result, variables: [] });
  }
  for (let i = 0; i < threads; i++) statistics.event({ type: 'connection-opened' });
  for (let i = 0; i < refused; i++) statistics.event({ type: 'connection-failed', status: 503, reason: '' });
  const summary: SummaryJson = summaryJson(await statistics.summary());
  if (verdict !== undefined) summary.generator = { verdict, machine: { cpus: 2, busy: null }, workers: [] };
  return { threads, summary };
}

const steps = (...outcomes: Outcome[]): Promise<SweepStep[]> =>
  Promise.all(outcomes.map((outcome, i) => step((i + 1) * 100, outcome)));

describe('the knee', () => {
  const at = async (...outcomes: Outcome[]): Promise<number | undefined> =>
    knee(await steps(...outcomes))?.threads;

  test('is the last step before the 95th percentile is more than twice that of the first', async () => {
    expect(await at({ ms: 10 }, { ms: 12 }, { ms: 19 }, { ms: 40 })).toBe(300);
    expect(await at({ ms: 10 }, { ms: 40 }, { ms: 10 })).toBe(100);
  });

  test('is the last step before more than 1% of samples or connections fail', async () => {
    expect(await at({ ms: 10 }, { ms: 10, failedPercent: 1 }, { ms: 10, failedPercent: 2 })).toBe(200);
    expect(await at({ ms: 10 }, { ms: 10, refused: 2 }, { ms: 10, refused: 50 })).toBe(200);
  });

  test('is not in differences of less than a millisecond', async () => {
    expect(await at({ ms: 0.1 }, { ms: 0.5 }, { ms: 1 })).toBeUndefined();
  });

  test('is not there when nothing suffers', async () => {
    expect(await at({ ms: 10 }, { ms: 10 })).toBeUndefined();
    expect(await at({ ms: 10 })).toBeUndefined();
  });

  test('is the first step when that fails already', async () => {
    expect(await at({ ms: 10, failedPercent: 50 }, { ms: 10 })).toBe(100);
  });
});

describe('a sweep in words', () => {
  test('has a line for each step, without columns that no step has, and marks the knee', async () => {
    const text = sweepText(
      await steps(
        { ms: 10, verdict: 'kept-up' },
        { ms: 12, verdict: 'kept-up' },
        { ms: 40, verdict: 'kept-up' },
      ),
      200,
    );
    expect(text).toBe(`Threads  open  failed  per second  median  p95  p99  generator
100       100      0%      10,000      10   10   10    kept-up
200       200      0%       8,333      12   12   12    kept-up  ← knee
300       300      0%       2,500      40   40   40    kept-up
The knee is at 200 threads: with 300, the 95th percentile is more than twice that of the first step, or more than 1% fails.
`);
  });

  test('says when the knee may be that of the generator', async () => {
    const text = sweepText(
      await steps({ ms: 10, verdict: 'kept-up' }, { ms: 40, verdict: 'saturated' }),
      200,
    );
    expect(text).toContain('The generator did not keep up in the step after it: the knee may be its own.');
  });

  test('says when there is no knee, or the first step fails', async () => {
    expect(sweepText(await steps({ ms: 10 }, { ms: 11 }), 200)).toContain('No knee up to 200 threads');
    expect(sweepText(await steps({ ms: 10, failedPercent: 50 }), 200)).toContain(
      'The first step fails already',
    );
    expect(sweepText([], 200)).toBe('');
  });
});
