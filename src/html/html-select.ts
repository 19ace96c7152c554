import type { Element, Document, AnyNode } from 'domhandler';
import type { AttributeSelector, Selector } from 'css-what';
import { compileRegex } from '../regex/regex.ts';
import { isBlank, jsoupText, ownText } from './jsoup-text.ts';

/** A selector that cannot be parsed. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}

interface Libraries {
  readonly parse5: typeof import('parse5');
  readonly adapter: (typeof import('parse5-htmlparser2-tree-adapter'))['adapter'];
  readonly cssWhat: typeof import('css-what');
  readonly cssSelect: typeof import('css-select');
  readonly domutils: typeof import('domutils');
}
let libraries: Libraries | undefined;

/** Loads the HTML parser and the selector engine; awaited before the functions below are called. */
export async function loadHtmlSelect(): Promise<void> {
  if (libraries !== undefined) return;
  const [parse5, { adapter }, cssWhat, cssSelect, domutils] = await Promise.all([
    import('parse5'),
    import('parse5-htmlparser2-tree-adapter'),
    import('css-what'),
    import('css-select'),
    import('domutils'),
  ]);
  libraries = { parse5, adapter, cssWhat, cssSelect, domutils };
}

/** Parses HTML as browsers, and jsoup, do. */
export const parseHtml = (html: string): Document =>
  libraries!.parse5.parse(html, { treeAdapter: libraries!.adapter });

/** All text in an element, as it stands. */
export const textContent = (element: Element): string => libraries!.domutils.textContent(element);

/**
 * The elements that a selector of jsoup 1.17 finds, in the order of the document.
 * @throws SelectorError
 */
export function selectAll(document: Document, selector: string): Element[] {
  if (isBlank(selector)) throw new SelectorError('String must not be empty');
  try {
    const parsed = libraries!.cssWhat.parse(asCss(selector)).map((parts) => parts.map(asJsoup));
    return libraries!.cssSelect.selectAll<AnyNode, Element>(parsed, document, { pseudos: PSEUDOS });
  } catch (error) {
    throw new SelectorError(
      `Could not parse query '${selector}': ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Writes what CSS reads otherwise, or not at all, as pseudo-classes of its own. */
const asCss = (selector: string): string =>
  selector
    .trim()
    // An element with an attribute whose name begins so.
    .replace(/\[\^([\w-]+)\]/g, ':attribute-prefix($1)')
    // In CSS a list of selectors.
    .replace(/:matches\(/gi, ':text-matches(')
    .replace(/\*\|(?=[\w*-])/g, '');

/** Attribute values compare without regard to case, and `~=` takes a regular expression. */
function asJsoup(part: Selector): Selector {
  const { SelectorType } = libraries!.cssWhat;
  if (part.type === SelectorType.Attribute) return attributeAsJsoup(part);
  if (part.type === SelectorType.Pseudo && Array.isArray(part.data))
    return { ...part, data: part.data.map((parts) => parts.map(asJsoup)) };
  return part;
}

function attributeAsJsoup(part: AttributeSelector): Selector {
  const { AttributeAction, SelectorType } = libraries!.cssWhat;
  // `.name` and `#name`.
  if (part.ignoreCase === 'quirks') return { ...part, ignoreCase: part.name === 'class' };
  if (part.action === AttributeAction.Element)
    return { type: SelectorType.Pseudo, name: 'attribute-matches', data: `${part.name}=${part.value}` };
  return part.action === AttributeAction.Exists ? part : { ...part, ignoreCase: true };
}

type Test = (element: Element, argument?: string | null) => boolean;

const contains = (text: string, argument: string): boolean =>
  text.toLowerCase().includes(argument.toLowerCase());
const finds = (text: string, pattern: string): boolean => compileRegex(pattern, 'java').test(text);
const dataOf = (element: Element): string =>
  element.name === 'script' || element.name === 'style' ? textContent(element) : '';

/** Place among the elements with the same parent, from 0. */
const siblingIndex = (element: Element): number =>
  libraries!.domutils
    .getSiblings(element)
    .filter(({ nodeType }) => nodeType === 1)
    .indexOf(element);

function index(argument: string | null | undefined): number {
  if (argument === null || argument === undefined || !/^\s*\d+\s*$/.test(argument))
    throw new SelectorError('Index must be numeric');
  return Number(argument);
}

/** The pseudo-classes of jsoup that CSS does not have. */
const PSEUDOS: Record<string, Test> = {
  'attribute-prefix': (element, prefix) =>
    Object.keys(element.attribs).some((name) => name.startsWith((prefix ?? '').toLowerCase())),
  'attribute-matches': (element, argument) => {
    const [, name = '', pattern = ''] = /^([^=]*)=([^]*)$/.exec(argument ?? '') ?? [];
    const value = element.attribs[name];
    return value !== undefined && finds(value, pattern);
  },
  contains: (element, text) => contains(jsoupText(element), text ?? ''),
  containsown: (element, text) => contains(ownText(element), text ?? ''),
  containsdata: (element, text) => contains(dataOf(element), text ?? ''),
  'text-matches': (element, pattern) => finds(jsoupText(element), pattern ?? ''),
  matchesown: (element, pattern) => finds(ownText(element), pattern ?? ''),
  eq: (element, argument) => siblingIndex(element) === index(argument),
  lt: (element, argument) => siblingIndex(element) < index(argument),
  gt: (element, argument) => siblingIndex(element) > index(argument),
};
