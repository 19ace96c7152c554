import { performance } from 'node:perf_hooks';
import { systemClock } from '../clock.ts';
import type { ThreadTimes } from '../types.ts';
import { observe, type HistogramSeries, type Registry } from './registry.ts';

/** How often the event loop is asked whether it is late. */
const PROBE_MS = 20;
/** Timers of Node count whole milliseconds: so much is not lateness. */
const GRAIN_US = 1000;

/** What is counted on and on. */
interface Counters {
  readonly nowUs: number;
  readonly activeMs: number;
  readonly cpuUs: number;
  readonly threads: ThreadTimes;
}

/** Figures of the worker that it is made on: how busy and how late its event loop is, and what its threads do. */
export class GeneratorFigures {
  readonly #registry: Registry;
  readonly #worker: string;
  readonly #threadTimes: (nowUs: number) => ThreadTimes;
  readonly #delay: HistogramSeries;
  readonly #timer: NodeJS.Timeout;
  #probedUs = systemClock.nowUs();
  #last: Counters;

  constructor(registry: Registry, worker: number, threadTimes: (nowUs: number) => ThreadTimes) {
    this.#registry = registry;
    this.#worker = String(worker);
    this.#threadTimes = threadTimes;
    this.#delay = registry.histogram('generatorDelay', { worker: this.#worker });
    this.#last = this.#counters();
    this.#timer = setInterval(() => this.#probe(), PROBE_MS).unref();
  }

  /** Counts what has passed since the last call. */
  look(): void {
    const last = this.#last;
    const now = (this.#last = this.#counters());
    const worker = { worker: this.#worker };
    const add = (name: 'generatorTime' | 'generatorBusy', us: number): void => {
      this.#registry.number(name, worker).value += us / 1e6;
    };
    add('generatorTime', now.nowUs - last.nowUs);
    add('generatorBusy', (now.activeMs - last.activeMs) * 1000);
    // The process has one count for all its workers.
    if (this.#worker === '0') {
      this.#registry.number('generatorCpu').value += (now.cpuUs - last.cpuUs) / 1e6;
      this.#registry.number('generatorMemory').value = process.memoryUsage.rss();
    }
    for (const [kind, us] of [
      ['all', now.threads.threadUs - last.threads.threadUs],
      ['waiting', now.threads.waitingUs - last.threads.waitingUs],
      ['uncovered', now.threads.uncoveredUs - last.threads.uncoveredUs],
    ] as const)
      this.#registry.number('threadTime', { kind }).value += us / 1e6;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #probe(): void {
    const nowUs = systemClock.nowUs();
    observe(this.#delay, nowUs - this.#probedUs - PROBE_MS * 1000 - GRAIN_US);
    this.#probedUs = nowUs;
  }

  #counters(): Counters {
    const nowUs = systemClock.nowUs();
    const { user, system } = process.cpuUsage();
    return {
      nowUs,
      activeMs: performance.eventLoopUtilization().active,
      cpuUs: user + system,
      threads: this.#threadTimes(nowUs),
    };
  }
}
