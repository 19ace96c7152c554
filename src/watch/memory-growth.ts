/**
 * What became of memory over rounds of the same load. `leak`: it grows and grows. `growing`: it grows, but not so much
 * that a heap which is not cleaned yet could not be the reason. `plateau`: it does not grow, or no more. `unknown`: too
 * few rounds to tell.
 */
export interface MemoryGrowth {
  readonly verdict: 'leak' | 'growing' | 'plateau' | 'unknown';
  /** Bytes that a round leaves behind, after the first; negative when memory shrinks. */
  readonly perRoundBytes: number;
}

/** Rounds that it takes to tell growth from chance. */
export const FEWEST_ROUNDS = 4;
/** Growth of less than this from the second round to the last is nothing. */
const SMALLEST_BYTES = 1 << 20;
/** Growth that falls below this share of what it was comes to an end. */
const LEVELS_OFF = 0.5;
/**
 * Runtimes with a garbage collector let some garbage lie: often as much as the program takes by itself, at least so
 * much. Growth beyond that is a leak.
 */
const LEAST_GARBAGE_BYTES = 16 << 20;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The median of the slopes between all pairs (Theil and Sen): a single odd value does not move it. */
function slope(values: readonly number[]): number {
  const slopes = values.flatMap((from, i) => values.slice(i + 1).map((to, j) => (to - from) / (j + 1)));
  return slopes.length === 0 ? 0 : median(slopes);
}

/**
 * Tells whether memory grows from round to round. The first round is left out: it pays for what is made once.
 * @param baselineBytes memory before the first round.
 * @param after memory after each round, its connections closed.
 */
export function memoryGrowth(baselineBytes: number, after: readonly number[]): MemoryGrowth {
  const values = after.slice(1);
  const perRoundBytes = slope(values);
  if (after.length < FEWEST_ROUNDS) return { verdict: 'unknown', perRoundBytes };
  const growth = perRoundBytes * (values.length - 1);
  const noise = median(values.map((value, i) => Math.abs(value - (values[0]! + i * perRoundBytes))));
  const lately = slope(values.slice(Math.floor((values.length - 1) / 2)));
  if (growth <= Math.max(SMALLEST_BYTES, 2 * noise) || lately <= LEVELS_OFF * perRoundBytes)
    return { verdict: 'plateau', perRoundBytes };
  const isLeak = growth > Math.max(baselineBytes, LEAST_GARBAGE_BYTES);
  return { verdict: isLeak ? 'leak' : 'growing', perRoundBytes };
}
