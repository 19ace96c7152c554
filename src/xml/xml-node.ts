/** What is used of a DOM node, of whatever library it comes. */
export interface XmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: XmlNode | null;
  readonly parentNode: XmlNode | null;
  readonly childNodes: Iterable<XmlNode>;
  readonly attributes?: Iterable<XmlNode> | null;
}

export const ELEMENT = 1;
export const ATTRIBUTE = 2;
const TEXT = 3;
const CDATA = 4;
const INSTRUCTION = 7;
const COMMENT = 8;
const DOCUMENT = 9;

export interface SerializeOptions {
  /** Attributes in the order of their names. */
  readonly sorted: boolean;
  /** Elements that hold no text on lines of their own. */
  readonly indented: boolean;
  /** How a double quote in an attribute is written. */
  readonly quote: string;
}

/** Writes a node as XML without declaration; an element gets the namespaces that are in scope. */
export function serializeXml(node: XmlNode, options: SerializeOptions): string {
  switch (node.nodeType) {
    case DOCUMENT:
      return [...node.childNodes]
        .map((child) => serializeXml(child, options))
        .join(options.indented ? '\n' : '');
    case ATTRIBUTE:
      return printAttribute(node, options);
    case ELEMENT:
      return element(node, options, inheritedNamespaces(node), 0);
    default:
      return printOther(node);
  }
}

function element(
  node: XmlNode,
  options: SerializeOptions,
  inherited: readonly XmlNode[],
  depth: number,
): string {
  const own = [...(node.attributes ?? [])];
  const attributes = options.sorted ? own.toSorted(byName) : own;
  const start = `<${node.nodeName}${[...inherited, ...attributes].map((one) => ` ${printAttribute(one, options)}`).join('')}`;
  const children = [...node.childNodes];
  if (children.length === 0) return `${start}/>`;
  const isMixed = children.some((child) => isText(child) && (child.nodeValue ?? '').trim() !== '');
  const onlyText = children.every(isText);
  if (!options.indented || isMixed || onlyText) {
    const flat = isMixed ? { ...options, indented: false } : options;
    return `${start}>${children.map((child) => content(child, flat, depth + 1)).join('')}</${node.nodeName}>`;
  }
  const pad = `\n${'   '.repeat(depth + 1)}`;
  const lines = children
    .filter((child) => !isText(child))
    .map((child) => pad + content(child, options, depth + 1));
  return `${start}>${lines.join('')}\n${'   '.repeat(depth)}</${node.nodeName}>`;
}

const content = (node: XmlNode, options: SerializeOptions, depth: number): string =>
  node.nodeType === ELEMENT ? element(node, options, [], depth) : printOther(node);

const isText = (node: XmlNode): boolean => node.nodeType === TEXT || node.nodeType === CDATA;
const byName = (a: XmlNode, b: XmlNode): number =>
  a.nodeName < b.nodeName ? -1 : a.nodeName > b.nodeName ? 1 : 0;

function printOther(node: XmlNode): string {
  const value = node.nodeValue ?? '';
  switch (node.nodeType) {
    case COMMENT:
      return `<!--${value}-->`;
    case INSTRUCTION:
      return `<?${node.nodeName} ${value}?>`;
    default:
      return value.replace(/[&<>]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : '&gt;'));
  }
}

function printAttribute(node: XmlNode, { quote }: SerializeOptions): string {
  const value = (node.nodeValue ?? '').replace(/[&<"\n\r\t]/g, (c) =>
    c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '"' ? quote : `&#${c.charCodeAt(0)};`,
  );
  return `${node.nodeName}="${value}"`;
}

/** Namespace declarations of the elements around, the innermost of each prefix, by name. */
function inheritedNamespaces(node: XmlNode): XmlNode[] {
  const isDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:');
  const seen = new Set([...(node.attributes ?? [])].map(({ nodeName }) => nodeName));
  const found: XmlNode[] = [];
  for (let outer = node.parentNode; outer?.nodeType === ELEMENT; outer = outer.parentNode)
    for (const attribute of outer.attributes ?? []) {
      if (!isDeclaration(attribute.nodeName) || seen.has(attribute.nodeName)) continue;
      seen.add(attribute.nodeName);
      found.push(attribute);
    }
  return found.toSorted(byName);
}
