import path from 'node:path';
import { BackendArgumentError, BackendArguments } from '../../metrics/backend/arguments.ts';
import { openSession } from '../../metrics/backend/session.ts';
import { OtlpExporter } from '../../metrics/otlp-exporter.ts';
import { otlpSettings, OtlpSettingError } from '../../metrics/otlp-settings.ts';
import { openEndpoint, type Endpoint } from '../../metrics/prometheus-endpoint.ts';
import type { FamilyData } from '../../metrics/registry.ts';
import { warnOnce } from '../../metrics/sender.ts';
import { RunFigures } from '../../metrics/run-figures.ts';
import type { MergingSink } from '../../types.ts';
import { isLoopback, isOwnHost, type Address } from '../address.ts';
import { CannotRunError, reasonOf, UsageError } from '../exit-code.ts';
import type { RunSink, StoppableRun } from '../run-plan.ts';
import type { MetricsRequest } from './metrics-options.ts';
import type { MeasuredRun, RunMetrics } from './run-metrics.ts';

type Threads = StoppableRun['threads'];
const NO_THREADS: Threads = { active: 0, started: 0, finished: 0 };

/** Makes ready who is told figures of a run. */
export async function openMetrics(request: MetricsRequest, run: MeasuredRun): Promise<RunMetrics> {
  let running: StoppableRun | undefined;
  const threads = (): Threads => running?.threads ?? NO_THREADS;
  const runSinks: RunSink[] = [];
  let endpoint: Endpoint | undefined;
  if (request.prometheus !== undefined || request.otlp !== undefined) {
    const figures = new RunFigures(0, (nowUs) => run.threadTime.at(nowUs));
    figures.registry.number('info', { plan: run.title }).value = 1;
    const families = (): FamilyData[] => {
      figures.registry.number('threadsActive').value = threads().active;
      return figures.families();
    };
    if (request.prometheus !== undefined) endpoint = await endpointAt(request.prometheus, families);
    const exporter = request.otlp === undefined ? undefined : exporterTo(request.otlp, families, run);
    runSinks.push({
      sink: closing(figures, async () => {
        await exporter?.close();
        endpoint?.close();
      }),
      spec: { kind: 'figures' },
    });
  }
  if (request.influx !== undefined)
    runSinks.push({ sink: influx(request.influx, run, threads), spec: { kind: 'backend' } });
  return {
    runSinks,
    prometheusUrl: endpoint?.url,
    started(started) {
      running = started;
    },
  };
}

async function endpointAt(address: Address, families: () => FamilyData[]): Promise<Endpoint> {
  const { host, port } = address;
  // Whoever serves others may be asked by any name that leads here.
  const mayAsk = (header: string | undefined): boolean => !isLoopback(host) || isOwnHost(header, address);
  try {
    return await openEndpoint(host, port, mayAsk, families);
  } catch (error) {
    throw new CannotRunError(
      `Metrics cannot be served at ${host}:${port} (--prometheus): ${reasonOf(error)}.`,
    );
  }
}

function exporterTo(url: string, families: () => FamilyData[], run: MeasuredRun): OtlpExporter {
  try {
    const settings = otlpSettings(url, process.env);
    const { origin, pathname } = settings.url;
    return new OtlpExporter(
      settings,
      families,
      warnOnce(`--otlp: ${origin}${pathname}`, 'wsmeter', run.log, run.warn),
    );
  } catch (error) {
    throw error instanceof OtlpSettingError ? new UsageError(error.message) : error;
  }
}

function influx(
  url: string,
  { title, properties, log, warn }: MeasuredRun,
  threads: () => Threads,
): MergingSink {
  const values = new BackendArguments([
    ['influxdbMetricsSender', 'org.apache.jmeter.visualizers.backend.influxdb.HttpMetricsSender'],
    ['influxdbUrl', url],
    ['influxdbToken', process.env['INFLUX_TOKEN'] ?? ''],
    ['application', path.basename(title, '.jmx')],
    ['percentiles', '99;95;90'],
    ['testTitle', title],
  ]);
  try {
    return openSession('--influx', 'influx', values, { properties, log, warn, threads });
  } catch (error) {
    throw error instanceof BackendArgumentError ? new UsageError(error.message) : error;
  }
}

/** The same sink, with more to do at its end. */
const closing = (sink: MergingSink, end: () => Promise<void>): MergingSink => ({
  sample: (event) => sink.sample(event),
  event: (event) => sink.event?.(event),
  take: (last) => sink.take(last),
  add: (data) => sink.add(data),
  async close() {
    await end();
    await sink.close();
  },
});
