import { areEqual } from './arithmetic.ts';
import { stringMethods } from './string-methods.ts';
import { JexlError } from './syntax.ts';
import { isHostObject, valueText, type Value } from './value.ts';

const equal = (left: Value, right: Value): boolean => areEqual(left, right, 'jexl3');

function numberMethod(value: bigint | number, name: string, args: readonly Value[]): Value | undefined {
  const other = args[0];
  if (args.length === 1 && (typeof other === 'bigint' || typeof other === 'number')) {
    if (name === 'equals') return value === other;
    if (name === 'compareTo') return BigInt(value < other ? -1 : value > other ? 1 : 0);
  }
  if (args.length > 0) return undefined;
  switch (name) {
    case 'intValue':
    case 'longValue':
      return typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
    case 'doubleValue':
    case 'floatValue':
      return Number(value);
    case 'toString':
      return valueText(value);
    default:
      return undefined;
  }
}

function listMethod(list: Value[], name: string, args: readonly Value[]): Value | undefined {
  const [first] = args;
  switch (args.length === 0 ? name : `${name}(${args.length})`) {
    case 'size':
      return BigInt(list.length);
    case 'isEmpty':
      return list.length === 0;
    case 'toString':
      return valueText(list);
    case 'get(1)':
      return list[Number(first)];
    case 'contains(1)':
      return list.some((item) => equal(item, first!));
    case 'indexOf(1)':
      return BigInt(list.findIndex((item) => equal(item, first!)));
    default:
      return undefined;
  }
}

function mapMethod(map: Map<Value, Value>, name: string, args: readonly Value[]): Value | undefined {
  const [key, value] = args;
  switch (args.length === 0 ? name : `${name}(${args.length})`) {
    case 'size':
      return BigInt(map.size);
    case 'isEmpty':
      return map.size === 0;
    case 'toString':
      return valueText(map);
    case 'keySet':
      return [...map.keys()];
    case 'values':
      return [...map.values()];
    case 'entrySet':
      return [...map].map(([k, v]) => `${valueText(k)}=${valueText(v)}`);
    case 'get(1)':
      return map.get(key!) ?? null;
    case 'containsKey(1)':
      return map.has(key!);
    case 'containsValue(1)':
      return [...map.values()].some((item) => equal(item, value ?? key!));
    case 'put(2)': {
      const before = map.get(key!) ?? null;
      map.set(key!, value!);
      return before;
    }
    case 'remove(1)': {
      const before = map.get(key!) ?? null;
      map.delete(key!);
      return before;
    }
    default:
      return undefined;
  }
}

/**
 * Calls one of the methods that scripts may call; there is no way from here to any other.
 * @throws JexlError when the object has no such method.
 */
export function callMethod(object: Value, name: string, args: readonly Value[]): Value {
  let result: Value | undefined;
  if (typeof object === 'string') {
    const method = stringMethods.get(name);
    if (method?.[0].includes(args.length) === true) result = method[1](object, args.map(valueText), args);
  } else if (typeof object === 'bigint' || typeof object === 'number')
    result = numberMethod(object, name, args);
  else if (Array.isArray(object)) result = listMethod(object, name, args);
  else if (object instanceof Map) result = mapMethod(object, name, args);
  else if (isHostObject(object)) {
    if (Object.hasOwn(object.methods, name)) result = object.methods[name]!(args);
  } else if (typeof object === 'boolean' && name === 'toString' && args.length === 0) result = String(object);
  if (result === undefined) throw new JexlError(`unsolvable function/method '${name}'`);
  return result;
}

/** A property: a map's value, a list's item, or what a getter or `get` of a host object gives; undefined: none. */
export function getProperty(object: Value, key: Value): Value | undefined {
  if (Array.isArray(object)) return /^\d+$/.test(valueText(key)) ? object[Number(key)] : undefined;
  if (object instanceof Map) return object.get(key) ?? null;
  if (!isHostObject(object)) return undefined;
  const name = valueText(key);
  const bean = name.slice(0, 1).toUpperCase() + name.slice(1);
  for (const getter of [`get${bean}`, `is${bean}`])
    if (Object.hasOwn(object.methods, getter)) {
      const value = object.methods[getter]!([]);
      if (value !== undefined) return value;
    }
  return Object.hasOwn(object.methods, 'get') ? object.methods['get']!([name]) : undefined;
}

/** @throws JexlError when the object has no such place. */
export function setProperty(object: Value, key: Value, value: Value): void {
  if (object instanceof Map) object.set(key, value);
  else if (Array.isArray(object) && typeof key === 'bigint' && key >= 0n && key < BigInt(object.length))
    object[Number(key)] = value;
  else throw new JexlError(`unsolvable property '${valueText(key)}'`);
}

/** `size(x)`. */
export function sizeOf(value: Value): bigint {
  if (typeof value === 'string' || Array.isArray(value)) return BigInt(value.length);
  return value instanceof Map ? BigInt(value.size) : 0n;
}

/** `empty(x)`. */
export function isEmpty(value: Value, zeroIsEmpty: boolean): boolean {
  if (value === null || value === '') return true;
  if (typeof value === 'bigint' || typeof value === 'number') return zeroIsEmpty && Number(value) === 0;
  return (Array.isArray(value) && value.length === 0) || (value instanceof Map && value.size === 0);
}
