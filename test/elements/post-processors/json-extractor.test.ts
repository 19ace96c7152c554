import { describe, expect, it } from 'vitest';
import { jsonExtractor } from '../../../src/elements/post-processors/json-extractor.ts';
import { elementContext } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

const DOCUMENT =
  '{"a":1,"list":[{"id":"x"},{"id":"y"},{"id":"z"}],"n":null,"price":10.0,"o":{"d":[1,2],"c":{"z":1,"b":2}},"e":[],"mixed":[1,null]}';

/** Runs the extractor over each text with one user; returns the variables and the log. */
function extract(
  settings: Record<string, string>,
  texts: string | string[] = DOCUMENT,
  variables: Record<string, string> = {},
): { variables: Record<string, unknown>; logged: string[] } {
  const context = elementContext({
    'JSONPostProcessor.referenceNames': 'v',
    'JSONPostProcessor.defaultValues': 'DEF',
    'JSONPostProcessor.match_numbers': '1',
    ...Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [
        key.includes('.') ? key : `JSONPostProcessor.${key}`,
        value,
      ]),
    ),
  });
  const extractor = jsonExtractor.compile(context);
  const user = testUser({ variables });
  for (const text of Array.isArray(texts) ? texts : [texts]) extractor.process(user, sampleOf(text));
  return { variables: Object.fromEntries(user.variables.entries()), logged: user.logged };
}

describe('JSON Extractor', () => {
  it.each([
    ['$.a', '1', { v: '1', v_matchNr: '1' }],
    ['$.a', '5', { v: '1', v_matchNr: '1' }],
    ['$.a', '', { v: '1' }],
    ['$.a', '-1', { v_1: '1', v_matchNr: '1' }],
    ['$.list[*].id', '2', { v: 'y', v_matchNr: '3' }],
    ['$.list[*].id', '9', { v: 'DEF', v_matchNr: '3' }],
    ['$.list[*].id', '-1', { v_1: 'x', v_2: 'y', v_3: 'z', v_matchNr: '3' }],
    ['$.nope', '1', { v: 'DEF', v_matchNr: '0' }],
    ['$.nope', '0', { v: 'DEF', v_matchNr: '0' }],
    ['$.nope', '-1', { v: 'DEF', v_matchNr: '0' }],
    ['$.n', '1', { v: 'DEF', v_matchNr: '1' }],
    ['$.mixed[*]', '-1', { v_1: '1', v_2: 'DEF', v_matchNr: '2' }],
    ['$.price', '1', { v: '10.0', v_matchNr: '1' }],
    ['$.o', '1', { v: '{"d":[1,2],"c":{"z":1,"b":2}}', v_matchNr: '1' }],
    ['$.list', '1', { v: '[{"id":"x"},{"id":"y"},{"id":"z"}]', v_matchNr: '1' }],
    ['a', '1', { v: '1', v_matchNr: '1' }],
  ])('%s with match number "%s" gives %j', (path, number, variables) => {
    expect(extract({ jsonPathExprs: path, match_numbers: number }).variables).toEqual(variables);
  });

  it('takes a match by chance for number 0 and sets no count', () => {
    const { variables } = extract({ jsonPathExprs: '$.list[*].id', match_numbers: '0' });
    expect(Object.keys(variables)).toEqual(['v']);
    expect(['x', 'y', 'z']).toContain(variables['v']);
  });

  it('prints members in the order of a HashMap', () => {
    const { variables } = extract({ jsonPathExprs: '$' }, '{"zebra":1,"apple":2,"mango":3,"b":4}');
    expect(variables['v']).toBe('{"zebra":1,"apple":2,"b":4,"mango":3}');
  });

  it.each([
    ['$.list[*].id', 'x,y,z'],
    ['$.a', '1'],
    ['$.nope', ''],
  ])('joins all values of %s', (path, all) => {
    const settings = { jsonPathExprs: path, match_numbers: '-1', compute_concat: 'true' };
    expect(extract(settings).variables['v_ALL']).toBe(all);
  });

  it('takes lists of names, paths, defaults and numbers', () => {
    const { variables } = extract({
      referenceNames: 'p; q ;r',
      jsonPathExprs: '$.a;$.list[*].id; $.nope',
      defaultValues: 'd1;d2;d3',
      match_numbers: '1; 3',
    });
    expect(variables).toEqual({ p: '1', p_matchNr: '1', q: 'z', q_matchNr: '3', r: 'd3', r_matchNr: '0' });
  });

  it('removes what an earlier sample left', () => {
    const settings = { jsonPathExprs: '$[*]', match_numbers: '-1' };
    expect(extract(settings, ['["a","b","c"]', '["d"]']).variables).toEqual({ v_1: 'd', v_matchNr: '1' });
  });

  it.each([
    ['', {}],
    ['  ', {}],
  ])('gives the default alone for the blank response "%s"', (text) => {
    expect(extract({ jsonPathExprs: '$.a' }, text).variables).toEqual({ v: 'DEF' });
  });

  it.each([
    ['$.a', '{"a":', 'net.minidev.json.parser.ParseException: Unexpected End Of File position 4: EOF'],
    ['$.a[', '{"a":1}', 'java.lang.StringIndexOutOfBoundsException: String index out of range: 4'],
    [
      '$.e.length()',
      '{"e":[]}',
      'Options AS_PATH_LIST and ALWAYS_RETURN_LIST are not allowed when using path functions!',
    ],
  ])('logs why %s cannot be read from %s and gives the default', (path, text, message) => {
    const { variables, logged } = extract({ jsonPathExprs: path }, text);
    expect(variables).toEqual({ v: 'DEF' });
    expect(logged).toEqual([
      `ERROR o.a.j.e.j.j.JSONPostProcessor: Error processing JSON content in element, message: ${message}`,
    ]);
  });

  it('finds nothing in a text that is no JSON', () => {
    expect(extract({ jsonPathExprs: '$.a' }, 'hello').variables).toEqual({ v: 'DEF', v_matchNr: '0' });
  });

  it('reads a variable', () => {
    const settings = { jsonPathExprs: '$.a', 'Sample.scope': 'variable', 'Scope.variable': 'in' };
    expect(extract(settings, '', { in: '{"a":"b"}' }).variables).toEqual({
      in: '{"a":"b"}',
      v: 'b',
      v_matchNr: '1',
    });
    expect(extract(settings, '{"a":1}').variables).toEqual({ v: 'DEF' });
  });

  it.each([
    [{ defaultValues: 'd1;d2' }, /Number of JSON Path variables must match/],
    [{ match_numbers: '1;2' }, /Index 1 out of bounds for length 1/],
    [{ match_numbers: 'x' }, /For input string: "x"/],
  ])('throws for %j: the sample is lost', (settings, message) => {
    expect(() => extract({ jsonPathExprs: '$.a', ...settings })).toThrow(message);
  });
});
