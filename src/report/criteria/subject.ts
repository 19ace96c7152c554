import type { JtlRow } from '../../results/jtl-reader.ts';
import type { RunEvent } from '../../types.ts';
import type { Figures } from './figures.ts';
import type { GeneratorShares } from './generator-shares.ts';
import type { Unit } from './unit.ts';

/** What a criterion compares: measured on each row or event, then put together. */
export interface Subject {
  readonly unit: Unit;
  /** Counts something in rows, so that the threshold may be a percentage of all. */
  readonly isCount: boolean;
  /** Can it be about the samples of one label? */
  readonly hasLabel: boolean;
  readonly needsHistogram?: true;
  /** Results files do not tell it. */
  readonly isOfRun?: true;
  /** What a row adds; absent: rows are not looked at. */
  measure?(row: JtlRow): number;
  /** What something that happened in a run adds; undefined: nothing. */
  measureEvent?(event: RunEvent): number | undefined;
  /** It is told by the end of the run alone. */
  readonly share?: keyof GeneratorShares;
  /** Why there is nothing to compare, when there is not. */
  readonly without?: string;
  value(figures: Figures): number;
}
