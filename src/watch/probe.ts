import { Worker } from 'node:worker_threads';
import { DurationCounts } from '../results/duration-counts.ts';
import type { DurationSummary } from '../results/statistics-summary.ts';
import type { Properties } from '../types.ts';
import { proxyFor, type Proxy } from '../websocket/proxy.ts';
import type { ProbeTarget } from './probe-target.ts';

/** What the thread of the probe gets. */
export interface ProbeTask {
  readonly target: ProbeTarget;
  /** What it sends; undefined: pings. */
  readonly text: string | undefined;
  readonly proxy: Proxy | undefined;
}

/** What it hands back. */
export interface ProbeFindings {
  /** As `DurationCounts.sparse` gives it. */
  readonly latency: readonly number[];
  readonly unanswered: number;
  readonly problem: string | undefined;
}

/** What a connection outside the load saw. */
export interface ProbeSummary {
  /** undefined: the plan opened no connection. */
  readonly url: string | undefined;
  /** What was sent; undefined: pings. */
  readonly text: string | undefined;
  /** From sending to the arrival of the answer. */
  readonly latency: DurationSummary;
  readonly unanswered: number;
  /** Why there is no connection, or none any more. */
  readonly problem: string | undefined;
}

/** A probe that has no answer for so long after the run has none at all. */
const PATIENCE_MS = 3000;

/** A connection outside the load, on a thread of its own: what keeps the load's threads busy does not delay it. */
export class Probe {
  readonly #task: ProbeTask;
  readonly #worker: Worker;
  readonly #findings: Promise<ProbeFindings>;

  /** @param text what to send; undefined: pings. */
  constructor(target: ProbeTarget, text: string | undefined, properties: Properties) {
    const task: ProbeTask = { target, text, proxy: proxyFor(hostOf(target.url), properties) };
    this.#task = task;
    this.#worker = new Worker(new URL('probe-worker.js', import.meta.url), { workerData: task });
    this.#findings = new Promise((resolve) => {
      this.#worker.once('message', resolve);
      this.#worker.once('error', (error) => resolve(nothing(error.message)));
    });
  }

  /** Ends it and gives what it saw. */
  async end(): Promise<ProbeSummary> {
    this.#worker.postMessage('end');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<ProbeFindings>((resolve) => {
      timer = setTimeout(() => resolve(nothing('it did not connect in time')), PATIENCE_MS);
    });
    const { latency, unanswered, problem } = await Promise.race([this.#findings, late]);
    clearTimeout(timer);
    await this.#worker.terminate();
    const counts = new DurationCounts();
    counts.merge(latency);
    const { target, text } = this.#task;
    return {
      url: target.url,
      text,
      latency: { count: counts.count, percentileMs: (percent) => counts.percentileUs(percent) / 1000 },
      unanswered,
      problem,
    };
  }
}

const hostOf = (url: string): string => /^wss?:\/\/(.*?):\d+(?:\/|$)/.exec(url)?.[1] ?? '';

const nothing = (problem: string): ProbeFindings => ({ latency: [], unanswered: 0, problem });
