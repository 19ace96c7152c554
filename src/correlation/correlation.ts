import { compileIdRule, type IdFinder } from './id-rule.ts';
import type { CorrelationMode, CorrelationOptions } from './options.ts';

/** Explicit rules, compiled. */
export interface RulePair {
  /** Equal for equal rules. */
  readonly key: string;
  readonly request: IdFinder;
  readonly reply: IdFinder;
}

/** The options of one sampler, compiled before the run. */
export interface Correlation {
  readonly mode: CorrelationMode;
  /** undefined: ids are found by themselves. */
  readonly rules: RulePair | undefined;
}

/** @throws Error with one line when a rule is malformed. */
export function compileCorrelation({ mode, request, reply }: CorrelationOptions): Correlation {
  if (request === 'auto' || reply === 'auto') return { mode, rules: undefined };
  const key = JSON.stringify([request, reply]);
  return { mode, rules: { key, request: compileIdRule(request), reply: compileIdRule(reply) } };
}
