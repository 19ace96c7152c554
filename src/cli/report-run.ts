import fs from 'node:fs';
import path from 'node:path';
import { createColors } from 'picocolors';
import type { CorrelationOptions } from '../correlation/options.ts';
import { summaryJson, type SummaryJson } from '../report/json.ts';
import { generatorShares } from '../report/criteria/generator-shares.ts';
import { generatorSeries } from '../report/generator-series.ts';
import { generatorSentences, workerSentences } from '../report/generator-text.ts';
import { probeSentences } from '../report/probe-text.ts';
import { summaryText } from '../report/text.ts';
import { Statistics } from '../results/statistics.ts';
import type { Logger, Properties } from '../types.ts';
import { kernelSummary, readKernel } from '../watch/kernel.ts';
import { CannotRunError, reasonOf } from './exit-code.ts';
import { watchGenerator } from './generator-watch.ts';
import { loadPlan } from './load-plan.ts';
import { Progress } from './progress.ts';
import { exitCodeOf } from './reports/outcome.ts';
import type { ReportRequest } from './reports/report-options.ts';
import { openRunReports } from './reports/run-reports.ts';
import { closeConnectionsOfThreads, watchServer } from './server-under-watch.ts';
import type { MetricsRequest } from './metrics/metrics-options.ts';
import { openRunMetrics } from './metrics/run-metrics.ts';
import type { WatchRequest } from './watch-options.ts';
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
  /** No progress while it runs. */
  readonly isQuiet: boolean;
  /** Criteria, and further reports. */
  readonly reports: ReportRequest;
  /** What to watch besides the samples. */
  readonly watch: WatchRequest;
  /** Who is told figures while it runs. */
  readonly metrics: MetricsRequest;
  /** Called with the summary of a run that came to its end by itself, when all else is printed. */
  afterwards?(summary: SummaryJson): Promise<void>;
}

/**
 * Runs a plan for a person: progress on standard error, then one screen of summary on standard output.
 * @returns the exit code: 3 when criteria failed or, without any, a sample did, or there was none.
 */
export async function runAndReport(options: ReportedRun): Promise<number> {
  const { planFile, properties, correlation, workers, log, resultsFile, deleteResults, jsonFile } = options;
  const { plan, comment } = await loadPlan(planFile, properties, correlation);
  warnAbout(plan.warnings, planFile);
  // Opened before the run: a summary that cannot be written is found out before it is worth something.
  const json = jsonFile === undefined ? undefined : openForWriting(jsonFile);

  const server = watchServer(options.watch);
  const { rounds, probe: probeRequest } = options.watch;
  const probe =
    probeRequest === undefined
      ? undefined
      : (await import('./load-probe.ts')).openProbe(probeRequest, properties);
  if (rounds > 1) closeConnectionsOfThreads(properties);
  const statistics = new Statistics();
  const generator = watchGenerator();
  const kernelBefore = readKernel();
  let running: StoppableRun | undefined;
  const title = path.basename(planFile);
  const about = { title, comment, properties, generator: () => generator.summary() };
  const reports = await openRunReports(options.reports, about, (line) => progress.say(`wsmeter: ${line}`));
  const progress = new Progress(process.stderr, () => running, options.isQuiet);
  if (reports?.dashboardUrl !== undefined) progress.say(`wsmeter: Dashboard: ${reports.dashboardUrl}`);
  const warn = (line: string): void => progress.say(`wsmeter: ${line}`);
  const measured = { title, properties, threadTime: generator.threadTime, log, warn };
  const metrics = await openRunMetrics(options.metrics, measured);
  if (metrics?.prometheusUrl !== undefined) progress.say(`wsmeter: Metrics: ${metrics.prometheusUrl}`);
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
    ...(rounds === 1 ? {} : { rounds: { count: rounds, ended: async () => server?.roundEnded() } }),
    sinks: [
      { sink: statistics, spec: { kind: 'statistics' } },
      ...(options.isQuiet ? [] : [progress.runSink]),
      generator.runSink,
      ...(server === undefined ? [] : [server.runSink]),
      ...(probe === undefined ? [] : [probe.runSink]),
      ...(reports === undefined ? [] : [reports.runSink]),
      ...(metrics?.runSinks ?? []),
    ],
    print: (line) => progress.say(line),
    warn,
    beforeStart(run) {
      running = run;
      metrics?.started(run);
      return Promise.resolve(reports?.started(run) ?? (() => {}));
    },
  }).finally(() => progress.close());

  const summary = await statistics.summary();
  const watched = {
    generator: generator.summary(),
    kernel: kernelSummary(kernelBefore, readKernel()),
    server: server?.summary(),
    probe: await probe?.summary(),
  };
  process.stdout.write(
    summaryText(
      summary,
      {
        colour: process.stdout.isTTY ? createColors().isColorSupported : false,
        width: process.stdout.columns ?? PLAIN_WIDTH,
      },
      watched,
    ),
  );
  const forPrograms = summaryJson(summary, watched);
  if (json !== undefined) fs.writeFileSync(json, `${JSON.stringify(forPrograms, undefined, 2)}\n`);
  const afterwards = async (): Promise<void> => {
    if (end.signalExitCode === undefined && end.outcome.stopped === undefined)
      await options.afterwards?.(forPrograms);
  };
  explain(end, summary.total.count);
  const ended = {
    signalExitCode: end.signalExitCode,
    isIncomplete: end.incomplete || end.outcome.threadsLeft > 0,
    isStrict: true,
  };
  if (reports === undefined) {
    const { count, errors } = summary.total;
    await afterwards();
    const nothing = { hasCriteria: false, failedCriteria: 0, failOnError: false };
    return exitCodeOf({ ...ended, ...nothing, samples: count, errors }, options.reports.failedExitCode);
  }
  const sentences = generatorSentences(watched.generator);
  const { exitCode, lines } = await reports.finish({
    ...ended,
    title,
    notes: watched.generator.verdict === 'kept-up' ? [] : sentences,
    generator: [
      ...sentences,
      ...workerSentences(watched.generator),
      ...(watched.probe === undefined ? [] : probeSentences(watched.probe, summary.total)),
    ],
    generatorSeries: generatorSeries(watched.generator),
    generatorShares: generatorShares(watched.generator),
  });
  if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
  await afterwards();
  return exitCode;
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

/** Says why a run counts as failed, or as none, when its summary does not show it. */
function explain(end: RunEnd, samples: number): void {
  if (end.outcome.threadsLeft > 0)
    process.stderr.write(
      `wsmeter: ${end.outcome.threadsLeft} threads did not stop in time; their last samples are lost.\n`,
    );
  else if (samples === 0 && !end.incomplete && end.signalExitCode === undefined)
    process.stderr.write('wsmeter: The plan ran, but took no sample.\n');
}
