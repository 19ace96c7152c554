import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../engine/clock.ts';
import { startRun, type Run, type RunOutcome } from '../engine/run.ts';
import type { Plan } from '../plan/plan.ts';
import { openResults, SaveConfigurationError, type Results } from '../results/index.ts';
import type { Logger, Properties, Sink, Template } from '../types.ts';
import { CannotRunError } from './exit-code.ts';
import { planFolder } from './load-plan.ts';
import { onStopSignals } from './stop-signals.ts';

/** How long a second signal waits for threads that cannot be interrupted. */
const STOP_NOW_MS = 500;

/** What a run is made of, besides the plan. */
export interface RunSetup {
  readonly plan: Plan;
  readonly properties: Properties;
  readonly log: Logger;
  /** `-l`. */
  readonly resultsFile: string | undefined;
  /** `-f`: results files that are there are deleted first. */
  readonly deleteResults: boolean;
  /** Name of the summary that is printed while the plan runs; undefined: none. */
  readonly summariser: string | undefined;
  /** Further takers of samples. They are closed after the run. */
  readonly sinks: readonly Sink[];
  /** A line for standard output. */
  print(line: string): void;
  /** A line about something that went wrong, for standard error. */
  warn(line: string): void;
  /** The run has begun; it can be stopped from outside. */
  started?(run: Run): void;
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
  const texts = new Map<Template, string>();
  let run: Run | undefined;
  const results = openResults({
    properties: setup.properties,
    workingDirectory: process.cwd(),
    planFolder: planFolder(setup.plan.file),
    functionalMode: setup.plan.functionalMode,
    evaluate: (template) => texts.get(template) ?? template.constant ?? template.source,
    onError: fail,
    print: (line) => setup.print(line),
    log: setup.log,
    threads: () => ({
      active: run?.shared.activeThreads() ?? 0,
      started: run?.shared.startedThreads() ?? 0,
      finished: run?.shared.finishedThreads() ?? 0,
    }),
  });
  const discard = setup.deleteResults ? deleter(setup.plan.file) : () => {};
  const sinks = orCannotRun(() => openSinks(setup, results, discard));
  const collectors: Sink[] = [];

  run = startRun({
    plan: setup.plan,
    properties: setup.properties,
    clock: systemClock,
    log: setup.log,
    sinks,
    openCollector(spec, filename) {
      if (filename !== '') discard(filename);
      texts.set(spec.filename, filename);
      const sink = orCannotRun(() => results.collector(spec));
      collectors.push(sink);
      return sink;
    },
    onGroupError: fail,
  });
  setup.started?.(run);
  const end = await untilFinished(run, setup);
  // Results files first: the summary's last line stands for results that are written.
  for (const sink of [...collectors, ...sinks]) await sink.close();
  return { ...end, incomplete };
}

function openSinks(setup: RunSetup, results: Results, discard: (file: string) => void): Sink[] {
  const sinks = [...setup.sinks];
  if (setup.resultsFile !== undefined) {
    discard(setup.resultsFile);
    sinks.push(results.file(setup.resultsFile));
  }
  if (setup.summariser !== undefined) sinks.push(results.summariser(setup.summariser));
  return sinks;
}

function orCannotRun<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw error instanceof SaveConfigurationError ? new CannotRunError(error.message) : error;
  }
}

/** Deletes files, each once: a file that two collectors write stays after the first. */
function deleter(planFile: string): (file: string) => void {
  const done = new Set<string>();
  return (file) => {
    const full = file.startsWith('~/') ? path.join(planFolder(planFile), file.slice(2)) : path.resolve(file);
    if (!done.has(full) && fs.statSync(full, { throwIfNoEntry: false })?.isFile() === true) fs.rmSync(full);
    done.add(full);
  };
}

/** Waits for the run, which signals may end. */
async function untilFinished(run: Run, setup: RunSetup): Promise<Omit<RunEnd, 'incomplete'>> {
  let giveUp = (): void => {};
  const givenUp = new Promise<RunOutcome>((resolve) => {
    giveUp = () => resolve({ stopped: 'now', threadsLeft: 0 });
  });
  const signals = onStopSignals({
    graceful() {
      setup.warn('Stopping after the samples that run. A second signal stops at once.');
      run.stop('graceful');
    },
    now() {
      setup.warn('Stopping now.');
      run.stop('now');
      setTimeout(giveUp, STOP_NOW_MS);
    },
  });
  // Threads that wait for each other hold nothing that keeps the process alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    const outcome = await Promise.race([run.finished, givenUp]);
    return { outcome, signalExitCode: signals.exitCode };
  } finally {
    clearInterval(alive);
    signals.close();
  }
}
