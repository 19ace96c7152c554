import { readFileSync } from 'node:fs';
import { DOMParser, type Element, type Node } from '@xmldom/xmldom';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scalar } from '../../src/jmx/element.ts';
import { parsePlan } from '../../src/jmx/read-plan.ts';
import { parseXml, type XmlNode } from '../../src/jmx/xml.ts';

interface Recorded {
  readonly text: string;
  readonly name?: string;
  readonly comments?: string;
  readonly refusal?: string;
  /** It is read although JMeter refuses it, or the reverse. */
  readonly differs?: boolean;
}
const recorded: readonly Recorded[] = JSON.parse(readFileSync('fixtures/jmx/xml.json', 'utf8'));

describe('a plan file', () => {
  const alike = recorded.filter(({ differs }) => differs !== true);

  it.each(alike.filter(({ refusal }) => refusal === undefined))(
    'is read as JMeter reads it: $text',
    ({ text, name, comments }) => {
      const plan = parsePlan(text, 'p.jmx');
      expect({ name: plan.name, comments: scalar(plan, 'TestPlan.comments') ?? '' }).toEqual({
        name,
        comments,
      });
    },
  );

  it.each(alike.filter(({ refusal }) => refusal !== undefined))(
    'is refused as by JMeter ($refusal): $text',
    ({ text }) => {
      expect(() => parsePlan(text, 'p.jmx')).toThrow(/^[^\n]+\(p\.jmx:[12](?:, [^\n]+)?\)\. [^\n]+$/);
    },
  );

  it.each(recorded.filter(({ differs }) => differs === true))('has a known difference: $text', (row) => {
    if (row.refusal === undefined) expect(() => parsePlan(row.text, 'p.jmx')).toThrow(/p\.jmx:[12]/);
    else expect(parsePlan(row.text, 'p.jmx').name).toBe('T');
  });

  it('is refused at the line of what is wrong', () => {
    expect(() => parseXml('<a>\n<b>\n</c>\n</a>', 'p.jmx')).toThrow(/^Not well-formed XML: .*p\.jmx:3\)/);
    expect(() => parseXml('<!DOCTYPE a [\n]>\n<a>\n<b x="1" x="2"/></a>', 'p.jmx')).toThrow(
      /Attribute 'x' is repeated \(p\.jmx:4\)/,
    );
  });

  it('takes its time by its length, in one line, too', () => {
    const line = `<a>${'<b/>'.repeat(100_000)}</a>`;
    const startMs = performance.now();
    expect(parseXml(line, 'p.jmx').children).toHaveLength(100_000);
    // Half a second when nothing else runs; looking for the line's end at every element took minutes.
    expect(performance.now() - startMs).toBeLessThan(20_000);
  });

  it('may be as deep as JMeter can load, and no deeper', () => {
    const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(parseXml(nested(1500), 'p.jmx').tag).toBe('a');
    expect(() => parseXml(nested(10_000), 'p.jmx')).toThrow(/Maximum nested tags exceeded/);
  });
});

/** An element as its tag, attributes and members, texts of neighbours joined. */
type Tree = [tag: string, attributes: [string, string][], members: (Tree | string)[]];

const name = fc.stringMatching(/^[a-zA-Z_é][\w.\-é]{0,6}$/);
const characters = fc
  .stringMatching(/^[a-z <>&"'\]\n\té漢]{0,12}$/)
  .map((text) => text.replaceAll(']]>', ']]'));
const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.tuple(
    name,
    fc.uniqueArray(fc.tuple(name, characters), { selector: ([key]) => key, maxLength: 3 }),
    fc.array(fc.oneof({ maxDepth: 4 }, characters, tie('tree')), { maxLength: 4 }),
  ),
})).tree;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&#34;').replaceAll('>', '&#x3e;');
const written = ([tag, attributes, members]: Tree): string =>
  `<${tag}${attributes.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('\n')}>` +
  members
    .map((member) =>
      typeof member === 'string' ? asText(member) : `<!-- & < -->${written(member)}<?p <x> ?>`,
    )
    .join('') +
  `</${tag} >`;
const asText = (text: string): string => (text.includes('&') ? `<![CDATA[${text}]]>` : escaped(text));

/** The same of a document that another parser read. */
function fromDom(element: Element): Omit<XmlNode, 'line'> {
  const nodes = Array.from(element.childNodes);
  const first = nodes.findIndex((node) => node.nodeType === 1);
  const isText = (node: Node): boolean => [3, 4].includes(node.nodeType);
  return {
    tag: element.tagName,
    attributes: Object.fromEntries(Array.from(element.attributes).map((each) => [each.name, each.value])),
    text: (first < 0 ? nodes : nodes.slice(0, first))
      .filter(isText)
      .map((node) => node.nodeValue ?? '')
      .join(''),
    children: nodes
      .filter((node) => node.nodeType === 1)
      .map((node) => fromDom(node as Element)) as XmlNode[],
  };
}
const withoutLines = ({ tag, attributes, text, children }: XmlNode): Omit<XmlNode, 'line'> => ({
  tag,
  attributes: { ...attributes },
  text,
  children: children.map(withoutLines) as XmlNode[],
});

describe('any document', () => {
  it('is read as by another parser', () => {
    fc.assert(
      fc.property(tree, (document) => {
        const text = written(document);
        const other = new DOMParser().parseFromString(text, 'text/xml').documentElement;
        expect(withoutLines(parseXml(text, 'p.jmx'))).toEqual(fromDom(other!));
      }),
    );
  });

  it('that is damaged is read or refused with a line, and nothing else', () => {
    fc.assert(
      fc.property(
        tree.map(written),
        fc.nat(),
        fc.stringMatching(/^[<>&"'/!?=a\-[\] ]{0,3}$/),
        (text, at, junk) => {
          const place = at % text.length;
          const damaged = text.slice(0, place) + junk + text.slice(place + 1);
          try {
            parseXml(damaged, 'p.jmx');
          } catch (error) {
            expect((error as Error).name).toBe('PlanError');
          }
        },
      ),
    );
  });
});
