import type { ElementDefinition } from '../definition.ts';
import { PASSED, failed, scopedAssertion } from './assertion-scope.ts';
import { grouped } from './grouped-number.ts';

/** Duration Assertion: the sample took no longer than that; 0 is no limit (assertions.DurationAssertion). */
export const durationAssertion = {
  testclass: 'org.apache.jmeter.assertions.DurationAssertion',
  label: 'Duration Assertion',
  role: 'assertion',
  properties: ['DurationAssertion.duration', 'Assertion.scope', 'Scope.variable'],
  compile(context) {
    const allowedMs = context.integer('DurationAssertion.duration');
    return scopedAssertion(context, (user, result) => {
      const limit = allowedMs(user);
      if (limit <= 0 || result.elapsedMs <= limit) return PASSED;
      return failed(
        `The operation lasted too long: It took ${grouped(result.elapsedMs)} milliseconds, but should not have lasted longer than ${grouped(limit)} milliseconds.`,
      );
    });
  },
} satisfies ElementDefinition;
