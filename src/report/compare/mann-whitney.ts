/** The upper tail of the standard normal distribution (Abramowitz and Stegun 26.2.17; error below 1e-7). */
function upperTail(z: number): number {
  if (z < 0) return 1 - upperTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}

/**
 * How likely it is that `later` comes out so much greater than `earlier` if both are of the same kind: the one-sided
 * Mann-Whitney test, by its normal approximation with corrections for ties and for continuity. Good from about ten
 * values each on; 1 when there is none.
 */
export function chanceOfGreater(earlier: readonly number[], later: readonly number[]): number {
  const n = earlier.length;
  const m = later.length;
  if (n === 0 || m === 0) return 1;
  const all = [
    ...earlier.map((value) => ({ value, isLater: false })),
    ...later.map((value) => ({ value, isLater: true })),
  ].toSorted((a, b) => a.value - b.value);
  let ranks = 0;
  let ties = 0;
  for (let from = 0, to = 0; from < all.length; from = to) {
    while (to < all.length && all[to]?.value === all[from]?.value) to++;
    const equal = to - from;
    const meanRank = (from + 1 + to) / 2;
    for (let i = from; i < to; i++) if (all[i]?.isLater === true) ranks += meanRank;
    ties += equal ** 3 - equal;
  }
  const total = n + m;
  const u = ranks - (m * (m + 1)) / 2;
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)));
  return variance <= 0 ? 1 : upperTail((u - (n * m) / 2 - 0.5) / Math.sqrt(variance));
}

/**
 * How likely it is that the share of failures rises so much if nothing has changed: the one-sided test of two
 * proportions. 1 when there is nothing to compare.
 */
export function chanceOfMoreFailures(
  earlier: { readonly count: number; readonly errors: number },
  later: { readonly count: number; readonly errors: number },
): number {
  if (earlier.count === 0 || later.count === 0) return 1;
  const pooled = (earlier.errors + later.errors) / (earlier.count + later.count);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / earlier.count + 1 / later.count));
  if (deviation === 0) return 1;
  return upperTail((later.errors / later.count - earlier.errors / earlier.count) / deviation);
}
