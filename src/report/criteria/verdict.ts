import type { Criterion } from './criterion.ts';

/** What a criterion came to. */
export interface Verdict {
  readonly criterion: Criterion;
  /** Its condition was met (or nothing was there to compare, and it fails). */
  readonly isTriggered: boolean;
  /** The run has failed by it. */
  readonly isFailed: boolean;
  /** It ended the run. */
  readonly stopped: boolean;
  /** Why, in words and with the value: `is 62 ms`. */
  readonly reason: string;
}

/** One line for people: `failed: p95 of echo>50ms: is 62 ms`. */
export function verdictLine({ criterion, isTriggered, isFailed, stopped, reason }: Verdict): string {
  const state = isFailed ? 'failed' : isTriggered ? 'noticed' : 'held';
  return `${state}: ${criterion.name}: ${reason}${stopped ? '; it ended the run' : ''}`;
}
