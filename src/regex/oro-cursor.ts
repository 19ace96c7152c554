/** Reads a pattern of ORO: the place in it and the flags that are on. */
export class OroCursor {
  readonly text: string;
  readonly flags: Set<string>;
  at = 0;

  constructor(text: string, flags: ReadonlySet<string>) {
    this.text = text;
    this.flags = new Set(flags);
  }

  peek(offset = 0): string {
    return this.text[this.at + offset] ?? '';
  }

  /** Moves past one character and the comments (and blanks, with the flag x) behind it. */
  next(): void {
    this.at++;
    this.skipIgnored();
  }

  skipIgnored(): void {
    for (;;) {
      if (this.text.startsWith('(?#', this.at)) this.skipTo(')');
      else if (!this.flags.has('x')) return;
      else if (isBlank(this.peek())) this.at++;
      else if (this.peek() === '#') this.skipTo('\n');
      else return;
    }
  }

  skipTo(end: string): void {
    const found = this.text.indexOf(end, this.at);
    this.at = found < 0 ? this.text.length : found + 1;
  }

  /** The character of an escape whose letter was just read. */
  letterEscape(c: string): number {
    const control = CONTROL_ESCAPES[c];
    if (control !== undefined) return control;
    if (c === 'x') {
      const hex = /^[0-9a-fA-F]{0,2}/.exec(this.text.slice(this.at, this.at + 2))![0];
      this.at += hex.length;
      return hex === '' ? 0 : parseInt(hex, 16);
    }
    if (c === 'c') {
      const key = this.peek() || '\uffff';
      this.at++;
      return key.toUpperCase().charCodeAt(0) ^ 64;
    }
    return c.charCodeAt(0);
  }

  octal(): number {
    const octal = /^[0-7]{0,3}/.exec(this.text.slice(this.at, this.at + 3))![0];
    this.at += octal.length;
    return octal === '' ? 0 : parseInt(octal, 8);
  }
}

const CONTROL_ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, e: 27, a: 7 };
const isBlank = (c: string): boolean =>
  c !== '' && /^[\t-\r\x1c- \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]$/.test(c);
export const isUpperUnit = (unit: number): boolean => /^\p{Uppercase}$/u.test(String.fromCharCode(unit));
