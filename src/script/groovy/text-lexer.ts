import type { GroovySyntaxError, GStringPart, Token } from './syntax.ts';

/** What a text needs of the lexer around it. */
export interface TextHost {
  embedded(from: number): { tokens: Token[]; end: number };
  tokensOf(name: string, from: number): Token[];
  error(offset: number, message: string): GroovySyntaxError;
}

/** `"""`, `'''`, `"`, `'`, `/` and `$/`: what ends the text and what it may hold. */
interface Form {
  readonly open: string;
  readonly close: string;
  readonly embeds: boolean;
  readonly multiLine: boolean;
  /** `\n` and the like; slashy forms know only an escaped delimiter. */
  readonly escapes: boolean;
}

const FORMS: readonly Form[] = [
  { open: '"""', close: '"""', embeds: true, multiLine: true, escapes: true },
  { open: "'''", close: "'''", embeds: false, multiLine: true, escapes: true },
  { open: '"', close: '"', embeds: true, multiLine: false, escapes: true },
  { open: "'", close: "'", embeds: false, multiLine: false, escapes: true },
  { open: '$/', close: '/$', embeds: true, multiLine: true, escapes: false },
  { open: '/', close: '/', embeds: true, multiLine: true, escapes: false },
];

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  s: ' ',
  '\\': '\\',
  "'": "'",
  '"': '"',
  $: '$',
};

const EMBEDDED_NAME = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy;
const UNICODE = /u+([\da-fA-F]{4})/y;
const OCTAL = /[0-3]?[0-7]?[0-7]/y;

/** Reads one text literal. */
export class TextReader {
  readonly #source: string;
  readonly #start: number;
  readonly #host: TextHost;
  readonly #form: Form;
  #at: number;
  #literal = '';
  readonly #parts: GStringPart[] = [];

  constructor(source: string, start: number, host: TextHost) {
    this.#source = source;
    this.#start = start;
    this.#host = host;
    this.#form = FORMS.find(({ open }) => source.startsWith(open, start))!;
    this.#at = start + this.#form.open.length;
  }

  read(): { parts: GStringPart[]; end: number } {
    const { close, embeds, multiLine } = this.#form;
    for (;;) {
      const c = this.#source[this.#at];
      if (c === undefined || (c === '\n' && !multiLine))
        throw this.#host.error(this.#start, `Unexpected character: '${this.#source[this.#start]}'`);
      if (this.#source.startsWith(close, this.#at)) break;
      if (c === '\\') this.#backslash();
      else if (c === '$' && close === '/$' && /[$/]/.test(this.#source[this.#at + 1] ?? '')) {
        this.#literal += this.#source[this.#at + 1]!;
        this.#at += 2;
      } else if (c === '$' && embeds) this.#dollar();
      else {
        if (c !== '\r') this.#literal += c;
        this.#at++;
      }
    }
    this.#flush();
    return { parts: this.#parts, end: this.#at + close.length };
  }

  #flush(): void {
    if (this.#literal !== '' || this.#parts.length === 0) this.#parts.push(this.#literal);
    this.#literal = '';
  }

  #backslash(): void {
    const next = this.#source[this.#at + 1] ?? '';
    UNICODE.lastIndex = this.#at + 1;
    const unicode = UNICODE.exec(this.#source);
    if (unicode !== null) {
      this.#literal += String.fromCharCode(parseInt(unicode[1]!, 16));
      this.#at += 1 + unicode[0].length;
      return;
    }
    if (!this.#form.escapes) {
      const escaped = this.#form.close === '/' && next === '/';
      this.#literal += escaped ? '/' : '\\';
      this.#at += escaped ? 2 : 1;
      return;
    }
    OCTAL.lastIndex = this.#at + 1;
    const octal = OCTAL.exec(this.#source)?.[0];
    if (octal !== undefined) {
      this.#literal += String.fromCharCode(parseInt(octal, 8));
      this.#at += 1 + octal.length;
    } else if (next === '\n' || next === '\r') {
      this.#at += this.#source.startsWith('\r\n', this.#at + 1) ? 3 : 2;
    } else {
      const meant = ESCAPES[next];
      if (meant === undefined) throw this.#host.error(this.#at, "Unexpected character: '\\'");
      this.#literal += meant;
      this.#at += 2;
    }
  }

  #dollar(): void {
    const from = this.#at + 1;
    if (this.#source[from] === '{') {
      this.#flush();
      const { tokens, end } = this.#host.embedded(from + 1);
      this.#parts.push(tokens);
      this.#at = end;
      return;
    }
    EMBEDDED_NAME.lastIndex = from;
    const name = EMBEDDED_NAME.exec(this.#source)?.[0];
    if (name === undefined) {
      if (this.#form.escapes) throw this.#host.error(this.#at, `Unexpected character: '$'`);
      this.#literal += '$';
      this.#at++;
      return;
    }
    this.#flush();
    this.#parts.push(this.#host.tokensOf(name, from));
    this.#at = from + name.length;
  }
}
