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

const NAME_START = String.raw`A-Z_a-z:\u00C0-\u02FF\u0370-\u037D\u037F-\u2027\u202A-\u218F\u2800-\uFFEF`;
const NAME = String.raw`[${NAME_START}][${NAME_START}\-.0-9\u00B7\u0300-\u036F]*`;
const DECLARATION =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])([\w.:-]*)\1(?:[ \t\n]*encoding[ \t\n]*=[ \t\n]*(["'])[A-Za-z][\w.-]*\3)?(?:[ \t\n]*standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\4)?[ \t\n]*\?>/;
const START_TAG = new RegExp(`<(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(String.raw`[ \t\n]*(${NAME})[ \t\n]*=[ \t\n]*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const START_TAG_END = /[ \t\n]*(\/?)>/y;
const END_TAG = new RegExp(String.raw`</(${NAME})[ \t\n]*>`, 'y');
const TARGET = /<\?(?!\?)[^ \t\n>]+/y;
const NOT_BLANK = /[^ \t\n]/;
const NOT_BLANK_IN_ATTRIBUTE = /[\t\n]/g;
/** JMeter's own limit is the stack of its thread, which some 1500 controllers inside each other use up. */
const MAX_DEPTH = 2000;
const NOT_XML = 'Save the plan again with JMeter or mend the XML at that place.';

/**
 * Parses an XML text into its root element. It takes what JMeter takes, whose reader (XStream's MXParser) is not quite
 * that of the XML specification: control characters are welcome, a DOCTYPE is skipped, its entities are unknown, and
 * what follows the root element is not looked at.
 * Differs: a file that is cut off inside its last end tag is refused.
 * @throws PlanError that names the line, for a text that JMeter refuses.
 */
export const parseXml = (source: string, file: string): XmlNode =>
  new Parser(source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), file).root();

class Parser {
  readonly #text: string;
  readonly #file: string;
  /** Offset of what is read next. */
  #at = 0;
  /** Line of the offset that was asked for last, and that offset. */
  #line = 1;
  #counted = 0;
  #hasDoctype = false;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  root(): XmlNode {
    this.#declaration();
    const open: XmlNode[] = [];
    for (;;) {
      const parent = open.at(-1);
      this.#characters(parent);
      switch (this.#text[this.#at + 1]) {
        case '/': {
          if (parent === undefined) throw this.#refuse('an end tag without a start tag');
          this.#endTag(parent);
          open.pop();
          if (open.length === 0) return parent;
          break;
        }
        case '!':
          this.#markup(parent);
          break;
        case '?':
          this.#instruction();
          break;
        default: {
          const [node, isEmpty] = this.#startTag();
          parent?.children.push(node);
          if (isEmpty && parent === undefined) return node;
          if (!isEmpty && open.push(node) > MAX_DEPTH)
            throw new PlanError(
              `More than ${MAX_DEPTH} elements inside each other`,
              { file: this.#file, line: node.line },
              'JMeter cannot load it either: nest less.',
            );
        }
      }
    }
  }

  #declaration(): void {
    if (!/^<\?xml[ \t\n?]/i.test(this.#text)) return;
    const match = DECLARATION.exec(this.#text);
    if (match === null) throw this.#refuse('the XML declaration is malformed');
    if (match[2] !== '1.0')
      throw new PlanError(
        `XML ${match[2]} is not supported`,
        { file: this.#file, line: 1 },
        'JMeter refuses it too: declare version="1.0".',
      );
    this.#at = match[0].length;
  }

  /** Everything up to the next `<`. */
  #characters(parent: XmlNode | undefined): void {
    const end = this.#text.indexOf('<', this.#at);
    const raw = this.#text.slice(this.#at, end < 0 ? undefined : end);
    if (parent === undefined) {
      if (NOT_BLANK.test(raw)) throw this.#refuse('text before the first element');
      if (end < 0) throw this.#refuse('the file holds no element');
    } else {
      if (end < 0) throw this.#refuse(`<${parent.tag}> of line ${parent.line} is not closed`);
      if (raw.includes(']]>')) throw this.#refuse("']]>' in a text");
      const text = this.#decode(raw);
      if (parent.children.length === 0) parent.text += text;
    }
    this.#at = end;
  }

  #startTag(): [node: XmlNode, isEmpty: boolean] {
    const tag = this.#match(START_TAG)?.[1];
    if (tag === undefined) throw this.#refuse("a '<' that begins no tag");
    const line = this.#lineAt(this.#at);
    const attributes: Record<string, string> = {};
    for (let match = this.#match(ATTRIBUTE); match !== null; match = this.#match(ATTRIBUTE)) {
      const name = match[1] ?? '';
      if (Object.hasOwn(attributes, name)) throw this.#refuse(`two attributes '${name}' in <${tag}>`);
      // White space in an attribute is a blank unless it is written as a reference.
      const raw = (match[2] ?? match[3] ?? '').replaceAll(NOT_BLANK_IN_ATTRIBUTE, ' ');
      attributes[name] = this.#decode(raw);
    }
    const end = this.#match(START_TAG_END);
    if (end === null) throw this.#refuse(`<${tag}> has a malformed attribute or no end`);
    return [{ tag, attributes, text: '', children: [], line }, end[1] === '/'];
  }

  #endTag(open: XmlNode): void {
    const tag = this.#match(END_TAG)?.[1];
    if (tag === undefined) throw this.#refuse('a malformed end tag');
    if (tag !== open.tag) throw this.#refuse(`</${tag}> ends <${open.tag}> of line ${open.line}`);
  }

  /** A comment, a CDATA section or a DOCTYPE. */
  #markup(parent: XmlNode | undefined): void {
    const is = (opening: string): boolean => this.#text.startsWith(opening, this.#at);
    if (is('<!--')) {
      const end = this.#skipTo('--', 4, 'a comment');
      if (this.#text[end] !== '>') throw this.#refuse("'--' in a comment");
      this.#at = end + 1;
    } else if (parent === undefined && is('<!DOCTYPE')) this.#doctype();
    else if (parent !== undefined && is('<![CDATA[')) {
      const start = this.#at + 9;
      this.#at = this.#skipTo(']]>', 9, 'a CDATA section');
      if (parent.children.length === 0) parent.text += this.#text.slice(start, this.#at - 3);
    } else throw this.#refuse("a '<!' that begins no comment");
  }

  /** Skipped to the `>` outside of brackets, quoted or not. */
  #doctype(): void {
    if (this.#hasDoctype) throw this.#refuse('a second DOCTYPE');
    this.#hasDoctype = true;
    let depth = 0;
    for (let at = this.#at; at < this.#text.length; at++) {
      const character = this.#text[at];
      if (character === '[') depth++;
      else if (character === ']') depth--;
      else if (character === '>' && depth === 0) {
        this.#at = at + 1;
        return;
      }
    }
    throw this.#refuse('a DOCTYPE is not closed');
  }

  #instruction(): void {
    TARGET.lastIndex = this.#at;
    const target = TARGET.exec(this.#text)?.[0];
    if (target === undefined || /^<\?xml\??$/i.test(target))
      throw this.#refuse('a processing instruction without a name of its own');
    this.#at = this.#skipTo('?>', 2, 'a processing instruction');
  }

  /** The offset behind the next `ending`, from so many characters on. */
  #skipTo(ending: string, from: number, what: string): number {
    const end = this.#text.indexOf(ending, this.#at + from);
    if (end < 0) throw this.#refuse(`${what} is not closed`);
    return end + ending.length;
  }

  /** Matches a sticky expression here, and goes behind it. */
  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#text);
    if (match !== null) this.#at = expression.lastIndex;
    return match;
  }

  #decode(raw: string): string {
    if (!raw.includes('&')) return raw;
    try {
      return decodeEntities(raw);
    } catch (error) {
      throw this.#refuse((error as Error).message);
    }
  }

  /** 1-based; offsets that are asked for only grow. */
  #lineAt(offset: number): number {
    for (;;) {
      const end = this.#text.indexOf('\n', this.#counted);
      if (end < 0 || end >= offset) return this.#line;
      this.#line++;
      this.#counted = end + 1;
    }
  }

  #refuse(what: string): PlanError {
    return new PlanError(
      `Not well-formed XML: ${what}`,
      { file: this.#file, line: this.#lineAt(this.#at) },
      NOT_XML,
    );
  }
}
