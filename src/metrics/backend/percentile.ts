/** Where a percentile lies among sorted values: a position from 1 on, and what is read there. */
interface Estimator {
  /**
   * @param p share of the values, above 0 and up to 1.
   * @param n how many values there are.
   * @returns below 1: the smallest value; n and above: the greatest.
   */
  position(p: number, n: number): number;
  /** Reads the value at a position; absent: between the two values around it. */
  read?(sorted: readonly number[], position: number): number;
}

/** The value at a position, between its two neighbours by their distance. */
function valueAt(sorted: readonly number[], position: number): number {
  const n = sorted.length;
  if (position < 1) return sorted[0]!;
  if (position >= n) return sorted[n - 1]!;
  const below = Math.floor(position);
  const lower = sorted[below - 1]!;
  return lower + (position - below) * (sorted[below]! - lower);
}

/** `Math.rint`: halves go to the even neighbour. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
}

/** A position that is cut to the ends where p lies outside a share of the values on either side. */
const between =
  (least: (n: number) => number, most: (n: number) => number, position: Estimator['position']) =>
  (p: number, n: number): number =>
    p < least(n) ? 0 : p >= most(n) ? n : position(p, n);

/** The estimators of commons-math3 by the names of `backend_metrics_percentile_estimator` (Percentile.EstimationType). */
const ESTIMATORS = {
  LEGACY: { position: (p, n) => (p === 1 ? n : p * (n + 1)) },
  R_1: {
    position: (p, n) => n * p + 0.5,
    read: (sorted, position) => valueAt(sorted, Math.ceil(position - 0.5)),
  },
  R_2: {
    position: (p, n) => (p === 1 ? n : n * p + 0.5),
    read: (sorted, position) =>
      (valueAt(sorted, Math.ceil(position - 0.5)) + valueAt(sorted, Math.floor(position + 0.5))) / 2,
  },
  R_3: { position: (p, n) => (p <= 0.5 / n ? 0 : roundHalfEven(n * p)) },
  R_4: {
    position: between(
      (n) => 1 / n,
      () => 1,
      (p, n) => n * p,
    ),
  },
  R_5: {
    position: between(
      (n) => 0.5 / n,
      (n) => (n - 0.5) / n,
      (p, n) => n * p + 0.5,
    ),
  },
  R_6: {
    position: between(
      (n) => 1 / (n + 1),
      (n) => n / (n + 1),
      (p, n) => (n + 1) * p,
    ),
  },
  R_7: { position: (p, n) => (p === 1 ? n : 1 + (n - 1) * p) },
  R_8: {
    position: between(
      (n) => 2 / 3 / (n + 1 / 3),
      (n) => (n - 1 / 3) / (n + 1 / 3),
      (p, n) => (n + 1 / 3) * p + 1 / 3,
    ),
  },
  R_9: {
    position: between(
      (n) => 5 / 8 / (n + 0.25),
      (n) => (n - 3 / 8) / (n + 0.25),
      (p, n) => (n + 0.25) * p + 3 / 8,
    ),
  },
} as const satisfies Readonly<Record<string, Estimator>>;

export type EstimatorName = keyof typeof ESTIMATORS;

export const isEstimatorName = (name: string): name is EstimatorName => Object.hasOwn(ESTIMATORS, name);

/**
 * A percentile as commons-math3 estimates it.
 * @param sorted ascending; not empty.
 * @param percent above 0, at most 100.
 */
export function percentile(sorted: readonly number[], percent: number, name: EstimatorName): number {
  const estimator: Estimator = ESTIMATORS[name];
  const n = sorted.length;
  if (n === 1) return sorted[0]!;
  const position = estimator.position(percent / 100, n);
  return estimator.read?.(sorted, position) ?? valueAt(sorted, position);
}
