import { describe, expect, it } from 'vitest';
import { compareAssertion } from '../../../src/elements/assertions/compare-assertion.ts';
import { durationAssertion } from '../../../src/elements/assertions/duration-assertion.ts';
import { md5HexAssertion } from '../../../src/elements/assertions/md5hex-assertion.ts';
import { sizeAssertion } from '../../../src/elements/assertions/size-assertion.ts';
import type { SampleResult } from '../../../src/types.ts';
import { elementContext, type PropertyValue } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

const outcome = (sample: SampleResult): [boolean, string] => [sample.success, sample.failureMessage];

describe('Duration Assertion', () => {
  const after = (elapsedMs: number, limit: string): [boolean, string] => {
    const sample = sampleOf('', { startUs: 1_000_000, endUs: 1_000_000 + elapsedMs * 1000 });
    durationAssertion
      .compile(elementContext({ 'DurationAssertion.duration': limit }))
      .check(testUser(), sample);
    return outcome(sample);
  };

  it.each([
    [500, '500'],
    [500, '0'],
    [500, ''],
    [500, 'abc'],
  ])('accepts %s ms with the limit "%s"', (elapsedMs, limit) => {
    expect(after(elapsedMs, limit)).toEqual([true, '']);
  });

  it('refuses a sample that took longer, with numbers in groups', () => {
    expect(after(1500, '1000')).toEqual([
      false,
      'The operation lasted too long: It took 1,500 milliseconds, but should not have lasted longer than 1,000 milliseconds.',
    ]);
  });
});

describe('Size Assertion', () => {
  function check(
    properties: Record<string, string>,
    variables: Record<string, string> = {},
  ): [boolean, string] {
    const sample = sampleOf('héllo', { bytes: 8, responseMessage: 'OK' });
    const context = elementContext({
      'SizeAssertion.size': '5',
      'SizeAssertion.operator': '1',
      ...properties,
    });
    sizeAssertion.compile(context).check(testUser({ variables }), sample);
    return outcome(sample);
  }
  const wrong = (size: string, text: string, limit: string): [boolean, string] => [
    false,
    `The result was the wrong size: It was ${size} bytes, but should have ${text} ${limit} bytes.`,
  ];

  it.each([
    ['1', '8', '9', 'been equal to'],
    ['2', '9', '8', 'not been equal to'],
    ['3', '7', '8', 'been greater than'],
    ['4', '9', '8', 'been less than'],
    ['5', '8', '9', 'been greater or equal to'],
    ['6', '8', '7', 'been less than or equal to'],
  ])('operator %s accepts %s and refuses %s for 8 bytes', (operator, good, bad, text) => {
    expect(check({ 'SizeAssertion.operator': operator, 'SizeAssertion.size': good })).toEqual([true, '']);
    expect(check({ 'SizeAssertion.operator': operator, 'SizeAssertion.size': bad })).toEqual(
      wrong('8', text, bad),
    );
  });

  it.each([
    ['SizeAssertion.response_network_size', '8'],
    ['SizeAssertion.response_data', '6'],
    ['SizeAssertion.response_headers', '2'],
    ['SizeAssertion.response_code', '3'],
    ['SizeAssertion.response_message', '2'],
    ['', '8'],
  ])('measures "%s": %s', (field, size) => {
    expect(check({ 'Assertion.test_field': field, 'SizeAssertion.size': '1234567' })).toEqual(
      wrong(size, 'been equal to', '1,234,567'),
    );
  });

  it('reads the size from a variable', () => {
    const scope = { 'Assertion.scope': 'variable', 'Scope.variable': 'v' };
    expect(check(scope, { v: '5' })).toEqual([true, '']);
    expect(check(scope, { v: '6' })).toEqual(wrong('6', 'been equal to', '5'));
    expect(check(scope, { v: 'x' })).toEqual([false, 'Error parsing variable name: v value: x']);
    expect(check(scope)).toEqual([false, 'Error parsing variable name: v value: null']);
  });

  it('reports a size that is no number, and an operator that is none', () => {
    expect(check({ 'SizeAssertion.size': 'abc' })).toEqual([
      false,
      'java.lang.NumberFormatException: For input string: "abc"',
    ]);
    expect(check({ 'SizeAssertion.operator': '7' })).toEqual(wrong('8', 'ERROR - invalid condition', '5'));
  });

  it('counts the bodies of sub-samples as JMeter adds them up', () => {
    const parent = sampleOf('', { bytes: 0 });
    parent.addSubResult(sampleOf('abc', { bytes: 5 }), false);
    const context = elementContext({
      'Assertion.test_field': 'SizeAssertion.response_data',
      'SizeAssertion.size': '3',
      'SizeAssertion.operator': '1',
    });
    sizeAssertion.compile(context).check(testUser(), parent);
    expect(outcome(parent)).toEqual([true, '']);
  });
});

describe('MD5Hex Assertion', () => {
  const SUM = '900150983cd24fb0d6963f7d28e17f72';
  it.each([
    ['abc', SUM, ''],
    ['abc', SUM.toUpperCase(), ''],
    ['abc', '123', `Error asserting MD5 sum : got ${SUM} but should have been 123`],
    ['abc', '', 'MD5Hex to test against is empty'],
    ['', '123', 'Response was null'],
  ])('of "%s" against "%s" says "%s"', (text, sum, message) => {
    const sample = sampleOf(text);
    md5HexAssertion.compile(elementContext({ 'MD5HexAssertion.size': sum })).check(testUser(), sample);
    expect(outcome(sample)).toEqual([message === '', message]);
  });

  it('sums the bytes of a binary response', () => {
    const sample = sampleOf(new Uint8Array([0xff, 0x00]));
    md5HexAssertion
      .compile(elementContext({ 'MD5HexAssertion.size': '37a6cf5b8ea6dc4b7c6dbd2ab9ddd4a0' }))
      .check(testUser(), sample);
    expect(sample.failureMessage).toMatch(/^Error asserting MD5 sum : got [0-9a-f]{32} /);
  });
});

describe('Compare Assertion', () => {
  interface Step {
    text: string;
    elapsedMs?: number;
  }
  /** Checks the samples of one pass after the other with one user; returns the failure messages. */
  function compare(properties: Record<string, PropertyValue>, passes: Step[][], engine = 'oro'): string[][] {
    const context = elementContext(properties, { jmeterProperties: { 'jmeter.regex.engine': engine } });
    const assertion = compareAssertion.compile(context);
    const user = testUser();
    return passes.map((steps) => {
      assertion.iterationStart(user);
      return steps.map(({ text, elapsedMs = 1 }) => {
        const sample = sampleOf(text, { startUs: 1, endUs: elapsedMs * 1000 + 1 });
        assertion.check(user, sample);
        return sample.failureMessage;
      });
    });
  }
  const texts = (...list: string[]): Step[] => list.map((text) => ({ text }));

  it('wants the same response from all samples of a pass', () => {
    const differ = 'Responses differ in content';
    expect(compare({}, [texts('a', 'a', 'b', 'b'), texts('b', 'b')])).toEqual([
      ['', '', differ, differ],
      ['', ''],
    ]);
    expect(compare({ compareContent: 'false' }, [texts('a', 'b')])).toEqual([['', '']]);
  });

  it('wants nearly the same time', () => {
    const steps = [100, 110, 200].map((elapsedMs) => ({ text: 'a', elapsedMs }));
    expect(compare({ compareTime: '20' }, [steps])).toEqual([
      ['', '', 'Responses differ in response time by more than 20 ms'],
    ]);
  });

  it('leaves out what the patterns replace', () => {
    const skip = (regex: string, substitute: string): Record<string, PropertyValue> => ({
      stringsToSkip: [{ regex, substitute }],
    });
    const ids = texts('id=1;x', 'id=22;x');
    expect(compare(skip('id=\\d+', ''), [ids])).toEqual([['', '']]);
    expect(compare(skip('(i)d=\\d+', '$1'), [ids])).toEqual([['', '']]);
    expect(compare(skip('(i)d=(\\d)\\d*', '$2\\$'), [ids], 'java')).toEqual([
      ['', 'Responses differ in content'],
    ]);
  });
});
