import { decimalFormat } from '../../java/decimal-format.ts';
import { doubleToString } from '../../java/number-text.ts';
import { readPercentiles, type BackendArguments, type Percentile } from './arguments.ts';
import { BackendMetrics, type ThreadCounts } from './backend-metrics.ts';
import type { BackendSample } from './backend-sample.ts';
import type { BackendClient, ClientEnvironment, Moment } from './client.ts';
import type { SamplerMetric } from './sampler-metric.ts';
import { positiveInteger, windowSettings } from './settings.ts';

/** One figure for Graphite. */
export interface GraphiteMetric {
  readonly name: string;
  readonly value: string;
}

/** Writes figures as a server of Graphite takes them. */
export type GraphiteFormat = (metrics: readonly GraphiteMetric[], seconds: number) => string | Buffer;

/** The sum of all samples in JMeter's map, and in the names of figures. */
const CUMULATED = '__cumulated__';
const ALL = 'all';

/** Replaces what parts the words of a name, or lines. */
const nameText = (text: string): string => text.replaceAll(/[\\ \r\n]/g, '-').replaceAll('.', '_');

const printPercent = decimalFormat('0.##');

/** Figures for Graphite, by name (GraphiteBackendListenerClient). */
export class GraphiteClient implements BackendClient {
  readonly intervalMs: number;
  readonly sendsAtStart = false;
  readonly #metrics: BackendMetrics;
  readonly #threads: () => ThreadCounts;
  readonly #format: GraphiteFormat;
  readonly #prefix: string;
  readonly #percentiles: readonly Percentile[];

  /** @throws BackendArgumentError */
  constructor(
    values: BackendArguments,
    { properties, threads, refusePercentile }: ClientEnvironment,
    format: GraphiteFormat,
  ) {
    this.intervalMs = positiveInteger(properties, 'backend_graphite.send_interval', 1) * 1000;
    this.#threads = threads;
    this.#format = format;
    this.#prefix = values.text('rootMetricsPrefix', 'jmeter.');
    this.#percentiles = readPercentiles(values.text('percentiles'), refusePercentile);
    this.#metrics = new BackendMetrics(windowSettings(properties), CUMULATED, wantedLabels(values));
  }

  add(sample: BackendSample): void {
    this.#metrics.add(sample);
  }

  payload(_moment: Moment, nowMs: number): string | Buffer {
    const figures: GraphiteMetric[] = [];
    const put = (context: string, values: Readonly<Record<string, string>>): void => {
      for (const [name, value] of Object.entries(values))
        figures.push({ name: `${this.#prefix}${context}.${name}`, value });
    };
    for (const [label, metric] of this.#metrics.labels())
      if (metric.total > 0) put(label === CUMULATED ? ALL : nameText(label), this.#figures(metric));
    this.#metrics.reset();
    const { min, max, mean } = this.#metrics.threads;
    const { started, finished } = this.#threads();
    put('test', {
      minAT: String(min),
      maxAT: String(max),
      meanAT: String(mean),
      startedT: String(started),
      endedT: String(finished),
    });
    return this.#format(figures, Math.floor(nowMs / 1000));
  }

  #figures(metric: SamplerMetric): Record<string, string> {
    return {
      'ok.count': String(metric.successes),
      'ko.count': String(metric.failures),
      'a.count': String(metric.total),
      'h.count': String(metric.hits),
      'sb.bytes': String(metric.sentBytes),
      'rb.bytes': String(metric.receivedBytes),
      ...(metric.successes > 0 ? this.#times(metric, 'ok', 'ok') : {}),
      ...(metric.failures > 0 ? this.#times(metric, 'ko', 'ko') : {}),
      ...this.#times(metric, 'all', 'a'),
    };
  }

  #times(metric: SamplerMetric, of: 'ok' | 'ko' | 'all', prefix: string): Record<string, string> {
    const { min, max, mean, percentile } = metric.times(of);
    const values = { min, max, avg: mean };
    return Object.fromEntries([
      ...Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, doubleToString(value)]),
      ...this.#percentiles.map(({ percent }) => [
        `${prefix}.pct${nameText(printPercent(percent))}`,
        doubleToString(percentile(percent)),
      ]),
    ]) as Record<string, string>;
  }
}

/** Labels with figures of their own: none unless `summaryOnly` is false. */
function wantedLabels(values: BackendArguments): (label: string) => boolean {
  if (values.boolean('summaryOnly', true)) return () => false;
  if (values.boolean('useRegexpForSamplersList', false)) return values.pattern('samplersList', 'matches');
  const labels = new Set(values.text('samplersList').split(';'));
  return (label) => labels.has(label);
}

/** One line for each figure (TextGraphiteMetricsSender). */
export const graphiteText: GraphiteFormat = (metrics, seconds) =>
  metrics.map(({ name, value }) => `${name} ${value} ${seconds}\n`).join('');

/** Python's pickle, version 0, of a list of `(name, (time, value))`, behind its length (PickleGraphiteMetricsSender). */
export const graphitePickle: GraphiteFormat = (metrics, seconds) => {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`;
  const tuples = metrics.map(({ name, value }) => `(S${quoted(name)}\n(L${seconds}L\nS'${value}'\ntta`);
  const pickle = Buffer.from(`(l${tuples.join('')}.`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(pickle.length);
  return Buffer.concat([length, pickle]);
};
