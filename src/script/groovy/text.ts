import { JavaArray, JavaBytes, JavaChar, JavaList, JavaMap, JavaRange, type Value } from './value.ts';

/** Nesting beyond which Java's own toString has no stack left. */
const MAX_DEPTH = 500;

/** A number that stands for an object's address, as in `[B@1b2c3d`. */
const addresses = new WeakMap<object, string>();
let lastAddress = 0x1b2c3d;
export function addressOf(object: object): string {
  let address = addresses.get(object);
  if (address === undefined) addresses.set(object, (address = (lastAddress += 0x11d).toString(16)));
  return address;
}

/** `toString()` as Java code calls it: `{a=1}`, `[1, 2]`, `null`. */
export function javaText(value: Value, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError('a value that holds itself has no text');
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof JavaList || value instanceof JavaRange) {
    if (value instanceof JavaRange && depth === 0) return value.text;
    return `[${value.items.map((item) => javaText(item, depth + 1)).join(', ')}]`;
  }
  if (value instanceof JavaMap)
    return `{${value
      .entries()
      .map(([key, item]) => `${javaText(key, depth + 1)}=${javaText(item, depth + 1)}`)
      .join(', ')}}`;
  if (value instanceof JavaBytes) return `[B@${addressOf(value)}`;
  if (value instanceof JavaArray) return `${arrayPrefix(value.component)}@${addressOf(value)}`;
  return String(value);
}

const PRIMITIVE_CODES: Readonly<Record<string, string>> = {
  int: 'I',
  long: 'J',
  double: 'D',
  char: 'C',
  boolean: 'Z',
  byte: 'B',
};
export const arrayPrefix = (component: string): string =>
  `[${PRIMITIVE_CODES[component] ?? `L${component};`}`;

/** A value in a GString, in `+` and `println`: as Groovy formats it, `[a:1]`, `[1, 2]`. */
export function groovyText(value: Value, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError('a value that holds itself has no text');
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof JavaArray && value.component === 'char') return value.items.join('');
  if (
    value instanceof JavaList ||
    value instanceof JavaRange ||
    value instanceof JavaArray ||
    value instanceof JavaBytes
  )
    return `[${value.items.map((item) => groovyText(item, depth + 1)).join(', ')}]`;
  if (value instanceof JavaMap) {
    const entries = value
      .entries()
      .map(([key, item]) => `${groovyText(key, depth + 1)}:${groovyText(item, depth + 1)}`);
    return entries.length === 0 ? '[:]' : `[${entries.join(', ')}]`;
  }
  return String(value);
}

/** `inspect()`: texts in quotes. */
export function inspect(value: Value, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError('a value that holds itself has no text');
  if (typeof value === 'string' || value instanceof JavaChar)
    return `'${String(value).replace(/[\\'\n\r\t]/g, (c) => ESCAPES[c]!)}'`;
  if (value instanceof JavaMap) {
    const entries = value
      .entries()
      .map(([key, item]) => `${inspect(key, depth + 1)}:${inspect(item, depth + 1)}`);
    return entries.length === 0 ? '[:]' : `[${entries.join(', ')}]`;
  }
  if (
    value instanceof JavaList ||
    value instanceof JavaArray ||
    value instanceof JavaBytes ||
    value instanceof JavaRange
  )
    return `[${value.items.map((item) => inspect(item, depth + 1)).join(', ')}]`;
  return groovyText(value);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
