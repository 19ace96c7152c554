import { compileRegex } from '../../regex/regex.ts';
import type { ElementDefinition } from '../definition.ts';
import { regexDialect } from '../regex-reader.ts';
import { userState } from '../user-state.ts';
import { PASSED, assertion, failed } from './assertion-scope.ts';

/** What the samples since the start of the pass tell: the latest one, and whether two in a row differed. */
interface Comparison {
  latest: { content: string; elapsedMs: number } | undefined;
  differsInContent: boolean;
  differsInTime: boolean;
}

const fresh = (): Comparison => ({ latest: undefined, differsInContent: false, differsInTime: false });

/**
 * Compare Assertion: the samples of one pass of the controller have the same response, or nearly the same time
 * (assertions.CompareAssertion). Once two differ, all that follow fail.
 */
export const compareAssertion = {
  testclass: 'org.apache.jmeter.assertions.CompareAssertion',
  label: 'Compare Assertion',
  role: 'assertion',
  properties: ['compareContent', 'compareTime', 'stringsToSkip'],
  compile(context) {
    const compareContent = context.boolean('compareContent', true);
    const compareTime = context.integer('compareTime', -1);
    const dialect = regexDialect(context.environment.properties);
    const filters = context.elements('stringsToSkip').map((item) => ({
      pattern: item.text('regex'),
      substitute: item.text('substitute'),
    }));
    const state = userState(context, fresh);
    const compared = assertion(context, (user, result) => {
      const comparison = state(user);
      const content = filters.reduce(
        (text, { pattern, substitute }) =>
          replaceAll(text, pattern.evaluate(user), substitute.evaluate(user), dialect),
        result.responseText,
      );
      const { latest } = comparison;
      comparison.latest = { content, elapsedMs: result.elapsedMs };
      if (latest === undefined) return PASSED;
      const allowedMs = compareTime(user);
      comparison.differsInContent ||= content !== latest.content;
      comparison.differsInTime ||= Math.abs(latest.elapsedMs - result.elapsedMs) > allowedMs;
      if (allowedMs >= 0 && comparison.differsInTime)
        return failed(`Responses differ in response time by more than ${allowedMs} ms`);
      return comparison.differsInContent && compareContent(user)
        ? failed('Responses differ in content')
        : PASSED;
    });
    return {
      ...compared,
      iterationStart: (user) => void Object.assign(state(user), fresh()),
    };
  },
} satisfies ElementDefinition;

/** Replaces all matches; for Java `$n` and `\` in the substitute have their meaning, ORO takes it as it is. */
function replaceAll(text: string, pattern: string, substitute: string, dialect: 'oro' | 'java'): string {
  let out = '';
  let end = 0;
  for (const match of compileRegex(pattern, dialect).all(text)) {
    out += text.slice(end, match.start);
    out +=
      dialect === 'oro'
        ? substitute
        : substitute.replace(/\\(.)|\$(\d)/gs, (_, char: string | undefined, group: string) =>
            char === undefined ? (match.groups[Number(group)] ?? '') : char,
          );
    end = match.end;
  }
  return out + text.slice(end);
}
