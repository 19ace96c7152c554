import { doubleToString } from '../../java/number-text.ts';
import { readPercentiles, type BackendArguments, type Percentile } from './arguments.ts';
import { BackendMetrics, type ThreadCounts } from './backend-metrics.ts';
import type { BackendSample } from './backend-sample.ts';
import type { BackendClient, ClientEnvironment, Moment } from './client.ts';
import type { SamplerMetric, Times } from './sampler-metric.ts';
import { positiveInteger, windowSettings } from './settings.ts';

/** The sum of all samples; a sampler of that name counts in it twice, as in JMeter. */
const ALL = 'all';

/**
 * A measurement, tag or tag value in InfluxDB's line protocol, as JMeter escapes it. A backslash at its end, which a
 * server may have sent, would escape what follows and cost all lines of the request: it is left out.
 */
export const tagText = (text: string): string =>
  text
    .trim()
    .replace(/\\+$/, '')
    .replaceAll(/[ ,=]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

const fieldText = (text: string): string => text.trim().replaceAll('"', String.raw`\"`);

/** The tags that arguments named `TAG_…` add. */
function userTags(values: BackendArguments): string {
  let tags = '';
  for (const [name, value] of values.entries())
    if (name.startsWith('TAG_') && value.trim() !== '')
      tags += `,${tagText(name.trim().slice(4))}=${tagText(value)}`;
  return tags;
}

/** Figures in InfluxDB's line protocol (InfluxdbBackendListenerClient). */
export class InfluxClient implements BackendClient {
  readonly intervalMs: number;
  readonly sendsAtStart = true;
  readonly #metrics: BackendMetrics;
  readonly #threads: () => ThreadCounts;
  readonly #measurement: string;
  readonly #application: string;
  readonly #userTags: string;
  readonly #eventTags: string;
  readonly #testTitle: string;
  readonly #percentiles: readonly Percentile[];
  #lines: string[] = [];

  /** @throws BackendArgumentError */
  constructor(values: BackendArguments, { properties, threads, refusePercentile }: ClientEnvironment) {
    this.intervalMs = positiveInteger(properties, 'backend_influxdb.send_interval', 5) * 1000;
    this.#threads = threads;
    this.#measurement = tagText(values.text('measurement', 'jmeter'));
    this.#application = `,application=${tagText(values.text('application'))}`;
    this.#userTags = userTags(values);
    this.#eventTags = tagText(values.text('eventTags'));
    this.#testTitle = values.text('testTitle', 'Test');
    this.#percentiles = readPercentiles(values.text('percentiles'), refusePercentile);
    const wants = values.pattern('samplersRegex', 'find');
    this.#metrics = new BackendMetrics(
      windowSettings(properties),
      ALL,
      values.boolean('summaryOnly', false) ? () => false : wants,
    );
  }

  add(sample: BackendSample): void {
    this.#metrics.add(sample);
  }

  payload(moment: Moment, nowMs: number): string {
    if (moment !== 'interval') this.#addAnnotation(moment);
    for (const [label, metric] of this.#metrics.labels()) {
      if (metric.total === 0) continue;
      if (label === ALL) this.#addAll(metric);
      else this.#addLabel(`,transaction=${tagText(label)}`, metric);
    }
    this.#metrics.reset();
    this.#addThreads();
    const lines = this.#lines.map((line) => `${line} ${nowMs}000000\n`);
    this.#lines = [];
    return lines.join('');
  }

  /** An event that dashboards show as an annotation. */
  #addAnnotation(moment: 'start' | 'end'): void {
    const tags = this.#eventTags === '' ? '' : `,tags=${this.#eventTags}`;
    const text = fieldText(`${this.#testTitle} ${moment}ed`);
    this.#lines.push(`events${this.#application},title=ApacheJMeter${this.#userTags}${tags} text="${text}"`);
  }

  #addLabel(transaction: string, metric: SamplerMetric): void {
    const counts = { all: metric.total, ok: metric.successes, ko: metric.failures } as const;
    for (const of of ['all', 'ok', 'ko'] as const)
      if (counts[of] > 0)
        this.#add(`${transaction},statut=${of}`, [
          `count=${counts[of]}`,
          ...timeFields(metric.times(of)),
          ...trafficFields(metric),
          ...this.#percentileFields(metric.times(of)),
        ]);
    for (const { error, count } of metric.errors)
      this.#add(
        `${transaction},responseCode=${tagText(error.code)},responseMessage=${tagText(error.message)}`,
        [`count=${count}`],
      );
  }

  /** Minimum, maximum and mean are those of samples that succeeded, percentiles those of all. */
  #addAll(metric: SamplerMetric): void {
    this.#add(`,transaction=${ALL},statut=${ALL}`, [
      `count=${metric.total}`,
      `countError=${metric.failures}`,
      ...timeFields(metric.times('ok')),
      ...trafficFields(metric),
      ...this.#percentileFields(metric.times('all')),
    ]);
  }

  #addThreads(): void {
    const { min, max, mean } = this.#metrics.threads;
    const { started, finished } = this.#threads();
    this.#add(',transaction=internal', [
      `minAT=${min}`,
      `maxAT=${max}`,
      `meanAT=${mean}`,
      `startedT=${started}`,
      `endedT=${finished}`,
    ]);
  }

  #percentileFields(times: Times): string[] {
    return this.#percentiles.map(
      ({ percent, text }) => `pct${text}=${doubleToString(times.percentile(percent))}`,
    );
  }

  #add(tags: string, fields: readonly string[]): void {
    this.#lines.push(`${this.#measurement}${this.#application}${tags}${this.#userTags} ${fields.join(',')}`);
  }
}

const timeFields = ({ mean, min, max }: Times): string[] =>
  Object.entries({ avg: mean, min, max }).flatMap(([name, value]) =>
    Number.isNaN(value) ? [] : [`${name}=${doubleToString(value)}`],
  );

const trafficFields = ({ hits, sentBytes, receivedBytes }: SamplerMetric): string[] => [
  `hit=${hits}`,
  `sb=${sentBytes}`,
  `rb=${receivedBytes}`,
];
