import { describe, expect, it } from 'vitest';
import { regularExpressionExtractor } from '../../../src/elements/post-processors/regular-expression-extractor.ts';
import type { SampleResult } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

const LIST = 'id=1&name=alpha;id=2&name=beta;id=33&name=gamma';

interface Extraction {
  variables: Record<string, unknown>;
  logged: string[];
}

/** Runs the extractor (reference name v) over each sample with one user. */
function extract(
  settings: Record<string, string>,
  samples: string | (string | SampleResult)[],
  options: { variables?: Record<string, string>; engine?: string } = {},
): Extraction {
  const context = elementContext(
    {
      'RegexExtractor.refname': 'v',
      'RegexExtractor.template': '$1$',
      'RegexExtractor.match_number': '1',
      'RegexExtractor.default': '',
      'RegexExtractor.useHeaders': 'false',
      ...Object.fromEntries(
        Object.entries(settings).map(([key, value]) => [
          key.includes('.') ? key : `RegexExtractor.${key}`,
          value,
        ]),
      ),
    },
    { jmeterProperties: { 'jmeter.regex.engine': options.engine ?? 'oro' } },
  );
  const extractor = regularExpressionExtractor.compile(context);
  const user = testUser({ variables: options.variables ?? {} });
  for (const sample of Array.isArray(samples) ? samples : [samples])
    extractor.process(user, typeof sample === 'string' ? sampleOf(sample) : sample);
  return { variables: Object.fromEntries(user.variables.entries()), logged: user.logged };
}

describe('Regular Expression Extractor', () => {
  it('stores a match and its groups', () => {
    const { variables } = extract(
      { regex: 'id=(\\d+)&name=(\\w+)', template: '$2$:$1$', match_number: '2' },
      LIST,
    );
    expect(variables).toEqual({ v: 'beta:2', v_g: '2', v_g0: 'id=2&name=beta', v_g1: '2', v_g2: 'beta' });
  });

  it('stores all matches', () => {
    const { variables } = extract({ regex: 'id=(\\d+)', match_number: '-1' }, LIST);
    expect(variables).toEqual({
      v_matchNr: '3',
      v_1: '1',
      v_1_g: '1',
      v_1_g0: 'id=1',
      v_1_g1: '1',
      v_2: '2',
      v_2_g: '1',
      v_2_g0: 'id=2',
      v_2_g1: '2',
      v_3: '33',
      v_3_g: '1',
      v_3_g0: 'id=33',
      v_3_g1: '33',
    });
  });

  it('takes a match by chance for number 0', () => {
    const { variables } = extract({ regex: 'id=(\\d+)', match_number: '0' }, LIST);
    expect(['1', '2', '33']).toContain(variables['v']);
  });

  it.each([
    [{ default: 'DEF' }, { v: 'DEF' }],
    [{ default_empty_value: 'true' }, { v: '' }],
    [{}, { v: 'old' }],
    [
      { default: 'DEF', match_number: '-1' },
      { v: 'DEF', v_matchNr: '0' },
    ],
  ])('with %j and no match leaves %j', (settings, variables) => {
    expect(extract({ regex: 'nope', ...settings }, LIST, { variables: { v: 'old' } }).variables).toEqual(
      variables,
    );
  });

  it('gives the default for a number that is too large, and an empty text for an empty template', () => {
    expect(extract({ regex: 'id=\\d', match_number: '9', default: 'none' }, LIST).variables).toEqual({
      v: 'none',
    });
    expect(extract({ regex: 'id=\\d', template: '' }, LIST).variables['v']).toBe('');
  });

  it('removes what an earlier sample left', () => {
    const all = { regex: 'k(\\d)', match_number: '-1', default: 'DEF' };
    expect(extract(all, ['k1k2k3', 'k9']).variables).toEqual({
      v: 'DEF',
      v_matchNr: '1',
      v_1: '9',
      v_1_g: '1',
      v_1_g0: 'k9',
      v_1_g1: '9',
    });
    expect(extract(all, ['k1k2', 'none']).variables).toEqual({ v: 'DEF', v_matchNr: '0' });
    expect(extract({ regex: 'k(\\d)' }, ['k1', 'none']).variables).toEqual({ v: '1' });
  });

  it.each([
    ['code', '404'],
    ['message', 'Not Found'],
    ['URL', 'ws://host/path'],
    ['true', 'Server: x'],
    ['request_headers', 'Accept: y'],
    ['false', '&lt;b&gt; &#65;&apos;'],
    ['', '&lt;b&gt; &#65;&apos;'],
    ['unescaped', '<b> A&apos;'],
  ])('looks at the field "%s"', (field, text) => {
    const sample = sampleOf('&lt;b&gt; &#65;&apos;', {
      responseCode: '404',
      responseMessage: 'Not Found',
      url: 'ws://host/path',
      responseHeaders: 'Server: x',
      requestHeaders: 'Accept: y',
    });
    expect(extract({ regex: '(?s)(.*)', useHeaders: field }, [sample]).variables['v']).toBe(text);
  });

  it('counts matches over all samples in its scope', () => {
    const sample = (): SampleResult => {
      const parent = sampleOf('n1');
      parent.addSubResult(sampleOf('n2 n3'), false);
      parent.subResults![0]!.addSubResult(sampleOf('n5'), false);
      parent.addSubResult(sampleOf('n4'), false);
      return parent;
    };
    const all = (scope: string): string => {
      const { variables } = extract({ regex: 'n(\\d)', match_number: '-1', 'Sample.scope': scope }, [
        sample(),
      ]);
      return [1, 2, 3, 4, 5].map((i) => variables[`v_${i}`] ?? '').join('');
    };
    expect(['parent', 'children', 'all', 'other'].map(all)).toEqual(['1', '2345', '12345', '']);
    const third = extract({ regex: 'n(\\d)', match_number: '3', 'Sample.scope': 'all' }, [sample()]);
    expect(third.variables['v']).toBe('3');
  });

  it('looks into a variable', () => {
    const scope = { regex: '(\\d)', default: 'DEF', 'Sample.scope': 'variable' };
    expect(
      extract({ ...scope, 'Scope.variable': 'in' }, 'x7', { variables: { in: 'a5' } }).variables,
    ).toEqual({
      in: 'a5',
      v: '5',
      v_g: '1',
      v_g0: '5',
      v_g1: '5',
    });
    const missing = extract({ ...scope, 'Scope.variable': 'nope' }, 'x7');
    expect(missing.variables).toEqual({ v: 'DEF' });
    expect(missing.logged).toEqual([
      "WARN o.a.j.e.RegexExtractor: No variable 'nope' found to process, skipping processing",
    ]);
  });

  it('logs a malformed pattern and keeps the default', () => {
    const { variables, logged } = extract({ regex: '(?<=a)b', default: 'DEF' }, 'ab');
    expect(variables).toEqual({ v: 'DEF' });
    expect(logged).toEqual(["ERROR o.a.j.e.RegexExtractor: Error in pattern: '(?<=a)b'"]);
  });

  it('logs a pattern that backtracks without end', () => {
    const { variables, logged } = extract({ regex: '(a+)+$', default: 'DEF' }, `${'a'.repeat(3000)}!`);
    expect(variables).toEqual({ v: 'DEF' });
    expect(logged[0]).toMatch(
      /^ERROR o.a.j.e.RegexExtractor: Pattern '\(a\+\)\+\$' gives no match: .*too long/,
    );
  });

  it('prints null for a group that is not set, and for one that ORO does not have', () => {
    expect(extract({ regex: '(a)|(b)', template: '$1$-$2$-$7$' }, 'b').variables).toEqual({
      v: 'null-b-null',
      v_g: '2',
      v_g0: 'b',
      v_g2: 'b',
    });
    const java = extract({ regex: '(a)|(b)', template: '$7$' }, 'b', { engine: 'java' });
    expect(java.variables).toEqual({});
    expect(java.logged).toEqual(['WARN o.a.j.e.RegexExtractor: Error while generating result']);
  });

  it('keeps the template of the first sample of a thread', () => {
    const { variables } = extract({ regex: '(.)', template: '$1$${__counter(TRUE)}' }, ['a', 'b']);
    expect(variables['v']).toBe('b1');
  });

  it('goes on after an empty match as its dialect does', () => {
    const oro = extract({ regex: 'a??', template: '$0$', match_number: '-1' }, 'aa');
    expect(oro.variables['v_matchNr']).toBe('3');
    const java = extract({ regex: 'a??', template: '$0$', match_number: '-1' }, 'aa', {
      engine: 'java',
    });
    expect(java.variables['v_matchNr']).toBe('3');
    expect([oro.variables['v_2'], java.variables['v_2']]).toEqual(['a', '']);
  });
});
