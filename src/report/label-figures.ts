import type { JtlRow } from '../results/jtl-reader.ts';
import { DurationHistogram } from './duration-histogram.ts';
import { TimeSeries, type SeriesData } from './time-series.ts';

/** Three decimal digits. */
const HISTOGRAM_BITS = 10;
/** Charts need no more than three per cent. */
const SERIES_BITS = 5;
/** Points of the curve of times by percentile, up to the sixth nine. */
const CURVE: readonly number[] = [
  0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 96, 97, 98, 98.5, 99, 99.25, 99.5, 99.75, 99.9,
  99.95, 99.99, 99.995, 99.999, 99.9999, 100,
];

/** The figures of one label, or of all. Times are milliseconds. */
export interface LabelData {
  readonly label: string;
  readonly count: number;
  readonly errors: number;
  /** Rows of sub-results of its samples. */
  readonly subResults: number;
  /** 0 without samples, like the other times. */
  readonly minMs: number;
  readonly meanMs: number;
  readonly medianMs: number;
  readonly p90Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Samples per second from the first start to the last end; null when these are one moment. */
  readonly perSecond: number | null;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  /** Milliseconds since the epoch; null when no sample has a time. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  /** Percentile and time in milliseconds. */
  readonly curve: readonly (readonly [percent: number, ms: number])[];
  /** null for labels that came when enough others had one. */
  readonly series: SeriesData | null;
}

/** Running figures of one label. */
export class LabelFigures {
  readonly label: string;
  subResults = 0;
  #count = 0;
  #errors = 0;
  #sumMs = 0;
  #minMs = Infinity;
  #receivedBytes = 0;
  #sentBytes = 0;
  #firstMs = Infinity;
  #lastMs = -Infinity;
  readonly #elapsed = new DurationHistogram(HISTOGRAM_BITS);
  readonly #series: TimeSeries | undefined;

  /** @param maxBuckets of its series; 0: it has none. */
  constructor(label: string, maxBuckets: number) {
    this.label = label;
    this.#series = maxBuckets === 0 ? undefined : new TimeSeries(maxBuckets, SERIES_BITS);
  }

  get count(): number {
    return this.#count;
  }

  get errors(): number {
    return this.#errors;
  }

  add(row: JtlRow): void {
    const elapsed = row.elapsed ?? 0;
    const isError = row.success !== true;
    this.#count++;
    if (isError) this.#errors++;
    this.#sumMs += elapsed;
    if (elapsed < this.#minMs) this.#minMs = elapsed;
    this.#receivedBytes += row.bytes ?? 0;
    this.#sentBytes += row.sentBytes ?? 0;
    this.#elapsed.record(elapsed);
    const { timeStamp: startMs = 0 } = row;
    // A sample that never started its clock has no time.
    if (startMs <= 0) return;
    const endMs = startMs + elapsed + (row.IdleTime ?? 0);
    if (startMs < this.#firstMs) this.#firstMs = startMs;
    if (endMs > this.#lastMs) this.#lastMs = endMs;
    this.#series?.add(endMs, elapsed, isError, row.allThreads ?? 0);
  }

  data(): LabelData {
    const count = this.#count;
    const [medianMs = 0, p90Ms = 0, p95Ms = 0, p99Ms = 0] = this.#elapsed.percentiles([50, 90, 95, 99]);
    const durationMs = this.#lastMs - this.#firstMs;
    const hasTime = this.#firstMs !== Infinity;
    const times = this.#elapsed.percentiles(CURVE);
    // A point above the last sample's rank says nothing more.
    const curve = CURVE.map((percent, i) => [percent, times[i] ?? 0] as const).filter(
      ([percent]) => percent === 100 || percent <= 100 - 100 / Math.max(count, 1),
    );
    return {
      label: this.label,
      count,
      errors: this.#errors,
      subResults: this.subResults,
      minMs: count === 0 ? 0 : this.#minMs,
      meanMs: count === 0 ? 0 : this.#sumMs / count,
      medianMs,
      p90Ms,
      p95Ms,
      p99Ms,
      maxMs: this.#elapsed.greatest,
      perSecond: hasTime && durationMs > 0 ? (count / durationMs) * 1000 : null,
      receivedBytes: this.#receivedBytes,
      sentBytes: this.#sentBytes,
      firstMs: hasTime ? this.#firstMs : null,
      lastMs: hasTime ? this.#lastMs : null,
      curve: count === 0 ? [] : curve,
      series: this.#series?.data() ?? null,
    };
  }
}
