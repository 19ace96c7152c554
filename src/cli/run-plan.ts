import fs from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { systemClock } from '../clock.ts';
import { startRun, type Run, type RunOutcome } from '../engine/run.ts';
import type { ThreadTime } from '../engine/thread-time.ts';
import type { Plan } from '../plan/plan.ts';
import type { BackendListeners } from '../metrics/backend/backend-listeners.ts';
import { openResults, SaveConfigurationError, type Results } from '../results/index.ts';
import type { SinkSpec } from '../workers/protocol.ts';
import type { WorkerOptions as Options } from '../workers/run-on-workers.ts';
import type { CorrelationOptions } from '../correlation/options.ts';
import type { Logger, MergingSink, Properties, StopMode, Template } from '../types.ts';
import { CannotRunError } from './exit-code.ts';
import { planFolder } from './load-plan.ts';
import { onStopSignals, type StopSignals } from './stop-signals.ts';

/** How long a second signal waits for threads that cannot be interrupted. */
const STOP_NOW_MS = 500;

/** A taker of samples in this process, and what other workers open to feed it. */
export interface RunSink {
  readonly sink: MergingSink;
  readonly spec: SinkSpec;
}

/** What a run is made of, besides the plan. */
export interface RunSetup {
  readonly plan: Plan;
  readonly properties: Properties;
  /** Pairing of replies with requests, as the plan was compiled. */
  readonly correlation: CorrelationOptions;
  /** Threads of this machine that share the run; 1: this one alone. */
  readonly workers: number;
  readonly log: Logger;
  /** `-l`. */
  readonly resultsFile: string | undefined;
  /** `-f`: results files that are there are deleted first. */
  readonly deleteResults: boolean;
  /** Name of the summary that is printed while the plan runs; undefined: none. */
  readonly summariser: string | undefined;
  /** Further takers of samples. They are closed after the run. */
  readonly sinks: readonly RunSink[];
  /** Adds up what the threads of this process do with their time. */
  readonly threadTime: ThreadTime;
  /** Runs the plan so many times in a row, and calls `ended` after each of them; absent: once. */
  readonly rounds?: { readonly count: number; ended(): Promise<void> };
  /** A line for standard output. */
  print(line: string): void;
  /** A line about something that went wrong, for standard error. */
  warn(line: string): void;
  /** Called when signals are heeded and before the first thread starts; gives what to call after the run. */
  beforeStart?(run: StoppableRun): Promise<() => void>;
}

/** A run as seen from outside. Stopping it before it has started stops it at its start. */
export interface StoppableRun {
  readonly threads: { readonly active: number; readonly started: number; readonly finished: number };
  /** When it ends by its schedule, in milliseconds since the epoch; undefined: not known. */
  readonly plannedEndMs: number | undefined;
  stop(mode: StopMode): void;
}

export interface RunEnd {
  readonly outcome: RunOutcome;
  /** 130 or 143 when a signal ended it. */
  readonly signalExitCode: number | undefined;
  /** A thread group that could not start, or results that could not be written. */
  readonly incomplete: boolean;
}

/**
 * Runs a compiled plan: opens its results, listens for signals, and closes everything when the last sample is written.
 * @throws CannotRunError when the results cannot be written as the properties say.
 */
export async function runPlan(setup: RunSetup): Promise<RunEnd> {
  let incomplete = false;
  const fail = (message: string): void => {
    incomplete = true;
    setup.log.log('ERROR', 'o.a.j.r.ResultCollector', message);
    setup.warn(message);
  };
  keepHeapSmall();
  const run = new ControlledRun(setup);
  /** The texts of listeners as they are at test start. */
  const texts = new Map<Template, string>();
  const textOf = (template: Template): string => texts.get(template) ?? template.source;
  const results = openResults({
    properties: setup.properties,
    workingDirectory: process.cwd(),
    planFolder: planFolder(setup.plan.file),
    functionalMode: setup.plan.functionalMode,
    evaluate: textOf,
    onError: fail,
    print: (line) => setup.print(line),
    log: setup.log,
    threads: () => run.threads,
  });
  const backends = await openBackends(setup, run);
  const discard = setup.deleteResults ? deleter(setup.plan.file) : () => {};
  const sinks = orCannotRun(() => openSinks(setup, results, discard));
  const collectors: MergingSink[] = [];
  const options: Options = {
    plan: setup.plan,
    properties: setup.properties,
    clock: systemClock,
    log: setup.log,
    sinks: sinks.map(({ sink }) => sink),
    sinkSpecs: sinks.map(({ spec }) => spec),
    workers: setup.workers,
    correlation: setup.correlation,
    workingDirectory: process.cwd(),
    openCollector(spec, evaluate) {
      if (spec.kind === 'backend') return orCannotRun(() => backends?.open(spec, evaluate));
      for (const text of [spec.filename, spec.name]) texts.set(text, evaluate(text));
      discard(textOf(spec.filename));
      const sink = orCannotRun(() => results.collector(spec));
      collectors.push(sink);
      return sink;
    },
    onGroupError: fail,
    threadTime: setup.threadTime,
  };
  const outcome = await run.untilFinished(options).finally(async () => {
    // Results files first: the summary's last line stands for results that are written.
    for (const sink of [...collectors, ...options.sinks]) await sink.close();
    await backends?.close();
  });
  return { outcome, signalExitCode: run.signalExitCode, incomplete };
}

/** A run that signals and stop commands end, from before its start on. */
class ControlledRun implements StoppableRun {
  readonly #setup: RunSetup;
  readonly #signals: StopSignals;
  #run: Run | undefined;
  /** How it was stopped before it started. */
  #stopped: StopMode | undefined;
  #giveUp: (() => void) | undefined;

  constructor(setup: RunSetup) {
    this.#setup = setup;
    this.#signals = onStopSignals({
      graceful: () => {
        setup.warn('Stopping after the samples that run. A second signal stops at once.');
        this.stop('graceful');
      },
      now: () => {
        setup.warn('Stopping now.');
        this.stop('now');
        setTimeout(() => this.#giveUp?.(), STOP_NOW_MS);
      },
    });
  }

  get threads(): { active: number; started: number; finished: number } {
    const shared = this.#run?.shared;
    return {
      active: shared?.activeThreads() ?? 0,
      started: shared?.startedThreads() ?? 0,
      finished: shared?.finishedThreads() ?? 0,
    };
  }

  get plannedEndMs(): number | undefined {
    return this.#run?.plannedEndMs();
  }

  get signalExitCode(): number | undefined {
    return this.#signals.exitCode;
  }

  stop(mode: StopMode): void {
    this.#stopped = mode;
    this.#run?.stop(mode);
  }

  async untilFinished(options: Options): Promise<RunOutcome> {
    const givenUp = new Promise<RunOutcome>((resolve) => {
      this.#giveUp = () => resolve({ stopped: 'now', threadsLeft: 0 });
    });
    // Threads that wait for each other hold nothing that keeps the process alive.
    const alive = setInterval(() => {}, 60_000);
    const after = await this.#setup.beforeStart?.(this);
    try {
      for (let round = 1; ; round++) {
        this.#run = await start(options);
        if (this.#stopped !== undefined) this.#run.stop(this.#stopped);
        const outcome = await Promise.race([this.#run.finished, givenUp]);
        const { rounds } = this.#setup;
        if (rounds === undefined || outcome.stopped !== undefined) return outcome;
        await rounds.ended();
        // A plan that never waits must not keep signals out.
        await new Promise((resolve) => setImmediate(resolve));
        if (round >= rounds.count || this.#stopped !== undefined) return outcome;
      }
    } finally {
      after?.();
      clearInterval(alive);
      this.#signals.close();
    }
  }
}

/**
 * While thousands of connections open, what each leaves behind makes the heap twice as large as it need be, and it stays
 * so. Collecting when it has grown by a third, and closing the gaps then, costs nothing that can be measured.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--compact-on-every-full-gc');
}

/** The engine is here already; workers are loaded when they are asked for. */
const start = async (options: Options): Promise<Run> =>
  options.workers === 1
    ? startRun(options)
    : (await import('../workers/run-on-workers.ts')).startRunOnWorkers(options);

/** The Backend Listeners of the plan; undefined when it has none. */
async function openBackends(setup: RunSetup, run: ControlledRun): Promise<BackendListeners | undefined> {
  const { plan, properties, log } = setup;
  if (!plan.collectors.some(({ kind }) => kind === 'backend')) return undefined;
  const { BackendListeners } = await import('../metrics/backend/backend-listeners.ts');
  return new BackendListeners({
    properties,
    log,
    threads: () => run.threads,
    warn: (line) => setup.warn(line),
  });
}

function openSinks(setup: RunSetup, results: Results, discard: (file: string) => void): RunSink[] {
  const sinks: RunSink[] = [];
  const { resultsFile, summariser } = setup;
  if (resultsFile !== undefined) {
    discard(resultsFile);
    sinks.push({ sink: results.file(resultsFile), spec: { kind: 'file', path: resultsFile } });
  }
  if (summariser !== undefined)
    sinks.push({ sink: results.summariser(summariser), spec: { kind: 'summariser', name: summariser } });
  // They are closed in this order: nothing waits for servers that are told figures.
  return [...sinks, ...setup.sinks];
}

function orCannotRun<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    const isUsersError =
      error instanceof SaveConfigurationError ||
      // Its file is loaded only for plans with such listeners.
      (error instanceof Error && error.name === 'BackendArgumentError');
    throw isUsersError ? new CannotRunError(error.message) : error;
  }
}

/** Deletes files, each once: a file that two collectors write stays after the first. */
function deleter(planFile: string): (file: string) => void {
  const done = new Set<string>();
  return (file) => {
    if (file === '') return;
    const full = file.startsWith('~/') ? path.join(planFolder(planFile), file.slice(2)) : path.resolve(file);
    if (!done.has(full) && fs.statSync(full, { throwIfNoEntry: false })?.isFile() === true) fs.rmSync(full);
    done.add(full);
  };
}
