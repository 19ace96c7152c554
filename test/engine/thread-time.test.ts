import { expect, test } from 'vitest';
import { ThreadStopwatch, ThreadTime } from '../../src/engine/thread-time.ts';
import type { ThreadTimes } from '../../src/types.ts';
import { element, group, javaRequest, plan, text } from '../support/plan-text.ts';
import { runPlan } from '../support/run-plan.ts';
import { sample } from '../support/results.ts';

const START_US = 1_796_044_708_000_000;

/** What the threads of a plan have done with their time when the last of them has ended. */
async function timesOf(xml: string): Promise<ThreadTimes> {
  const threadTime = new ThreadTime();
  await runPlan(xml, { threadTime });
  return threadTime.at(0);
}

test('samples cover their time, timers and pauses are waits, and nothing is left over', async () => {
  const timer = element('ConstantTimer', 't', text('ConstantTimer.delay', '400'));
  const pause = element(
    'TestAction',
    'pause',
    `<intProp name="ActionProcessor.action">1</intProp>${text('ActionProcessor.duration', '50')}`,
  );
  const sampled = javaRequest('a', { sleepMs: 300, children: [timer] });
  expect(await timesOf(plan([group('g', [sampled, pause], { threads: 2, loops: 3 })]))).toEqual({
    threadUs: 2 * 3 * 750_000,
    waitingUs: 2 * 3 * 450_000,
    uncoveredUs: 0,
  });
});

test('a wait that takes longer than it should is not covered beyond what was asked for', () => {
  let nowUs = START_US;
  const time = new ThreadTime();
  const watch = new ThreadStopwatch(time, { nowUs: () => nowUs, setTimer: () => () => {} });
  watch.waited(10_000);
  watch.sampling();
  watch.sampled(sample({ startUs: START_US + 25_000, endUs: START_US + 60_000 }));
  nowUs = START_US + 100_000;
  expect(time.at(nowUs)).toEqual({ threadUs: 100_000, waitingUs: 10_000, uncoveredUs: 15_000 });
  watch.finished();
  expect(time.at(nowUs + 5_000_000)).toEqual({ threadUs: 100_000, waitingUs: 10_000, uncoveredUs: 55_000 });
});

test('a sampler that waits covers its own wait', () => {
  let nowUs = START_US;
  const time = new ThreadTime();
  const watch = new ThreadStopwatch(time, { nowUs: () => nowUs, setTimer: () => () => {} });
  watch.sampling();
  watch.waited(30_000);
  nowUs += 30_000;
  watch.sampled(sample({ startUs: START_US, endUs: nowUs }));
  watch.finished();
  expect(time.at(nowUs)).toEqual({ threadUs: 30_000, waitingUs: 0, uncoveredUs: 0 });
});

test('sums stay exact with many threads over a long time', () => {
  const time = new ThreadTime();
  for (let i = 0; i < 10_000; i++) time.started(START_US + i);
  const hourUs = 3_600_000_000;
  expect(time.at(START_US + hourUs).threadUs).toBe(10_000 * hourUs - (9_999 * 10_000) / 2);
});
