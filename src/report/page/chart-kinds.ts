import type { GeneratorSeries } from '../generator-series.ts';
import type { PageData } from '../html/page-data.ts';
import type { LabelData } from '../label-figures.ts';
import type { SeriesData } from '../time-series.ts';
import { milliseconds } from '../format.ts';

/** What is drawn of a run besides its labels. */
export type RunSeries = Pick<PageData, 'connections' | 'generator'>;

export type Values = readonly (number | null)[];

/** One line of a chart. */
export interface Line {
  readonly name: string;
  readonly values: Values;
  /** Name of a colour in the style. */
  readonly colour: string;
  /** Steps from point to point, for what is counted. */
  readonly isStepped?: true;
  readonly isFilled?: true;
}

/** What a chart shows. */
export interface ChartModel {
  readonly x: readonly number[];
  /** Seconds since the epoch; else numbers that `xText` prints. */
  readonly xIsTime: boolean;
  readonly xName: string;
  /** Where the axis has its marks when it is no time. */
  readonly xMarks?: readonly number[];
  readonly lines: readonly Line[];
  readonly unit: string;
  /** For times, of which a few may be a thousand times the others. */
  readonly isLogarithmic?: true;
  readonly xText: (x: number) => string;
  readonly yText: (y: number) => string;
}

const two = (value: number): string => String(value).padStart(2, '0');
const timeText = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
};

const over = (startMs: number, widthMs: number, length: number): number[] =>
  Array.from({ length }, (_, i) => (startMs + i * widthMs) / 1000);

const TIME = { xIsTime: true, xName: 'Time (UTC)', xText: timeText } as const;

/** Per cents are drawn by how many nines they have: 90, 99 and 99.9 stand equally far apart. */
const nines = (percent: number, most: number): number =>
  percent >= 100 ? most : -Math.log10(1 - percent / 100);
const percentOf = (x: number): number => 100 * (1 - 10 ** -x);

function percentileChart({ curve, count }: LabelData): ChartModel {
  const most = Math.log10(Math.max(count, 2));
  return {
    x: curve.map(([percent]) => nines(percent, most)),
    xIsTime: false,
    xName: 'Percentile',
    xMarks: [0, 50, 75, 90, 99, 99.9, 99.99, 99.999, 99.9999].map((percent) => nines(percent, most)),
    lines: [{ name: 'Response time', values: curve.map(([, ms]) => ms), colour: 'p95', isFilled: true }],
    unit: 'ms',
    isLogarithmic: true,
    xText: (x) => `${x >= most ? 100 : Number(percentOf(x).toPrecision(7))}%`,
    yText: milliseconds,
  };
}

function latencyChart({ startMs, widthMs, median, p95, p99 }: SeriesData): ChartModel {
  return {
    ...TIME,
    x: over(startMs, widthMs, median.length),
    lines: [
      { name: 'p99', values: p99, colour: 'p99' },
      { name: 'p95', values: p95, colour: 'p95' },
      { name: 'Median', values: median, colour: 'median' },
    ],
    unit: 'ms',
    isLogarithmic: true,
    yText: milliseconds,
  };
}

const rateText = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en-US');

/** Of the first and the last piece of time a run may cover a part only; where that is small, no rate can be told. */
const MIN_COVERED = 0.25;

function throughputChart({ firstMs, lastMs }: LabelData, series: SeriesData): ChartModel {
  const { startMs, widthMs, count, errors } = series;
  const covered = count.map((_, i) => {
    const from = Math.max(startMs + i * widthMs, firstMs ?? 0);
    return Math.min(startMs + (i + 1) * widthMs, lastMs ?? Infinity) - from;
  });
  const perSecond = (values: readonly number[]): Values =>
    values.map((value, i) => {
      const ms = covered[i] ?? widthMs;
      return ms < widthMs * MIN_COVERED ? null : (value * 1000) / ms;
    });
  return {
    ...TIME,
    x: over(startMs, widthMs, count.length),
    lines: [
      { name: 'All', values: perSecond(count), colour: 'median', isFilled: true },
      { name: 'Failed', values: perSecond(errors), colour: 'bad', isFilled: true },
    ],
    unit: 'per second',
    yText: rateText,
  };
}

function stepChart(startMs: number, widthMs: number, values: Values, name: string): ChartModel {
  return {
    ...TIME,
    x: over(startMs, widthMs, values.length),
    lines: [{ name, values, colour: 'median', isStepped: true, isFilled: true }],
    unit: '',
    yText: rateText,
  };
}

const generatorTimes = ({ startMs }: GeneratorSeries): number[] => startMs.map((ms) => ms / 1000);

const generatorChart = (series: GeneratorSeries): ChartModel => ({
  ...TIME,
  x: generatorTimes(series),
  lines: [
    { name: 'Busy', values: series.busy, colour: 'median', isFilled: true },
    { name: 'Waiting for a CPU', values: series.starved, colour: 'bad', isFilled: true },
    { name: 'CPU', values: series.cpu, colour: 'good' },
    { name: 'Thread time in no sample', values: series.uncovered, colour: 'p99' },
  ],
  unit: '%',
  yText: rateText,
});

const latenessChart = (series: GeneratorSeries): ChartModel => ({
  ...TIME,
  x: generatorTimes(series),
  lines: [
    { name: 'Late', values: series.lateMs, colour: 'p99', isFilled: true },
    { name: 'Mean turn', values: series.batchMs, colour: 'median' },
  ],
  unit: 'ms',
  yText: milliseconds,
});

/** What a chart of that kind shows; undefined: there is nothing to show. */
export function chartModel(
  kind: string,
  label: LabelData,
  { connections, generator }: RunSeries,
): ChartModel | undefined {
  const { series, curve } = label;
  if (kind === 'percentiles') return curve.length === 0 ? undefined : percentileChart(label);
  if (kind === 'connections')
    return connections === null
      ? undefined
      : stepChart(connections.startMs, connections.widthMs, connections.open, 'Open connections');
  if (kind === 'generator') return generator === null ? undefined : generatorChart(generator);
  if (kind === 'lateness') return generator === null ? undefined : latenessChart(generator);
  if (series === null || series.count.length === 0) return undefined;
  if (kind === 'latency') return latencyChart(series);
  return kind === 'threads'
    ? stepChart(series.startMs, series.widthMs, series.threads, 'Threads')
    : throughputChart(label, series);
}
