import { BOUNDS_S, FAMILIES, type FamilyName } from './families.ts';

export type Labels = Readonly<Record<string, string>>;

const BOUNDS_US = BOUNDS_S.map((seconds) => seconds * 1e6);

/** One time series of a counter or gauge. */
export interface NumberSeries {
  readonly labels: Labels;
  value: number;
}

/** One time series of a histogram. */
export interface HistogramSeries {
  readonly labels: Labels;
  /** Not cumulative; the last bucket is that above all bounds. */
  readonly buckets: number[];
  sumUs: number;
}

/** A metric with all its series. */
export interface FamilyData {
  readonly name: FamilyName;
  readonly numbers: readonly NumberSeries[];
  readonly histograms: readonly HistogramSeries[];
}

/** Adds a duration. What is negative, by clocks that differ, counts as 0. */
export function observe(series: HistogramSeries, us: number): void {
  const clamped = Math.max(0, us);
  let bucket = 0;
  while (bucket < BOUNDS_US.length && clamped > BOUNDS_US[bucket]!) bucket++;
  series.buckets[bucket]!++;
  series.sumUs += clamped;
}

/** The series of a run, each made when it is first asked for. */
export class Registry {
  readonly #numbers = new Map<FamilyName, Map<string, NumberSeries>>();
  readonly #histograms = new Map<FamilyName, Map<string, HistogramSeries>>();

  number(name: FamilyName, labels: Labels = {}): NumberSeries {
    return find(this.#numbers, name, labels, () => ({ labels, value: 0 }));
  }

  histogram(name: FamilyName, labels: Labels = {}): HistogramSeries {
    return find(this.#histograms, name, labels, () => ({
      labels,
      buckets: BOUNDS_S.map(() => 0).concat(0),
      sumUs: 0,
    }));
  }

  /** All metrics that have series, in the order of their table. */
  families(): FamilyData[] {
    return (Object.keys(FAMILIES) as FamilyName[]).flatMap((name) => {
      const numbers = [...(this.#numbers.get(name)?.values() ?? [])];
      const histograms = [...(this.#histograms.get(name)?.values() ?? [])];
      return numbers.length + histograms.length === 0 ? [] : [{ name, numbers, histograms }];
    });
  }

  /** What was added since the last call, as plain data for the registry of another worker. */
  take(): FamilyData[] {
    const taken = this.families().map(({ name, numbers, histograms }) => ({
      name,
      numbers: numbers.filter(({ value }) => value !== 0).map((series) => ({ ...series })),
      histograms: histograms
        .filter(({ buckets }) => buckets.some((count) => count > 0))
        .map((series) => ({ ...series, buckets: [...series.buckets] })),
    }));
    // The series stay: whoever counts in them holds them.
    for (const series of this.#numbers.values()) for (const each of series.values()) each.value = 0;
    for (const series of this.#histograms.values())
      for (const each of series.values()) {
        each.buckets.fill(0);
        each.sumUs = 0;
      }
    return taken.filter(({ numbers, histograms }) => numbers.length + histograms.length > 0);
  }

  /** Adds what the registry of another worker gave. */
  add(families: readonly FamilyData[]): void {
    for (const { name, numbers, histograms } of families) {
      for (const { labels, value } of numbers) this.number(name, labels).value += value;
      for (const { labels, buckets, sumUs } of histograms) {
        const series = this.histogram(name, labels);
        for (const [i, count] of buckets.entries()) series.buckets[i]! += count;
        series.sumUs += sumUs;
      }
    }
  }
}

function find<S>(
  families: Map<FamilyName, Map<string, S>>,
  name: FamilyName,
  labels: Labels,
  make: () => S,
): S {
  let family = families.get(name);
  if (family === undefined) families.set(name, (family = new Map<string, S>()));
  const key = Object.values(labels).join('\0');
  let series = family.get(key);
  if (series === undefined) family.set(key, (series = make()));
  return series;
}
