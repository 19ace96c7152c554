import { trim } from '../../java/trim.ts';
import { isSequence, isTrue } from './compare.ts';
import { type Decimal, parseDecimal } from './decimal.ts';
import { javaError } from './exceptions.ts';
import { bigInteger, isNumber, toBigInt, toDecimal, toDouble, toInt, toLong } from './numbers.ts';
import { parseDouble, parseInt32, parseInt64 } from './parse-numbers.ts';
import { groovyText } from './text.ts';
import { classNameOf, isInstance } from './types.ts';
import {
  BigInteger,
  JavaArray,
  JavaBytes,
  JavaChar,
  JavaDouble,
  JavaList,
  JavaMap,
  JavaRange,
  type Value,
} from './value.ts';

/** A type that values are turned into: the full name of a class or a primitive, and how many `[]` follow it. */
export interface JavaType {
  readonly name: string;
  readonly dimensions: number;
}

const castError = (value: Value, type: string): Error =>
  javaError(
    'org.codehaus.groovy.runtime.typehandling.GroovyCastException',
    `Cannot cast object '${groovyText(value)}' with class '${value === null ? 'null' : classNameOf(value)}' to class '${type}'`,
  );

const PRIMITIVE_ZERO: ReadonlySet<string> = new Set(['int', 'long', 'double', 'char', 'byte', 'short']);

/** What a value is as a number of that type; undefined for a type that is no number. */
function numeric(value: Value, type: string): Value | undefined {
  const number = value instanceof JavaChar ? value.code : value;
  if (!isNumber(number)) return undefined;
  switch (type) {
    case 'int':
    case 'java.lang.Integer':
      return toInt(number);
    case 'short':
    case 'java.lang.Short':
      return (toInt(number) << 16) >> 16;
    case 'byte':
    case 'java.lang.Byte':
      return (toInt(number) << 24) >> 24;
    case 'long':
    case 'java.lang.Long':
      return toLong(number);
    case 'double':
    case 'java.lang.Double':
      return new JavaDouble(toDouble(number));
    case 'java.math.BigDecimal':
      return toDecimal(number);
    case 'java.math.BigInteger':
      return bigInteger(toBigInt(number));
    case 'java.lang.Number':
      return number;
    default:
      return undefined;
  }
}

/** What assigning to a variable of that type and `(T) value` do. */
export function castTo(value: Value, { name, dimensions }: JavaType): Value {
  if (dimensions > 0) return toArray(value, name);
  if (name === 'java.lang.Object' || name === 'def' || name === 'void') return value;
  if (name === 'boolean') return isTrue(value);
  if (value === null) {
    if (PRIMITIVE_ZERO.has(name)) throw castError(value, name);
    return null;
  }
  if (name === 'java.lang.Boolean') return isTrue(value);
  if (name === 'java.lang.String') return value instanceof JavaArray ? groovyText(value) : textOf(value);
  if (name === 'char' || name === 'java.lang.Character') {
    if (value instanceof JavaChar) return value;
    if (typeof value === 'string' && value.length === 1) return new JavaChar(value.charCodeAt(0));
    if (isNumber(value)) return new JavaChar(toInt(value));
    throw castError(value, name);
  }
  const number = numeric(value, name);
  if (number !== undefined) return number;
  if (isInstance(value, name)) return value;
  const collection = asCollection(value, name);
  if (collection === undefined) throw castError(value, name);
  return collection;
}

const textOf = (value: Value): string => (typeof value === 'string' ? value : groovyText(value));

/** `value as T`: unlike a cast it reads texts. */
export function asType(value: Value, type: JavaType): Value {
  const { name, dimensions } = type;
  if (value === null) return PRIMITIVE_ZERO.has(name) && dimensions === 0 ? castTo(value, type) : null;
  if (dimensions > 0) return toArray(value, name);
  if (typeof value === 'string' && value !== '' && (name === 'char' || name === 'java.lang.Character'))
    return new JavaChar(value.charCodeAt(0));
  if (typeof value === 'string') {
    const parsed = fromText(value, name);
    if (parsed !== undefined) return parsed;
  }
  return castTo(value, type);
}

function fromText(text: string, type: string): Value | undefined {
  switch (type) {
    case 'int':
    case 'java.lang.Integer':
    case 'short':
    case 'java.lang.Short':
    case 'byte':
    case 'java.lang.Byte':
      return parseInt32(trim(text));
    case 'long':
    case 'java.lang.Long':
      return parseInt64(trim(text));
    case 'double':
    case 'java.lang.Double':
      return parseDouble(text);
    case 'java.math.BigDecimal':
      return parseBigDecimal(text);
    case 'java.math.BigInteger':
      return bigInteger(toBigInt(parseBigDecimal(text)));
    case 'java.util.List':
    case 'java.util.ArrayList':
    case 'java.util.Collection':
      return new JavaList(Array.from({ length: text.length }, (_, i) => text[i]!));
    default:
      return undefined;
  }
}

export function parseBigDecimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === undefined)
    throw javaError(
      'java.lang.NumberFormatException',
      text === ''
        ? 'Index 0 out of bounds for length 0'
        : `Character ${text[0]} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
    );
  return parsed;
}

function asCollection(value: Value, type: string): Value | undefined {
  if (isSequence(value)) {
    switch (type) {
      case 'java.util.List':
      case 'java.util.ArrayList':
      case 'java.util.LinkedList':
      case 'java.util.Collection':
      case 'java.lang.Iterable':
        return value instanceof JavaRange ? value : new JavaList(value.items);
      case 'java.util.Set':
      case 'java.util.HashSet':
      case 'java.util.LinkedHashSet':
        return new JavaList(value.items, 'set');
      default:
        return undefined;
    }
  }
  if (value instanceof JavaMap && ['java.util.LinkedHashMap', 'java.util.TreeMap'].includes(type))
    return new JavaMap(value.entries(), type.endsWith('TreeMap') ? 'sorted' : 'linked');
  return undefined;
}

/** An array of that component type from a list, another array or the characters of a text. */
export function toArray(value: Value, component: string): Value {
  if (value === null) return null;
  if (component === 'byte' && value instanceof JavaBytes) return value;
  if (value instanceof JavaArray && value.component === component) return value;
  const items =
    typeof value === 'string' && component === 'char'
      ? Array.from({ length: value.length }, (_, i) => new JavaChar(value.charCodeAt(i)))
      : isSequence(value)
        ? value.items
        : undefined;
  if (items === undefined) throw castError(value, `${component}[]`);
  const members = items.map((item) =>
    item === null ? null : castTo(item, { name: component, dimensions: 0 }),
  );
  return component === 'byte'
    ? new JavaBytes(Uint8Array.from(members, (item) => (typeof item === 'number' ? item : 0)))
    : new JavaArray(component, members);
}

/** The value of a number as it stands in a script: `1`, `1L`, `1.5`, `1.5d`, `0xff`, `1g`. */
export function numberLiteral(text: string): Value | undefined {
  const plain = text.replaceAll('_', '');
  const isHex = /^-?0x/i.test(plain);
  const suffix = (isHex ? /[lgi]$/i : /[lgidf]$/i).exec(plain)?.[0].toLowerCase() ?? '';
  const digits = suffix === '' ? plain : plain.slice(0, -1);
  if (!isHex && (/[.e]/i.test(digits) || suffix === 'd')) {
    if (suffix === 'd') return new JavaDouble(Number(digits));
    return suffix === 'f' ? undefined : parseDecimal(digits);
  }
  if (suffix === 'f') return undefined;
  const negative = digits.startsWith('-');
  const body = negative ? digits.slice(1) : digits;
  const octal = /^0\d/.test(body);
  const magnitude = BigInt(octal ? `0o${body.slice(1)}` : body);
  const value = negative ? -magnitude : magnitude;
  if (suffix === 'g') return bigInteger(value);
  if (suffix === 'l') return BigInt.asIntN(64, value);
  if (isHex && magnitude <= 0xffffffffn) return Number(BigInt.asIntN(32, value));
  if (BigInt.asIntN(32, value) === value) return Number(value);
  return BigInt.asIntN(64, value) === value ? value : new BigInteger(value);
}
