import { compareNumbers, isNumber } from './numbers.ts';
import { illegalArgument } from './exceptions.ts';
import { groovyText } from './text.ts';
import { classNameOf } from './types.ts';
import {
  Closure,
  HostObject,
  JavaArray,
  JavaBytes,
  JavaChar,
  JavaList,
  JavaMap,
  JavaRange,
  type Value,
} from './value.ts';

/** Groovy truth. */
export function isTrue(value: Value): boolean {
  if (value === null || value === false || value === '' || value === 0 || value === 0n) return false;
  if (typeof value !== 'object') return true;
  if (isNumber(value)) return compareNumbers(value, 0) !== 0;
  if (value instanceof JavaChar) return value.code !== 0;
  if (value instanceof JavaMap) return value.size > 0;
  if (isSequence(value)) return lengthOf(value) > 0;
  if (value instanceof HostObject) return value.type.isTrue?.(value.data) ?? true;
  return true;
}

type Sequence = JavaList | JavaArray | JavaBytes | JavaRange;

export const isSequence = (value: Value | undefined): value is Sequence =>
  value instanceof JavaList ||
  value instanceof JavaArray ||
  value instanceof JavaBytes ||
  value instanceof JavaRange;

const lengthOf = (value: Sequence): number =>
  value instanceof JavaBytes ? value.bytes.length : value.items.length;

const isTextual = (value: Value): boolean => typeof value === 'string' || value instanceof JavaChar;

/** `==`: by value, whatever the types of numbers. */
export function areEqual(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b) === 0;
  if (isTextual(a) && isTextual(b)) return String(a) === String(b);
  if (isSequence(a) && isSequence(b)) {
    const [left, right] = [a.items, b.items];
    if (left.length !== right.length) return false;
    if (a instanceof JavaList && a.kind === 'set')
      return left.every((item) => right.some((other) => areEqual(item, other)));
    return left.every((item, i) => areEqual(item, right[i]!));
  }
  if (a instanceof JavaMap && b instanceof JavaMap)
    return (
      a.size === b.size && a.entries().every(([key, value]) => b.has(key) && areEqual(value, b.get(key)!))
    );
  if (a instanceof HostObject && b instanceof HostObject && a.type === b.type) {
    if (a.type.compare !== undefined) return a.type.compare(a.data, b.data) === 0;
    return a.type.key !== undefined && a.type.key(a) === a.type.key(b);
  }
  if (a instanceof Closure || b instanceof Closure) return false;
  return false;
}

/** `<=>`. */
export function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (isTextual(a) && isTextual(b)) return compareTexts(String(a), String(b));
  if (isNumber(a) && b instanceof JavaChar) return compareNumbers(a, b.code);
  if (a instanceof JavaChar && isNumber(b)) return compareNumbers(a.code, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return a ? 1 : -1;
  if (a instanceof HostObject && b instanceof HostObject && a.type === b.type && a.type.compare !== undefined)
    return a.type.compare(a.data, b.data);
  if (isSequence(a) && isSequence(b)) {
    for (const [i, item] of a.items.entries()) {
      if (i >= b.items.length) return 1;
      const order = compare(item, b.items[i]!);
      if (order !== 0) return order;
    }
    return a.items.length - b.items.length;
  }
  throw illegalArgument(
    `Cannot compare ${classNameOf(a)} with value '${groovyText(a)}' and ${classNameOf(b)} with value '${groovyText(b)}'`,
  );
}

/** `String.compareTo`: the difference of the first units that differ, or of the lengths. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = a.charCodeAt(i) - b.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
