import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jsonAssertion } from '../../../src/elements/assertions/json-assertion.ts';
import type { AssertionResult } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

interface Row {
  path: string;
  expected: string;
  checksValue: boolean;
  expectsNull: boolean;
  inverted: boolean;
  isRegex: boolean;
  document?: string;
  failure: boolean;
  message: string;
}
const recorded: { document: string; assertions: Row[] } = JSON.parse(
  readFileSync('fixtures/json/json-path.json', 'utf8'),
);

function check(
  properties: Record<string, string>,
  text: string,
  engine = 'oro',
): AssertionResult | undefined {
  const sample = sampleOf(text);
  const context = elementContext(properties, { jmeterProperties: { 'jmeter.regex.engine': engine } });
  jsonAssertion.compile(context).check(testUser(), sample);
  return sample.assertionResults?.[0];
}

describe('JSON Assertion', () => {
  it.each(recorded.assertions)('$path against "$expected" says "$message"', (row) => {
    const result = check(
      {
        JSON_PATH: row.path,
        EXPECTED_VALUE: row.expected,
        JSONVALIDATION: String(row.checksValue),
        EXPECT_NULL: String(row.expectsNull),
        INVERT: String(row.inverted),
        ISREGEX: String(row.isRegex),
      },
      row.document ?? recorded.document,
    );
    expect(result).toEqual({ name: 'element', failure: row.failure, error: false, message: row.message });
  });

  it('takes the expected value as a regular expression unless told otherwise', () => {
    const properties = { JSON_PATH: '$.a', EXPECTED_VALUE: 'x.*', JSONVALIDATION: 'true' };
    expect(check(properties, '{"a":"xyz"}')?.failure).toBe(false);
    expect(check({ ...properties, ISREGEX: 'false' }, '{"a":"xyz"}')?.failure).toBe(true);
  });

  it('matches as Java does when the property says so', () => {
    const properties = { JSON_PATH: '$.a', EXPECTED_VALUE: 'a|ab', JSONVALIDATION: 'true' };
    expect(check(properties, '{"a":"ab"}')?.failure).toBe(true);
    expect(check(properties, '{"a":"ab"}', 'java')?.failure).toBe(false);
    expect(check({ ...properties, EXPECTED_VALUE: '(' }, '{"a":"ab"}', 'java')?.message).toBe(
      'Unclosed group near index 1\n(',
    );
  });
});
