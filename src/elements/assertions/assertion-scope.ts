import { JavaException } from '../../java/exception.ts';
import type { Assertion, AssertionResult, SampleResult, VirtualUser } from '../../types.ts';
import type { ElementContext } from '../element-context.ts';

/** What an assertion says about one result; `message` null: it said nothing. */
export type Verdict = Omit<AssertionResult, 'name'>;

export const PASSED: Verdict = { failure: false, error: false, message: null };
export const failed = (message: string): Verdict => ({ failure: true, error: false, message });
export const errored = (message: string): Verdict => ({ failure: false, error: true, message });
export const RESPONSE_WAS_NULL = failed('Response was null');

export type Check = (user: VirtualUser, result: SampleResult) => Verdict;

/** An assertion on the sample itself. */
export function assertion(context: ElementContext, check: Check): Assertion {
  const apply = applier(context, check);
  return { check: apply };
}

/**
 * An assertion with JMeter's scope: the main sample, its sub-samples, both, or a variable (AbstractScopedAssertion).
 * A sub-sample that fails makes the main sample fail, too.
 */
export function scopedAssertion(context: ElementContext, check: Check): Assertion {
  const scope = context.text('Assertion.scope', 'parent');
  const apply = applier(context, check);
  const descend = (user: VirtualUser, parent: SampleResult, depth: number): void => {
    if (depth === 0 || parent.subResults === undefined) return;
    for (const child of parent.subResults) {
      apply(user, child);
      descend(user, child, depth - 1);
    }
    if (parent.success && parent.subResults.some((child) => !child.success))
      parent.addAssertionResult({
        name: context.name.evaluate(user),
        ...failed('One or more sub-samples failed'),
      });
  };
  return {
    check(user, result) {
      const where = scope.evaluate(user);
      if (where === 'parent' || where === 'all' || where === 'variable') apply(user, result);
      if (where === 'children' || where === 'all') descend(user, result, MAX_DEPTH);
    },
  };
}

/** Levels of sub-samples that JMeter looks at. */
const MAX_DEPTH = 4;

/** The variable that a scoped assertion or extractor works on; undefined for other scopes. */
export function scopeVariable(
  context: ElementContext,
  property: string,
): (user: VirtualUser) => string | undefined {
  const scope = context.text(property, 'parent');
  const variable = context.text('Scope.variable');
  return (user) => (scope.evaluate(user) === 'variable' ? variable.evaluate(user) : undefined);
}

function applier(context: ElementContext, check: Check): (user: VirtualUser, result: SampleResult) => void {
  return (user, result) => {
    let verdict: Verdict;
    let name: string | undefined;
    try {
      verdict = check(user, result);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const text = error instanceof JavaException ? `${error.name}: ${error.message}` : error.message;
      user.log.log('ERROR', 'o.a.j.t.JMeterThread', `Exception processing Assertion. ${text}`);
      name = 'Assertion failed! See log file.';
      verdict = errored(text);
    }
    result.addAssertionResult({ name: name ?? context.name.evaluate(user), ...verdict });
  };
}
