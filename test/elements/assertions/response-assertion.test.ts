import { describe, expect, it } from 'vitest';
import { responseAssertion } from '../../../src/elements/assertions/response-assertion.ts';
import { PlanError } from '../../../src/jmx/plan-error.ts';
import type { SampleResult } from '../../../src/types.ts';
import { elementContext, type PropertyValue } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

interface Settings {
  patterns?: string[];
  type?: number;
  field?: string;
  engine?: string;
  variables?: Record<string, unknown>;
  properties?: Record<string, PropertyValue>;
  jmeterProperties?: Record<string, string>;
}

/** Checks a sample and returns it. */
function check(sample: SampleResult, settings: Settings): SampleResult {
  const context = elementContext(
    {
      'Asserion.test_strings': settings.patterns ?? [],
      'Assertion.test_field': settings.field ?? 'Assertion.response_data',
      ...(settings.type === undefined ? {} : { 'Assertion.test_type': String(settings.type) }),
      ...settings.properties,
    },
    { jmeterProperties: settings.jmeterProperties ?? {} },
  );
  responseAssertion.compile(context).check(testUser({ variables: settings.variables ?? {} }), sample);
  return sample;
}

const outcome = (sample: SampleResult): [boolean, string] => [sample.success, sample.failureMessage];
const HELLO = 'hello world 42';
const CONTAINS = 2;
const MATCHES = 1;
const EQUALS = 8;
const SUBSTRING = 16;
const NOT = 4;
const OR = 32;

describe('Response Assertion', () => {
  it.each([
    [CONTAINS, 'h.*2', ''],
    [CONTAINS, 'zzz', 'Test failed: text expected to contain /zzz/'],
    [MATCHES, 'h.*2', ''],
    [MATCHES, 'hello', 'Test failed: text expected to match /hello/'],
    [EQUALS, HELLO, ''],
    [SUBSTRING, 'hello', ''],
    [SUBSTRING, 'w.rld', 'Test failed: text expected to contain /w.rld/'],
    [CONTAINS | NOT, 'zzz', ''],
    [CONTAINS | NOT, 'hello', 'Test failed: text expected not to contain /hello/'],
    [MATCHES | NOT, HELLO, `Test failed: text expected not to match /${HELLO}/`],
    [SUBSTRING | NOT, 'hello', 'Test failed: text expected not to contain /hello/'],
    [undefined, 'zzz', 'Test failed: text expected to contain /zzz/'],
  ])('with type %s, pattern "%s" says "%s"', (type, pattern, message) => {
    const settings = type === undefined ? { patterns: [pattern] } : { patterns: [pattern], type };
    expect(outcome(check(sampleOf(HELLO), settings))).toEqual([message === '', message]);
  });

  it.each([
    [EQUALS, HELLO, 'hello', 'to equal', 'hello[[[ world 42]]]', 'hello[[[         ]]]'],
    [EQUALS, HELLO, 'h.*2', 'to equal', 'h[[[ello world 4]]]2', 'h[[[.*          ]]]2'],
    [EQUALS, HELLO, 'zzz', 'to equal', '[[[hello world 42]]]', '[[[zzz           ]]]'],
    [EQUALS | NOT, HELLO, HELLO, 'not to equal', `${HELLO}[[[]]]`, `${HELLO}[[[]]]`],
    [EQUALS, 'abXcd', 'abYcd', 'to equal', 'ab[[[X]]]cd', 'ab[[[Y]]]cd'],
    [EQUALS, 'aa', 'aaa', 'to equal', 'aa[[[ ]]]', 'aa[[[a]]]'],
  ])('with type %s shows where %s differs from %s', (type, received, pattern, how, first, second) => {
    expect(outcome(check(sampleOf(received), { patterns: [pattern], type }))).toEqual([
      false,
      `Test failed: text expected ${how} /\n\n****** received  : ${first}\n\n****** comparison: ${second}\n\n/`,
    ]);
  });

  it('cuts long parts of a difference and takes its marks from properties', () => {
    const sample = check(sampleOf(`${'a'.repeat(12)}X${'b'.repeat(12)}`), {
      patterns: [`${'a'.repeat(12)}${'y'.repeat(12)}${'b'.repeat(12)}`],
      type: EQUALS,
      jmeterProperties: {
        'assertion.equals_section_diff_len': '5',
        'assertion.equals_diff_delta_start': '<',
        'assertion.equals_diff_delta_end': '>',
      },
    });
    expect(sample.failureMessage).toBe(
      'Test failed: text expected to equal /\n\n' +
        '****** received  : ...aaaaa<X       >bbbbb...\n\n' +
        '****** comparison: ...aaaaa<yyyyy...>bbbbb...\n\n/',
    );
  });

  it.each([
    [
      'the first that fails ends an "and"',
      SUBSTRING,
      ['hello', 'zzz', 'yyy'],
      'Test failed: text expected to contain /zzz/',
    ],
    ['one that passes is enough for an "or"', SUBSTRING | OR, ['zzz', 'hello'], ''],
    [
      'an "or" tells all that failed',
      SUBSTRING | OR,
      ['zzz', 'yyy'],
      'Test failed: text expected something using /zzz/\tTest failed: text expected something using /yyy/\t',
    ],
    ['an "or not" passes when one is missing', SUBSTRING | OR | NOT, ['hello', 'zzz'], ''],
    [
      'an "or not" fails when all are there',
      SUBSTRING | OR | NOT,
      ['hello', 'world'],
      'Test failed: text expected something using /hello/\tTest failed: text expected something using /world/\t',
    ],
    ['no pattern passes', SUBSTRING, [], ''],
    ['an "or" of no pattern fails', SUBSTRING | OR, [], '\t'],
    ['an empty pattern passes', SUBSTRING, [''], ''],
  ])('%s', (_, type, patterns, message) => {
    expect(outcome(check(sampleOf(HELLO), { patterns, type }))).toEqual([message === '', message]);
  });

  it.each([
    ['Assertion.response_code', '20', 'zzz', 'code'],
    ['Assertion.response_message', 'me', 'zzz', 'message'],
    ['Assertion.response_headers', 'Server', 'zzz', 'headers'],
    ['Assertion.request_headers', 'Accept', 'zzz', 'request headers'],
    ['Assertion.request_data', 'sent', 'zzz', 'request data'],
    ['Assertion.sample_label', 'ws://', 'zzz', 'URL'],
    ['Assertion.response_data_as_document', 'TikaException', 'zzz', 'document'],
  ])('tests the field %s', (field, there, missing, name) => {
    const sample = (): SampleResult =>
      sampleOf('data', {
        responseCode: '207',
        responseMessage: 'mess',
        responseHeaders: 'Server: x',
        requestHeaders: 'Accept: y',
        samplerData: 'sent',
        url: 'ws://h/',
      });
    expect(outcome(check(sample(), { patterns: [there], type: SUBSTRING, field }))).toEqual([true, '']);
    expect(outcome(check(sample(), { patterns: [missing], type: SUBSTRING, field }))).toEqual([
      false,
      `Test failed: ${name} expected to contain /${missing}/`,
    ]);
  });

  it.each([
    'Assertion.response_data',
    'Assertion.response_headers',
    'Assertion.sample_label',
    'Assertion.request_data',
  ])('says "Response was null" for an empty %s, unless it asks for what must not be there', (field) => {
    expect(outcome(check(sampleOf(''), { patterns: [''], type: EQUALS, field }))).toEqual([
      false,
      'Response was null',
    ]);
    expect(outcome(check(sampleOf(''), { patterns: ['x'], type: SUBSTRING | NOT, field }))).toEqual([
      true,
      '',
    ]);
  });

  it('tests a variable', () => {
    const variable = (name: string): Record<string, PropertyValue> => ({
      'Assertion.scope': 'variable',
      'Scope.variable': name,
    });
    const settings = { patterns: ['8'], type: SUBSTRING, variables: { v: 'x7x' } };
    expect(outcome(check(sampleOf(''), { ...settings, patterns: ['7'], properties: variable('v') }))).toEqual(
      [true, ''],
    );
    expect(outcome(check(sampleOf(''), { ...settings, properties: variable('v') }))).toEqual([
      false,
      'Test failed: variable(v) expected to contain /8/',
    ]);
    expect(outcome(check(sampleOf(''), { ...settings, properties: variable('nope') }))).toEqual([
      false,
      'Response was null',
    ]);
  });

  it('can set the sample successful before it looks', () => {
    const failed = (): SampleResult => sampleOf('', { responseCode: '404', success: false });
    const settings = { field: 'Assertion.response_code', type: SUBSTRING };
    const ignoring = { ...settings, properties: { 'Assertion.assume_success': 'true' } };
    expect(outcome(check(failed(), { ...ignoring, patterns: ['404'] }))).toEqual([true, '']);
    expect(outcome(check(failed(), { ...ignoring, patterns: ['500'] }))).toEqual([
      false,
      'Test failed: code expected to contain /500/',
    ]);
    expect(outcome(check(failed(), { ...settings, patterns: ['404'] }))).toEqual([false, '']);
  });

  it('replaces the failure text by its own', () => {
    const sample = check(sampleOf(HELLO), {
      patterns: ['q1', 'q2'],
      type: SUBSTRING | OR,
      variables: { v: 'V1' },
      properties: { 'Assertion.custom_message': 'Custom ${v}' },
    });
    expect(outcome(sample)).toEqual([false, 'Custom V1']);
  });

  it('reports a malformed pattern as an error of the sample', () => {
    const bad = (jmeterProperties: Record<string, string>): SampleResult =>
      check(sampleOf(HELLO), { patterns: ['(a'], type: CONTAINS, jmeterProperties });
    expect(bad({}).assertionResults).toEqual([
      {
        name: 'element',
        failure: false,
        error: true,
        message:
          'Bad test configuration org.apache.oro.text.MalformedCachePatternException: Invalid expression: (a\nUnmatched parentheses.',
      },
    ]);
    expect(bad({}).success).toBe(false);
    expect(bad({ 'jmeter.regex.engine': 'java' }).failureMessage).toBe(
      'Bad test configuration java.util.regex.PatternSyntaxException: Unclosed group near index 2\n(a',
    );
  });

  it('reads patterns as Java does when the property says so', () => {
    const found = (engine: string): boolean =>
      check(sampleOf('aab'), {
        patterns: ['a|aab'],
        type: MATCHES,
        jmeterProperties: { 'jmeter.regex.engine': engine },
      }).success;
    expect([found('ORO'), found('java')]).toEqual([false, true]);
  });

  it('refuses a pattern that it cannot have before the run', () => {
    const compile = (): unknown =>
      check(sampleOf('x'), { patterns: ['\\X'], jmeterProperties: { 'jmeter.regex.engine': 'java' } });
    expect(compile).toThrow(PlanError);
    expect(compile).toThrow(/\\X in a regular expression is not supported/);
  });

  it('ends a pattern that backtracks without end with an error', () => {
    const sample = check(sampleOf('a'.repeat(3000) + '!'), { patterns: ['(a+)+$'], type: CONTAINS });
    expect(outcome(sample)).toEqual([
      false,
      'Bad test configuration: regular expression (a+)+$: the pattern takes too long on this text of 3001 characters (too much backtracking)',
    ]);
  });

  it('evaluates a pattern with references once for each sample', () => {
    const context = elementContext({
      'Asserion.test_strings': ['^${__counter(TRUE)}$'],
      'Assertion.test_field': 'Assertion.response_data',
      'Assertion.test_type': String(CONTAINS),
    });
    const assertion = responseAssertion.compile(context);
    const user = testUser();
    const results = ['1', '2', '3'].map((text) => {
      const sample = sampleOf(text);
      assertion.check(user, sample);
      return sample.success;
    });
    expect(results).toEqual([true, true, true]);
  });
});

describe('the scope of an assertion', () => {
  function parent(): SampleResult {
    const sample = sampleOf('parent');
    for (const text of ['alpha', 'beta']) sample.addSubResult(sampleOf(text, { label: text }), false);
    return sample;
  }
  const messages = (sample: SampleResult): string[] =>
    [sample, ...(sample.subResults ?? [])].map((one) => `${one.success} ${one.failureMessage}`);
  const scoped = (scope: string): string[] =>
    messages(
      check(parent(), { patterns: ['alpha'], type: SUBSTRING, properties: { 'Assertion.scope': scope } }),
    );

  it('is the main sample', () => {
    expect(scoped('parent')).toEqual([
      'false Test failed: text expected to contain /alpha/',
      'true ',
      'true ',
    ]);
  });

  it('is the sub-samples, whose failure fails the main sample', () => {
    expect(scoped('children')).toEqual([
      'false One or more sub-samples failed',
      'true ',
      'false Test failed: text expected to contain /alpha/',
    ]);
  });

  it('is both; a main sample that failed itself gets no further message', () => {
    expect(scoped('all')).toEqual([
      'false Test failed: text expected to contain /alpha/',
      'true ',
      'false Test failed: text expected to contain /alpha/',
    ]);
  });

  it('reaches four levels deep', () => {
    let inner = sampleOf('beta', { label: '5' });
    const levels = [inner];
    for (let depth = 4; depth >= 0; depth--) {
      const outer = sampleOf('alpha', { label: String(depth) });
      outer.addSubResult(inner, false);
      inner = outer;
      levels.unshift(outer);
    }
    check(inner, { patterns: ['alpha'], type: SUBSTRING, properties: { 'Assertion.scope': 'children' } });
    expect(levels.map((level) => level.assertionResults?.length ?? 0)).toEqual([0, 1, 1, 1, 1, 0]);
  });
});
