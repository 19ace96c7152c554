import { jacksonText } from './jackson.ts';
import {
  type JsonObject,
  type JsonValue,
  compareNumbers,
  doubleNumber,
  integerNumber,
  isArray,
  isNumber,
  isObject,
  type JavaNumber,
} from './json-value.ts';

/** A function that got an argument of the wrong type; the message is that of jmespath-java. */
export class ArgumentTypeError extends Error {
  override readonly name = 'ArgumentTypeError';
}

/** An argument: a value, or an expression to apply. */
export type Argument = JsonValue | ((value: JsonValue) => JsonValue);

interface JmesFunction {
  readonly min: number;
  readonly max: number;
  call(args: readonly Argument[]): JsonValue;
}

/** The type of a value, by its name in JMESPath. */
export function typeName(value: Argument): string {
  if (typeof value === 'function') return 'expression';
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return isNumber(value) ? 'number' : typeof value;
}

const wrongType = (name: string, expected: string, actual: string): ArgumentTypeError =>
  new ArgumentTypeError(`Invalid argument type calling "${name}": expected ${expected} but was ${actual}`);

function number(name: string, value: Argument): JavaNumber {
  if (typeof value !== 'function' && value !== null && isNumber(value)) return value;
  throw wrongType(name, 'number', typeName(value));
}
function text(name: string, value: Argument): string {
  if (typeof value === 'string') return value;
  throw wrongType(name, 'string', typeName(value));
}
function array(name: string, value: Argument): JsonValue[] {
  if (typeof value !== 'function' && isArray(value)) return value;
  throw wrongType(name, 'array', typeName(value));
}
function object(name: string, value: Argument): JsonObject {
  if (typeof value !== 'function' && isObject(value)) return value;
  throw wrongType(name, 'object', typeName(value));
}
function expression(name: string, value: Argument): (value: JsonValue) => JsonValue {
  if (typeof value === 'function') return value;
  throw wrongType(name, 'expression', typeName(value));
}

/** The types of the items, as in `number, string and null`. */
const types = (items: readonly JsonValue[]): string => {
  const names = [...new Set(items.map(typeName))];
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
};

function numbers(name: string, value: Argument): JavaNumber[] {
  if (typeof value === 'function' || !isArray(value))
    throw wrongType(name, 'array of number', typeName(value));
  if (value.every(isNumber)) return value;
  throw wrongType(name, 'array of number', `array containing ${types(value)}`);
}

/** An array of numbers or of texts, for comparing. */
function comparable(name: string, value: Argument): JsonValue[] {
  const expected = 'array of number or string';
  if (typeof value === 'function' || !isArray(value)) throw wrongType(name, expected, typeName(value));
  if (value.every(isNumber) || value.every((item) => typeof item === 'string')) return value;
  throw wrongType(name, expected, `array containing ${types(value)}`);
}

const order = (a: JsonValue, b: JsonValue): number => {
  if (a !== null && b !== null && isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
};

/** The item whose key comes first under `sign * order`; null for an empty array. */
function extreme(items: readonly JsonValue[], keys: readonly JsonValue[], sign: number): JsonValue {
  let best = -1;
  keys.forEach((key, i) => {
    if (best < 0 || sign * order(key, keys[best]!) < 0) best = i;
  });
  return items[best] ?? null;
}

/** What an expression gives for each item: all numbers or all texts. */
function keysBy(name: string, items: readonly JsonValue[], by: (value: JsonValue) => JsonValue): JsonValue[] {
  const keys = items.map(by);
  const first = keys[0];
  if (first === undefined) return keys;
  if (typeof first !== 'string' && !isNumber(first))
    throw wrongType(name, 'number or string', typeName(first));
  for (const key of keys)
    if (typeName(key) !== typeName(first)) throw wrongType(name, typeName(first), typeName(key));
  return keys;
}

const single = (call: (argument: Argument) => JsonValue): JmesFunction => ({
  min: 1,
  max: 1,
  call: ([argument = null]) => call(argument),
});
const pair = (call: (first: Argument, second: Argument) => JsonValue): JmesFunction => ({
  min: 2,
  max: 2,
  call: ([first = null, second = null]) => call(first, second),
});
const rounding = (name: string, round: (value: number) => number): JmesFunction =>
  single((value) => doubleNumber(round(number(name, value).value)));
const count = (n: number): JsonValue => integerNumber(BigInt(n));
const sum = (values: readonly JavaNumber[]): number => values.reduce((total, { value }) => total + value, 0);

/** The built-in functions of the specification. */
export const FUNCTIONS: ReadonlyMap<string, JmesFunction> = new Map<string, JmesFunction>([
  ['abs', rounding('abs', Math.abs)],
  ['ceil', rounding('ceil', Math.ceil)],
  ['floor', rounding('floor', Math.floor)],
  [
    'avg',
    single((value) => {
      const values = numbers('avg', value);
      return values.length === 0 ? null : doubleNumber(sum(values) / values.length);
    }),
  ],
  ['sum', single((value) => doubleNumber(sum(numbers('sum', value))))],
  [
    'contains',
    pair((subject, search) => {
      if (typeof subject === 'string') return typeof search === 'string' && subject.includes(search);
      if (typeof subject === 'function' || !isArray(subject))
        throw wrongType('contains', 'array or string', typeName(subject));
      return typeof search !== 'function' && subject.some((item) => equalValues(item, search));
    }),
  ],
  ['starts_with', pair((s, prefix) => text('starts_with', s).startsWith(text('starts_with', prefix)))],
  ['ends_with', pair((s, suffix) => text('ends_with', s).endsWith(text('ends_with', suffix)))],
  [
    'join',
    pair((glue, items) => {
      const separator = text('join', glue);
      const list = array('join', items);
      if (!list.every((item) => typeof item === 'string'))
        throw wrongType('join', 'array of string', `array containing ${types(list)}`);
      return list.join(separator);
    }),
  ],
  ['keys', single((value) => [...object('keys', value).keys()])],
  ['values', single((value) => [...object('values', value).values()])],
  [
    'length',
    single((value) => {
      if (typeof value === 'string') return count(value.length);
      if (typeof value !== 'function' && isArray(value)) return count(value.length);
      if (typeof value !== 'function' && isObject(value)) return count(value.size);
      throw wrongType('length', 'string, array or object', typeName(value));
    }),
  ],
  ['map', pair((by, items) => array('map', items).map(expression('map', by)))],
  ['max', single((value) => extremeOf(comparable('max', value), -1))],
  ['min', single((value) => extremeOf(comparable('min', value), 1))],
  ['max_by', pair((items, by) => extremeBy('max_by', items, by, -1))],
  ['min_by', pair((items, by) => extremeBy('min_by', items, by, 1))],
  [
    'merge',
    {
      min: 1,
      max: Infinity,
      call: (args) => new Map(args.flatMap((argument) => [...object('merge', argument)])),
    },
  ],
  [
    'not_null',
    {
      min: 1,
      max: Infinity,
      call: (args) => {
        for (const argument of args) if (argument !== null && typeof argument !== 'function') return argument;
        return null;
      },
    },
  ],
  [
    'reverse',
    single((value) => {
      if (typeof value === 'string') return Array.from(value).toReversed().join('');
      return array('reverse', value).toReversed();
    }),
  ],
  ['sort', single((value) => comparable('sort', value).toSorted(order))],
  [
    'sort_by',
    pair((items, by) => {
      const list = array('sort_by', items);
      if (!list.every(isObject))
        throw wrongType('sort_by', 'array of object', `array containing ${types(list)}`);
      const keys = keysBy('sort_by', list, expression('sort_by', by));
      return list
        .map((item, i) => ({ item, key: keys[i]! }))
        .toSorted((a, b) => order(a.key, b.key))
        .map(({ item }) => item);
    }),
  ],
  ['to_array', single((value) => (isArray(plain(value)) ? plain(value) : [plain(value)]))],
  ['to_string', single((value) => (typeof value === 'string' ? value : jacksonText(plain(value))))],
  ['to_number', single((value) => toNumber(plain(value)))],
  [
    'type',
    single((value) => {
      if (typeof value === 'function') throw wrongType('type', 'any value', 'expression');
      return typeName(value);
    }),
  ],
]);

const plain = (value: Argument): JsonValue => (typeof value === 'function' ? null : value);
const extremeOf = (items: readonly JsonValue[], sign: number): JsonValue => extreme(items, items, sign);

function extremeBy(name: string, items: Argument, by: Argument, sign: number): JsonValue {
  const list = array(name, items);
  return extreme(list, keysBy(name, list, expression(name, by)), sign);
}

function toNumber(value: JsonValue): JsonValue {
  if (value !== null && isNumber(value)) return value;
  if (typeof value !== 'string' || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(value))
    return null;
  const parsed = Number(value);
  return Number.isInteger(parsed) ? integerNumber(BigInt(parsed)) : doubleNumber(parsed);
}

/** Equality of JMESPath: numbers by value. */
export function equalValues(a: JsonValue, b: JsonValue): boolean {
  if (a === null || b === null) return a === b;
  if (isNumber(a)) return isNumber(b) && compareNumbers(a, b) === 0;
  if (isArray(a))
    return isArray(b) && a.length === b.length && a.every((item, i) => equalValues(item, b[i]!));
  if (isObject(a))
    return (
      isObject(b) &&
      a.size === b.size &&
      [...a].every(([key, value]) => b.has(key) && equalValues(value, b.get(key)!))
    );
  return a === b;
}
