import { DurationHistogram } from './duration-histogram.ts';

const FIRST_WIDTH_MS = 500;

interface Bucket {
  count: number;
  errors: number;
  threads: number;
  readonly elapsed: DurationHistogram;
  /** Median, p95 and p99 of `elapsed`, once they were asked for and while they hold. */
  percentiles: readonly number[] | undefined;
}

/** A series for charts, one number per piece of time. */
export interface SeriesData {
  /** Milliseconds since the epoch at which the first piece begins. */
  readonly startMs: number;
  readonly widthMs: number;
  /** Samples that ended in each piece. */
  readonly count: readonly number[];
  readonly errors: readonly number[];
  /** Milliseconds; null for a piece without samples. */
  readonly median: readonly (number | null)[];
  readonly p95: readonly (number | null)[];
  readonly p99: readonly (number | null)[];
  /** Most threads that ran, as its samples say. */
  readonly threads: readonly (number | null)[];
}

/**
 * Samples by the time of their end. Pieces of time are as wide as they must be for the run to have no more than so
 * many: memory is bounded however long it runs, and rows may come in any order.
 */
export class TimeSeries {
  readonly #maxBuckets: number;
  readonly #bits: number;
  #widthMs = FIRST_WIDTH_MS;
  #buckets = new Map<number, Bucket>();
  #first = Infinity;
  #last = -Infinity;

  /** @param bits how exact times are (DurationHistogram). */
  constructor(maxBuckets: number, bits: number) {
    this.#maxBuckets = maxBuckets;
    this.#bits = bits;
  }

  add(endMs: number, elapsedMs: number, isError: boolean, threads: number): void {
    let index = Math.floor(endMs / this.#widthMs);
    while (Math.max(this.#last, index) - Math.min(this.#first, index) >= this.#maxBuckets) {
      this.#widen();
      index = Math.floor(endMs / this.#widthMs);
    }
    if (index < this.#first) this.#first = index;
    if (index > this.#last) this.#last = index;
    const bucket = this.#bucket(index);
    bucket.count++;
    if (isError) bucket.errors++;
    if (threads > bucket.threads) bucket.threads = threads;
    bucket.elapsed.record(elapsedMs);
    bucket.percentiles = undefined;
  }

  data(): SeriesData {
    const count = this.#first > this.#last ? 0 : this.#last - this.#first + 1;
    const buckets = Array.from({ length: count }, (_, i) => this.#buckets.get(this.#first + i));
    for (const bucket of this.#buckets.values())
      bucket.percentiles ??= bucket.elapsed.percentiles([50, 95, 99]);
    const column = (i: number): (number | null)[] =>
      buckets.map((bucket) => bucket?.percentiles?.[i] ?? null);
    return {
      startMs: count === 0 ? 0 : this.#first * this.#widthMs,
      widthMs: this.#widthMs,
      count: buckets.map((bucket) => bucket?.count ?? 0),
      errors: buckets.map((bucket) => bucket?.errors ?? 0),
      median: column(0),
      p95: column(1),
      p99: column(2),
      threads: buckets.map((bucket) => bucket?.threads ?? null),
    };
  }

  /** The times of each piece that has samples. */
  pieces(): DurationHistogram[] {
    return Array.from(this.#buckets.values(), ({ elapsed }) => elapsed);
  }

  #bucket(index: number): Bucket {
    let bucket = this.#buckets.get(index);
    if (bucket === undefined) {
      const elapsed = new DurationHistogram(this.#bits);
      bucket = { count: 0, errors: 0, threads: 0, elapsed, percentiles: undefined };
      this.#buckets.set(index, bucket);
    }
    return bucket;
  }

  /** Makes pieces twice as wide. */
  #widen(): void {
    const narrow = this.#buckets;
    this.#buckets = new Map();
    this.#widthMs *= 2;
    for (const [index, { count, errors, threads, elapsed }] of narrow) {
      const wide = this.#bucket(Math.floor(index / 2));
      wide.count += count;
      wide.errors += errors;
      wide.threads = Math.max(wide.threads, threads);
      wide.elapsed.merge(elapsed);
    }
    this.#first = Math.floor(this.#first / 2);
    this.#last = Math.floor(this.#last / 2);
  }
}
