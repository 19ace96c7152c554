import fs from 'node:fs';
import { createColors } from 'picocolors';
import type { CorrelationOptions } from '../correlation/options.ts';
import { summaryJson } from '../report/json.ts';
import { summaryText } from '../report/text.ts';
import type { StatisticsSummary } from '../results/statistics-summary.ts';
import { Statistics } from '../results/statistics.ts';
import type { Logger, Properties } from '../types.ts';
import { CannotRunError, EXIT, reasonOf } from './exit-code.ts';
import { watchGenerator } from './generator-watch.ts';
import { loadPlan } from './load-plan.ts';
import { Progress } from './progress.ts';
import { runPlan, type RunEnd, type StoppableRun } from './run-plan.ts';

/** Warnings about a plan that are shown before its run. */
const MAX_WARNINGS = 5;
/** Columns of what is not a terminal. */
const PLAIN_WIDTH = 120;

export interface ReportedRun {
  readonly planFile: string;
  readonly properties: Properties;
  readonly correlation: CorrelationOptions;
  readonly workers: number;
  readonly log: Logger;
  readonly resultsFile: string | undefined;
  readonly deleteResults: boolean;
  /** Where to write the summary for programs. */
  readonly jsonFile: string | undefined;
}

/**
 * Runs a plan for a person: progress on standard error, then one screen of summary on standard output.
 * @returns the exit code: 3 when a sample failed or there was none.
 */
export async function runAndReport(options: ReportedRun): Promise<number> {
  const { planFile, properties, correlation, workers, log, resultsFile, deleteResults, jsonFile } = options;
  const plan = await loadPlan(planFile, properties, correlation);
  warnAbout(plan.warnings, planFile);
  // Opened before the run: a summary that cannot be written is found out before it is worth something.
  const json = jsonFile === undefined ? undefined : openForWriting(jsonFile);

  const statistics = new Statistics();
  const generator = watchGenerator();
  let running: StoppableRun | undefined;
  const progress = new Progress(process.stderr, () => running?.activeThreads ?? 0);
  const end = await runPlan({
    plan,
    properties,
    log,
    resultsFile,
    deleteResults,
    summariser: undefined,
    correlation,
    workers,
    threadTime: generator.threadTime,
    sinks: [
      { sink: statistics, spec: { kind: 'statistics' } },
      { sink: progress.counts, spec: { kind: 'counts' } },
      generator.runSink,
    ],
    print: (line) => progress.say(line),
    warn: (line) => progress.say(`wsmeter: ${line}`),
    beforeStart(run) {
      running = run;
      return Promise.resolve(() => {});
    },
  });

  const summary = await statistics.summary();
  const watched = { generator: generator.summary() };
  process.stdout.write(
    summaryText(
      summary,
      {
        colour: process.stdout.isTTY && createColors().isColorSupported,
        width: process.stdout.columns ?? PLAIN_WIDTH,
      },
      watched,
    ),
  );
  if (json !== undefined)
    fs.writeFileSync(json, `${JSON.stringify(summaryJson(summary, watched), undefined, 2)}\n`);
  return exitCode(end, summary);
}

function warnAbout(warnings: readonly string[], planFile: string): void {
  const lines = warnings.slice(0, MAX_WARNINGS);
  if (warnings.length > lines.length)
    lines.push(`… and ${warnings.length - lines.length} more: wsmeter check ${planFile} lists them`);
  for (const line of lines) process.stderr.write(`wsmeter: ${line}\n`);
}

function openForWriting(file: string): number {
  try {
    return fs.openSync(file, 'w');
  } catch (error) {
    throw new CannotRunError(`The summary cannot be written to ${file}: ${reasonOf(error)}.`);
  }
}

function exitCode(end: RunEnd, summary: StatisticsSummary): number {
  if (end.signalExitCode !== undefined) return end.signalExitCode;
  if (end.outcome.threadsLeft > 0) {
    process.stderr.write(
      `wsmeter: ${end.outcome.threadsLeft} threads did not stop in time; their last samples are lost.\n`,
    );
    return EXIT.cannotRun;
  }
  if (end.incomplete) return EXIT.cannotRun;
  if (summary.total.count === 0) process.stderr.write('wsmeter: The plan ran, but took no sample.\n');
  return summary.total.count === 0 || summary.total.errors > 0 ? EXIT.failed : EXIT.ok;
}
