import { parseDecimal } from './decimal.ts';
import { illegalArgument, javaError } from './exceptions.ts';
import { bigInteger } from './numbers.ts';
import { runtime } from './runtime.ts';
import { JavaList, JavaMap, type Value } from './value.ts';

const MAX_DEPTH = 200;
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
const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN = /[^"\\]+/y;

/** `groovy.json.JsonSlurper`: strict JSON to lists, maps, texts, Integer, Long, BigInteger and BigDecimal. */
class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Value {
    this.#space();
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw this.#error('Unexpected characters after the JSON document');
    return value;
  }

  #error(message: string): Error {
    const at = this.#at;
    const c = this.#text[Math.min(at, this.#text.length - 1)]!;
    const before = this.#text.slice(0, at).split('\n');
    const line = this.#text.split('\n')[before.length - 1]!;
    return javaError(
      'groovy.json.JsonException',
      `${message}\n\nThe current character read is '${c}' with an int value of ${c.charCodeAt(0)}\n${message}\n` +
        `line number ${before.length}\nindex number ${at}\n${line}\n${'.'.repeat(before.at(-1)!.length)}^`,
    );
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #space(): void {
    this.#match(SPACE);
  }

  #expecting(what: string): Error {
    const c = this.#text[Math.min(this.#at, this.#text.length - 1)]!;
    return this.#error(
      `expecting ${what} but got current char '${c}' with an int value of ${c.charCodeAt(0)}`,
    );
  }

  #value(): Value {
    runtime().allocate(16);
    const c = this.#text[this.#at];
    if (c === '{' || c === '[') {
      if (++this.#depth > MAX_DEPTH) throw javaError('java.lang.StackOverflowError', null);
      const value = c === '{' ? this.#object() : this.#array();
      this.#depth--;
      return value;
    }
    if (c === '"') return this.#string();
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const)
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    const digits = this.#match(NUMBER);
    if (digits === undefined)
      throw this.#error(
        'Unable to determine the current character, it is not a string, number, array, or object',
      );
    return number(digits);
  }

  #object(): Value {
    const map = new JavaMap();
    this.#at++;
    this.#space();
    if (this.#text[this.#at] === '}') {
      this.#at++;
      return map;
    }
    for (;;) {
      this.#space();
      if (this.#text[this.#at] !== '"') throw this.#expecting("'}' or ','");
      const key = this.#string();
      this.#space();
      if (this.#text[this.#at++] !== ':') throw this.#expecting("':'");
      this.#space();
      map.set(key, this.#value());
      this.#space();
      const c = this.#text[this.#at++];
      if (c === '}') return map;
      if (c !== ',') {
        this.#at--;
        throw this.#expecting("'}' or ','");
      }
    }
  }

  #array(): Value {
    const list = new JavaList();
    this.#at++;
    this.#space();
    if (this.#text[this.#at] === ']') {
      this.#at++;
      return list;
    }
    for (;;) {
      this.#space();
      list.add(this.#value());
      this.#space();
      const c = this.#text[this.#at++];
      if (c === ']') return list;
      if (c !== ',') {
        this.#at--;
        throw this.#expecting("',' or ']'");
      }
    }
  }

  #string(): string {
    let text = '';
    this.#at++;
    for (;;) {
      const plain = this.#match(PLAIN);
      if (plain !== undefined) text += plain;
      const c = this.#text[this.#at++];
      if (c === '"') return text;
      if (c === undefined) throw this.#error('Did not find the end of the string');
      const escaped = this.#text[this.#at++] ?? '';
      if (escaped === 'u') {
        const code = this.#text.slice(this.#at, this.#at + 4);
        if (!/^[\da-fA-F]{4}$/.test(code)) throw this.#error('unable to parse an escaped character');
        text += String.fromCharCode(parseInt(code, 16));
        this.#at += 4;
      } else text += ESCAPES[escaped] ?? escaped;
    }
  }
}

function number(digits: string): Value {
  if (/[.eE]/.test(digits)) return parseDecimal(digits) ?? null;
  const value = BigInt(digits);
  if (BigInt.asIntN(32, value) === value) return Number(value);
  return BigInt.asIntN(64, value) === value ? value : bigInteger(value);
}

/** @throws ScriptThrow IllegalArgumentException, JsonException. */
export function parseJson(text: string | null): Value {
  if (text === null || text === '') throw illegalArgument('Text must not be null or empty');
  runtime().allocate(text.length);
  return new Reader(text).document();
}
