import type { LabelTimes } from './compare-collector.ts';
import { chanceOfGreater, chanceOfMoreFailures } from './mann-whitney.ts';

/** Chance of one wrong alarm in a whole comparison of runs that do not differ. */
const ALPHA = 0.01;
/** Pieces of time that the test needs of each run. */
const MIN_PIECES = 8;
/** Results files have whole milliseconds: a difference of one says nothing. */
const RESOLUTION_MS = 1;
/** A share of failures that rose by less is no news. */
const MIN_MORE_FAILURES = 0.005;

export type Change = 'slower' | 'faster' | 'same' | 'too few samples' | 'missing' | 'new';

export interface LabelComparison {
  readonly label: string;
  /** undefined: the run has no such label. */
  readonly base: LabelTimes | undefined;
  readonly now: LabelTimes | undefined;
  readonly change: Change;
  /** Which figure changed: `median`, `p95` or both. */
  readonly figures: readonly ('median' | 'p95')[];
  readonly failsMore: boolean;
}

type Figure = 'medianMs' | 'p95Ms';
const FIGURES: readonly (readonly [figure: Figure, name: 'median' | 'p95'])[] = [
  ['medianMs', 'median'],
  ['p95Ms', 'p95'],
];

/** Is `later` greater by more than the threshold, the resolution and chance? */
function rose(
  earlier: LabelTimes,
  later: LabelTimes,
  figure: Figure,
  threshold: number,
  alpha: number,
): boolean {
  const difference = later[figure] - earlier[figure];
  if (difference <= RESOLUTION_MS || difference <= earlier[figure] * threshold) return false;
  const pieces = (label: LabelTimes): number[] => label.pieces.map((piece) => piece[figure]);
  return chanceOfGreater(pieces(earlier), pieces(later)) < alpha;
}

function compareLabel(
  base: LabelTimes | undefined,
  now: LabelTimes | undefined,
  threshold: number,
  alpha: number,
): LabelComparison {
  const label = base?.label ?? now?.label ?? '';
  const nothing = { label, base, now, figures: [], failsMore: false };
  if (base === undefined) return { ...nothing, change: 'new' };
  if (now === undefined) return { ...nothing, change: 'missing' };
  const moreFailures = now.errors / now.count - base.errors / base.count;
  const failsMore = moreFailures > MIN_MORE_FAILURES && chanceOfMoreFailures(base, now) < alpha;
  if (Math.min(base.pieces.length, now.pieces.length) < MIN_PIECES)
    return { ...nothing, failsMore, change: 'too few samples' };
  const changed = (from: LabelTimes, to: LabelTimes): ('median' | 'p95')[] =>
    FIGURES.filter(([figure]) => rose(from, to, figure, threshold, alpha)).map(([, name]) => name);
  const slower = changed(base, now);
  if (slower.length > 0) return { ...nothing, failsMore, change: 'slower', figures: slower };
  const faster = changed(now, base);
  return { ...nothing, failsMore, change: faster.length > 0 ? 'faster' : 'same', figures: faster };
}

/**
 * Compares two runs of the same plan, label by label.
 *
 * A label is slower when its median or its p95 (of passed samples) rose by more than the threshold, by more than a
 * millisecond, and by more than the noise: each run is cut into pieces of time, and the values of the pieces must be
 * greater by a Mann-Whitney test whose chance of an error, over all labels together, is one per cent. Pieces, and
 * not samples, since samples close in time are alike. It fails more when its share of failed samples rose by more
 * than half a per cent and by more than chance.
 * @param threshold 0.1: ten per cent.
 */
export function compareRuns(
  base: readonly LabelTimes[],
  now: readonly LabelTimes[],
  threshold: number,
): LabelComparison[] {
  const nowByLabel = new Map(now.map((label) => [label.label, label]));
  const baseLabels = new Set(base.map(({ label }) => label));
  const both = base.filter(({ label }) => nowByLabel.has(label)).length;
  // Three tests for each label.
  const alpha = ALPHA / Math.max(1, 3 * both);
  return [
    ...base.map((label) => compareLabel(label, nowByLabel.get(label.label), threshold, alpha)),
    ...now
      .filter(({ label }) => !baseLabels.has(label))
      .map((label) => compareLabel(undefined, label, threshold, alpha)),
  ];
}

/** Does the comparison say that something became worse? */
export const isWorse = ({ change, failsMore }: LabelComparison): boolean =>
  failsMore || change === 'slower' || change === 'missing';
