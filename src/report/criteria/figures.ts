import { DurationHistogram } from '../duration-histogram.ts';

/** Three decimal digits. */
const HISTOGRAM_BITS = 10;

/** What criteria look at, put together: of a whole run, or of one second. */
export class Figures {
  count = 0;
  sum = 0;
  squares = 0;
  greatest = 0;
  readonly histogram: DurationHistogram | undefined;

  constructor({ needsHistogram }: { readonly needsHistogram?: true }) {
    this.histogram = needsHistogram === true ? new DurationHistogram(HISTOGRAM_BITS) : undefined;
  }

  add(value: number): void {
    this.count++;
    this.sum += value;
    this.squares += value * value;
    if (value > this.greatest) this.greatest = value;
    this.histogram?.record(value);
  }

  merge(other: Figures): void {
    this.count += other.count;
    this.sum += other.sum;
    this.squares += other.squares;
    this.greatest = Math.max(this.greatest, other.greatest);
    if (other.histogram !== undefined) this.histogram?.merge(other.histogram);
  }
}
