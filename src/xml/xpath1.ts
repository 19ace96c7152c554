import { ELEMENT, type XmlNode, serializeXml } from './xml-node.ts';
import { xmlError } from './xml-error.ts';

/** The response is no XML; the message is that of Xerces. */
export class XmlParseError extends Error {
  override readonly name = 'XmlParseError';
}
/** The expression is malformed or cannot be evaluated; the message is that of Xalan where it is known. */
export class XPathError extends Error {
  override readonly name = 'XPathError';
}

/** What an expression gave. */
export type XPathValue =
  | { readonly type: 'nodes'; readonly nodes: readonly XmlNode[] }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'other'; readonly text: string };

/** The part of the `xpath` package that is used; its own types would bring the browser's DOM into the program. */
interface XPathLibrary {
  parse(expression: string): {
    evaluate(options: { node: unknown; namespaces: (prefix: string) => string | undefined }): Result;
  };
}
interface Result {
  readonly nodes?: unknown;
  toArray?(): XmlNode[];
  booleanValue(): boolean;
  stringValue(): string;
  readonly constructor: { readonly name: string };
}

interface Libraries {
  readonly xpath: XPathLibrary;
  readonly dom: typeof import('@xmldom/xmldom');
  readonly parse5: typeof import('parse5');
}
let libraries: Libraries | undefined;

/** Loads what XPath 1 needs; awaited before the functions below are called. */
export async function loadXPath1(): Promise<void> {
  if (libraries !== undefined) return;
  const specifier: string = 'xpath';
  const { default: xpath }: { default: XPathLibrary } = await import(specifier);
  libraries = { xpath, dom: await import('@xmldom/xmldom'), parse5: await import('parse5') };
}

export interface ParseOptions {
  /** Names have namespaces; else a name without prefix stands for any element of that local name. */
  readonly namespaces: boolean;
  /** The text is HTML that need not be well-formed (JMeter: Tidy). */
  readonly tolerant: boolean;
}

/**
 * Parses a document for XPath 1.
 * @throws XmlParseError
 */
export function parseForXPath(text: string, { namespaces, tolerant }: ParseOptions): XmlNode {
  const { dom } = libraries!;
  const source = tolerant ? htmlAsXml(text) : text;
  const error = tolerant ? undefined : xmlError(source, namespaces);
  if (error !== undefined) throw new XmlParseError(error.message);
  let document;
  try {
    document = new dom.DOMParser({ onError: dom.onErrorStopParsing, locator: false }).parseFromString(
      source,
      'text/xml',
    );
    if (!namespaces) withoutNamespaces(document);
  } catch (failure) {
    throw new XmlParseError(failure instanceof Error ? failure.message : String(failure));
  }
  return document;
}

/** Takes the namespaces off all names, so that local names alone count. */
function withoutNamespaces(root: { childNodes: Iterable<unknown> }): void {
  interface Named {
    namespaceURI?: string | null;
    localName?: string | null;
    readonly nodeName: string;
    readonly attributes?: Iterable<Named> | null;
    readonly childNodes: Iterable<Named>;
  }
  const strip = (node: Named): void => {
    if (node.namespaceURI !== undefined && node.namespaceURI !== 'http://www.w3.org/2000/xmlns/')
      node.namespaceURI = null;
    for (const attribute of node.attributes ?? []) strip(attribute);
    for (const child of node.childNodes ?? []) strip(child);
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  for (const child of root.childNodes) strip(child as Named);
}

/**
 * Evaluates an expression on a document from `parseForXPath`. Prefixes are those that its root element declares.
 * @throws XPathError
 */
export function evaluateXPath1(document: XmlNode, expression: string): XPathValue {
  const unknown = unknownFunction(expression);
  if (unknown !== undefined) throw new XPathError(`Could not find function: ${unknown}`);
  try {
    const result = libraries!.xpath.parse(withoutBrokenAxes(expression)).evaluate({
      node: document,
      namespaces: (prefix) => declaredNamespace(document, prefix),
    });
    if (result.toArray !== undefined) {
      // Xalan looks up a lone //name by the whole name, where other paths go by the local name.
      const lone = /^\/\/([\w.-]+)$/.exec(expression.trim())?.[1];
      const nodes = result.toArray();
      return {
        type: 'nodes',
        nodes: lone === undefined ? nodes : nodes.filter(({ nodeName }) => nodeName === lone),
      };
    }
    if (result.constructor.name === 'XBoolean') return { type: 'boolean', value: result.booleanValue() };
    return { type: 'other', text: result.stringValue() };
  } catch (error) {
    throw new XPathError(xalanMessage(expression, error instanceof Error ? error.message : String(error)));
  }
}

const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'last position count id local-name namespace-uri name string concat starts-with contains substring-before ' +
    'substring-after substring string-length normalize-space translate boolean not true false lang number sum ' +
    'floor ceiling round comment text processing-instruction node and or div mod'
  ).split(' '),
);

/** The first function that XPath 1 does not have; Xalan looks for them before it evaluates anything. */
function unknownFunction(expression: string): string | undefined {
  const calls = expression.matchAll(/"[^"]*"|'[^']*'|(?<![\w.$:/-]\s*)([A-Za-z_][\w.-]*)\s*\(/g);
  for (const [, name] of calls) if (name !== undefined && !FUNCTIONS.has(name)) return name;
  return undefined;
}

/** The library finds nothing on the axis `following` and ancestors on `preceding`: both are written by other axes. */
const withoutBrokenAxes = (expression: string): string =>
  expression.replace(/"[^"]*"|'[^']*'|\b(following|preceding)\s*::/g, (found, axis?: string) =>
    axis === undefined ? found : `ancestor-or-self::node()/${axis}-sibling::node()/descendant-or-self::`,
  );

function declaredNamespace(document: XmlNode, prefix: string): string | undefined {
  if (prefix === 'xml') return 'http://www.w3.org/XML/1998/namespace';
  const root = [...document.childNodes].find((child) => child.nodeType === ELEMENT);
  const name = prefix === '' ? '' : `xmlns:${prefix}`;
  return (
    [...(root?.attributes ?? [])].find((attribute) => attribute.nodeName === name)?.nodeValue ?? undefined
  );
}

const STEP_EXPECTED = "A location step was expected following the '/' or '//' token.";
const PATH_EXPECTED = 'A location path was expected, but the end of the XPath expression was found instead.';

/** Xalan's text for an error of the library. */
function xalanMessage(expression: string, message: string): string {
  const unknown = /unknown function[: ]+([\w.:-]+)/i.exec(message)?.[1];
  if (unknown !== undefined) return `Could not find function: ${unknown}`;
  const prefix = /(?:QName|prefix)[^\w]*([\w.-]+)/i.exec(message)?.[1];
  if (prefix !== undefined && expression.includes(`${prefix}:`))
    return `Prefix must resolve to a namespace: ${prefix}`;
  const variable = /variable[^\w$]*\$?([\w.-]+)/i.exec(message)?.[1];
  if (variable !== undefined) return `Variable not resolvable: ${variable}`;
  const text = expression.trim();
  if (text === '') return 'Empty expression!';
  if (/\/\s*(?:[[\])|]|$)/.test(text)) return STEP_EXPECTED;
  if (/[[(|=<>+*-]$|\b(?:and|or|div|mod)$/.test(text)) return PATH_EXPECTED;
  return message;
}

/** The text of a node as the XPath Extractor gives it; null for an element that begins with another one. */
export function nodeText(node: XmlNode, fragment: boolean): string | null {
  if (node.nodeType !== ELEMENT) return node.nodeValue;
  if (fragment) return serializeXml(node, { sorted: true, indented: false, quote: '&quot;' });
  return node.firstChild === null ? null : node.firstChild.nodeValue;
}

/** HTML as a browser reads it, written as XML. */
function htmlAsXml(html: string): string {
  const { parse } = libraries!.parse5;
  interface HtmlNode {
    readonly nodeName: string;
    readonly value?: string;
    readonly data?: string;
    readonly attrs?: readonly { name: string; value: string }[];
    readonly childNodes?: readonly HtmlNode[];
  }
  const escape = (text: string): string =>
    text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, '');
  const isName = (name: string): boolean => /^[A-Za-z_][\w.-]*$/.test(name);
  const write = (node: HtmlNode): string => {
    const inner = (node.childNodes ?? []).map(write).join('');
    if (node.nodeName === '#text') return escape(node.value ?? '');
    if (!isName(node.nodeName)) return inner;
    const attributes = (node.attrs ?? []).filter(({ name }) => isName(name) && !name.startsWith('xmlns'));
    return `<${node.nodeName}${attributes.map(({ name, value }) => ` ${name}="${escape(value)}"`).join('')}>${inner}</${node.nodeName}>`;
  };
  return write(parse(html));
}
