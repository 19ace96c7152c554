import { jacksonText, parseJackson } from '../../json/jackson.ts';
import { searchJmesPath } from '../../json/jmespath.ts';
import { type JsonValue, equalValues } from '../../json/json-value.ts';
import { RegexSyntaxError, compileRegex } from '../../regex/regex.ts';
import type { ElementDefinition } from '../definition.ts';
import { regexDialect } from '../regex-reader.ts';
import { RESPONSE_WAS_NULL, type Verdict, assertion } from './assertion-scope.ts';
import { EXPECTATION_PROPERTIES, type Expectation, readExpectation } from './json-expectation.ts';

/**
 * JSON JMESPath Assertion (assertions.jmespath.JMESPathAssertion): an expression leads somewhere, or to a value. A
 * passing assertion sets an empty message; what cannot be read or evaluated is an error, and when inverted it passes.
 */
export const jmesPathAssertion = {
  testclass: 'org.apache.jmeter.assertions.jmespath.JMESPathAssertion',
  label: 'JSON JMESPath Assertion',
  role: 'assertion',
  properties: ['JMES_PATH', ...EXPECTATION_PROPERTIES],
  differs: 'The text of a syntax error in an expression is shorter than that of JMeter.',
  compile(context) {
    const read = readExpectation(context, 'JMES_PATH');
    const dialect = regexDialect(context.environment.properties);
    return assertion(context, (user, result) => {
      const text = result.responseText;
      if (text === '') return RESPONSE_WAS_NULL;
      const expectation = read(user);
      try {
        const value = searchJmesPath(expectation.path, parseJackson(text));
        const fails = meets(value, expectation, dialect) === expectation.inverted;
        return verdict(fails ? 'failure' : 'none', fails ? complaint(expectation) : '');
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return expectation.inverted
          ? verdict('none', '')
          : verdict('error', errorText(error, expectation, dialect));
      }
    });
  },
} satisfies ElementDefinition;

const verdict = (kind: 'none' | 'failure' | 'error', message: string): Verdict => ({
  failure: kind === 'failure',
  error: kind === 'error',
  message,
});

function complaint({ path, expected, checksValue, expectsNull, isRegex, inverted }: Expectation): string {
  const not = inverted ? ' not' : '';
  if (!checksValue) return `JMESPATH ${path} expected${not} to exist`;
  if (expectsNull) return `Value expected${not} to be null`;
  return `Value expected${not} ${isRegex ? 'to match' : 'to be equal to'} ${expected}`;
}

const errorText = (error: Error, { expected }: Expectation, dialect: 'oro' | 'java'): string =>
  error instanceof RegexSyntaxError && dialect === 'oro'
    ? `Invalid expression: ${expected}\n${error.message}`
    : error.message;

function meets(value: JsonValue, expectation: Expectation, dialect: 'oro' | 'java'): boolean {
  const { expected, checksValue, expectsNull, isRegex } = expectation;
  if (!checksValue) return value !== null;
  if (expectsNull) return value === null;
  const text = typeof value === 'string' ? value : jacksonText(value);
  if (isRegex) return compileRegex(expected, dialect).matches(text) !== null;
  return text === expected || equalValues(parseJackson(expected), value);
}
