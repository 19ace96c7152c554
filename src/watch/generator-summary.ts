import { DurationCounts } from '../results/duration-counts.ts';
import type { DurationSummary } from '../results/statistics-summary.ts';
import { intervalsOf, type Interval } from '../results/timeline.ts';
import type { HealthData, HealthFigure } from './generator-health.ts';

/** With less time than this nothing can be said. */
const SHORTEST_US = 500_000;
/** Saturated for so much of the run is worth saying. */
const SATURATED_SHARE = 0.01;
/** What happens in the first seconds belongs to the start. */
const START_US = 2_000_000;
/** Waiting for a CPU for so much of the run is worth saying. */
const STARVED_SHARE = 0.1;
/** One in a hundred looks that finds the event loop so late is worth saying. */
const LATE_MS = 5;
/** A machine that is busy for so much has nothing left for another worker. */
const FULL = 0.9;

/**
 * Was the generator itself the limit?
 * `saturated`: its event loop had no reserve. `starved`: it had to wait for a CPU. `late`: now and then something held
 * it up. `kept-up`: none of these. `unknown`: the run was too short to tell.
 */
export type GeneratorVerdict = 'saturated' | 'starved' | 'late' | 'kept-up' | 'unknown';

/** What is known about one worker. Shares are of its time, 0 to 1. */
export interface WorkerHealth {
  readonly worker: number;
  readonly verdict: GeneratorVerdict;
  readonly seconds: number;
  /** The event loop was busy. */
  readonly busyShare: number;
  readonly saturatedShare: number;
  /** The worker was saturated in its first two seconds only. */
  readonly saturatedAtStartOnly: boolean;
  /** CPU that it had, and time in which it was ready and had none; undefined where the system does not count them. */
  readonly cpuShare: number | undefined;
  readonly starvedShare: number | undefined;
  /** Mean time of a turn of the event loop, without waiting. */
  readonly batchMs: number;
  /** How late the event loop came to what was due, to the millisecond of Node's timers. */
  readonly late: DurationSummary;
  /** What the time of its virtual users went to; 0 when it had none. */
  readonly threadSeconds: number;
  readonly waitingShare: number;
  readonly uncoveredShare: number;
  readonly overTime: readonly Interval<HealthFigure>[];
}

export interface GeneratorSummary {
  /** That of the worker that is worst off. */
  readonly verdict: GeneratorVerdict;
  readonly workers: readonly WorkerHealth[];
  /** The worker that is worst off. */
  readonly worst: WorkerHealth;
  readonly cpus: number;
  /** CPU of the whole machine in use, 0 to 1; undefined where the system does not tell. */
  readonly machineBusyShare: number | undefined;
  /** The machine has no CPU to spare for another worker. */
  readonly machineIsFull: boolean;
}

const ORDER: readonly GeneratorVerdict[] = ['unknown', 'kept-up', 'late', 'starved', 'saturated'];

const share = (part: number, of: number): number => (of > 0 ? part / of : 0);

/** @param workers what GeneratorHealth.workers gave: at least one. */
export function summariseGenerator(workers: readonly HealthData[]): GeneratorSummary {
  const healths = workers.map(workerHealth);
  const worst = healths.reduce((a, b) => (isWorse(b, a) ? b : a));
  const machine = workers.find((data) => data.machine !== undefined)?.machine;
  const busyShare = machine?.busyShare;
  return {
    verdict: worst.verdict,
    workers: healths,
    worst,
    cpus: machine?.cpus ?? 1,
    machineBusyShare: busyShare,
    machineIsFull: busyShare !== undefined && busyShare >= FULL,
  };
}

function isWorse(a: WorkerHealth, b: WorkerHealth): boolean {
  const order = ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict);
  if (order !== 0) return order > 0;
  return a.saturatedShare > b.saturatedShare || (a.saturatedShare === 0 && a.busyShare > b.busyShare);
}

function workerHealth(data: HealthData): WorkerHealth {
  const overTime = intervalsOf(data.timeline);
  const sum = (key: HealthFigure): number => overTime.reduce((total, interval) => total + interval[key], 0);
  const wallUs = sum('wallUs');
  const threadUs = sum('threadUs');
  const counts = new DurationCounts();
  counts.merge(data.late);
  const late = {
    count: counts.count,
    percentileMs: (percent: number) => counts.percentileUs(percent) / 1000,
  };
  const startUs = overTime[0]?.startUs ?? 0;
  const health = {
    worker: data.worker,
    seconds: wallUs / 1e6,
    busyShare: share(sum('activeUs'), wallUs),
    saturatedShare: share(sum('saturatedUs'), wallUs),
    saturatedAtStartOnly: overTime.every(
      (interval) => interval.saturatedUs === 0 || interval.startUs + interval.widthUs <= startUs + START_US,
    ),
    cpuShare: data.hasCpu ? share(sum('cpuUs'), wallUs) : undefined,
    starvedShare: data.hasCpu ? share(sum('readyUs'), wallUs) : undefined,
    batchMs: share(sum('activeUs'), sum('batches')) / 1000,
    late,
    threadSeconds: threadUs / 1e6,
    waitingShare: share(sum('waitingUs'), threadUs),
    uncoveredShare: share(sum('uncoveredUs'), threadUs),
    overTime,
  };
  return { ...health, verdict: verdictOf(health, wallUs) };
}

function verdictOf(
  { saturatedShare, starvedShare, late }: Pick<WorkerHealth, 'saturatedShare' | 'starvedShare' | 'late'>,
  wallUs: number,
): GeneratorVerdict {
  if (wallUs < SHORTEST_US) return 'unknown';
  if (saturatedShare >= SATURATED_SHARE) return 'saturated';
  if (starvedShare !== undefined && starvedShare >= STARVED_SHARE) return 'starved';
  return late.count > 0 && late.percentileMs(99) >= LATE_MS ? 'late' : 'kept-up';
}
