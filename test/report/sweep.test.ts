import { chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sweepPage } from '../../src/report/html/sweep-page.ts';
import { summaryJson, type SummaryJson } from '../../src/report/json.ts';
import { knee, sweepText, type SweepStep } from '../../src/report/sweep.ts';
import { Statistics } from '../../src/results/statistics.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../support/browser.ts';
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

describe('a sweep as a page', () => {
  const NASTY = '<img src=x onerror=alert(1)>.jmx';
  const watched = (of: SweepStep, most: number): SweepStep => {
    const figures = { most, bytesPerConnection: null } as SummaryJson['server'];
    return { ...of, summary: { ...of.summary, server: figures! } };
  };

  test('draws latency over connections, with the knee, and no memory that nobody watched', async () => {
    const page = sweepPage('plan.jmx', await steps({ ms: 10 }, { ms: 12 }, { ms: 40 }));
    expect(page).toContain('ms over connections open at a time');
    expect(page).toContain('<title>300: p95 40</title>');
    expect(page).toContain('knee at 200');
    expect(page).toContain('The knee is at 200 threads');
    expect(page).not.toContain('Memory of the server');
    expect(page.match(/<circle/g)).toHaveLength(9);
  });

  test('has threads below when steps have no connections of their own, and one step alone', async () => {
    const [first] = await steps({ ms: 10 });
    const none = { ...first!.summary, connections: { ...first!.summary.connections, mostOpen: 0 } };
    expect(sweepPage('plan.jmx', [{ threads: 7, summary: none }])).toContain('<title>7: p95 10</title>');
  });

  test.skipIf(CHROMIUM === undefined)(
    `shows its charts and its table in a browser that lets it load nothing${WITHOUT_CHROMIUM}`,
    async () => {
      const [first, second] = await steps({ ms: 10 }, { ms: 40 });
      const html = sweepPage(NASTY, [watched(first!, 50 << 20), watched(second!, 100 << 20)]);
      const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] });
      try {
        const page = await browser.newPage();
        const wrong: string[] = [];
        page.on('console', (message) => wrong.push(message.text()));
        page.on('request', (request) => wrong.push(request.url()));
        page.on('dialog', (dialog) => wrong.push(dialog.message()));
        await page.setContent(html);
        expect(await page.getByRole('heading', { name: NASTY }).isVisible()).toBe(true);
        expect(await page.getByRole('img', { name: /^(?:Elapsed time|Memory of the server),/ }).count()).toBe(
          2,
        );
        expect(await page.getByText('knee at 100').first().isVisible()).toBe(true);
        const memory = page.getByRole('img', { name: /^Memory/ }).locator('circle');
        const [low, high] = [await memory.first().boundingBox(), await memory.last().boundingBox()];
        expect(high!.y).toBeLessThan(low!.y);
        expect(high!.x).toBeGreaterThan(low!.x);
        expect(await page.getByRole('row').count()).toBe(3);
        expect(wrong).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});
