import fs from 'node:fs';
import os from 'node:os';
import { performance } from 'node:perf_hooks';
import { systemClock } from '../clock.ts';
import { DurationCounts } from '../results/duration-counts.ts';
import { Timeline, type Combine, type TimelineData } from '../results/timeline.ts';
import type { MergingSink, ThreadTimes } from '../types.ts';
import { ThreadCpuReader, type ThreadCpu } from './thread-cpu.ts';

/** How often the event loop is asked whether it is late. */
const PROBE_MS = 10;
/** Timers of Node count whole milliseconds: so much is not lateness. */
const GRAIN_US = 1000;
/** Figures of so much time stand together. */
const INTERVAL_US = 1_000_000;
/** The rest of a run that is shorter than this is not judged. */
const SHORTEST_JUDGED_US = 200_000;
const MAX_INTERVALS = 300;
/** An event loop that is busy for so much of an interval has no reserve left: what arrives waits in line. */
export const SATURATED = 0.9;

/** Figures of an interval; times are microseconds. */
export const HEALTH_FIGURES = {
  wallUs: 'sum',
  /** The event loop was not waiting for events. */
  activeUs: 'sum',
  /** Time of intervals in which the event loop was saturated. */
  saturatedUs: 'sum',
  cpuUs: 'sum',
  /** Ready to run, while other processes had the CPU. */
  readyUs: 'sum',
  /** Turns of the event loop: each takes what has arrived since the one before. */
  batches: 'sum',
  /** How late the event loop came to what was due, how often that was looked at, and the worst case. */
  lateUs: 'sum',
  probes: 'sum',
  latestUs: 'max',
  threadUs: 'sum',
  waitingUs: 'sum',
  uncoveredUs: 'sum',
} as const satisfies Record<string, Combine>;

export type HealthFigure = keyof typeof HEALTH_FIGURES;

/** CPU of the whole machine since it started, in ticks. */
interface MachineTicks {
  readonly busy: number;
  readonly total: number;
}

/** What one worker found out about itself, as plain data. */
export interface HealthData {
  /** 0 is the first worker. */
  worker: number;
  /** The system counts CPU time for each thread. */
  hasCpu: boolean;
  timeline: TimelineData<HealthFigure>;
  /** How late the event loop came to what was due, microseconds. */
  late: number[];
  /** Known to the first worker. */
  machine: { cpus: number; busyShare: number | undefined } | undefined;
}

/**
 * Watches the thread of the machine that it is made on: how busy and how late its event loop is, its CPU time, and
 * what the virtual users' time went to. Costs a timer every 10 ms. Watches until `take(true)` or `close`.
 */
export class GeneratorHealth implements MergingSink {
  readonly #worker: number;
  readonly #threadTimes: (nowUs: number) => ThreadTimes;
  readonly #timer: NodeJS.Timeout;
  readonly #timeline = new Timeline(HEALTH_FIGURES, INTERVAL_US, MAX_INTERVALS);
  readonly #late = new DurationCounts();
  readonly #cpuReader = new ThreadCpuReader();
  readonly #machineStart = readMachine();
  #machineEnd: MachineTicks | undefined;
  #watching = true;
  /** When the latest probe ran. */
  #probedUs: number;
  #lateUs = 0;
  #probes = 0;
  #latestUs = 0;
  /** All that is counted on and on, as it was when the interval began. */
  #start: Counters;
  /** What other workers handed on; in each round of the plan they are new ones. */
  readonly #others = new Map<number, HealthData>();

  /** @param threadTimes what the virtual users of this worker have done with their time. */
  constructor(worker: number, threadTimes: (nowUs: number) => ThreadTimes) {
    this.#worker = worker;
    this.#threadTimes = threadTimes;
    this.#start = this.#counters();
    this.#probedUs = this.#start.nowUs;
    this.#timer = setInterval(() => this.#probe(), PROBE_MS).unref();
  }

  sample(): void {}

  take(last: boolean): HealthData | undefined {
    if (!last) return undefined;
    this.#stop();
    return this.#data();
  }

  add(data: HealthData): void {
    const known = this.#others.get(data.worker);
    this.#others.set(data.worker, known === undefined ? data : merged(known, data));
  }

  close(): Promise<void> {
    this.#stop();
    return Promise.resolve();
  }

  /** What all workers found out, in their order. */
  workers(): HealthData[] {
    return [this.#data(), ...this.#others.values()].toSorted((a, b) => a.worker - b.worker);
  }

  #data(): HealthData {
    const first = this.#worker === 0;
    return {
      worker: this.#worker,
      hasCpu: this.#start.cpu !== undefined,
      timeline: this.#timeline.data(),
      late: this.#late.sparse(),
      machine: first
        ? {
            cpus: os.availableParallelism(),
            busyShare: busyShare(this.#machineStart, this.#machineEnd ?? readMachine()),
          }
        : undefined,
    };
  }

  #probe(): void {
    const nowUs = systemClock.nowUs();
    const lateUs = Math.max(0, Math.round(nowUs - this.#probedUs - PROBE_MS * 1000 - GRAIN_US));
    this.#probedUs = nowUs;
    this.#latestUs = Math.max(this.#latestUs, lateUs);
    // A loop that stands still for a second would have been asked a hundred times: each of them counts.
    const step = Math.max(PROBE_MS * 1000, Math.round(lateUs / 1000));
    for (let us = lateUs; us >= 0; us -= step) {
      this.#late.record(us);
      this.#lateUs += us;
      this.#probes++;
    }
    if (nowUs - this.#start.nowUs >= INTERVAL_US) this.#endInterval();
  }

  #endInterval(): void {
    const start = this.#start;
    const end = (this.#start = this.#counters());
    const wallUs = end.nowUs - start.nowUs;
    const activeUs = end.activeUs - start.activeUs;
    this.#timeline.add((start.nowUs + end.nowUs) / 2, {
      wallUs,
      activeUs,
      saturatedUs: wallUs >= SHORTEST_JUDGED_US && activeUs >= SATURATED * wallUs ? wallUs : 0,
      cpuUs: (end.cpu?.runningUs ?? 0) - (start.cpu?.runningUs ?? 0),
      readyUs: (end.cpu?.readyUs ?? 0) - (start.cpu?.readyUs ?? 0),
      batches: end.batches - start.batches,
      lateUs: this.#lateUs,
      probes: this.#probes,
      latestUs: this.#latestUs,
      threadUs: end.threads.threadUs - start.threads.threadUs,
      waitingUs: end.threads.waitingUs - start.threads.waitingUs,
      uncoveredUs: end.threads.uncoveredUs - start.threads.uncoveredUs,
    });
    this.#lateUs = this.#probes = this.#latestUs = 0;
  }

  #counters(): Counters {
    const nowUs = systemClock.nowUs();
    return {
      nowUs,
      activeUs: performance.eventLoopUtilization().active * 1000,
      batches: performance.nodeTiming.uvMetricsInfo.loopCount,
      cpu: this.#cpuReader.read(),
      threads: this.#threadTimes(nowUs),
    };
  }

  #stop(): void {
    if (!this.#watching) return;
    this.#watching = false;
    clearInterval(this.#timer);
    this.#endInterval();
    this.#machineEnd = readMachine();
    this.#cpuReader.close();
  }
}

/** One worker in several rounds of the plan. */
function merged(one: HealthData, other: HealthData): HealthData {
  const timeline = new Timeline(HEALTH_FIGURES, INTERVAL_US, MAX_INTERVALS);
  const late = new DurationCounts();
  for (const round of [one, other]) {
    timeline.merge(round.timeline);
    late.merge(round.late);
  }
  return { ...one, timeline: timeline.data(), late: late.sparse() };
}

interface Counters {
  readonly nowUs: number;
  readonly activeUs: number;
  readonly batches: number;
  readonly cpu: ThreadCpu | undefined;
  readonly threads: ThreadTimes;
}

/** The first line of Linux's /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
function readMachine(): MachineTicks | undefined {
  let line: string;
  try {
    line = fs.readFileSync('/proc/stat', 'latin1').split('\n', 1)[0] ?? '';
  } catch {
    return undefined;
  }
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const total = ticks.reduce((sum, each) => sum + each, 0);
  return { total, busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0) };
}

function busyShare(start: MachineTicks | undefined, end: MachineTicks | undefined): number | undefined {
  if (start === undefined || end === undefined || end.total <= start.total) return undefined;
  return (end.busy - start.busy) / (end.total - start.total);
}
