import type { Filter, Operand } from './json-path-filter.ts';
import type { OperandValue } from './json-path-evaluator.ts';
import {
  type JsonValue,
  compareNumbers,
  decimalNumber,
  equalValues,
  isArray,
  isNumber,
  isObject,
} from './json-value.ts';

type Comparison = Extract<Filter, { type: 'compare' }>;

/** Evaluates one comparison as Jayway's EvaluatorFactory does. An undefined side equals nothing. */
export function compare({ operator, left, right }: Comparison, a: OperandValue, b: OperandValue): boolean {
  switch (operator) {
    case '==':
      return equal(a, b);
    case '!=':
      return !equal(a, b);
    case '===':
      return sameKind(a, b) && equal(a, b);
    case '!==':
      return !(sameKind(a, b) && equal(a, b));
    case '<':
      return ordered(a, b, (order) => order < 0);
    case '<=':
      return ordered(a, b, (order) => order <= 0);
    case '>':
      return ordered(a, b, (order) => order > 0);
    case '>=':
      return ordered(a, b, (order) => order >= 0);
    case '=~':
    case 'MATCHES':
      return matchesPattern(left, right, a, b);
    case 'IN':
      return isList(b) && contains(b, a);
    case 'NIN':
      return !(isList(b) && contains(b, a));
    case 'CONTAINS':
      if (typeof a === 'string') return typeof b === 'string' && a.includes(b);
      return isList(a) && contains(a, b);
    case 'ALL':
      return isList(a) && isList(b) && b.every((item) => contains(a, item));
    case 'SUBSETOF':
      return isList(a) && isList(b) && a.every((item) => contains(b, item));
    case 'ANYOF':
      return isList(a) && isList(b) && a.some((item) => contains(b, item));
    case 'NONEOF':
      return isList(a) && isList(b) && !a.some((item) => contains(b, item));
    case 'SIZE':
      return b !== undefined && isNumber(b) && sizeOf(a) === Math.trunc(b.value);
    case 'EMPTY':
      return typeof b === 'boolean' && sizeOf(a) !== undefined && (sizeOf(a) === 0) === b;
    case 'EXISTS':
      return typeof b === 'boolean' && (a !== undefined) === b;
    default:
      // TYPE compares with Java classes, which a path cannot name.
      return false;
  }
}

const isList = (value: OperandValue): value is JsonValue[] => value !== undefined && isArray(value);

function sizeOf(value: OperandValue): number | undefined {
  if (typeof value === 'string') return value.length;
  if (value === undefined) return undefined;
  if (isArray(value)) return value.length;
  return isObject(value) ? value.size : undefined;
}

/** A number equals a text that reads the same; otherwise kinds must agree. */
function equal(a: OperandValue, b: OperandValue): boolean {
  if (a === undefined || b === undefined) return false;
  if (typeof a === 'string') return isNumber(b) ? a === b.text : a === b;
  if (isNumber(a)) {
    if (typeof b === 'string') return NUMBER.test(b) && compareNumbers(decimalNumber(b), a) === 0;
    return isNumber(b) && compareNumbers(a, b) === 0;
  }
  return equalValues(a, b);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

const kind = (value: OperandValue): string =>
  value === undefined
    ? 'undefined'
    : value === null
      ? 'null'
      : isNumber(value)
        ? 'number'
        : isArray(value) || isObject(value)
          ? 'json'
          : typeof value;
const sameKind = (a: OperandValue, b: OperandValue): boolean => kind(a) === kind(b);

function ordered(a: OperandValue, b: OperandValue, test: (order: number) => boolean): boolean {
  if (a === undefined || b === undefined) return false;
  if (isNumber(a) && isNumber(b)) return test(compareNumbers(a, b));
  return typeof a === 'string' && typeof b === 'string' && test(a < b ? -1 : a > b ? 1 : 0);
}

const contains = (list: readonly JsonValue[], value: OperandValue): boolean =>
  list.some((item) => equal(item, value));

function matchesPattern(left: Operand, right: Operand, a: OperandValue, b: OperandValue): boolean {
  const [pattern, value] = left.type === 'regex' ? [left, b] : [right, a];
  if (pattern.type !== 'regex' || (left.type === 'regex' && right.type === 'regex')) return false;
  const matches = (item: OperandValue): boolean => pattern.regex.matches(patternInput(item)) !== null;
  return isList(value) ? value.some(matches) : matches(value);
}

/** Texts, numbers and booleans as text; anything else is empty. */
function patternInput(value: OperandValue): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  return value !== undefined && value !== null && isNumber(value) ? value.text : '';
}
