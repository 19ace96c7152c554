import { describe, expect, it } from 'vitest';
import { jmesPathExtractor } from '../../../src/elements/post-processors/jmespath-extractor.ts';
import { elementContext } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

const DOCUMENT =
  '{"a":1,"b":{"d":[1,2,3],"c":"x"},"items":[{"id":1,"n":"one"},{"id":2,"n":"two"}],"z":null,"f":1.50,"e":[]}';

function extract(
  settings: Record<string, string>,
  texts: string | string[] = DOCUMENT,
  variables: Record<string, string> = {},
): { variables: Record<string, unknown>; logged: string[] } {
  const context = elementContext({
    'JMESExtractor.referenceName': 'v',
    'JMESExtractor.defaultValue': 'DEF',
    'JMESExtractor.matchNumber': '1',
    ...Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [
        key.includes('.') ? key : `JMESExtractor.${key}`,
        value,
      ]),
    ),
  });
  const extractor = jmesPathExtractor.compile(context);
  const user = testUser({ variables });
  for (const text of Array.isArray(texts) ? texts : [texts]) extractor.process(user, sampleOf(text));
  return { variables: Object.fromEntries(user.variables.entries()), logged: user.logged };
}

describe('JSON JMESPath Extractor', () => {
  it.each([
    ['a', '1', { v: '1', v_matchNr: '1' }],
    ['a', '7', { v: '1', v_matchNr: '1' }],
    ['a', '-1', { v_1: '1', v_matchNr: '1' }],
    ['items[*].n', '2', { v: 'two', v_matchNr: '2' }],
    ['items[*].n', '9', { v: 'DEF', v_matchNr: '2' }],
    ['items[*].n', '-1', { v_1: 'one', v_2: 'two', v_matchNr: '2' }],
    ['nope', '1', { v: 'DEF', v_matchNr: '0' }],
    ['z', '-1', { v: 'DEF', v_matchNr: '0' }],
    ['e', '1', { v: 'DEF', v_matchNr: '0' }],
    ['f', '1', { v: '1.5', v_matchNr: '1' }],
    ['b', '1', { v: '{"d":[1,2,3],"c":"x"}', v_matchNr: '1' }],
    ['b.d', '3', { v: '3', v_matchNr: '3' }],
    [' a ', '', { v: '1', v_matchNr: '1' }],
  ])('%s with match number "%s" gives %j', (path, number, variables) => {
    expect(extract({ jmesPathExpr: path, matchNumber: number }).variables).toEqual(variables);
  });

  it('takes an element by chance for number 0', () => {
    expect(['one', 'two']).toContain(
      extract({ jmesPathExpr: 'items[*].n', matchNumber: '0' }).variables['v'],
    );
  });

  it('removes what an earlier sample left', () => {
    const texts = ['["a","b","c"]', '["d"]'];
    expect(extract({ jmesPathExpr: '@', matchNumber: '-1' }, texts).variables).toEqual({
      v_1: 'd',
      v_matchNr: '1',
    });
  });

  it.each([
    ['a', 'zzz', /message: Unrecognized token 'zzz'/],
    ['items[', '{}', /message: Unable to compile expression "items\["/],
    ['abs(s)', '{"s":"x"}', /message: Invalid argument type calling "abs"/],
  ])('logs why %s cannot be read from %s and gives the default', (path, text, message) => {
    const { variables, logged } = extract({ jmesPathExpr: path }, text);
    expect(variables).toEqual({ v: 'DEF' });
    expect(logged[0]).toMatch(message);
  });

  it('gives the default alone for a blank response', () => {
    expect(extract({ jmesPathExpr: 'a' }, ' ').variables).toEqual({ v: 'DEF' });
  });

  it('reads a variable', () => {
    const settings = { jmesPathExpr: 'a', 'Sample.scope': 'variable', 'Scope.variable': 'in' };
    expect(extract(settings, '', { in: '{"a":true}' }).variables).toEqual({
      in: '{"a":true}',
      v: 'true',
      v_matchNr: '1',
    });
    expect(extract(settings, '{"a":1}').variables).toEqual({ v: 'DEF' });
  });

  it('throws for a match number that is none: the sample is lost', () => {
    expect(() => extract({ jmesPathExpr: 'a', matchNumber: 'x' })).toThrow('For input string: "x"');
  });
});
