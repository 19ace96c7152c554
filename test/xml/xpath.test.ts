import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { xmlError } from '../../src/xml/xml-error.ts';
import { evaluateXPath1, loadXPath1, nodeText, parseForXPath } from '../../src/xml/xpath1.ts';
import { evaluateXPath2, loadXPath2, parseForXPath2, parseNamespaces } from '../../src/xml/xpath2.ts';

/** What Xerces 2.12, Xalan 2.7 and Saxon 11 gave, called by JMeter 5.6.3. */
interface Recorded {
  plain: string;
  namespaced: string;
  texts: { text: string; located: string | null; message: string | null }[];
  xpath1: {
    expression: string;
    fragment: boolean;
    namespaces: boolean;
    document: 'plain' | 'namespaced';
    values?: (string | null)[];
    error?: string;
  }[];
  xpath2: {
    expression: string;
    fragment: boolean;
    namespaces: string;
    document?: 'plain' | 'namespaced';
    text?: string;
    values?: string[];
    error?: string;
  }[];
}
const recorded: Recorded = JSON.parse(readFileSync('fixtures/xml/xpath.json', 'utf8'));

const attempt = (values: () => (string | null)[]): { values?: (string | null)[]; error?: string } => {
  try {
    return { values: values() };
  } catch (error) {
    if (error instanceof Error) return { error: error.message };
    throw error;
  }
};

beforeAll(() => Promise.all([loadXPath1(), loadXPath2()]));

describe('well-formedness', () => {
  it.each(recorded.texts.filter(({ text }) => text !== ''))('of $text', ({ text, located, message }) => {
    expect(xmlError(text, true)?.located ?? null).toBe(located);
    if (!message?.startsWith('DOCTYPE')) expect(xmlError(text, false)?.message ?? null).toBe(message);
  });

  it('knows the entities that a DOCTYPE declares', () => {
    expect(xmlError('<!DOCTYPE a [<!ENTITY e "]>">]><a>&e;</a>', true)).toBeUndefined();
    expect(xmlError('<!DOCTYPE a [<!ENTITY e "v">]><a>&f;</a>', true)?.message).toBe(
      'The entity "f" was referenced, but not declared.',
    );
  });

  it('reads long documents', () => {
    const item = '<item id="1"><name>text &amp; more</name></item>';
    expect(xmlError(`<list>${item.repeat(20_000)}</list>`, true)).toBeUndefined();
    expect(xmlError(`${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`, true)).toBeUndefined();
  });
});

describe('XPath 1', () => {
  it.each(recorded.xpath1)(
    '$expression on the $document document (fragment $fragment, namespaces $namespaces)',
    ({ expression, fragment, namespaces, document, values, error }) => {
      const found = attempt(() => {
        const parsed = parseForXPath(recorded[document], { namespaces, tolerant: false });
        const value = evaluateXPath1(parsed, expression);
        if (value.type === 'nodes') return value.nodes.map((node) => nodeText(node, fragment));
        return [value.type === 'boolean' ? String(value.value) : value.text];
      });
      expect(found).toEqual(error === undefined ? { values } : { error });
    },
  );

  it('reads HTML when it is tolerant', () => {
    const html = '<!DOCTYPE html><html><body><p>one<p class=x>two<br>&nbsp;<img src="a&b">';
    const document = parseForXPath(html, { namespaces: false, tolerant: true });
    const value = evaluateXPath1(document, '//p[@class="x"]');
    expect(value.type === 'nodes' ? value.nodes.map((node) => nodeText(node, false)) : value).toEqual([
      'two',
    ]);
    expect(evaluateXPath1(document, 'string(//img/@src)')).toEqual({ type: 'other', text: 'a&b' });
  });
});

describe('XPath 2', () => {
  it.each(recorded.xpath2)(
    '$expression (fragment $fragment, namespaces "$namespaces") on $document$text',
    ({ expression, fragment, namespaces, document, text, values, error }) => {
      const found = attempt(() => {
        const parsed = parseForXPath2(document === undefined ? text! : recorded[document]);
        if (expression === '') return [];
        return evaluateXPath2(parsed, expression, parseNamespaces(namespaces), fragment);
      });
      expect(found).toEqual(error === undefined ? { values } : { error });
    },
  );
});
