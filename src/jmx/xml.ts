import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decodeEntities } from './entities.ts';
import { PlanError } from './plan-error.ts';

/** One XML element with its decoded attributes, its text (CDATA included) and its child elements. */
export interface XmlNode {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlNode[];
  /** 1-based line of the start tag. */
  line: number;
}

/** The shape that fast-xml-parser gives with `preserveOrder`: the tag is the one key that is not special. */
type RawNode = Record<string, RawNode[] | string | Record<string, string>> & {
  [metadata: symbol]: { startIndex?: number };
};

const ATTRIBUTES = ':@';
const TEXT = '#text';
const CDATA = '#cdata';
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
});
const METADATA = XMLParser.getMetaDataSymbol() as symbol;

/** Parses an XML text into its root element. Refuses what JMeter refuses with a PlanError that names the line. */
export function parseXml(source: string, file: string): XmlNode {
  const text = source
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  const lines = new LineFinder(text);
  const refuse = (what: string, line: number, remedy = NOT_XML): PlanError =>
    new PlanError(what, { file, line }, remedy);

  if (/^<\?xml[^>]*version=["']1\.1/.test(text))
    throw refuse('XML 1.1 is not supported', 1, 'JMeter refuses it too: declare version="1.0".');
  const doctype = /<!DOCTYPE/i.exec(text.slice(0, 4096));
  if (doctype !== null)
    throw refuse('A DOCTYPE is not allowed', lines.at(doctype.index), 'JMeter refuses it too: remove it.');
  const valid = XMLValidator.validate(text);
  if (valid !== true)
    throw refuse(`Not well-formed XML: ${valid.err.msg.replace(/\.$/, '')}`, valid.err.line);

  let roots: RawNode[];
  try {
    roots = parser.parse(text) as RawNode[];
  } catch (error) {
    throw refuse(`Not well-formed XML: ${error instanceof Error ? error.message : String(error)}`, 1);
  }

  const decode = (value: string, line: number): string => {
    try {
      return decodeEntities(value);
    } catch (error) {
      throw refuse(`Not well-formed XML: ${(error as Error).message}`, line);
    }
  };
  const convert = (raw: RawNode, tag: string): XmlNode => {
    const line = lines.at(raw[METADATA]?.startIndex ?? 0);
    const attributes: Record<string, string> = {};
    for (const [name, value] of Object.entries((raw[ATTRIBUTES] ?? {}) as Record<string, string>))
      // White space in an attribute is a blank unless it is written as a reference.
      attributes[name] = decode(value.replaceAll(/[\t\n]/g, ' '), line);
    const node: XmlNode = { tag, attributes, text: '', children: [], line };
    for (const child of raw[tag] as RawNode[]) {
      const childTag = tagOf(child);
      if (childTag === TEXT) node.text += decode(child[TEXT] as string, line);
      else if (childTag === CDATA)
        for (const part of child[CDATA] as RawNode[]) node.text += part[TEXT] as string;
      else if (childTag !== undefined) node.children.push(convert(child, childTag));
    }
    return node;
  };

  const elements = roots.filter((raw) => ![TEXT, CDATA].includes(tagOf(raw) ?? TEXT));
  const [root, second] = elements;
  const tag = root && tagOf(root);
  if (root === undefined || tag === undefined)
    throw refuse('The file holds no XML element', 1, 'Is it a JMeter plan?');
  if (second !== undefined)
    throw refuse('More than one root element', lines.at(second[METADATA]?.startIndex ?? 0));
  return convert(root, tag);
}

const tagOf = (raw: RawNode): string | undefined => Object.keys(raw).find((key) => key !== ATTRIBUTES);

/** Line numbers for offsets that mostly grow, as a parser meets them. */
class LineFinder {
  readonly #text: string;
  #line = 1;
  #start = 0;
  /** Offset of the line end behind `#start`. */
  #end: number;

  constructor(text: string) {
    this.#text = text;
    this.#end = this.#endFrom(0);
  }

  at(offset: number): number {
    if (offset < this.#start) {
      this.#line = 1;
      this.#start = 0;
      this.#end = this.#endFrom(0);
    }
    while (this.#end < offset) {
      this.#line++;
      this.#start = this.#end + 1;
      this.#end = this.#endFrom(this.#start);
    }
    return this.#line;
  }

  #endFrom(offset: number): number {
    const end = this.#text.indexOf('\n', offset);
    return end < 0 ? Infinity : end;
  }
}
