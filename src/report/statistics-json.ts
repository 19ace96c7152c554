import type { JtlRow } from '../results/jtl-reader.ts';
import { LatestValues } from './latest-values.ts';
import { isEmptyTransactionRow, isTransactionRow } from './transaction.ts';

/** Labels that get a record; further ones are only in the total. */
const MAX_LABELS = 10_000;
const TOTAL = 'Total';

/** JSON has no word for these numbers; JMeter writes them as texts. */
type JsonNumber = number | 'NaN' | 'Infinity';

/** One record of statistics.json, with JMeter's keys. Times are milliseconds. */
export interface StatisticsRecord {
  transaction: string;
  sampleCount: number;
  errorCount: number;
  errorPct: JsonNumber;
  meanResTime: JsonNumber;
  medianResTime: JsonNumber;
  minResTime: number;
  maxResTime: number;
  /** Percentiles, 90, 95 and 99 unless told otherwise. */
  pct1ResTime: JsonNumber;
  pct2ResTime: JsonNumber;
  pct3ResTime: JsonNumber;
  throughput: JsonNumber;
  receivedKBytesPerSec: JsonNumber;
  sentKBytesPerSec: JsonNumber;
}

export interface StatisticsOptions {
  /** `aggregate_rpt_pct1` to `3`. */
  readonly percentiles: readonly [number, number, number];
  /** `jmeter.reportgenerator.statistic_window`: percentiles are those of so many latest rows. */
  readonly window: number;
}

/** What jmeter.properties has. */
export const STATISTICS_DEFAULTS: StatisticsOptions = { percentiles: [90, 95, 99], window: 20_000 };

/** Long.MAX_VALUE and Long.MIN_VALUE, what JMeter's smallest and greatest time are without a sample. */
const NO_MINIMUM = 2 ** 63;
const NO_MAXIMUM = -(2 ** 63);

/** Running figures of one record (JMeter's StatisticsSummaryData). */
class RecordFigures {
  readonly #elapsed: LatestValues;
  #count = 0;
  #errors = 0;
  #mean = NaN;
  #minMs = NO_MINIMUM;
  #maxMs = NO_MAXIMUM;
  #firstMs = Infinity;
  #endMs = -Infinity;
  #bytes = 0;
  #sentBytes = 0;

  constructor(window: number) {
    this.#elapsed = new LatestValues(window);
  }

  add(row: JtlRow): void {
    const elapsed = row.elapsed ?? 0;
    const startMs = row.timeStamp ?? 0;
    this.#count++;
    if (row.success !== true) this.#errors++;
    // The running mean of Commons Math, whose last digits differ from those of sum / count.
    this.#mean = this.#count === 1 ? elapsed : this.#mean + (elapsed - this.#mean) / this.#count;
    if (elapsed < this.#minMs) this.#minMs = elapsed;
    if (elapsed > this.#maxMs) this.#maxMs = elapsed;
    if (startMs < this.#firstMs) this.#firstMs = startMs;
    if (startMs + elapsed > this.#endMs) this.#endMs = startMs + elapsed;
    this.#bytes += row.bytes ?? 0;
    this.#sentBytes += row.sentBytes ?? 0;
    this.#elapsed.add(elapsed);
  }

  record(transaction: string, percents: StatisticsOptions['percentiles']): StatisticsRecord {
    const count = this.#count;
    // Without a row JMeter subtracts the greatest from the smallest number, which gives 1.
    const durationMs = count === 0 ? 1 : this.#endMs - this.#firstMs;
    const perSecond = (bytes: number): JsonNumber => json(bytes / (durationMs / 1000) / 1024);
    const [median, pct1, pct2, pct3] = this.#elapsed.percentiles([50, ...percents]).map(json);
    return {
      transaction,
      sampleCount: count,
      errorCount: this.#errors,
      errorPct: json(floatText((this.#errors * 100) / count)),
      meanResTime: json(this.#mean),
      medianResTime: median ?? 'NaN',
      minResTime: this.#minMs,
      maxResTime: this.#maxMs,
      pct1ResTime: pct1 ?? 'NaN',
      pct2ResTime: pct2 ?? 'NaN',
      pct3ResTime: pct3 ?? 'NaN',
      throughput: json((count / durationMs) * 1000),
      receivedKBytesPerSec: perSecond(this.#bytes),
      sentKBytesPerSec: perSecond(this.#sentBytes),
    };
  }
}

function json(value: number): JsonNumber {
  if (Number.isNaN(value)) return 'NaN';
  return value === Infinity ? 'Infinity' : value;
}

/** The number that the shortest digits of its float stand for, as a Java float prints. */
function floatText(value: number): number {
  const float = Math.fround(value);
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return short;
  }
  return float;
}

/**
 * Computes JMeter's `statistics.json` (StatisticsSummaryConsumer, JsonExporter): a record for each label and one for
 * all, under `Total`. Every row counts, sub-results too, but transactions are left out of the total. A label that is
 * called `Total` takes the place of the total, as in JMeter.
 *
 * Memory: 80 KB for each label with many rows.
 */
export class StatisticsJson {
  readonly #options: StatisticsOptions;
  readonly #total: RecordFigures;
  readonly #labels = new Map<string, RecordFigures>();

  constructor(options: StatisticsOptions = STATISTICS_DEFAULTS) {
    this.#options = options;
    this.#total = new RecordFigures(options.window);
  }

  row(row: JtlRow): void {
    const label = row.label ?? '';
    let figures = this.#labels.get(label);
    if (figures === undefined && this.#labels.size < MAX_LABELS)
      this.#labels.set(label, (figures = new RecordFigures(this.#options.window)));
    if (!isEmptyTransactionRow(row)) figures?.add(row);
    if (!isTransactionRow(row)) this.#total.add(row);
  }

  /** The records by label, to be written with JSON.stringify. */
  records(): Record<string, StatisticsRecord> {
    const { percentiles } = this.#options;
    return Object.fromEntries([
      [TOTAL, this.#total.record(TOTAL, percentiles)],
      ...Array.from(this.#labels, ([label, figures]) => [label, figures.record(label, percentiles)] as const),
    ]);
  }
}
