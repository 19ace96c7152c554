import { isSubclass, throwableType } from './exceptions.ts';
import { Decimal } from './decimal.ts';
import { arrayPrefix } from './text.ts';
import {
  BigInteger,
  ClassReference,
  Closure,
  dataOf,
  JavaArray,
  JavaBytes,
  JavaChar,
  JavaDouble,
  JavaList,
  JavaMap,
  JavaRange,
  type Value,
} from './value.ts';

/** Name of the class of a value, as Java gives it. */
export function classNameOf(value: Exclude<Value, null>): string {
  switch (typeof value) {
    case 'string':
      return 'java.lang.String';
    case 'number':
      return 'java.lang.Integer';
    case 'bigint':
      return 'java.lang.Long';
    case 'boolean':
      return 'java.lang.Boolean';
    default:
      return objectClassName(value);
  }
}

const MAPS = {
  linked: 'java.util.LinkedHashMap',
  sorted: 'java.util.TreeMap',
  hashed: 'java.util.HashMap',
} as const;

function objectClassName(value: Exclude<Value, null | string | number | bigint | boolean>): string {
  if (value instanceof JavaChar) return 'java.lang.Character';
  if (value instanceof JavaDouble) return 'java.lang.Double';
  if (value instanceof BigInteger) return 'java.math.BigInteger';
  if (value instanceof Decimal) return 'java.math.BigDecimal';
  if (value instanceof JavaList)
    return value.kind === 'set' ? 'java.util.LinkedHashSet' : 'java.util.ArrayList';
  if (value instanceof JavaArray) return arrayPrefix(value.component);
  if (value instanceof JavaBytes) return '[B';
  if (value instanceof JavaMap) return MAPS[value.order];
  if (value instanceof JavaRange)
    return typeof value.from === 'number' ? 'groovy.lang.IntRange' : 'groovy.lang.ObjectRange';
  if (value instanceof Closure) return 'Script1$_run_closure1';
  if (value instanceof ClassReference) return 'java.lang.Class';
  return value.type.className?.(value.data) ?? value.type.name;
}

/** Interfaces and superclasses that scripts ask for, with the classes that have them. */
const ANCESTORS: Readonly<Record<string, (value: Value) => boolean>> = {
  'java.lang.Object': () => true,
  'java.lang.CharSequence': (value) => typeof value === 'string' || nameIs(value, 'java.lang.StringBuilder'),
  'java.lang.Number': (value) =>
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof JavaDouble ||
    value instanceof Decimal ||
    value instanceof BigInteger,
  'java.util.List': (value) =>
    (value instanceof JavaList && value.kind === 'list') || value instanceof JavaRange,
  'java.util.Set': (value) => value instanceof JavaList && value.kind === 'set',
  'java.util.Collection': (value) => value instanceof JavaList || value instanceof JavaRange,
  'java.lang.Iterable': (value) => value instanceof JavaList || value instanceof JavaRange,
  'java.util.Map': (value) => value instanceof JavaMap,
  'java.util.HashMap': (value) => value instanceof JavaMap && value.order !== 'sorted',
  'java.util.HashSet': (value) => value instanceof JavaList && value.kind === 'set',
  'java.util.LinkedList': (value) => value instanceof JavaList && value.kind === 'list',
  'java.lang.Comparable': (value) => typeof value === 'string' || typeof value === 'number',
  'groovy.lang.Closure': (value) => value instanceof Closure,
  'groovy.lang.GString': () => false,
  'groovy.lang.Range': (value) => value instanceof JavaRange,
  'org.apache.jmeter.samplers.Sampler': (value) =>
    nameIs(value, 'org.apache.jmeter.samplers.AbstractSampler'),
};

const nameIs = (value: Value, name: string): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && classNameOf(value) === name;

/** `instanceof` a class by its full name; a primitive's name stands for its wrapper. */
export function isInstance(value: Value, className: string): boolean {
  if (value === null) return false;
  const ancestor = ANCESTORS[className];
  if (ancestor !== undefined) return ancestor(value);
  const throwable = dataOf(value, throwableType);
  if (throwable !== undefined) return isSubclass(throwable.className, className);
  return classNameOf(value) === className;
}

/** Wrapper of each primitive. */
export const WRAPPERS: Readonly<Record<string, string>> = {
  int: 'java.lang.Integer',
  long: 'java.lang.Long',
  double: 'java.lang.Double',
  boolean: 'java.lang.Boolean',
  char: 'java.lang.Character',
  byte: 'java.lang.Byte',
  short: 'java.lang.Short',
};

/** Groovy's messages leave the packages java.lang and java.util away. */
export const shortClassName = (name: string): string => name.replace(/^java\.(?:lang|util)\.(?=\p{Lu})/u, '');
