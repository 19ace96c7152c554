/** How figures of one interval are put together. */
export type Combine = 'sum' | 'max';

/** One interval of a timeline. */
export type Interval<K extends string> = Readonly<Record<K, number>> & {
  /** Microseconds since the epoch. */
  readonly startUs: number;
  readonly widthUs: number;
};

/** A timeline as plain data, for another process or to be read (`intervalsOf`). */
export interface TimelineData<K extends string> {
  readonly widthUs: number;
  readonly keys: readonly K[];
  /** Number of the interval since the epoch, then its figures in the order of `keys`. */
  readonly rows: readonly (readonly number[])[];
}

/** The intervals that hold something, in their order. */
export function intervalsOf<K extends string>({ widthUs, keys, rows }: TimelineData<K>): Interval<K>[] {
  return rows
    .toSorted(([a = 0], [b = 0]) => a - b)
    .map(([number = 0, ...row]) => ({
      ...(Object.fromEntries(keys.map((key, i) => [key, row[i] ?? 0])) as Record<K, number>),
      startUs: number * widthUs,
      widthUs,
    }));
}

/**
 * Figures over time in bounded memory: intervals of equal width, which doubles whenever there are too many. Intervals
 * begin at multiples of their width since the epoch, so that timelines of several processes can be laid together.
 */
export class Timeline<K extends string> {
  readonly #keys: readonly K[];
  readonly #combine: readonly Combine[];
  readonly #limit: number;
  #widthUs: number;
  /** Figures by the number of their interval, in the order of the keys. */
  #rows = new Map<number, number[]>();

  /**
   * @param combine the figures, and what becomes of two values in one interval.
   * @param widthUs of an interval, to begin with.
   * @param limit how many intervals are kept.
   */
  constructor(combine: Readonly<Record<K, Combine>>, widthUs: number, limit: number) {
    this.#keys = Object.keys(combine) as K[];
    this.#combine = Object.values(combine);
    this.#widthUs = widthUs;
    this.#limit = limit;
  }

  add(atUs: number, values: Readonly<Partial<Record<K, number>>>): void {
    this.#add(
      Math.floor(atUs / this.#widthUs),
      this.#keys.map((key) => values[key] ?? 0),
    );
  }

  data(): TimelineData<K> {
    return {
      widthUs: this.#widthUs,
      keys: this.#keys,
      rows: Array.from(this.#rows, ([number, row]) => [number, ...row]),
    };
  }

  /** Adds a timeline of the same figures. */
  merge(data: TimelineData<K>): void {
    while (this.#widthUs < data.widthUs) this.#widen();
    for (const [number = 0, ...row] of data.rows)
      this.#add(Math.floor((number * data.widthUs) / this.#widthUs), row);
  }

  #add(number: number, row: readonly number[]): void {
    const known = this.#rows.get(number);
    if (known === undefined) {
      this.#rows.set(number, [...row]);
      while (this.#rows.size > this.#limit) this.#widen();
      return;
    }
    for (const [i, value] of row.entries()) {
      const before = known[i] ?? 0;
      known[i] = this.#combine[i] === 'max' ? Math.max(before, value) : before + value;
    }
  }

  #widen(): void {
    const rows = this.#rows;
    this.#rows = new Map();
    this.#widthUs *= 2;
    for (const [number, row] of rows) this.#add(Math.floor(number / 2), row);
  }
}
