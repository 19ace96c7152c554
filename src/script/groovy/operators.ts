import { callIfPresent, callMethod, getProperty, missingMethod, setProperty } from './dispatch.ts';
import { areEqual, compare, isSequence, isTrue } from './compare.ts';
import { javaError, nullPointer } from './exceptions.ts';
import {
  add,
  bitwise,
  divide,
  isNumber,
  type JavaNumber,
  multiply,
  negate,
  raise,
  remainder,
  shift,
  subtract,
  toInt,
} from './numbers.ts';
import { matcherOf, patternOf } from './regex-values.ts';
import { concatenated, runtime } from './runtime.ts';
import { groovyText } from './text.ts';
import { classNameOf } from './types.ts';
import {
  ClassReference,
  Closure,
  dataOf,
  HostObject,
  JavaArray,
  JavaBytes,
  JavaChar,
  JavaList,
  JavaMap,
  JavaRange,
  type Value,
} from './value.ts';
import { isInstance } from './types.ts';
import { patternType } from './regex-values.ts';

/** Methods that the operators call on objects. */
const METHODS: Readonly<Record<string, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'multiply',
  '/': 'div',
  '%': 'mod',
  '**': 'power',
  '<<': 'leftShift',
  '>>': 'rightShift',
  '>>>': 'rightShiftUnsigned',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
};

/** A char counts as its number in arithmetic. */
const numberOf = (value: Value): JavaNumber | undefined =>
  value instanceof JavaChar ? value.code : isNumber(value) ? value : undefined;

function arithmetic(operator: string, a: JavaNumber, b: JavaNumber): Value | undefined {
  switch (operator) {
    case '+':
      return add(a, b);
    case '-':
      return subtract(a, b);
    case '*':
      return multiply(a, b);
    case '/':
      return divide(a, b);
    case '%':
      return remainder(a, b);
    case '**':
      return raise(a, b);
    case '<<':
    case '>>':
    case '>>>':
      return shift(operator, a, b);
    case '&':
    case '|':
    case '^':
      return bitwise(operator, a, b);
    default:
      return undefined;
  }
}

/** `a + b` and the other operators that calculate. */
export function calculate(operator: string, a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number' && operator === '+') return (a + b) | 0;
  if (
    operator === '+' &&
    (typeof a === 'string' || (typeof b === 'string' && (a === null || !isSequence(a))))
  )
    if (!(a instanceof JavaMap)) return concatenated(groovyText(a), groovyText(b));
  const x = numberOf(a);
  const y = numberOf(b);
  if (x !== undefined && y !== undefined) {
    const result = arithmetic(operator, x, y);
    if (result !== undefined) return result;
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') {
    if (operator === '&') return a && b;
    if (operator === '|') return a || b;
    if (operator === '^') return a !== b;
  }
  const method = METHODS[operator]!;
  if (a === null)
    throw nullPointer(
      operator === '+' && b === null
        ? 'Cannot execute null+null'
        : `Cannot invoke method ${method}() on null object`,
    );
  const result = callIfPresent(a, method, [b]);
  if (result === undefined) throw missingMethod(classNameOf(a), method, [b]);
  return result;
}

/** `a == b`, `a < b`, `a =~ b` and the other operators that compare. */
export function compareValues(operator: string, a: Value, b: Value): Value {
  switch (operator) {
    case '==':
      return areEqual(a, b);
    case '!=':
      return !areEqual(a, b);
    case '===':
      return a === b;
    case '!==':
      return a !== b;
    case '<=>':
      return Math.sign(compare(a, b));
    case '<':
      return a !== null && b !== null ? compare(a, b) < 0 : compare(a, b) < 0;
    case '<=':
      return compare(a, b) <= 0;
    case '>':
      return compare(a, b) > 0;
    case '>=':
      return compare(a, b) >= 0;
    case '=~':
      return matcherOf(patternOf(b), groovyText(a));
    case '==~':
      return isTrue(callMethod(matcherOf(patternOf(b), groovyText(a)), 'matches', []));
    case 'in':
      return isCase(b, a);
    case '!in':
      return !isCase(b, a);
    default:
      throw new Error(`no operator ${operator}`);
  }
}

/** `value in test`, `case test:`. */
export function isCase(test: Value, value: Value): boolean {
  if (test === null) return value === null;
  if (test instanceof ClassReference) return isInstance(value, test.name);
  if (test instanceof Closure) return isTrue(test.invoke([value]));
  if (isSequence(test)) return test.items.some((item) => areEqual(item, value));
  if (test instanceof JavaMap) return isTrue(test.get(value) ?? null);
  if (dataOf(test, patternType) !== undefined)
    return value !== null && isTrue(callMethod(matcherOf(test, groovyText(value)), 'matches', []));
  return areEqual(test, value);
}

export function negated(value: Value): Value {
  const number = numberOf(value);
  if (number !== undefined) return negate(number);
  return callMethod(value, 'negative', []);
}

/** `++` and `--`. */
export function stepped(value: Value, operator: '++' | '--'): Value {
  if (value instanceof JavaChar) return new JavaChar(value.code + (operator === '++' ? 1 : -1));
  if (isNumber(value)) return operator === '++' ? add(value, 1) : subtract(value, 1);
  return callMethod(value, operator === '++' ? 'next' : 'previous', []);
}

const MAX_RANGE = 1_000_000;

/** `a..b`, `a..<b`. */
export function range(from: Value, to: Value, inclusive: boolean): Value {
  if (typeof from === 'string' && typeof to === 'string' && from.length === 1 && to.length === 1)
    return charRange(from, to, inclusive);
  const [first, last] = [numberOf(from), numberOf(to)];
  if (first === undefined || last === undefined)
    throw javaError(
      'java.lang.IllegalArgumentException',
      `Incompatible Argument classes for ObjectRange ${from === null ? 'null' : classNameOf(from)}, ${to === null ? 'null' : classNameOf(to)}`,
    );
  const isLong = typeof first === 'bigint' || typeof last === 'bigint';
  const [start, end] = [toInt(first), toInt(last)];
  const length = Math.abs(end - start) + (inclusive ? 1 : 0);
  const lastItem = inclusive ? end : end + (end < start ? 1 : -1);
  if (length > MAX_RANGE) throw new RangeError('a range has too many members');
  runtime().allocate(length * 8);
  const step = end < start ? -1 : 1;
  const make = (): Value[] =>
    Array.from({ length }, (_, i) => (isLong ? BigInt(start + i * step) : start + i * step));
  return new JavaRange(
    isLong ? BigInt(start) : start,
    isLong ? BigInt(lastItem) : lastItem,
    `${start}${inclusive ? '..' : '..<'}${end}`,
    make,
  );
}

function charRange(from: string, to: string, inclusive: boolean): Value {
  const [start, end] = [from.charCodeAt(0), to.charCodeAt(0)];
  const step = end < start ? -1 : 1;
  const length = Math.abs(end - start) + (inclusive ? 1 : 0);
  const last = String.fromCharCode(inclusive ? end : end - step);
  return new JavaRange(from, last, `${from}${inclusive ? '..' : '..<'}${to}`, () =>
    Array.from({ length }, (_, i) => String.fromCharCode(start + i * step)),
  );
}

/** An index counted from the end when it is negative. */
function place(index: number, length: number): number {
  return index < 0 ? index + length : index;
}

const stringIndex = (begin: number, end: number, length: number): Error =>
  javaError('java.lang.StringIndexOutOfBoundsException', `begin ${begin}, end ${end}, length ${length}`);

/** `object[index]`. */
export function getAt(object: Value, index: Value): Value {
  if (object === null) throw nullPointer('Cannot invoke method getAt() on null object');
  const at = index instanceof JavaRange || index instanceof JavaList ? undefined : numberOf(index);
  if (typeof object === 'string') {
    if (at !== undefined) {
      const i = place(toInt(at), object.length);
      if (i < 0 || i >= object.length) throw stringIndex(i, i + 1, object.length);
      return object[i]!;
    }
    if (index instanceof JavaRange && index.items.length > 0) return textSlice(object, index);
    if (index instanceof JavaRange || index instanceof JavaList)
      return index.items.map((item) => groovyText(getAt(object, item))).join('');
  }
  if (isSequence(object)) {
    if (at !== undefined) return itemAt(object, toInt(at));
    if (index instanceof JavaRange) return slice(object, index);
    if (index instanceof JavaList) return new JavaList(index.items.map((item) => getAt(object, item)));
    if (typeof index === 'string') return getProperty(object, index);
  }
  if (object instanceof JavaMap) return object.get(index) ?? null;
  const own = callIfPresent(object, 'getAt', [index]);
  if (own !== undefined) return own;
  if (typeof index === 'string') return getProperty(object, index);
  throw missingMethod(classNameOf(object), 'getAt', [index]);
}

function textSlice(text: string, index: JavaRange): string {
  const first = place(Number(index.from), text.length);
  const last = place(Number(index.to), text.length);
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  if (low < 0 || high >= text.length) throw stringIndex(low, high + 1, text.length);
  const part = text.slice(low, high + 1);
  return first > last ? Array.from(part).toReversed().join('') : part;
}

function slice(object: Value & { readonly items: Value[] }, index: JavaRange): Value {
  const length = object.items.length;
  const items = index.items;
  if (items.length === 0) return new JavaList();
  const first = place(Number(items[0]), length);
  const last = place(Number(items.at(-1)), length);
  const reversed = first > last;
  const part = object.items.slice(Math.min(first, last), Math.max(first, last) + 1);
  return new JavaList(reversed ? part.toReversed() : part);
}

function itemAt(object: JavaList | JavaArray | JavaBytes | JavaRange, index: number): Value {
  const length = object instanceof JavaBytes ? object.bytes.length : object.items.length;
  const i = place(index, length);
  if (i >= 0 && i < length)
    return object instanceof JavaBytes ? (object.bytes[i]! << 24) >> 24 : object.items[i]!;
  if (object instanceof JavaArray || object instanceof JavaBytes)
    throw javaError(
      'java.lang.ArrayIndexOutOfBoundsException',
      i < 0
        ? `Negative array index [${index}] too large for array size ${length}`
        : `Index ${i} out of bounds for length ${length}`,
    );
  if (i < 0)
    throw javaError(
      'java.lang.ArrayIndexOutOfBoundsException',
      `Negative array index [${index}] too large for array size ${length}`,
    );
  return null;
}

/** `object[index] = value`. */
export function putAt(object: Value, index: Value, value: Value): void {
  if (object === null) throw nullPointer('Cannot invoke method putAt() on null object');
  if (object instanceof JavaMap) {
    runtime().allocate(8);
    object.set(index, value);
    return;
  }
  const at = numberOf(index);
  if (at !== undefined && isSequence(object) && !(object instanceof JavaRange)) {
    const length = object instanceof JavaBytes ? object.bytes.length : object.items.length;
    const i = place(toInt(at), length);
    if (i < 0 || (i >= length && !(object instanceof JavaList)))
      throw javaError(
        'java.lang.ArrayIndexOutOfBoundsException',
        `Index ${i} out of bounds for length ${length}`,
      );
    if (object instanceof JavaBytes)
      object.bytes[i] = numberOf(value) === undefined ? 0 : toInt(numberOf(value)!);
    else {
      runtime().allocate(Math.max(1, i - length + 1) * 8);
      if (i > length) for (let j = length; j < i; j++) object.items.push(null);
      object.items[i] = value;
    }
    return;
  }
  if (object instanceof HostObject && callIfPresent(object, 'putAt', [index, value]) !== undefined) return;
  if (typeof index === 'string') setProperty(object, index, value);
  else throw missingMethod(classNameOf(object), 'putAt', [index, value]);
}
