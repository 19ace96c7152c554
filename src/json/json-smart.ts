import { trim } from '../java/trim.ts';
import { type JsonObject, type JsonValue, decimalNumber, doubleNumber, integerNumber } from './json-value.ts';

/** Text that even the lenient parser refuses; the message is json-smart's. */
export class JsonParseError extends Error {
  override readonly name = 'JsonParseError';
}

/** Deeper nesting is refused. */
const MAX_DEPTH = 400;
const END = '';

/**
 * Parses JSON as json-smart 2.5.0 does in its permissive mode (the parser of JMeter's JSON elements): texts without
 * quotes or in single quotes, extra commas, leading zeros; what follows the value is ignored. So most texts that are
 * no JSON are one string.
 *
 * @throws JsonParseError
 */
export function parseJsonSmart(text: string): JsonValue {
  return new Parser(text).value(NOWHERE, 0);
}

const NOWHERE = '';
const IN_ARRAY = ',]';
const IN_OBJECT = ',}';
const IN_KEY = ':';

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The character at the cursor. */
  #peek(): string {
    return this.#text[this.#at] ?? END;
  }

  #skipSpace(): void {
    while (this.#peek() !== END && ' \t\r\n'.includes(this.#peek())) this.#at++;
  }

  #unexpected(): JsonParseError {
    return this.#peek() === END
      ? new JsonParseError(`Unexpected End Of File position ${this.#at - 1}: EOF`)
      : new JsonParseError(`Unexpected character (${this.#peek()}) at position ${this.#at}.`);
  }

  #missingColon(): JsonParseError {
    return this.#peek() === END
      ? new JsonParseError(`Unexpected End Of File position ${this.#at - 1}: null`)
      : new JsonParseError(`Unexpected character (${this.#peek()}) at position ${this.#at - 1}.`);
  }

  /** A value; `stops` are the characters that end one without quotes. */
  value(stops: string, depth: number): JsonValue {
    this.#skipSpace();
    const c = this.#peek();
    if (depth > MAX_DEPTH)
      throw new JsonParseError(
        `Malicious payload, having non natural depths, parsing stoped on ${c} at position ${this.#at}.`,
      );
    if (c === '{') return this.#object(depth);
    if (c === '[') return this.#array(depth);
    if (c === '"' || c === "'") return this.#string();
    if (c !== END && (':}]'.includes(c) || (stops !== NOWHERE && c === ','))) throw this.#unexpected();
    if (c === END && stops !== NOWHERE) throw this.#unexpected();
    return literal(this.#unquoted(stops));
  }

  #array(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    this.#at++;
    for (;;) {
      this.#skipSpace();
      const c = this.#peek();
      if (c === ']') {
        this.#at++;
        return items;
      }
      if (c === ',') {
        this.#at++;
        continue;
      }
      items.push(this.value(IN_ARRAY, depth + 1));
      this.#skipSpace();
      if (this.#peek() === END) throw this.#unexpected();
    }
  }

  #object(depth: number): JsonObject {
    const object: JsonObject = new Map();
    this.#at++;
    for (;;) {
      this.#skipSpace();
      const c = this.#peek();
      if (c === '}') {
        this.#at++;
        return object;
      }
      if (c === ',') {
        this.#at++;
        continue;
      }
      if (c === ':' || c === ']' || c === '[' || c === '{' || c === END) throw this.#unexpected();
      const key = c === '"' || c === "'" ? this.#string() : this.#unquoted(IN_KEY);
      this.#skipSpace();
      if (this.#peek() !== ':') throw this.#missingColon();
      this.#at++;
      object.set(key, this.value(IN_OBJECT, depth + 1));
      this.#skipSpace();
      if (this.#peek() === END)
        throw new JsonParseError(`Unexpected End Of File position ${this.#at - 1}: null`);
      if (this.#peek() !== ',' && this.#peek() !== '}')
        throw new JsonParseError(`Unexpected token ${this.#peek()} at position ${this.#at - 1}.`);
    }
  }

  #unquoted(stops: string): string {
    const start = this.#at;
    while (this.#peek() !== END && !stops.includes(this.#peek())) this.#at++;
    return trim(this.#text.slice(start, this.#at));
  }

  #string(): string {
    const quote = this.#peek();
    const end = this.#text.indexOf(quote, this.#at + 1);
    if (end > 0) {
      const plain = this.#text.slice(this.#at + 1, end);
      if (!plain.includes('\\')) {
        this.#at = end + 1;
        return plain;
      }
    }
    let text = '';
    for (this.#at++; ; this.#at++) {
      const c = this.#peek();
      if (c === END) throw new JsonParseError(`Unexpected End Of File position ${this.#at}: null`);
      if (c === quote) {
        this.#at++;
        return text;
      }
      text += c === '\\' ? this.#escape() : c;
    }
  }

  /** The character of an escape; an unknown one is dropped. The cursor ends on its last character. */
  #escape(): string {
    const c = this.#text[++this.#at] ?? END;
    const short = ESCAPES[c];
    if (short !== undefined) return short;
    const length = c === 'u' ? 4 : c === 'x' ? 2 : 0;
    if (length === 0) return '';
    const hex = this.#text.slice(this.#at + 1, this.#at + 1 + length);
    if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length < length)
      throw new JsonParseError(
        `Unexpected unicode escape sequence ${hex.replace(/^[0-9a-fA-F]*/, '')[0] ?? ''} at position ${this.#at + 1 + hex.search(/[^0-9a-fA-F]|$/)}.`,
      );
    this.#at += length;
    return String.fromCharCode(parseInt(hex, 16));
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** A text without quotes: a word, a number or a string. */
function literal(text: string): JsonValue {
  switch (text) {
    case 'null':
      return null;
    case 'true':
      return true;
    case 'false':
      return false;
    case '-':
      return integerNumber(0n);
    case 'NaN':
      return doubleNumber(NaN);
  }
  if (/^-?\d+$/.test(text)) return integerNumber(BigInt(text));
  if (!/^-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/.test(text)) return text;
  // Java keeps digits that a double cannot hold.
  return text.length > 18 ? decimalNumber(text) : doubleNumber(Number(text));
}
