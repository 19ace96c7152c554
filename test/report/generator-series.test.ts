import { expect, test } from 'vitest';
import { generatorSeries } from '../../src/report/generator-series.ts';
import { Timeline } from '../../src/results/timeline.ts';
import { summariseGenerator } from '../../src/watch/generator-summary.ts';
import { HEALTH_FIGURES, type HealthData } from '../../src/watch/generator-health.ts';

const START_US = 1_796_044_708_000_000;
/** A worker that was busy and late so much in the seconds of a run. */
function worker(
  number: number,
  seconds: readonly (readonly [busy: number, lateMs: number])[],
  hasCpu = true,
): HealthData {
  const timeline = new Timeline(HEALTH_FIGURES, 1_000_000, 10);
  for (const [i, [busy, lateMs]] of seconds.entries())
    timeline.add(START_US + i * 1e6, {
      wallUs: 1e6,
      activeUs: busy * 1e6,
      readyUs: 1e5,
      cpuUs: busy * 9e5,
      batches: 100,
      threadUs: 2e6,
      uncoveredUs: busy * 1e6,
      latestUs: lateMs * 1000,
    });
  return { worker: number, hasCpu, timeline: timeline.data(), late: [], machine: undefined };
}

test('each interval has the figures of the worker that is worst off', () => {
  const summary = summariseGenerator([
    worker(0, [
      [0.2, 5],
      [0.9, 1],
    ]),
    worker(1, [
      [0.5, 2],
      [0.1, 0],
    ]),
  ]);
  expect(generatorSeries(summary)).toEqual({
    startMs: [START_US / 1000, START_US / 1000 + 1000],
    busy: [50, 90],
    cpu: [45, 81],
    starved: [10, 10],
    uncovered: [17.5, 25],
    lateMs: [5, 1],
    batchMs: [5, 9],
  });
});

test('what the system does not tell is not there, nor is a run of no time', () => {
  expect(generatorSeries(summariseGenerator([worker(0, [[0.5, 0]], false)]))?.starved).toEqual([null]);
  expect(generatorSeries(summariseGenerator([worker(0, [])]))).toBeUndefined();
});
