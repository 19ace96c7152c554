import { createRequire } from 'node:module';
import { decodeEntities } from './entities.ts';
import { PlanError } from './plan-error.ts';

/** One XML element with its decoded attributes, its text (CDATA included) and its child elements. */
export interface XmlNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** What stands before the first child element: XStream reads no further. */
  text: string;
  readonly children: XmlNode[];
  /** 1-based line of the start tag. */
  readonly line: number;
}

/** The package as CommonJS is one file, as a module forty: too many for a quick start. */
const { XMLParser, XMLValidator }: typeof import('fast-xml-parser') = createRequire(import.meta.url)(
  'fast-xml-parser',
);

/** The shape that fast-xml-parser gives with `preserveOrder`: the tag is the one key that is not special. */
type RawNode = Record<string, RawNode[] | string | Record<string, string>> & {
  [metadata: symbol]: { startIndex?: number };
};

const ATTRIBUTES = ':@';
const TEXT = '#text';
const CDATA = '#cdata';
/** JMeter's own limit is the stack of its thread, which some 1500 controllers inside each other use up. */
const MAX_DEPTH = 2000;
const NOT_XML = 'Save the plan again with JMeter or mend the XML at that place.';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  // Entities are resolved by decodeEntities: the parser drops the control characters that plans may hold.
  processEntities: false,
  cdataPropName: CDATA,
  ignoreDeclaration: true,
  ignorePiTags: true,
  captureMetaData: true,
  maxNestedTags: MAX_DEPTH,
  // No path is asked for and values stay as they are: said so, the parser spends nothing on them.
  jPath: false,
  tagValueProcessor: () => undefined,
  attributeValueProcessor: () => undefined,
});
const METADATA = XMLParser.getMetaDataSymbol() as symbol;

/**
 * Parses an XML text into its root element. As in JMeter, whose reader (XStream's MXParser) is not quite that of the XML
 * specification, control characters are welcome, a DOCTYPE is skipped and its entities are unknown, and what follows
 * the plan is not looked at.
 * Differs: some texts are read that JMeter refuses, such as a comment with `--` inside (fixtures/jmx).
 * @throws PlanError that names the line, for what is not well-formed.
 */
export function parseXml(source: string, file: string): XmlNode {
  const text = planPart(source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  const refuse = (what: string, line: number, remedy = NOT_XML): PlanError =>
    new PlanError(what, { file, line }, remedy);

  const version = /^<\?xml[^>]*version=["']([^"']*)/.exec(text)?.[1] ?? '1.0';
  if (version !== '1.0')
    throw refuse(`XML ${version} is not supported`, 1, 'JMeter refuses it too: declare version="1.0".');
  const valid = XMLValidator.validate(text);
  if (valid !== true)
    throw refuse(`Not well-formed XML: ${valid.err.msg.replace(/\.$/, '')}`, valid.err.line);

  let roots: RawNode[];
  try {
    roots = parser.parse(text) as RawNode[];
  } catch (error) {
    throw refuse(`Not well-formed XML: ${error instanceof Error ? error.message : String(error)}`, 1);
  }
  const elements = roots.filter((raw) => ![TEXT, CDATA].includes(tagOf(raw)));
  const [root, second] = elements;
  if (root === undefined) throw refuse('The file holds no XML element', 1, 'Is it a JMeter plan?');
  const converter = new Converter(text, refuse);
  const converted = converter.convert(root, tagOf(root));
  if (second !== undefined) throw refuse('More than one root element', converter.lineOf(second));
  return converted;
}

const DOCTYPE = /^((?:\s+|<\?[^]*?\?>|<!--[^]*?-->)*)(<!DOCTYPE(?:[^[\]>]|\[[^\]]*\])*>)/;
const PLAN_END = '</jmeterTestPlan>';

/** The text without a DOCTYPE, of which only the line ends stay, and without what is behind the plan. */
function planPart(text: string): string {
  const end = text.lastIndexOf(PLAN_END);
  return (end < 0 ? text : text.slice(0, end + PLAN_END.length)).replace(
    DOCTYPE,
    (_, before: string, doctype: string) => before + doctype.replaceAll(/[^\n]/g, ''),
  );
}

/** The key that is no attributes; the parser adds it first. */
function tagOf(raw: RawNode): string {
  for (const key in raw) if (key !== ATTRIBUTES) return key;
  return TEXT;
}

/** Makes nodes of what the parser gave. */
class Converter {
  readonly #lines: LineFinder;
  readonly #refuse: (what: string, line: number) => PlanError;

  constructor(text: string, refuse: (what: string, line: number) => PlanError) {
    this.#lines = new LineFinder(text);
    this.#refuse = refuse;
  }

  lineOf(raw: RawNode): number {
    return this.#lines.at(raw[METADATA]?.startIndex ?? 0);
  }

  convert(raw: RawNode, tag: string): XmlNode {
    const line = this.lineOf(raw);
    const attributes = (raw[ATTRIBUTES] ?? {}) as Record<string, string>;
    for (const name in attributes) attributes[name] = this.#attribute(attributes[name] ?? '', line);
    const node: XmlNode = { tag, attributes, text: '', children: [], line };
    for (const child of raw[tag] as RawNode[]) {
      const childTag = tagOf(child);
      if (childTag === TEXT) this.#addText(node, this.#decode(child[TEXT] as string, line));
      else if (childTag === CDATA)
        for (const part of child[CDATA] as RawNode[]) this.#addText(node, part[TEXT] as string);
      else node.children.push(this.convert(child, childTag));
    }
    return node;
  }

  #addText(node: XmlNode, text: string): void {
    if (node.children.length === 0) node.text += text;
  }

  /** White space in an attribute is a blank unless it is written as a reference. */
  #attribute(value: string, line: number): string {
    return this.#decode(/[\t\n]/.test(value) ? value.replaceAll(/[\t\n]/g, ' ') : value, line);
  }

  #decode(value: string, line: number): string {
    if (!value.includes('&')) return value;
    try {
      return decodeEntities(value);
    } catch (error) {
      throw this.#refuse(`Not well-formed XML: ${(error as Error).message}`, line);
    }
  }
}

/** Line numbers for offsets that only grow, as a parser meets them. */
class LineFinder {
  readonly #text: string;
  #line = 1;
  /** Offset of the line's end: looked for once, since a plan may be one long line. */
  #end: number;

  constructor(text: string) {
    this.#text = text;
    this.#end = this.#endFrom(0);
  }

  at(offset: number): number {
    while (this.#end < offset) {
      this.#line++;
      this.#end = this.#endFrom(this.#end + 1);
    }
    return this.#line;
  }

  #endFrom(offset: number): number {
    const end = this.#text.indexOf('\n', offset);
    return end < 0 ? Infinity : end;
  }
}
