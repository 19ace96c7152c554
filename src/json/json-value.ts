import { doubleToString } from '../java/number-text.ts';

/** JSON as json-smart holds it: objects keep the order of their members, numbers what Java makes of them. */
export type JsonValue = null | boolean | string | JavaNumber | JsonValue[] | JsonObject;
export type JsonObject = Map<string, JsonValue>;

/** A number with the class that Java gives it. */
export interface JavaNumber {
  readonly type: 'Integer' | 'Long' | 'BigInteger' | 'Double' | 'BigDecimal';
  /** As Java prints it. */
  readonly text: string;
  readonly value: number;
}

export const isObject = (value: JsonValue): value is JsonObject => value instanceof Map;
export const isArray = (value: JsonValue): value is JsonValue[] => Array.isArray(value);
export const isNumber = (value: JsonValue): value is JavaNumber =>
  typeof value === 'object' && value !== null && 'type' in value;

/** A whole number of any size. */
export function integerNumber(digits: bigint): JavaNumber {
  const type =
    digits >= -0x80000000n && digits <= 0x7fffffffn
      ? 'Integer'
      : digits >= -0x8000000000000000n && digits <= 0x7fffffffffffffffn
        ? 'Long'
        : 'BigInteger';
  return { type, text: String(digits), value: Number(digits) };
}

export const doubleNumber = (value: number): JavaNumber => ({
  type: 'Double',
  text: doubleToString(value),
  value,
});

/** A BigDecimal from text such as `-1.25E3`, printed as Java does: plain unless the exponent is large. */
export function decimalNumber(text: string): JavaNumber {
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  const scale = fraction.length - Number(exponentText);
  const adjusted = digits.length - 1 - scale;
  const minus = sign === '-' ? '-' : '';
  let printed: string;
  if (scale === 0) printed = digits;
  else if (scale > 0 && adjusted >= -6) {
    const padded = digits.padStart(scale + 1, '0');
    printed = `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  } else {
    const rest = digits.slice(1);
    const mantissa = rest === '' ? digits : `${digits[0] ?? ''}.${rest}`;
    printed = `${mantissa}E${adjusted >= 0 ? '+' : ''}${adjusted}`;
  }
  return { type: 'BigDecimal', text: minus + printed, value: Number(text) };
}

/** Compares two numbers exactly where both are whole, else as doubles. */
export function compareNumbers(a: JavaNumber, b: JavaNumber): number {
  const whole = (n: JavaNumber): boolean => /^-?\d+$/.test(n.text);
  if (!whole(a) || !whole(b)) return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
  const [x, y] = [BigInt(a.text), BigInt(b.text)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Java's equals: numbers of different classes differ, the order of members does not matter. */
export function equalValues(a: JsonValue, b: JsonValue): boolean {
  if (isArray(a))
    return isArray(b) && a.length === b.length && a.every((item, i) => equalValues(item, b[i] ?? null));
  if (isObject(a)) {
    if (!isObject(b) || a.size !== b.size) return false;
    return [...a].every(([key, value]) => b.has(key) && equalValues(value, b.get(key) ?? null));
  }
  if (isNumber(a)) return isNumber(b) && a.type === b.type && a.text === b.text;
  return a === b;
}

/** The Java class of a value, as error messages name it. */
export function className(value: JsonValue): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'net.minidev.json.JSONArray';
  if (isObject(value)) return 'java.util.LinkedHashMap';
  if (isNumber(value)) return `java.${value.type.startsWith('Big') ? 'math' : 'lang'}.${value.type}`;
  return typeof value === 'string' ? 'java.lang.String' : 'java.lang.Boolean';
}

/** Java's toString: JSON for arrays, `{a=1}` for objects. */
export function javaText(value: JsonValue): string {
  if (isArray(value)) return jsonText(value);
  if (isObject(value)) return `{${[...value].map(([key, item]) => `${key}=${javaText(item)}`).join(', ')}}`;
  return isNumber(value) ? value.text : String(value);
}

/** json-smart's toJSONString. */
export function jsonText(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (isObject(value))
    return `{${[...value].map(([key, item]) => `"${escapeText(key)}":${jsonText(item)}`).join(',')}}`;
  if (typeof value === 'string') return `"${escapeText(value)}"`;
  if (isNumber(value)) return /^-?Infinity$/.test(value.text) ? 'null' : value.text;
  return String(value);
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const escapeText = (text: string): string =>
  text.replace(
    /["\\/\x00-\x1f\x7f-\x9f\u2000-\u20ff]/g,
    (char) => SHORT_ESCAPES[char] ?? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

/** The members of an object in the order in which a java.util.HashMap made of them lists them. */
export function hashMapOrder(object: JsonObject): JsonObject {
  let capacity = 1;
  while (capacity < object.size / 0.75 + 1) capacity *= 2;
  const bucket = (key: string): number => {
    let hash = 0;
    for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0;
    return (hash ^ (hash >>> 16)) & (capacity - 1);
  };
  const entries = [...object].map(([key, value]) => ({ key, value, at: bucket(key) }));
  return new Map(entries.toSorted((a, b) => a.at - b.at).map(({ key, value }) => [key, value]));
}
