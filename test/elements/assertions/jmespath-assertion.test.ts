import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jmesPathAssertion } from '../../../src/elements/assertions/jmespath-assertion.ts';
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
  kind: string;
  message: string;
}
const recorded: { document: string; assertions: Row[] } = JSON.parse(
  readFileSync('fixtures/json/jmespath.json', 'utf8'),
);

/** JMeter goes on with what its parser generator expected. */
const start = (message: string): string => message.replace(/ expecting \{.*\}(?= at position)/s, '');

describe('JSON JMESPath Assertion', () => {
  it.each(recorded.assertions)('$path against "$expected" in $document: $kind', (row) => {
    const sample = sampleOf(row.document ?? recorded.document);
    const context = elementContext({
      JMES_PATH: row.path,
      EXPECTED_VALUE: row.expected,
      JSONVALIDATION: String(row.checksValue),
      EXPECT_NULL: String(row.expectsNull),
      INVERT: String(row.inverted),
      ISREGEX: String(row.isRegex),
    });
    jmesPathAssertion.compile(context).check(testUser(), sample);
    expect(sample.assertionResults).toEqual([
      {
        name: 'element',
        failure: row.kind === 'failure',
        error: row.kind === 'error',
        message: start(row.message),
      },
    ]);
  });

  it('says "Response was null" for an empty response, inverted or not', () => {
    for (const inverted of ['true', 'false']) {
      const sample = sampleOf('');
      jmesPathAssertion
        .compile(elementContext({ JMES_PATH: 'a', INVERT: inverted }))
        .check(testUser(), sample);
      expect(sample.failureMessage).toBe('Response was null');
    }
  });
});
