import { EXIT } from '../exit-code.ts';

/** What is known about a run when it is over, as far as its exit code goes. */
export interface Outcome {
  /** 130 or 143 when a signal ended it. */
  readonly signalExitCode: number | undefined;
  /** Something stood in the way: results that could not be written, threads that did not stop, criteria that could not be told. */
  readonly isIncomplete: boolean;
  readonly samples: number;
  readonly errors: number;
  readonly hasCriteria: boolean;
  readonly failedCriteria: number;
  readonly failOnError: boolean;
  /** Fails by samples, too, when nothing else decides: `wsmeter run`. JMeter's way does not. */
  readonly isStrict: boolean;
}

/** Do failed samples fail the run? Criteria decide alone unless told otherwise. */
export const samplesDecide = (outcome: Pick<Outcome, 'failOnError' | 'isStrict' | 'hasCriteria'>): boolean =>
  outcome.failOnError || (outcome.isStrict && !outcome.hasCriteria);

/** Has the run failed? Without a sample it never passes, unless nothing decides. */
export function hasFailed(outcome: Outcome): boolean {
  const decides = samplesDecide(outcome);
  if (outcome.samples === 0 && (decides || outcome.hasCriteria)) return true;
  return outcome.failedCriteria > 0 || (decides && outcome.errors > 0);
}

/** @param failedExitCode what stands for a run that failed. */
export function exitCodeOf(outcome: Outcome, failedExitCode: number): number {
  if (outcome.signalExitCode !== undefined) return outcome.signalExitCode;
  if (outcome.isIncomplete) return EXIT.cannotRun;
  return hasFailed(outcome) ? failedExitCode : EXIT.ok;
}
