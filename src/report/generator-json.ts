import type { HealthFigure } from '../watch/generator-health.ts';
import type { GeneratorSummary, GeneratorVerdict, WorkerHealth } from '../watch/generator-summary.ts';
import type { Interval } from '../results/timeline.ts';
import { durationJson, rounded, type DurationJson } from './json.ts';

/** An interval of a run. Shares are 0 to 1, of its time; null where the system does not tell. */
export interface HealthIntervalJson {
  /** Milliseconds since the epoch. */
  start: number;
  seconds: number;
  busy: number;
  saturated: number;
  cpu: number | null;
  starved: number | null;
  batchMs: number;
  lateMeanMs: number;
  lateMaxMs: number;
  /** Virtual users, on average, and what share of their time no sample and no wait of the plan covers. */
  threads: number;
  uncovered: number;
}

export interface WorkerJson {
  worker: number;
  verdict: GeneratorVerdict;
  seconds: number;
  busy: number;
  saturated: number;
  cpu: number | null;
  starved: number | null;
  batchMs: number;
  late: DurationJson | null;
  /** Shares of the virtual users' time. */
  threadTime: { seconds: number; sampled: number; waiting: number; uncovered: number };
  overTime: HealthIntervalJson[];
}

/** How the generator itself fared. */
export interface GeneratorJson {
  verdict: GeneratorVerdict;
  machine: { cpus: number; busy: number | null };
  workers: WorkerJson[];
}

const optional = (value: number | undefined): number | null => (value === undefined ? null : rounded(value));
const share = (part: number, of: number): number => (of > 0 ? rounded(part / of) : 0);

function intervalJson(interval: Interval<HealthFigure>, hasCpu: boolean): HealthIntervalJson {
  const { wallUs } = interval;
  return {
    start: Math.floor(interval.startUs / 1000),
    seconds: rounded(wallUs / 1e6),
    busy: share(interval.activeUs, wallUs),
    saturated: share(interval.saturatedUs, wallUs),
    cpu: hasCpu ? share(interval.cpuUs, wallUs) : null,
    starved: hasCpu ? share(interval.readyUs, wallUs) : null,
    batchMs: share(interval.activeUs / 1000, interval.batches),
    lateMeanMs: share(interval.lateUs / 1000, interval.probes),
    lateMaxMs: rounded(interval.latestUs / 1000),
    threads: share(interval.threadUs, wallUs),
    uncovered: share(interval.uncoveredUs, interval.threadUs),
  };
}

function workerJson(worker: WorkerHealth): WorkerJson {
  const { waitingShare, uncoveredShare } = worker;
  return {
    worker: worker.worker,
    verdict: worker.verdict,
    seconds: rounded(worker.seconds),
    busy: rounded(worker.busyShare),
    saturated: rounded(worker.saturatedShare),
    cpu: optional(worker.cpuShare),
    starved: optional(worker.starvedShare),
    batchMs: rounded(worker.batchMs),
    late: durationJson(worker.late),
    threadTime: {
      seconds: rounded(worker.threadSeconds),
      sampled: worker.threadSeconds === 0 ? 0 : rounded(1 - waitingShare - uncoveredShare),
      waiting: rounded(waitingShare),
      uncovered: rounded(uncoveredShare),
    },
    overTime: worker.overTime.map((interval) => intervalJson(interval, worker.cpuShare !== undefined)),
  };
}

export const generatorJson = (generator: GeneratorSummary): GeneratorJson => ({
  verdict: generator.verdict,
  machine: { cpus: generator.cpus, busy: optional(generator.machineBusyShare) },
  workers: generator.workers.map(workerJson),
});
