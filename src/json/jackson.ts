import {
  type JavaNumber,
  type JsonObject,
  type JsonValue,
  doubleNumber,
  integerNumber,
  isArray,
  isObject,
} from './json-value.ts';

/** A text that is no JSON; the message is that of Jackson 2.16. */
export class JacksonError extends Error {
  override readonly name = 'JacksonError';
}

const MAX_DEPTH = 1000;
const EXPECTED_VALUE = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";

/**
 * Parses strict JSON as Jackson's ObjectMapper does: numbers with a fraction or an exponent are doubles, what follows
 * the value is ignored.
 *
 * @throws JacksonError
 */
export function parseJackson(text: string): JsonValue {
  return new Parser(text).document();
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonValue {
    this.#skipSpace();
    if (this.#at >= this.#text.length)
      throw new JacksonError(
        `No content to map due to end-of-input\n at [Source: ${this.#source()}; line: 1, column: 0]`,
      );
    const c = this.#peek();
    if (c === ']' || c === '}')
      throw this.#error(
        `Unexpected close marker '${c}': expected '${c === ']' ? '}' : ']'}' (for root starting at [Source: ${this.#source()}; line: 1, column: 0])`,
        this.#at + 1,
      );
    return this.#value(0);
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #skipSpace(): void {
    while (this.#peek() !== '' && ' \t\r\n'.includes(this.#peek())) this.#at++;
  }

  #source(): string {
    const shown = this.#text
      .slice(0, 500)
      .replace(
        /[\x00-\x09\x0b\x0c\x0e-\x1f]/g,
        (c) => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
      );
    const cut = this.#text.length > 500 ? `[truncated ${this.#text.length - 500} chars]` : '';
    return `(String)"${shown}"${cut}`;
  }

  /** An error at that offset; columns count from 1. */
  #error(what: string, offset: number): JacksonError {
    return new JacksonError(`${what}\n at [Source: ${this.#source()}; ${this.#place(offset)}]`);
  }

  #place(offset: number): string {
    const before = this.#text.slice(0, offset).split('\n');
    return `line: ${before.length}, column: ${before.at(-1)!.length + 1}`;
  }

  #unexpected(what: string, past = 1): JacksonError {
    const char = String.fromCodePoint(this.#text.codePointAt(this.#at)!);
    const code = char.codePointAt(0)!;
    const shown = code > 255 ? `${code} / 0x${code.toString(16)}` : String(code);
    return this.#error(`Unexpected character ('${char}' (code ${shown}))${what}`, this.#at + past);
  }

  #value(depth: number): JsonValue {
    if (depth > MAX_DEPTH)
      throw this.#error(
        `Document nesting depth (${depth}) exceeds the maximum allowed (${MAX_DEPTH}, from \`StreamReadConstraints.getMaxNestingDepth()\`)`,
        this.#at,
      );
    const c = this.#peek();
    switch (c) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
    }
    if (c === '-' || (c >= '0' && c <= '9')) return this.#number();
    if (c === '+')
      throw this.#unexpected(
        ' in numeric value: JSON spec does not allow numbers to have plus signs: enable `JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS` to allow',
        2,
      );
    if (c === '/')
      throw this.#unexpected(
        ": maybe a (non-standard) comment? (not recognized as one since Feature 'ALLOW_COMMENTS' not enabled for parser)",
      );
    return this.#word();
  }

  #word(): JsonValue {
    const word = /^[\p{L}\p{N}_$]*/u.exec(this.#text.slice(this.#at, this.#at + 256))![0];
    const end = this.#at + word.length;
    switch (word) {
      case 'null':
      case 'true':
      case 'false':
        this.#at = end;
        return word === 'null' ? null : word === 'true';
      case '':
        throw this.#unexpected(`: expected a valid value ${EXPECTED_VALUE}`);
      case 'NaN':
        throw this.#error(
          "Non-standard token 'NaN': enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow",
          end,
        );
      default: {
        const shown = word.length === 256 ? `${word}...` : word;
        throw this.#error(`Unrecognized token '${shown}': was expecting ${EXPECTED_VALUE}`, end);
      }
    }
  }

  #number(): JavaNumber {
    const found = /^-?(?:0(?!\d)|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/.exec(this.#text.slice(this.#at));
    const start = this.#at;
    if (found === null) {
      const isMinus = this.#peek() === '-';
      this.#at++;
      if (!isMinus || /\d/.test(this.#peek()))
        throw this.#error('Invalid numeric value: Leading zeroes not allowed', this.#at);
      if (this.#peek() === '')
        throw this.#error('Unexpected end-of-inputNo digit following minus sign', this.#at);
      throw this.#unexpected(
        ' in numeric value: expected digit (0-9) to follow minus sign, for valid numeric value',
      );
    }
    this.#at += found[0].length;
    const next = this.#peek();
    if (next === '.' && found[1] === undefined)
      throw this.#error(
        "Unexpected character ('.' (code 46)) in numeric value: Decimal point not followed by a digit",
        this.#at + 1,
      );
    if (next === 'e' || next === 'E') {
      this.#at += /^[eE][+-]?/.exec(this.#text.slice(this.#at))![0].length;
      if (this.#peek() === '') throw this.#error('Unexpected end-of-input in exponent', this.#at);
      throw this.#unexpected(' in numeric value: Exponent indicator not followed by a digit', 0);
    }
    const text = this.#text.slice(start, this.#at);
    return found[1] === undefined && found[2] === undefined
      ? integerNumber(BigInt(text))
      : doubleNumber(Number(text));
  }

  #string(): string {
    let text = '';
    for (this.#at++; ;) {
      const plain = /["\\\x00-\x1f]/g;
      plain.lastIndex = this.#at;
      const found = plain.exec(this.#text);
      if (found === null)
        throw this.#error(
          'Unexpected end-of-input: was expecting closing quote for a string value',
          this.#text.length,
        );
      text += this.#text.slice(this.#at, found.index);
      this.#at = found.index;
      if (found[0] === '"') {
        this.#at++;
        return text;
      }
      if (found[0] !== '\\')
        throw this.#error(
          `Illegal unquoted character ((CTRL-CHAR, code ${found[0].charCodeAt(0)})): has to be escaped using backslash to be included in string value`,
          this.#at + 1,
        );
      text += this.#escape();
    }
  }

  #escape(): string {
    const c = this.#text[++this.#at] ?? '';
    if (c === '') throw this.#error('Unexpected end-of-input in character escape sequence', this.#at);
    const short = ESCAPES[c];
    if (short !== undefined) {
      this.#at++;
      return short;
    }
    if (c !== 'u')
      throw this.#error(`Unrecognized character escape '${c}' (code ${c.charCodeAt(0)})`, this.#at + 1);
    for (let i = 0; i < 4; i++) {
      this.#at++;
      if (this.#peek() === '')
        throw this.#error('Unexpected end-of-input in character escape sequence', this.#at);
      if (!/[0-9a-fA-F]/.test(this.#peek()))
        throw this.#unexpected(': expected a hex-digit for character escape sequence');
    }
    this.#at++;
    return String.fromCharCode(parseInt(this.#text.slice(this.#at - 4, this.#at), 16));
  }

  #unclosed(kind: 'Array' | 'Object', start: number): JacksonError {
    return this.#error(
      `Unexpected end-of-input: expected close marker for ${kind} (start marker at [Source: ${this.#source()}; ${this.#place(start)}])`,
      this.#text.length,
    );
  }

  #array(depth: number): JsonValue[] {
    const start = this.#at;
    const items: JsonValue[] = [];
    for (this.#at++; ;) {
      this.#skipSpace();
      if (this.#peek() === '') throw this.#unclosed('Array', start);
      if (this.#peek() === ']' && items.length === 0) break;
      items.push(this.#value(depth + 1));
      this.#skipSpace();
      if (this.#peek() === ']') break;
      if (this.#peek() === '') throw this.#unclosed('Array', start);
      if (this.#peek() !== ',') throw this.#unexpected(': was expecting comma to separate Array entries');
      this.#at++;
    }
    this.#at++;
    return items;
  }

  #object(depth: number): JsonObject {
    const start = this.#at;
    const object: JsonObject = new Map();
    for (this.#at++; ;) {
      this.#skipSpace();
      if (this.#peek() === '') throw this.#unclosed('Object', start);
      if (this.#peek() === '}' && object.size === 0) break;
      if (this.#peek() !== '"') throw this.#unexpected(': was expecting double-quote to start field name');
      const key = this.#string();
      this.#skipSpace();
      if (this.#peek() !== '' && this.#peek() !== ':')
        throw this.#unexpected(': was expecting a colon to separate field name and value');
      this.#at++;
      this.#skipSpace();
      if (this.#peek() === '')
        throw this.#error('Unexpected end-of-input within/between Object entries', this.#text.length);
      object.set(key, this.#value(depth + 1));
      this.#skipSpace();
      if (this.#peek() === '}') break;
      if (this.#peek() === '') throw this.#unclosed('Object', start);
      if (this.#peek() !== ',') throw this.#unexpected(': was expecting comma to separate Object entries');
      this.#at++;
    }
    this.#at++;
    return object;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** JSON as Jackson writes it. */
export function jacksonText(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (isArray(value)) return `[${value.map(jacksonText).join(',')}]`;
  if (isObject(value))
    return `{${[...value].map(([key, item]) => `${quoted(key)}:${jacksonText(item)}`).join(',')}}`;
  return /^-?\d/.test(value.text) ? value.text : quoted(value.text);
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const quoted = (text: string): string =>
  `"${text.replace(/["\\\x00-\x1f]/g, (c) => SHORT[c] ?? `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)}"`;
