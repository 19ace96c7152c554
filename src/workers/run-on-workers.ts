import { Worker } from 'node:worker_threads';
import { startRun, type Run, type RunOptions, type RunOutcome } from '../engine/run.ts';
import type { CorrelationOptions } from '../correlation/options.ts';
import type { MergingSink, StopMode } from '../types.ts';
import { createPartition } from './partition.ts';
import type { Command, SinkSpec, WorkerEvent, WorkerTask } from './protocol.ts';
import { createBuffers, SharedMemory } from './shared-memory.ts';
import { WorkerProperties } from './worker-shared.ts';

export interface WorkerOptions extends RunOptions {
  readonly workers: number;
  readonly correlation: CorrelationOptions;
  readonly workingDirectory: string;
  /** What the other workers open in place of `sinks`, one for each and in the same order. */
  readonly sinkSpecs: readonly SinkSpec[];
  readonly sinks: readonly MergingSink[];
  openCollector(...args: Parameters<RunOptions['openCollector']>): MergingSink | undefined;
}

/**
 * Starts a plan on several threads of this machine. This one is the first worker; it writes what all of them find.
 * Threads are dealt out by number; counters, data files, locks and properties are shared.
 */
export function startRunOnWorkers(options: WorkerOptions): Run {
  const { plan, workers: count } = options;
  const buffers = createBuffers(plan.groups.length);
  const memory = new SharedMemory(buffers);
  const own = [...options.properties.entries()];
  const properties = new WorkerProperties(options.properties, memory);
  const testStartMs = Math.floor(options.clock.nowUs() / 1000);
  const others: OtherWorker[] = [];
  const collectors = new Map<object, MergingSink>();

  let fail: (error: Error) => void = () => {};
  const failure = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });

  const stopOthers = (mode: StopMode, except?: OtherWorker): void => {
    for (const worker of others) if (worker !== except) worker.stop(mode);
  };
  const receive = (from: OtherWorker, event: WorkerEvent): void => {
    switch (event.type) {
      case 'stop':
        run.stop(event.mode);
        stopOthers(event.mode, from);
        break;
      case 'log':
        options.log.log(event.level, event.category, event.message);
        break;
      case 'findings':
        for (const [i, data] of event.sinks.entries()) if (data !== undefined) options.sinks[i]?.add(data);
        for (const [i, data] of event.collectors.entries())
          if (data !== undefined) collectors.get(plan.collectors[i]!)?.add(data);
        break;
      case 'arrived':
      case 'finished':
    }
  };

  const run = startRun({
    ...options,
    properties,
    openCollector(spec, evaluate) {
      const sink = options.openCollector(spec, evaluate);
      if (sink !== undefined) collectors.set(spec, sink);
      return sink;
    },
    partition: createPartition({
      buffers,
      memory,
      properties,
      index: 0,
      count,
      testStartMs,
      initialVariables: undefined,
      publishVariables(initialVariables) {
        for (let index = 1; index < count; index++)
          others.push(
            new OtherWorker(
              {
                planFile: plan.file,
                workingDirectory: options.workingDirectory,
                properties: own,
                correlation: options.correlation,
                sinks: options.sinkSpecs,
                buffers,
                index,
                count,
                testStartMs,
                initialVariables,
              },
              receive,
              fail,
            ),
          );
      },
      receives: () => Promise.all(others.map((worker) => worker.meeting())),
      onStop: (mode) => stopOthers(mode),
    }),
  });

  return {
    shared: run.shared,
    plannedEndMs: () => run.plannedEndMs(),
    stop(mode) {
      run.shared.stopTest(mode);
    },
    // A worker that dies takes the run with it: the others would wait for it.
    finished: Promise.race([combine(run, others), failure]),
  };
}

async function combine(run: Run, others: readonly OtherWorker[]): Promise<RunOutcome> {
  // The first worker starts the others before its own first thread, so all are known once it has finished.
  const own = await run.finished;
  const outcomes = await Promise.all(others.map((worker) => worker.finished));
  return {
    ...own,
    threadsLeft: outcomes.reduce((sum, { threadsLeft }) => sum + threadsLeft, own.threadsLeft),
  };
}

/** Another worker as the first one sees it. */
class OtherWorker {
  readonly finished: Promise<RunOutcome>;
  readonly #thread: Worker;
  /** Meetings that this worker has come to and the first one has not asked for yet. */
  #arrivals = 0;
  #onArrival: (() => void) | undefined;

  constructor(
    task: WorkerTask,
    receive: (from: OtherWorker, event: WorkerEvent) => void,
    fail: (error: Error) => void,
  ) {
    this.#thread = new Worker(new URL('worker.js', import.meta.url), { workerData: task });
    this.finished = new Promise((resolve) => {
      this.#thread.on('message', (event: WorkerEvent) => {
        receive(this, event);
        if (event.type === 'arrived') this.#arrived();
        if (event.type === 'finished') resolve(event.outcome);
      });
      this.#thread.once('error', fail);
    });
  }

  stop(mode: StopMode): void {
    this.#thread.postMessage({ type: 'stop', mode } satisfies Command);
  }

  /** Resolves when all that the worker found before the meeting is here. */
  async meeting(): Promise<void> {
    if (this.#arrivals === 0)
      await new Promise<void>((resolve) => {
        this.#onArrival = resolve;
      });
    this.#arrivals--;
  }

  #arrived(): void {
    this.#arrivals++;
    this.#onArrival?.();
    this.#onArrival = undefined;
  }
}
