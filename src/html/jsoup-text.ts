import type { AnyNode, Element, Text } from 'domhandler';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that begin on a line of their own. */
const BLOCKS = words(
  'html head body frameset script noscript style meta link title frame noframes section nav aside hgroup header ' +
    'footer p h1 h2 h3 h4 h5 h6 ul ol pre div blockquote hr address figure figcaption form fieldset ins del dl dt ' +
    'dd li table caption thead tfoot tbody colgroup col tr th td video audio canvas details menu plaintext template ' +
    'article main svg math center dir applet marquee listing',
);
/** Blocks that jsoup prints on the line of the text before them. */
const INLINE_BLOCKS = words('title a p h1 h2 h3 h4 h5 h6 pre address li th td script style ins del s');
const PRESERVING = words('pre plaintext title textarea');
const WITHOUT_TEXT = words('script style');
/** How far up jsoup looks for an element that keeps white space. */
const LOOK_UP = 6;

export const isBlank = (text: string): boolean => text.trim() === '';
const isElement = (node: AnyNode | null): node is Element => node?.nodeType === 1;
const isText = (node: AnyNode): node is Text => node.nodeType === 3;

/**
 * The text of an element as jsoup's Element.text(): white space is one blank, and a blank stands between blocks.
 * Trimmed.
 */
export function jsoupText(element: Element): string {
  const writer = new Writer();
  write(element, writer);
  return writer.text.trim();
}

/** The text that stands in the element itself (Element.ownText). */
export function ownText(element: Element): string {
  const writer = new Writer();
  for (const child of element.children) {
    if (isText(child)) writer.append(child.data, keepsSpace(child));
    else if (isElement(child) && child.name === 'br' && !writer.endsWithSpace()) writer.blank();
  }
  return writer.text.trim();
}

class Writer {
  text = '';

  endsWithSpace(): boolean {
    return this.text.endsWith(' ');
  }

  blank(): void {
    this.text += ' ';
  }

  append(data: string, asIs: boolean): void {
    if (asIs) {
      this.text += data;
      return;
    }
    // Zero-width spaces and soft hyphens vanish; a no-break space is white space.
    const plain = data.replace(/[\u200b\u00ad]/g, '').replace(/[ \t\n\f\r\u00a0]+/g, ' ');
    this.text += this.endsWithSpace() && plain.startsWith(' ') ? plain.slice(1) : plain;
  }
}

function write(element: Element, writer: Writer): void {
  const isBlock = BLOCKS.has(element.name);
  if (writer.text !== '' && (isBlock || element.name === 'br') && !writer.endsWithSpace()) writer.blank();
  for (const child of element.children) {
    if (isText(child)) {
      if (!WITHOUT_TEXT.has(element.name)) writer.append(child.data, keepsSpace(child));
    } else if (isElement(child)) write(child, writer);
  }
  const next = element.next;
  const goesOnInline =
    next !== null &&
    (isText(next) || (isElement(next) && (!BLOCKS.has(next.name) || INLINE_BLOCKS.has(next.name))));
  if (isBlock && goesOnInline && !writer.endsWithSpace()) writer.blank();
}

function keepsSpace(text: Text): boolean {
  let node: AnyNode | null = text.parent;
  for (let i = 0; i < LOOK_UP && isElement(node); i++, node = node.parent)
    if (PRESERVING.has(node.name)) return true;
  return false;
}
