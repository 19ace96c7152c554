import { percentile, type EstimatorName } from './percentile.ts';

/** Figures of the latest values: DescriptiveStatistics of commons-math3 with a window. NaN where there is no value. */
export class SlidingWindow {
  readonly #size: number;
  /** Once it is full, the oldest value stands at `#oldest`. */
  #values: number[] = [];
  #oldest = 0;
  /** The values in ascending order, until the next one comes. */
  #sorted: number[] | undefined;

  /** @param size how many values are kept. */
  constructor(size: number) {
    this.#size = size;
  }

  add(value: number): void {
    this.#sorted = undefined;
    if (this.#values.length < this.#size) {
      this.#values.push(value);
      return;
    }
    this.#values[this.#oldest] = value;
    this.#oldest = (this.#oldest + 1) % this.#size;
  }

  clear(): void {
    this.#values = [];
    this.#oldest = 0;
    this.#sorted = undefined;
  }

  get min(): number {
    return this.#inOrder()[0] ?? NaN;
  }

  get max(): number {
    return this.#inOrder().at(-1) ?? NaN;
  }

  /** In two passes, the oldest value first: the last digits are those of JMeter. */
  get mean(): number {
    const n = this.#values.length;
    if (n === 0) return NaN;
    const values = [...this.#values.slice(this.#oldest), ...this.#values.slice(0, this.#oldest)];
    const mean = values.reduce((sum, value) => sum + value, 0) / n;
    return mean + values.reduce((sum, value) => sum + (value - mean), 0) / n;
  }

  /** @param percent above 0, at most 100. */
  percentile(percent: number, estimator: EstimatorName): number {
    const sorted = this.#inOrder();
    return sorted.length === 0 ? NaN : percentile(sorted, percent, estimator);
  }

  #inOrder(): readonly number[] {
    return (this.#sorted ??= this.#values.toSorted((a, b) => a - b));
  }
}
