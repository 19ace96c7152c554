/** Why a text is no well-formed XML: the message of Xerces, and where it stood. */
export interface XmlError {
  readonly message: string;
  /** As Xerces' exception prints itself, with line and column where it has them. */
  readonly located: string;
}

const NAME_START =
  ':A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\udfff\\uf900-\\ufdcf\\ufdf0-\\ufffd';
const NAME = new RegExp(`[${NAME_START}][${NAME_START}\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040]*`, 'y');
const SPACE = /[ \t\r\n]*/y;
const INVALID = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const ENDED = 'XML document structures must start and end within the same entity.';
const BEFORE_ROOT = 'The markup in the document preceding the root element must be well-formed.';
const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

class Malformed extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/**
 * Checks that a text is a well-formed XML document; with `namespaces` also that its prefixes are bound.
 * Validation, external entities and the inside of a DOCTYPE are not looked at.
 */
export function xmlError(text: string, namespaces: boolean): XmlError | undefined {
  try {
    new Checker(text, namespaces).document();
    return undefined;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const { message, at } = error;
    const lines = text.slice(0, at).split(/\r\n|\r|\n/);
    const place = at < 0 ? '' : `lineNumber: ${lines.length}; columnNumber: ${lines.at(-1)!.length + 1}; `;
    return { message, located: `org.xml.sax.SAXParseException; ${place}${message}` };
  }
}

class Checker {
  readonly #text: string;
  readonly #namespaces: boolean;
  readonly #entities = new Set(PREDEFINED);
  #at = 0;

  constructor(text: string, namespaces: boolean) {
    this.#text = text;
    this.#namespaces = namespaces;
  }

  document(): void {
    if (this.#text.trim() === '') throw new Malformed('Premature end of file.', -1);
    if (/^<\?xml[ \t\r\n?]/.test(this.#text)) this.#declaration();
    this.#prolog();
    this.#content();
    this.#trailing();
  }

  #fail(message: string, at = this.#at): Malformed {
    return new Malformed(message, at);
  }

  #ended(): Malformed {
    return this.#fail(ENDED, this.#text.length);
  }

  #starts(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #takes(text: string): boolean {
    if (!this.#starts(text)) return false;
    this.#at += text.length;
    return true;
  }

  #space(): boolean {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.#text);
    const moved = SPACE.lastIndex > this.#at;
    this.#at = SPACE.lastIndex;
    return moved;
  }

  #name(): string {
    NAME.lastIndex = this.#at;
    const found = NAME.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #isEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  #declaration(): void {
    const end = this.#text.indexOf('?>');
    if (end < 0) throw this.#ended();
    const version = /^<\?xml\s+version\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(this.#text);
    if (version === null) throw this.#fail('The version is required in the XML declaration.', end);
    const number = version[1] ?? version[2]!;
    if (number !== '1.0' && number !== '1.1')
      throw this.#fail(
        `XML version "${number}" is not supported, only XML 1.0 is supported.`,
        version[0].length,
      );
    this.#at = end + 2;
  }

  /** Up to the name of the root element. */
  #prolog(): void {
    for (;;) {
      this.#space();
      if (this.#isEnd()) throw new Malformed('Premature end of file.', -1);
      if (!this.#starts('<')) throw this.#fail('Content is not allowed in prolog.');
      if (this.#starts('<!DOCTYPE')) this.#doctype();
      else if (!this.#misc()) {
        NAME.lastIndex = this.#at + 1;
        if (NAME.test(this.#text)) return;
        this.#at += this.#starts('<!') ? 2 : 1;
        throw this.#isEnd() ? this.#ended() : this.#fail(BEFORE_ROOT);
      }
    }
  }

  #doctype(): void {
    let quote = '';
    let depth = 0;
    const start = this.#at;
    for (; ; this.#at++) {
      const c = this.#text[this.#at];
      if (c === undefined) throw this.#ended();
      if (quote !== '') {
        if (c === quote) quote = '';
      } else if (c === '"' || c === "'") quote = c;
      else if (c === '<' || c === '[') depth++;
      else if (c === ']') depth--;
      else if (c === '>' && --depth === 0) break;
    }
    this.#at++;
    for (const [, name] of this.#text.slice(start, this.#at).matchAll(/<!ENTITY\s+([^\s%]+)\s/g))
      this.#entities.add(name!);
  }

  /** A comment or processing instruction. */
  #misc(): boolean {
    if (this.#takes('<!--')) {
      const end = this.#text.indexOf('--', this.#at);
      if (end < 0) throw this.#ended();
      this.#at = end + 2;
      if (!this.#takes('>')) throw this.#fail('The string "--" is not permitted within comments.');
      return true;
    }
    if (!this.#takes('<?')) return false;
    if (this.#isEnd()) throw this.#ended();
    const target = this.#name();
    if (target === '') throw this.#fail('The processing instruction must begin with the name of the target.');
    if (target.toLowerCase() === 'xml')
      throw this.#fail('The processing instruction target matching "[xX][mM][lL]" is not allowed.');
    const end = this.#text.indexOf('?>', this.#at);
    if (end < 0) throw this.#ended();
    this.#at = end + 2;
    return true;
  }

  /** The root element with all in it. */
  #content(): void {
    /** Open elements with the prefixes bound in them. */
    const open: { name: string; prefixes: ReadonlySet<string> }[] = [];
    const bound = (): ReadonlySet<string> => open.at(-1)?.prefixes ?? new Set(['xml', 'xmlns', '']);
    do {
      if (this.#isEnd()) throw this.#ended();
      if (!this.#starts('<')) this.#characters();
      else if (this.#takes('</')) {
        const { name } = open.pop()!;
        if (this.#isEnd()) throw this.#ended();
        if (!this.#takes(name) || NAME_CHARACTER.test(this.#text[this.#at] ?? ' '))
          throw this.#fail(
            `The element type "${name}" must be terminated by the matching end-tag "</${name}>".`,
            this.#at - (this.#text.slice(this.#at - name.length, this.#at) === name ? name.length : 0),
          );
        this.#space();
        if (this.#isEnd()) throw this.#ended();
        if (!this.#takes('>'))
          throw this.#fail(`The end-tag for element type "${name}" must end with a '>' delimiter.`);
      } else if (this.#takes('<![CDATA[')) {
        const end = this.#text.indexOf(']]>', this.#at);
        if (end < 0) throw this.#ended();
        this.#at = end + 3;
      } else if (!this.#misc()) {
        this.#at++;
        const element = this.#startTag(bound());
        if (element !== undefined) open.push(element);
      }
    } while (open.length > 0);
  }

  #characters(): void {
    for (; !this.#isEnd() && !this.#starts('<');) {
      const c = this.#text[this.#at]!;
      if (c === '&') this.#reference();
      else if (this.#starts(']]>'))
        throw this.#fail(
          'The character sequence "]]>" must not appear in content unless used to mark the end of a CDATA section.',
          this.#at + 3,
        );
      else if (INVALID.test(c))
        throw this.#fail(
          `An invalid XML character (Unicode: 0x${c.charCodeAt(0).toString(16)}) was found in the element content of the document.`,
        );
      else this.#at++;
    }
  }

  #reference(): void {
    this.#at++;
    if (this.#takes('#')) return this.#characterReference();
    const name = this.#name();
    if (name === '')
      throw this.#fail("The entity name must immediately follow the '&' in the entity reference.");
    if (!this.#takes(';'))
      throw this.#fail(`The reference to entity "${name}" must end with the ';' delimiter.`);
    if (!this.#entities.has(name)) throw this.#fail(`The entity "${name}" was referenced, but not declared.`);
  }

  #characterReference(): void {
    const hex = this.#takes('x');
    const digits = (hex ? /^[0-9a-fA-F]+/ : /^\d+/).exec(this.#text.slice(this.#at, this.#at + 12))?.[0];
    const start = hex ? '&#x' : '&#';
    if (digits === undefined)
      throw this.#fail(
        `A ${hex ? 'hexadecimal' : 'decimal'} representation must immediately follow the "${start}" in a character reference.`,
      );
    this.#at += digits.length;
    if (!this.#takes(';')) throw this.#fail("The character reference must end with the ';' delimiter.");
    const code = parseInt(digits, hex ? 16 : 10);
    const isValid =
      code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !INVALID.test(String.fromCodePoint(code));
    if (!isValid) throw this.#fail(`Character reference "${start}${digits}" is an invalid XML character.`);
  }

  /** Behind `<`: undefined for an element that is closed at once. */
  #startTag(outer: ReadonlySet<string>): { name: string; prefixes: ReadonlySet<string> } | undefined {
    const name = this.#name();
    if (this.#isEnd()) throw this.#ended();
    if (name === '')
      throw this.#fail('The content of elements must consist of well-formed character data or markup.');
    const attributes = new Set<string>();
    let duplicate: string | undefined;
    const follow = `Element type "${name}" must be followed by either attribute specifications, ">" or "/>".`;
    let isClosed = false;
    for (;;) {
      const spaced = this.#space();
      if (this.#isEnd()) throw this.#ended();
      if (this.#takes('>')) break;
      if (this.#takes('/')) {
        if (this.#isEnd()) throw this.#ended();
        if (!this.#takes('>')) throw this.#fail(follow);
        isClosed = true;
        break;
      }
      if (!spaced) throw this.#fail(follow);
      const attribute = this.#attribute(name, follow);
      if (attributes.has(attribute)) duplicate ??= attribute;
      attributes.add(attribute);
    }
    if (duplicate !== undefined)
      throw this.#fail(`Attribute "${duplicate}" was already specified for element "${name}".`);
    if (!this.#namespaces) return isClosed ? undefined : { name, prefixes: outer };
    const prefixes = this.#boundIn(name, attributes, outer);
    return isClosed ? undefined : { name, prefixes };
  }

  #attribute(element: string, follow: string): string {
    const name = this.#name();
    if (name === '') throw this.#fail(follow);
    this.#space();
    if (this.#isEnd()) throw this.#ended();
    if (!this.#takes('='))
      throw this.#fail(
        `Attribute name "${name}" associated with an element type "${element}" must be followed by the ' = ' character.`,
      );
    this.#space();
    if (this.#isEnd()) throw this.#ended();
    const quote = this.#text[this.#at]!;
    if (quote !== '"' && quote !== "'")
      throw this.#fail(
        `Open quote is expected for attribute "${name}" associated with an  element type  "${element}".`,
      );
    for (this.#at++; !this.#starts(quote);) {
      if (this.#isEnd()) throw this.#ended();
      const c = this.#text[this.#at]!;
      if (c === '&') this.#reference();
      else if (c === '<')
        throw this.#fail(
          `The value of attribute "${name}" associated with an element type "${element}" must not contain the '<' character.`,
        );
      else if (INVALID.test(c))
        throw this.#fail(
          `An invalid XML character (Unicode: 0x${c.charCodeAt(0).toString(16)}) was found in the value of attribute "${name}" and element is "${element}".`,
        );
      else this.#at++;
    }
    this.#at++;
    return name;
  }

  /** The prefixes bound inside of an element; throws for one of its own names that is not. */
  #boundIn(name: string, attributes: ReadonlySet<string>, outer: ReadonlySet<string>): ReadonlySet<string> {
    const declared = [...attributes].filter((attribute) => attribute.startsWith('xmlns:'));
    const prefixes =
      declared.length === 0 ? outer : new Set([...outer, ...declared.map((one) => one.slice(6))]);
    const prefix = (qualified: string): string =>
      qualified.includes(':') ? qualified.slice(0, qualified.indexOf(':')) : '';
    if (!prefixes.has(prefix(name)))
      throw this.#fail(`The prefix "${prefix(name)}" for element "${name}" is not bound.`);
    for (const attribute of attributes)
      if (!prefixes.has(prefix(attribute)))
        throw this.#fail(
          `The prefix "${prefix(attribute)}" for attribute "${attribute}" associated with an element type "${name}" is not bound.`,
        );
    return prefixes;
  }

  #trailing(): void {
    for (;;) {
      this.#space();
      if (this.#isEnd()) return;
      if (!this.#starts('<')) throw this.#fail('Content is not allowed in trailing section.');
      if (!this.#misc())
        throw this.#fail(
          'The markup in the document following the root element must be well-formed.',
          this.#at + (this.#starts('</') ? 2 : 1),
        );
    }
  }
}

const NAME_CHARACTER = new RegExp(`[${NAME_START}\\-.0-9\\xb7]`);
