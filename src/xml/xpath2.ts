import { ELEMENT, type XmlNode, serializeXml } from './xml-node.ts';
import { xmlError } from './xml-error.ts';

/** What Saxon would throw; the message is Saxon's where it is known. */
export class SaxonError extends Error {
  override readonly name = 'SaxonError';
}

/** The parts of fontoxpath and slimdom that are used; their own types would bring the browser's DOM into the program. */
interface Fontoxpath {
  readonly ReturnType: { readonly ALL_RESULTS: number };
  readonly evaluateXPath: (
    expression: string,
    context: unknown,
    domFacade: null,
    variables: Record<string, never>,
    returnType: number,
    options: { language: string; namespaceResolver: (prefix: string) => string | null },
  ) => unknown[];
}
interface Slimdom {
  readonly parseXmlDocument: (xml: string) => XmlNode;
}
let libraries: { fontoxpath: Fontoxpath; slimdom: Slimdom } | undefined;

/** Loads what XPath 2 needs; awaited before the functions below are called. */
export async function loadXPath2(): Promise<void> {
  if (libraries !== undefined) return;
  const [first, second]: string[] = ['fontoxpath', 'slimdom'];
  const fontoxpath: { default: Fontoxpath } = await import(first!);
  const slimdom: Slimdom = await import(second!);
  libraries = { fontoxpath: fontoxpath.default, slimdom };
}

const XPATH_31 = 'XPath3.1';

/** The namespaces of the extractor and the assertion: one `prefix=uri` per line. */
export function parseNamespaces(text: string): ReadonlyMap<string, string> {
  const namespaces = new Map<string, string>();
  for (const line of text.split('\n')) {
    const equals = line.indexOf('=');
    if (equals >= 0) namespaces.set(line.slice(0, equals), line.slice(equals + 1));
  }
  return namespaces;
}

/**
 * Parses a document for XPath 2.
 * @throws SaxonError
 */
export function parseForXPath2(text: string): XmlNode {
  const error = xmlError(text, true);
  if (error !== undefined) throw new SaxonError(error.located);
  try {
    return libraries!.slimdom.parseXmlDocument(text);
  } catch (failure) {
    throw new SaxonError(failure instanceof Error ? failure.message : String(failure));
  }
}

/**
 * The items that an expression (XPath 3.1) gives, as texts: the string value, or for a fragment the XML of a node.
 * @throws SaxonError
 */
export function evaluateXPath2(
  document: XmlNode,
  expression: string,
  namespaces: ReadonlyMap<string, string>,
  fragment: boolean,
): string[] {
  // Casting is left to XPath, which knows the types.
  const asText = fragment
    ? `(${expression}\n) ! (if (. instance of node()) then . else string(.))`
    : `(${expression}\n) ! string(.)`;
  let items: unknown[];
  try {
    const { evaluateXPath, ReturnType } = libraries!.fontoxpath;
    items = evaluateXPath(asText, document, null, {}, ReturnType.ALL_RESULTS, {
      language: XPATH_31,
      namespaceResolver: (prefix) =>
        STANDARD[prefix] ?? namespaces.get(prefix) ?? (prefix === '' ? '' : null),
    });
  } catch (error) {
    throw new SaxonError(saxonMessage(error instanceof Error ? error.message : String(error)));
  }
  return items.map((item) => (isNode(item) ? fragmentOf(item) : String(item)));
}

const STANDARD: Readonly<Record<string, string>> = {
  xml: 'http://www.w3.org/XML/1998/namespace',
  xs: 'http://www.w3.org/2001/XMLSchema',
  fn: 'http://www.w3.org/2005/xpath-functions',
  math: 'http://www.w3.org/2005/xpath-functions/math',
  map: 'http://www.w3.org/2005/xpath-functions/map',
  array: 'http://www.w3.org/2005/xpath-functions/array',
};

const isNode = (item: unknown): item is XmlNode =>
  typeof item === 'object' && item !== null && 'nodeType' in item;

const fragmentOf = (node: XmlNode): string =>
  serializeXml(node, {
    sorted: false,
    indented: node.nodeType === ELEMENT || node.nodeType === 9,
    quote: '&#34;',
  });

const API = 'net.sf.saxon.s9api.SaxonApiException: ';

/** Saxon's text for an error of the library. */
function saxonMessage(message: string): string {
  const prefix = /XPST0081[^]*?prefix (?:')?([\w.-]+)/.exec(message)?.[1];
  if (prefix !== undefined) return `${API}Namespace prefix '${prefix}' has not been declared`;
  const called = /XPST0017[^]*?Function Q\{[^}]*\}([\w.-]+) with arity of (\d+)/.exec(message);
  if (called !== null)
    return `${API}Cannot find a ${called[2]}-argument function named Q{http://www.w3.org/2005/xpath-functions}${called[1]}()`;
  const variable = /XPST0008, The variable \$?([\w.-]+) is not in scope/.exec(message)?.[1];
  if (variable !== undefined) return `${API}Undeclared variable in XPath expression: $${variable}`;
  if (message.includes('XPST0003')) return `${API}Expected an expression, but reached the end of the input`;
  if (message.includes('FOAR0001')) return 'Integer division by zero';
  const lines = message.split('\n').map((line) => line.trim());
  const text = lines.find((line) => /^(?:Error: )?X[A-Z]{3}\d{4}/.test(line)) ?? lines[0] ?? '';
  return `${API}${text.replace(/^Error: /, '')}`;
}
