import { compileRegex, RegexSyntaxError, RegexUnsupportedError } from '../../regex/regex.ts';
import { JexlError, type BinaryOperator, type UnaryOperator } from './syntax.ts';
import { valueText, type Value } from './value.ts';

/** Where JEXL 2 (`__jexl2`) and JEXL 3 (`__jexl3`) count differently. */
export type Dialect = 'jexl2' | 'jexl3';

const INTEGER = /^[+-]?\d+$/;
const FLOATING = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number that a value counts as. @throws JexlError when it is none. */
function toNumber(value: Value): bigint | number {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value === '') return 0n;
  if (typeof value === 'string' && INTEGER.test(value)) return BigInt(value);
  if (typeof value === 'string' && FLOATING.test(value)) return Number(value);
  throw new JexlError(value === null ? 'null operand' : `not a number: ${valueText(value)}`);
}

export function toBoolean(value: Value, dialect: Dialect): boolean {
  if (value === null) throw new JexlError('null operand');
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value);
  if (typeof value === 'string') return value !== '' && value !== 'false';
  return dialect === 'jexl3';
}

function calculate(operator: string, left: Value, right: Value, dialect: Dialect): Value {
  if (dialect === 'jexl2' && (typeof left === 'boolean' || typeof right === 'boolean'))
    throw new JexlError('a boolean is not a number');
  const [a, b] = [toNumber(left), toNumber(right)];
  if ((operator === '/' || operator === '%') && Number(b) === 0) throw new JexlError('/ by zero');
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    switch (operator) {
      case '+':
        return a + b;
      case '-':
        return a - b;
      case '*':
        return a * b;
      case '/':
        return a / b;
      default: {
        const rest = a % b;
        return dialect === 'jexl2' && rest < 0n ? rest + (b < 0n ? -b : b) : rest;
      }
    }
  }
  const [x, y] = [Number(a), Number(b)];
  switch (operator) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return x / y;
    default:
      return x % y;
  }
}

function add(left: Value, right: Value, dialect: Dialect): Value {
  if (left === null || right === null) throw new JexlError('null operand');
  const isText = typeof left === 'string' || typeof right === 'string';
  if (dialect === 'jexl3' && isText) return valueText(left) + valueText(right);
  try {
    return calculate('+', left, right, dialect);
  } catch (error) {
    // JEXL 2 adds texts that are numbers and joins the others.
    if (isText && error instanceof JexlError) return valueText(left) + valueText(right);
    throw error;
  }
}

/** Negative, zero or positive. @throws JexlError when the two do not compare. */
function compare(left: Value, right: Value): number {
  const areNumbers = [left, right].some((value) => typeof value === 'bigint' || typeof value === 'number');
  if (areNumbers) {
    const [a, b] = [toNumber(left), toNumber(right)];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (typeof left === 'string' || typeof right === 'string') {
    const [a, b] = [valueText(left), valueText(right)];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  throw new JexlError(`cannot compare ${valueText(left)} and ${valueText(right)}`);
}

export function areEqual(left: Value, right: Value, dialect: Dialect): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  if (typeof left === 'boolean' || typeof right === 'boolean')
    return toBoolean(left, dialect) === toBoolean(right, dialect);
  if (left instanceof Map && right instanceof Map)
    return (
      left.size === right.size &&
      [...left].every(([key, item]) => areEqual(item, right.get(key) ?? null, dialect))
    );
  if (typeof left === 'object' || typeof right === 'object') return false;
  return compare(left, right) === 0;
}

/** `left =~ right`: a regular expression for the whole text, or a collection that holds it. */
function matches(left: Value, right: Value, dialect: Dialect): boolean {
  if (Array.isArray(right)) return right.some((item) => areEqual(left, item, dialect));
  if (right instanceof Map) return right.has(left);
  if (left === null || right === null) return left === right;
  try {
    return compileRegex(valueText(right), 'java').matches(valueText(left)) !== null;
  } catch (error) {
    if (error instanceof RegexSyntaxError || error instanceof RegexUnsupportedError)
      throw new JexlError(error.message);
    throw error;
  }
}

function toInteger(value: Value): bigint {
  const number = toNumber(value);
  return typeof number === 'bigint' ? number : BigInt(Math.trunc(number));
}

export function applyUnary(operator: UnaryOperator, operand: Value, dialect: Dialect): Value {
  switch (operator) {
    case '!':
      return !toBoolean(operand, dialect);
    case '~':
      return ~toInteger(operand);
    default: {
      if (typeof operand === 'boolean') return operator === '-' ? !operand : operand;
      if (typeof operand !== 'bigint' && typeof operand !== 'number')
        throw new JexlError(`not a number: ${valueText(operand)}`);
      return operator === '-' ? -operand : operand;
    }
  }
}

/** Relations with null are false, but for equality of both. */
function relation(operator: string, left: Value, right: Value): boolean {
  if (left === null || right === null) return left === right && operator.endsWith('=');
  const order = compare(left, right);
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

/** @throws JexlError when the operator is not defined for the values, and for null in a calculation. */
export function applyBinary(operator: BinaryOperator, left: Value, right: Value, dialect: Dialect): Value {
  switch (operator) {
    case '+':
      return add(left, right, dialect);
    case '-':
    case '*':
    case '/':
    case '%':
      return calculate(operator, left, right, dialect);
    case '&':
      return toInteger(left) & toInteger(right);
    case '|':
      return toInteger(left) | toInteger(right);
    case '^':
      return toInteger(left) ^ toInteger(right);
    case '==':
      return areEqual(left, right, dialect);
    case '!=':
      return !areEqual(left, right, dialect);
    case '=~':
      return matches(left, right, dialect);
    case '!~':
      return !matches(left, right, dialect);
    case '=^':
      return valueText(left).startsWith(valueText(right));
    case '!^':
      return !valueText(left).startsWith(valueText(right));
    case '=$':
      return valueText(left).endsWith(valueText(right));
    case '!$':
      return !valueText(left).endsWith(valueText(right));
    default:
      return relation(operator, left, right);
  }
}
