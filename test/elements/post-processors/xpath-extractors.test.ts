import { beforeAll, describe, expect, it } from 'vitest';
import { xPath2Extractor } from '../../../src/elements/post-processors/xpath2-extractor.ts';
import { xPathExtractor } from '../../../src/elements/post-processors/xpath-extractor.ts';
import { PlanError } from '../../../src/jmx/plan-error.ts';
import type { SampleResult } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

const XML = '<r a="1"><i k="x">one</i><i k="y">two</i><n/><m><k>deep</k></m></r>';

beforeAll(() => Promise.all([xPathExtractor.load(), xPath2Extractor.load()]));

interface Extraction {
  variables: Record<string, unknown>;
  samples: SampleResult[];
  logged: string[];
}

/** Runs the extractor (reference name v) over each text with one user. */
function extract(
  extractor: typeof xPathExtractor | typeof xPath2Extractor,
  settings: Record<string, string>,
  texts: string | string[] = XML,
  variables: Record<string, string> = {},
): Extraction {
  const prefix = extractor === xPathExtractor ? 'XPathExtractor' : 'XPathExtractor2';
  const context = elementContext({
    [`${prefix}.refname`]: 'v',
    [`${prefix}.default`]: 'DEF',
    ...Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [key.includes('.') ? key : `${prefix}.${key}`, value]),
    ),
  });
  const compiled = extractor.compile(context);
  const user = testUser({ variables });
  const samples = (Array.isArray(texts) ? texts : [texts]).map((text) => {
    const sample = sampleOf(text);
    compiled.process(user, sample);
    return sample;
  });
  return { variables: Object.fromEntries(user.variables.entries()), samples, logged: user.logged };
}

describe('XPath Extractor', () => {
  it.each([
    ['//i', '1', { v: 'one', v_1: 'one', v_matchNr: '1' }],
    ['//i', '2', { v: 'two', v_1: 'two', v_matchNr: '1' }],
    ['//i', '-1', { v: 'one', v_1: 'one', v_2: 'two', v_matchNr: '2' }],
    ['//i', '9', { v: 'DEF', v_matchNr: '0' }],
    ['/r/@a', '1', { v: '1', v_1: '1', v_matchNr: '1' }],
    ['//zz', '1', { v: 'DEF', v_matchNr: '0' }],
    ['count(//i)', '1', { v: '2', v_1: '2', v_matchNr: '1' }],
    ['count(//i)=2', '1', { v: 'true', v_1: 'true', v_matchNr: '1' }],
    ['//m', '1', { v: 'DEF', v_matchNr: '1' }],
  ])('%s with match number %s gives %j', (xpathQuery, matchNumber, variables) => {
    expect(extract(xPathExtractor, { xpathQuery, matchNumber }).variables).toEqual(variables);
  });

  it('takes all without a match number, and one by chance for 0', () => {
    expect(extract(xPathExtractor, { xpathQuery: '//i' }).variables['v_matchNr']).toBe('2');
    const { variables } = extract(xPathExtractor, { xpathQuery: '//i', matchNumber: '0' });
    expect(['one', 'two']).toContain(variables['v']);
    expect(variables['v_matchNr']).toBe('1');
  });

  it('gives XML for a fragment', () => {
    const { variables } = extract(xPathExtractor, { xpathQuery: '//m', fragment: 'true' });
    expect(variables['v']).toBe('<m><k>deep</k></m>');
  });

  it('removes what an earlier sample left', () => {
    const texts = ['<a><b>1</b><b>2</b><b>3</b></a>', '<a><b>4</b></a>'];
    expect(extract(xPathExtractor, { xpathQuery: '//b' }, texts).variables).toEqual({
      v: '4',
      v_1: '4',
      v_matchNr: '1',
    });
  });

  it('adds an assertion result for a bad document or expression and leaves the sample successful', () => {
    const bad = extract(xPathExtractor, { xpathQuery: '//x' }, '<r><x></r>');
    expect(bad.variables).toEqual({ v: 'DEF', v_matchNr: '0' });
    expect(bad.samples[0]).toMatchObject({
      success: true,
      failureMessage:
        'The element type "x" must be terminated by the matching end-tag "</x>".\nSee log file for further details.',
    });
    expect(extract(xPathExtractor, { xpathQuery: '//[' }).samples[0]!.failureMessage).toBe(
      "A location step was expected following the '/' or '//' token.\nSee log file for further details.",
    );
  });

  it('reads HTML when it is tolerant', () => {
    const { variables } = extract(xPathExtractor, { xpathQuery: '//p', tolerant: 'true' }, '<p>one<p>two');
    expect(variables['v_2']).toBe('two');
  });

  it('reads a variable', () => {
    const settings = { xpathQuery: '//b', 'Sample.scope': 'variable', 'Scope.variable': 'in' };
    expect(extract(xPathExtractor, settings, '', { in: '<b>x</b>' }).variables['v']).toBe('x');
    const missing = extract(xPathExtractor, settings);
    expect(missing.variables).toEqual({ v: 'DEF', v_matchNr: '0' });
    expect(missing.logged).toHaveLength(1);
  });

  it('refuses validation before the run', () => {
    expect(() => extract(xPathExtractor, { xpathQuery: '/', validate: 'true' })).toThrow(PlanError);
  });
});

describe('XPath2 Extractor', () => {
  it.each([
    ['//i', '1', { v: 'one', v_1: 'one', v_matchNr: '1' }],
    ['//i', '-1', { v: 'one', v_1: 'one', v_2: 'two', v_matchNr: '2' }],
    ['//i', '9', { v: 'DEF', v_matchNr: '0' }],
    ['//m', '1', { v: 'deep', v_1: 'deep', v_matchNr: '1' }],
    ['//n', '1', { v: '', v_1: '', v_matchNr: '1' }],
    ['upper-case(//i[1])', '1', { v: 'ONE', v_1: 'ONE', v_matchNr: '1' }],
    ['', '1', { v: 'DEF', v_matchNr: '0' }],
  ])('%s with match number %s gives %j', (xpathQuery, matchNumber, variables) => {
    expect(extract(xPath2Extractor, { xpathQuery, matchNumber }).variables).toEqual(variables);
  });

  it('gives indented XML for a fragment', () => {
    const { variables } = extract(xPath2Extractor, { xpathQuery: '//m', matchNumber: '1', fragment: 'true' });
    expect(variables['v']).toBe('<m>\n   <k>deep</k>\n</m>');
  });

  it('knows the namespaces that it is given', () => {
    const { variables } = extract(
      xPath2Extractor,
      { xpathQuery: '//p:b', namespaces: 'p=urn:x\nq=urn:y' },
      '<a xmlns="urn:x"><b>in</b></a>',
    );
    expect(variables['v']).toBe('in');
  });

  it.each([
    [
      '//x',
      'nope',
      'org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 1; Content is not allowed in prolog.',
    ],
    ['//q:x', XML, "net.sf.saxon.s9api.SaxonApiException: Namespace prefix 'q' has not been declared"],
    ['//zz', XML, '-1'],
  ])('for %s on %s adds the assertion result "%s"', (xpathQuery, text, message) => {
    const { samples } = extract(xPath2Extractor, { xpathQuery }, text);
    expect(samples[0]).toMatchObject({
      success: true,
      failureMessage: `${message}\nSee log file for further details.`,
    });
  });
});
