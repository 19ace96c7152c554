import { describe, expect, it } from 'vitest';
import { boundaryExtractor } from '../../../src/elements/post-processors/boundary-extractor.ts';
import { elementContext } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

/** Runs the extractor (reference name v) over each text with one user; returns the variables. */
function extract(
  settings: Record<string, string>,
  texts: string | string[],
  variables: Record<string, string> = {},
): Record<string, unknown> {
  const context = elementContext({
    'BoundaryExtractor.refname': 'v',
    'BoundaryExtractor.lboundary': '[',
    'BoundaryExtractor.rboundary': ']',
    'BoundaryExtractor.match_number': '1',
    ...Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [
        key.includes('.') ? key : `BoundaryExtractor.${key}`,
        value,
      ]),
    ),
  });
  const extractor = boundaryExtractor.compile(context);
  const user = testUser({ variables });
  for (const text of Array.isArray(texts) ? texts : [texts]) extractor.process(user, sampleOf(text));
  return Object.fromEntries(user.variables.entries());
}

describe('Boundary Extractor', () => {
  it.each([
    ['1', { v: 'a' }],
    ['2', { v: 'b' }],
    ['5', {}],
    ['-1', { v_matchNr: '2', v_1: 'a', v_2: 'b' }],
  ])('takes match %s', (match_number, variables) => {
    expect(extract({ match_number }, 'x[a]y[b]z')).toEqual(variables);
  });

  it('takes a match by chance for number 0', () => {
    expect(['a', 'b']).toContain(extract({ match_number: '0' }, '[a][b]')['v']);
  });

  it('searches again right behind the left boundary', () => {
    expect(extract({ match_number: '-1' }, '[a[b]')).toEqual({ v_matchNr: '2', v_1: 'a[b', v_2: 'b' });
  });

  it.each([
    [{ lboundary: '' }, 'x]y]', { v: 'x' }],
    [{ rboundary: '' }, 'a[b[c', { v: 'b[c' }],
    [{ lboundary: '', rboundary: '' }, 'all', { v: 'all' }],
    [{ lboundary: '' }, 'none', {}],
    [{ rboundary: '' }, 'none', {}],
    [{}, '   ', {}],
  ])('with %j takes from "%s" %j', (settings, text, variables) => {
    expect(extract(settings, text)).toEqual(variables);
  });

  it.each([
    [{ default: 'DEF' }, 'DEF'],
    [{ default: ' ' }, 'old'],
    [{ default: '', default_empty_value: 'true' }, ''],
    [{}, 'old'],
  ])('with %j and no match gives "%s"', (settings, value) => {
    expect(extract(settings, 'none', { v: 'old' })).toEqual({ v: value });
  });

  it('removes what an earlier sample left', () => {
    expect(extract({ match_number: '-1' }, ['[a][b][c]', '[d]'])).toEqual({ v_matchNr: '1', v_1: 'd' });
  });

  it('looks into a variable, where an open side makes the number meaningless', () => {
    const scope = { 'Sample.scope': 'variable', 'Scope.variable': 'in', match_number: '3' };
    expect(extract({ ...scope, lboundary: '' }, '', { in: 'x]y' })).toEqual({ in: 'x]y', v: 'x' });
    expect(extract(scope, '[no]', { in: '[1][2][3]' })).toEqual({ in: '[1][2][3]', v: '3' });
    expect(extract(scope, '[no]')).toEqual({});
  });

  it('throws without a reference name', () => {
    expect(() => extract({ refname: '' }, '[a]')).toThrow(
      'One of the mandatory properties is missing in Boundary Extractor:element',
    );
  });
});
