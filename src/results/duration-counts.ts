import type { Histogram } from 'hdr-histogram-js';

/** Values below are counted one by one, greater ones to three significant digits: HdrHistogram's buckets. */
const EXACT_BELOW = 2048;
const HALF = EXACT_BELOW / 2;

/** Position of a value in the buckets. */
function indexOf(value: number): number {
  if (value < EXACT_BELOW) return value;
  const shift = value < 2 ** 32 ? 21 - Math.clz32(value) : Math.floor(Math.log2(value)) - 10;
  return shift * HALF + Math.floor(value / 2 ** shift);
}

/** The lowest value of a bucket. */
function valueAt(index: number): number {
  if (index < EXACT_BELOW) return index;
  const shift = Math.floor(index / HALF) - 1;
  return ((index % HALF) + HALF) * 2 ** shift;
}

/** The lowest value that is counted together with this one. */
export const lowestEquivalent = (value: number): number => valueAt(indexOf(value));

/** Counts of durations in whole microseconds: one array access per duration, folded into a histogram to be read. */
export class DurationCounts {
  #counts = new Float64Array(EXACT_BELOW);

  /** How many durations there are. */
  get count(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** @param us whole and not negative. */
  record(us: number): void {
    this.#add(indexOf(us), 1);
  }

  /** The value that so many percent of the durations are not above, as its bucket begins; 0 when there is none. */
  percentileUs(percent: number): number {
    let left = Math.max(1, Math.ceil((percent / 100) * this.count));
    const index = this.#counts.findIndex((count) => (left -= count) <= 0);
    return index < 0 ? 0 : valueAt(index);
  }

  /** The buckets that hold something, as position and count in turn. */
  sparse(): number[] {
    const sparse: number[] = [];
    for (const [index, count] of this.#counts.entries()) if (count > 0) sparse.push(index, count);
    return sparse;
  }

  /** Adds the buckets of another one, as its `sparse` gave them. */
  merge(sparse: readonly number[]): void {
    for (let i = 0; i + 1 < sparse.length; i += 2) this.#add(sparse[i] ?? 0, sparse[i + 1] ?? 0);
  }

  foldInto(histogram: Histogram): void {
    for (const [index, count] of this.#counts.entries())
      if (count > 0) histogram.recordValueWithCount(valueAt(index), count);
  }

  #add(index: number, count: number): void {
    if (index >= this.#counts.length) {
      const larger = new Float64Array(Math.ceil((index + 1) / HALF) * HALF);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    this.#counts[index] = (this.#counts[index] ?? 0) + count;
  }
}
