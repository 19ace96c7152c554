import { decimalFormat } from '../../java/decimal-format.ts';
import { isDefinite, JsonParseError, jsonPath, parseDocument, readPath } from '../../json/json-path.ts';
import { parseJsonSmart } from '../../json/json-smart.ts';
import {
  type JsonValue,
  equalValues,
  hashMapOrder,
  isArray,
  isNumber,
  isObject,
  javaText,
  jsonText,
} from '../../json/json-value.ts';
import { RegexSyntaxError, compileRegex } from '../../regex/regex.ts';
import type { ElementDefinition } from '../definition.ts';
import { regexDialect } from '../regex-reader.ts';
import { RESPONSE_WAS_NULL, assertion, failed } from './assertion-scope.ts';
import { EXPECTATION_PROPERTIES, type Expectation, readExpectation } from './json-expectation.ts';

/** At least one decimal, and as many as there are. */
const printDouble = decimalFormat(`0.0${'#'.repeat(339)}`);

/**
 * JSON Assertion (assertions.JSONPathAssertion): a JSONPath leads somewhere, or to a value. A passing assertion sets
 * an empty message.
 */
export const jsonAssertion = {
  testclass: 'org.apache.jmeter.assertions.JSONPathAssertion',
  label: 'JSON Assertion',
  role: 'assertion',
  properties: ['JSON_PATH', ...EXPECTATION_PROPERTIES],
  differs: 'What the path function keys() found is shown as JSON, where Java shows a set.',
  compile(context) {
    const read = readExpectation(context, 'JSON_PATH');
    const dialect = regexDialect(context.environment.properties);
    return assertion(context, (user, result) => {
      const text = result.responseText;
      if (text === '') return RESPONSE_WAS_NULL;
      const expectation = read(user);
      const complaint = complain(text, expectation, dialect);
      if (!expectation.inverted)
        return { failure: complaint !== undefined, error: false, message: complaint ?? '' };
      return complaint === undefined
        ? failed(invertedText(expectation))
        : { failure: false, error: false, message: '' };
    });
  },
} satisfies ElementDefinition;

const invertedText = ({ path, expected, checksValue, expectsNull }: Expectation): string =>
  checksValue
    ? `Failed that JSONPath ${path} not matches ${expectsNull ? 'null' : expected}`
    : `Failed that JSONPath not exists: ${path}`;

/** Why the document does not meet the expectation; undefined when it does. Every exception is such a reason. */
function complain(text: string, expectation: Expectation, dialect: 'oro' | 'java'): string | undefined {
  try {
    return judge(text, expectation, dialect);
  } catch (error) {
    if (error instanceof RegexSyntaxError)
      return dialect === 'oro'
        ? `Invalid expression: ${expectation.expected}\n${error.message}`
        : error.message;
    if (error instanceof Error) return error.message;
    throw error;
  }
}

function judge(text: string, expectation: Expectation, dialect: 'oro' | 'java'): string | undefined {
  const { path, expected, checksValue, expectsNull, isRegex } = expectation;
  const document = parseDocument(text);
  if (document === null) throw new JsonParseError('json can not be null');
  const compiled = jsonPath(path);
  const value = readPath(document, compiled);
  if (!checksValue) {
    return isArray(value) && value.length === 0 && !isDefinite(compiled)
      ? `JSONPath '${path}' is indefinite and the extracted Value is an empty Array. Please use an assertion value, ` +
          `to be sure to get a correct result. Expected value was '${expected}'`
      : undefined;
  }
  const equals = isRegex ? regexTest(expected, dialect) : equalityTest(expected);
  const fits = isArray(value)
    ? (value.length === 0 && expected === '[]') ||
      value.some((item) => (item === null && expectsNull) || equals(item)) ||
      equals(value)
    : (expectsNull && value === null) || equals(value);
  if (fits) return undefined;
  if (expectsNull) return `Value in json path '${path}' expected to be null, but found '${javaText(value)}'`;
  return isRegex
    ? `Value in json path '${path}' expected to match regexp '${expected}', but it did not match: '${shown(value)}'`
    : `Value in json path '${path}' expected to be '${expected}', but found '${shown(value)}'`;
}

function regexTest(pattern: string, dialect: 'oro' | 'java'): (value: JsonValue) => boolean {
  const regex = compileRegex(pattern, dialect);
  return (value) => regex.matches(shown(value)) !== null;
}

/** The expected value is JSON as json-smart reads it; what it cannot read is null. */
function equalityTest(expected: string): (value: JsonValue) => boolean {
  let wanted: JsonValue = null;
  try {
    wanted = parseJsonSmart(expected);
  } catch (error) {
    if (!(error instanceof JsonParseError)) throw error;
  }
  return (value) => equalValues(wanted, value);
}

function shown(value: JsonValue): string {
  if (value !== null && isObject(value)) return jsonText(hashMapOrder(value));
  if (value !== null && isNumber(value) && value.type === 'Double') return printDouble(value.value);
  return javaText(value);
}
