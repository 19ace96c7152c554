import { expect, test } from 'vitest';
import { binaryResponseAssertion } from '../../../src/elements/assertions/binary-response-assertion.ts';
import type { AssertionResult } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

function check(properties: Record<string, string>, data: string | Uint8Array): AssertionResult {
  const result = sampleOf(data);
  binaryResponseAssertion.compile(elementContext(properties, { name: 'bin' })).check(testUser(), result);
  const [outcome] = result.assertionResults!;
  expect(result.success).toBe(!(outcome!.failure || outcome!.error));
  return outcome!;
}

const data = Uint8Array.of(0xca, 0xfe, 0xba, 0xbe);

test.each([
  ['Equals', 'cafebabe', null],
  ['Equals', 'cafe', 'to equal 0xca 0xfe'],
  ['Contains', 'fe ba', null],
  ['', 'babe', null],
  ['Contains', 'beef', 'to contain 0xbe 0xef'],
  ['Contains', '', 'to contain '],
  ['StartsWith', '0xca 0xfe', null],
  ['StartsWith', 'fe', 'to start with 0xfe'],
  ['NotEquals', 'cafebabe', 'not to equal 0xca 0xfe 0xba 0xbe'],
  ['NotContains', 'feba', 'not to contain 0xfe 0xba'],
  ['NotStartsWith', 'ca', 'not to start with 0xca'],
  ['NotStartsWith', 'fe', null],
])('%s %j', (comparisonType, compareValue, expectation) => {
  expect(check({ comparisonType, compareValue }, data)).toEqual({
    name: 'bin',
    failure: expectation !== null,
    error: false,
    message:
      expectation === null ? null : `Response expected ${expectation}\nResponse was: 0xca 0xfe 0xba 0xbe`,
  });
});

test('compares a text by its UTF-8 bytes', () => {
  expect(check({ comparisonType: 'Equals', compareValue: 'c3a9' }, '\u00e9').failure).toBe(false);
});

test.each([
  ['Equals', 'xy', 'java.lang.NumberFormatException: For input string: "xy" under radix 16'],
  [
    'EndsWith',
    'be',
    'java.lang.IllegalArgumentException: No enum constant eu.luminis.jmeter.assertions.BinaryContentAssertion.ComparisonType.EndsWith',
  ],
])('%s %j is an error', (comparisonType, compareValue, message) => {
  expect(check({ comparisonType, compareValue }, data)).toEqual({
    name: 'Assertion failed! See log file.',
    failure: false,
    error: true,
    message,
  });
});
