import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { cssSelectorExtractor } from '../../../src/elements/post-processors/css-selector-extractor.ts';
import { elementContext } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

/** What JMeter's extractor on jsoup 1.17 gave; `error`: it refused the selector. */
interface Row {
  selector: string;
  attribute?: string;
  html?: string;
  values?: string[];
  error?: boolean;
}
const recorded: { html: string; rows: Row[] } = JSON.parse(readFileSync('fixtures/html/jsoup.json', 'utf8'));

beforeAll(() => cssSelectorExtractor.load());

/** Runs the extractor (reference name v) over each text with one user. */
function extract(
  settings: Record<string, string>,
  texts: string | string[] = recorded.html,
  variables: Record<string, string> = {},
): { variables: Record<string, unknown>; logged: string[] } {
  const context = elementContext({
    'HtmlExtractor.refname': 'v',
    'HtmlExtractor.match_number': '1',
    ...Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [
        key.includes('.') ? key : `HtmlExtractor.${key}`,
        value,
      ]),
    ),
  });
  const extractor = cssSelectorExtractor.compile(context);
  const user = testUser({ variables });
  for (const text of Array.isArray(texts) ? texts : [texts]) extractor.process(user, sampleOf(text));
  return { variables: Object.fromEntries(user.variables.entries()), logged: user.logged };
}

describe('CSS Selector Extractor', () => {
  it.each(recorded.rows)('$selector @$attribute', ({ selector, attribute, html, values, error }) => {
    const settings = { expr: selector, attribute: attribute ?? '', match_number: '-1' };
    const { variables, logged } = extract(settings, html ?? recorded.html);
    if (error === true) {
      expect(variables).toEqual({});
      expect(logged).toHaveLength(1);
      return;
    }
    const wanted = Object.fromEntries(values!.map((value, i) => [`v_${i + 1}`, value]));
    expect(variables).toEqual({ ...wanted, v_matchNr: String(values!.length) });
  });

  it.each([
    ['1', { v: 'a' }],
    ['3', { v: 'c' }],
    ['9', { v: 'DEF' }],
  ])('takes match %s', (match_number, variables) => {
    expect(extract({ expr: 'li', match_number, default: 'DEF' }).variables).toEqual(variables);
  });

  it('takes a match by chance for number 0', () => {
    expect(['a', 'b', 'c']).toContain(extract({ expr: 'li', match_number: '0' }).variables['v']);
  });

  it.each([
    [{ default_empty_value: 'true' }, ''],
    [{}, 'old'],
  ])('with %j and no match gives "%s"', (settings, value) => {
    expect(extract({ expr: 'nope', ...settings }, undefined, { v: 'old' }).variables).toEqual({ v: value });
  });

  it('removes what an earlier sample left', () => {
    const texts = ['<i>1</i><i>2</i><i>3</i>', '<i>4</i>'];
    expect(extract({ expr: 'i', match_number: '-1' }, texts).variables).toEqual({ v_1: '4', v_matchNr: '1' });
  });

  it('reads as Jodd when told so: the text as it stands, no value for a missing attribute', () => {
    const jodd = { extractor_impl: 'JODD' };
    expect(extract({ ...jodd, expr: 'h1' }).variables['v']).toBe('Hello big\n  World');
    expect(extract({ ...jodd, expr: 'a', attribute: 'title', match_number: '-1' }).variables).toEqual({
      v_1: 'Link',
      v_matchNr: '2',
    });
  });

  it('logs an implementation that does not exist', () => {
    expect(extract({ expr: 'a', extractor_impl: 'NONE' }).logged).toEqual([
      'WARN o.a.j.e.HtmlExtractor: element: Error while generating result. Extractor implementation:NONE is unknown',
    ]);
  });

  it('reads a variable', () => {
    const settings = { expr: 'b', 'Sample.scope': 'variable', 'Scope.variable': 'in' };
    expect(extract(settings, '', { in: '<b>x</b>' }).variables).toEqual({ in: '<b>x</b>', v: 'x' });
    expect(extract(settings).logged).toHaveLength(1);
  });
});
