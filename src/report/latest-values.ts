const FIRST_SIZE = 64;
const MAX_INT32 = 2 ** 31 - 1;

/** The latest so many of the numbers that came, for percentiles as JMeter's report computes them. */
export class LatestValues {
  readonly #limit: number;
  #values: Int32Array | Float64Array = new Int32Array(FIRST_SIZE);
  #count = 0;
  /** Where the next value goes once there are as many as are kept. */
  #next = 0;

  /** @param limit how many values are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(value: number): void {
    if (this.#values instanceof Int32Array && (value > MAX_INT32 || !Number.isInteger(value)))
      this.#values = Float64Array.from(this.#values);
    if (this.#count < this.#limit) {
      if (this.#count === this.#values.length) this.#grow();
      this.#values[this.#count++] = value;
      return;
    }
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.#limit;
  }

  /**
   * Percentiles by the rule of Commons Math's `LEGACY` estimation: the value at position p (n + 1), interpolated
   * between neighbours. NaN without values.
   * @param percents greater than 0, up to 100.
   */
  percentiles(percents: readonly number[]): number[] {
    const sorted = this.#values.subarray(0, this.#count).toSorted();
    const n = sorted.length;
    const at = (index: number): number => sorted[index] ?? NaN;
    return percents.map((percent) => {
      const position = (percent / 100) * (n + 1);
      const below = Math.floor(position);
      if (position < 1) return at(0);
      if (position >= n) return at(n - 1);
      return at(below - 1) + (position - below) * (at(below) - at(below - 1));
    });
  }

  #grow(): void {
    const size = Math.min(this.#limit, this.#values.length * 2);
    const larger = this.#values instanceof Int32Array ? new Int32Array(size) : new Float64Array(size);
    larger.set(this.#values);
    this.#values = larger;
  }
}
