/**
 * Counts of whole, not negative numbers: small ones one by one, greater ones in buckets whose width grows with them,
 * so that a value is known to `bits` binary digits. Memory grows with the greatest value, by its logarithm.
 */
export class DurationHistogram {
  readonly #bits: number;
  #counts = new Uint32Array(64);
  #count = 0;
  #greatest = 0;

  /** @param bits 10: to three decimal digits; 5: to three per cent. */
  constructor(bits: number) {
    this.#bits = bits;
  }

  get count(): number {
    return this.#count;
  }

  get greatest(): number {
    return this.#greatest;
  }

  record(value: number): void {
    const whole = value > 0 ? Math.round(value) : 0;
    this.#add(this.#indexOf(whole), 1);
    if (whole > this.#greatest) this.#greatest = whole;
  }

  /** Adds another one of as many bits. */
  merge(other: DurationHistogram): void {
    for (const [index, count] of other.#counts.entries()) if (count > 0) this.#add(index, count);
    if (other.#greatest > this.#greatest) this.#greatest = other.#greatest;
  }

  /** The smallest value that so many per cent of all do not exceed (nearest rank); 0 without values. */
  percentile(percent: number): number {
    return this.percentiles([percent])[0] ?? 0;
  }

  /** Percentiles in one pass. @param percents in ascending order. */
  percentiles(percents: readonly number[]): number[] {
    const found: number[] = [];
    let index = 0;
    let seen = this.#counts[0] ?? 0;
    for (const percent of percents) {
      // What is left over from dividing by 100 must not move a whole rank up.
      const rank = Math.max(1, Math.ceil((percent / 100) * this.#count - 1e-9));
      while (seen < rank && index < this.#counts.length) seen += this.#counts[++index] ?? 0;
      found.push(rank >= this.#count ? this.#greatest : this.#valueAt(index));
    }
    return found;
  }

  #add(index: number, count: number): void {
    if (index >= this.#counts.length) {
      const larger = new Uint32Array(Math.ceil((index + 1) / 64) * 64);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    this.#counts[index] = (this.#counts[index] ?? 0) + count;
    this.#count += count;
  }

  #indexOf(value: number): number {
    const half = 2 ** this.#bits;
    if (value < 2 * half) return value;
    const shift = Math.floor(Math.log2(value)) - this.#bits;
    return shift * half + Math.floor(value / 2 ** shift);
  }

  /** The lowest value of a bucket. */
  #valueAt(index: number): number {
    const half = 2 ** this.#bits;
    if (index < 2 * half) return index;
    const shift = Math.floor(index / half) - 1;
    return ((index % half) + half) * 2 ** shift;
  }
}
