import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { xmlAssertion } from '../../../src/elements/assertions/xml-assertion.ts';
import { xPath2Assertion } from '../../../src/elements/assertions/xpath2-assertion.ts';
import { xPathAssertion } from '../../../src/elements/assertions/xpath-assertion.ts';
import type { AssertionResult } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { sampleOf } from '../../support/sample.ts';
import { testUser } from '../../support/user.ts';

interface Row {
  expression: string;
  document?: 'plain' | 'namespaced';
  text?: string;
  namespaces: string | boolean;
  /** `ok`, `F` or `E` and the message. */
  assertion?: string;
}
const recorded: {
  plain: string;
  namespaced: string;
  xpath1: Row[];
  xpath2: Row[];
  texts: { text: string; message: string | null }[];
} = JSON.parse(readFileSync('fixtures/xml/xpath.json', 'utf8'));

const textOf = (row: Row): string => (row.document === undefined ? (row.text ?? '') : recorded[row.document]);
const printed = ({ failure, error, message }: AssertionResult): string =>
  `${error ? 'E' : failure ? 'F' : 'ok'} ${message}`;

function check(
  definition: typeof xPathAssertion | typeof xPath2Assertion | typeof xmlAssertion,
  properties: Record<string, string>,
  text: string,
  variables: Record<string, string> = {},
): string {
  const sample = sampleOf(text);
  definition.compile(elementContext(properties)).check(testUser({ variables }), sample);
  return printed(sample.assertionResults![0]!);
}

beforeAll(() => xPath2Assertion.load());

describe('XPath Assertion', () => {
  it.each(recorded.xpath1.filter((row) => row.assertion !== undefined && row.document === 'plain'))(
    '$expression: $assertion',
    (row) => {
      const wanted = row.assertion!.replace(/^ok null$/, 'ok ');
      expect(check(xPathAssertion, { 'XPath.xpath': row.expression }, textOf(row))).toBe(wanted);
    },
  );

  it.each([
    ['//i', '<a><i/></a>', 'F Specified XPath was found... Turn off negate if this is not desired'],
    ['//i', '<a/>', 'ok No Nodes Matched //i'],
    ['count(//i)=1', '<a><i/></a>', 'F Nodes Matched for count(//i)=1'],
    ['count(//i)=1', '<a/>', 'ok Nodes Matched for count(//i)=1'],
  ])('negated, %s on %s: %s', (expression, text, outcome) => {
    expect(check(xPathAssertion, { 'XPath.xpath': expression, 'XPath.negate': 'true' }, text)).toBe(outcome);
  });

  it.each([
    [
      '//[',
      '<a/>',
      "E TransformerException: A location step was expected following the '/' or '//' token. for: //[",
    ],
    ['/a', 'zzz', 'E SAXException: Content is not allowed in prolog.'],
    ['/a', '', 'F Response was null'],
  ])('%s on "%s": %s', (expression, text, outcome) => {
    expect(check(xPathAssertion, { 'XPath.xpath': expression }, text)).toBe(outcome);
  });

  it('tests a variable', () => {
    const properties = { 'XPath.xpath': '/b', 'Assertion.scope': 'variable', 'Scope.variable': 'v' };
    expect(check(xPathAssertion, properties, '<a/>', { v: '<b/>' })).toBe('ok ');
    expect(check(xPathAssertion, properties, '<b/>')).toBe('F Response was null');
  });
});

describe('XPath2 Assertion', () => {
  /** Texts of Xalan for what is no XPath 1 at all are not all known. */
  const isKnown = ({ assertion }: Row): boolean =>
    !/^E Exception: (?!Could not find function)/.test(assertion!);

  it.each(recorded.xpath2.filter((row) => isKnown(row)))(
    '$expression with namespaces "$namespaces": $assertion',
    (row) => {
      const properties = { 'XPath.xpath': row.expression, 'XPath.namespaces': String(row.namespaces) };
      expect(check(xPath2Assertion, properties, textOf(row))).toBe(row.assertion);
    },
  );

  it('is an error for an expression that XPath 1 does not know', () => {
    expect(check(xPath2Assertion, { 'XPath.xpath': 'for $i in //i return $i' }, '<i/>')).toMatch(
      /^E Exception: .* for:for \$i/,
    );
  });

  it('can be negated', () => {
    const properties = { 'XPath.xpath': '//i', 'XPath.negate': 'true' };
    expect(check(xPath2Assertion, properties, '<i/>')).toBe('F Nodes Matched for //i');
    expect(check(xPath2Assertion, properties, '<a/>')).toBe('ok Nodes Matched for //i');
  });
});

describe('XML Assertion', () => {
  it.each(recorded.texts)('of $text says $message', ({ text, message }) => {
    const wanted =
      message === null ? 'ok null' : message === 'Response was null' ? `F ${message}` : `E ${message}`;
    expect(check(xmlAssertion, {}, text)).toBe(wanted);
  });

  it('is both a failure and an error', () => {
    const sample = sampleOf('<a>');
    xmlAssertion.compile(elementContext({})).check(testUser(), sample);
    expect(sample.assertionResults).toMatchObject([{ failure: true, error: true }]);
  });
});
