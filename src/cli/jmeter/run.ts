import fs from 'node:fs';
import path from 'node:path';
import { defaultLocale } from '../../java/date-names.ts';
import { formatSimpleDate } from '../../java/simple-date-format.ts';
import { localZone, zoneName } from '../../java/time-zone.ts';
import { generatorShares } from '../../report/criteria/generator-shares.ts';
import { generatorSeries } from '../../report/generator-series.ts';
import { generatorSentences } from '../../report/generator-text.ts';
import type { Logger, Properties } from '../../types.ts';
import { correlationOptions } from '../correlation.ts';
import { CannotRunError, EXIT, UsageError } from '../exit-code.ts';
import { watchGenerator } from '../generator-watch.ts';
import { LogFile, type LogLevelSetting } from '../log-file.ts';
import { loadPlan } from '../load-plan.ts';
import { loadProperties, type PropertySource } from '../properties/load-properties.ts';
import { exitCodeOf } from '../reports/outcome.ts';
import type { ReportRequest } from '../reports/report-options.ts';
import { metricsRequest, type MetricsRequest } from '../metrics/metrics-options.ts';
import { openRunMetrics } from '../metrics/run-metrics.ts';
import { openRunReports } from '../reports/run-reports.ts';
import { setPushDelay } from '../push-delay.ts';
import { runPlan, type StoppableRun } from '../run-plan.ts';
import { openShutdownPort } from '../shutdown-port.ts';
import { workerCount } from '../worker-count.ts';
import type { GivenOption } from './parse-arguments.ts';
import { propertySources } from './property-sources.ts';
import { reportRequest } from './report-request.ts';

/** JMeter's range of ports for stop commands. */
const FIRST_PORT = 4445;
const LAST_PORT = 4455;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const warn = (line: string): void => void process.stderr.write(`wsmeter: ${line}\n`);

/** Runs a plan as `jmeter -n -t …` does: the same lines on standard output, and 0 whatever the samples came to, unless there are criteria. */
export async function run(given: readonly GivenOption[]): Promise<number> {
  const valueOf = (short: string): string | undefined => given.find((g) => g.option.short === short)?.value;
  const proxy = proxySources(valueOf);
  const log = openLog(valueOf('j') ?? 'jmeter.log', given);
  try {
    const properties = await loadProperties(
      { baseFile: valueOf('p'), sources: [...propertySources(given), ...proxy] },
      log,
      (file) => warn(`The properties file ${file} cannot be read; the run goes on without it.`),
    );
    return await runWith({
      planFile: valueOf('t') ?? '',
      resultsFile: valueOf('l'),
      deleteResults: given.some((g) => g.option.short === 'f'),
      reports: reportRequest(given),
      metrics: metricsOptions(given),
      properties,
      log,
    });
  } catch (error) {
    if (error instanceof Error) log.log('ERROR', 'o.a.j.JMeter', `An error occurred: ${error.message}`);
    throw error;
  } finally {
    log.close();
  }
}

interface Request {
  readonly planFile: string;
  readonly resultsFile: string | undefined;
  readonly deleteResults: boolean;
  readonly reports: ReportRequest;
  readonly metrics: MetricsRequest;
  readonly properties: Properties;
  readonly log: Logger;
}

async function runWith(request: Request): Promise<number> {
  const { planFile, resultsFile, deleteResults, properties, log } = request;
  const correlation = correlationOptions(properties);
  setPushDelay(properties, undefined);
  const workers = workerCount(properties.get('wsmeter.workers'));
  const { plan, comment } = await loadPlan(planFile, properties, correlation);
  for (const warning of plan.warnings) log.log('WARN', 'wsmeter', warning);
  if (request.reports.folder !== undefined && !deleteResults) refuseOldResults(resultsFile);
  const generator = watchGenerator();
  const title = path.basename(planFile);
  const about = { title, comment, properties, generator: () => generator.summary() };
  const reports = await openRunReports(request.reports, about, print);
  const summariser = properties.get('summariser.name') || undefined;
  if (summariser !== undefined) print(`Creating summariser <${summariser}>`);
  print(`Created the tree successfully using ${planFile}`);
  if (reports?.dashboardUrl !== undefined) print(`Dashboard: ${reports.dashboardUrl}`);
  const measured = { title, properties, threadTime: generator.threadTime, log, warn };
  const metrics = await openRunMetrics(request.metrics, measured);
  if (metrics?.prometheusUrl !== undefined) print(`Metrics: ${metrics.prometheusUrl}`);
  print(`Starting standalone test @ ${moment()}`);

  const end = await runPlan({
    plan,
    properties,
    correlation,
    workers,
    log,
    resultsFile,
    deleteResults,
    summariser,
    threadTime: generator.threadTime,
    sinks: [
      generator.runSink,
      ...(reports === undefined ? [] : [reports.runSink]),
      ...(metrics?.runSinks ?? []),
    ],
    print,
    warn,
    beforeStart: async (running) => {
      const closePort = await listenForCommands(properties, running);
      const ended = reports?.started(running);
      metrics?.started(running);
      return () => {
        ended?.();
        closePort();
      };
    },
  });
  print(`Tidying up ...    @ ${moment()}`);
  const health = generator.summary();
  const sentences = generatorSentences(health);
  for (const sentence of sentences)
    log.log(health.verdict === 'kept-up' ? 'INFO' : 'WARN', 'wsmeter', sentence);
  const { threadsLeft } = end.outcome;
  if (threadsLeft > 0) warn(`${threadsLeft} threads did not stop in time; their last samples are lost.`);
  const ended = {
    signalExitCode: end.signalExitCode,
    isIncomplete: end.incomplete || threadsLeft > 0,
    isStrict: false,
  };
  const reported = await reports?.finish({
    ...ended,
    title,
    notes: health.verdict === 'kept-up' ? [] : sentences,
    generator: sentences,
    generatorSeries: generatorSeries(health),
    generatorShares: generatorShares(health),
  });
  for (const line of reported?.lines ?? []) print(line);
  print('... end of run');
  // Nothing decides here: as in JMeter, failed samples leave 0.
  const nothing = { samples: 0, errors: 0, hasCriteria: false, failedCriteria: 0, failOnError: false };
  return reported?.exitCode ?? exitCodeOf({ ...ended, ...nothing }, EXIT.failed);
}

/** Who is told figures while the plan runs. */
function metricsOptions(given: readonly GivenOption[]): MetricsRequest {
  const value = (name: string): string | undefined => given.find(({ option }) => option.long === name)?.value;
  return metricsRequest({ prometheus: value('prometheus'), otlp: value('otlp'), influx: value('influx') });
}

/** A report is about one run: like JMeter, -e takes no results file with rows of another one. */
function refuseOldResults(resultsFile: string | undefined): void {
  if (resultsFile !== undefined && (fs.statSync(resultsFile, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new CannotRunError(`Results file:${resultsFile} is not empty. Choose another, or add -f.`);
}

/** `2026 Nov 30 13:16:45 UTC (1796044605655)`. */
function moment(): string {
  const now = new Date();
  // `Mon Nov 30 2026 13:16:45 …` in whatever language the system speaks; much cheaper than the first date format.
  const [, month, day, year, time] = String(now).split(' ');
  const zone = zoneName(localZone, now.getTime(), 'short', defaultLocale);
  return `${year} ${month} ${Number(day)} ${time} ${zone} (${now.getTime()})`;
}

/** Opens the UDP port for JMeter's stop commands and says which it is. */
async function listenForCommands(properties: Properties, running: StoppableRun): Promise<() => void> {
  const number = (name: string, fallback: number): number => {
    const text = properties.get(name)?.trim() ?? '';
    return /^\d{1,5}$/.test(text) ? Number(text) : fallback;
  };
  const first = number('jmeterengine.nongui.port', FIRST_PORT);
  if (first === 0) return () => {};
  const last = number('jmeterengine.nongui.maxport', LAST_PORT);
  const port = await openShutdownPort(first, last, (command, from) => {
    print(`Command: ${command} received from /${from}`);
    if (command === 'Shutdown') running.stop('graceful');
    else if (command === 'StopTestNow') running.stop('now');
    else print(`Command: ${command} not recognised`);
  });
  print(
    port === undefined
      ? 'Failed to create UDP port'
      : `Waiting for possible Shutdown/StopTestNow/HeapDump/ThreadDump message on port ${port.port}`,
  );
  return () => port?.close();
}

/** What -H, -P, -N, -u and -a stand for. */
function proxySources(valueOf: (short: string) => string | undefined): PropertySource[] {
  const [host, port, without] = [valueOf('H'), valueOf('P'), valueOf('N')];
  const [user, password] = [valueOf('u'), valueOf('a')];
  if ((host === undefined) !== (port === undefined))
    throw new UsageError('If specifying a proxy server, host and port must be given (-H and -P).');
  const system = (name: string, value: string | undefined): PropertySource[] =>
    value === undefined
      ? []
      : ['http', 'https'].map((scheme) => ({ kind: 'system', name: `${scheme}.${name}`, value }));
  return [
    ...system('proxyHost', host),
    ...system('proxyPort', port),
    ...system('nonProxyHosts', without),
    ...(user === undefined
      ? []
      : ([
          { kind: 'jmeter', name: 'http.proxyUser', value: user },
          { kind: 'jmeter', name: 'http.proxyPass', value: password ?? '' },
        ] as const)),
  ];
}

/** The log file, or, when it cannot be written, none and a warning. */
function openLog(name: string, given: readonly GivenOption[]): Logger & { close(): void } {
  const levels = given
    .filter((g) => g.option.short === 'L')
    .map((g): LogLevelSetting =>
      g.value === '' ? { category: '', level: g.name } : { category: g.name, level: g.value },
    );
  try {
    return new LogFile(withDates(name), levels);
  } catch (error) {
    if (!(error instanceof CannotRunError)) throw error;
    warn(`${error.message} The run goes on without it.`);
    return { log: () => {}, close: () => {} };
  }
}

/** Replaces each `'pattern'` in a file name by the time of now. A lone quote stays. */
function withDates(name: string): string {
  return name.replace(/'([^']*)'/g, (quoted: string, pattern: string) => {
    try {
      return formatSimpleDate(pattern, Date.now());
    } catch {
      throw new UsageError(`-j ${name}: ${quoted} is not a date pattern, such as 'yyyyMMddHHmmss'.`);
    }
  });
}
