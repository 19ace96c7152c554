import {
  addDecimals,
  compareDecimals,
  Decimal,
  decimalOf,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
} from './decimal.ts';
import { javaError } from './exceptions.ts';
import { BigInteger, JavaDouble, type Value } from './value.ts';

export type JavaNumber = number | bigint | BigInteger | Decimal | JavaDouble;

export const isNumber = (value: Value | undefined): value is JavaNumber =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  value instanceof JavaDouble ||
  value instanceof Decimal ||
  value instanceof BigInteger;

/** Order in which operands widen: int, long, BigInteger, BigDecimal, double. */
const rank = (value: JavaNumber): number =>
  typeof value === 'number'
    ? 0
    : typeof value === 'bigint'
      ? 1
      : value instanceof BigInteger
        ? 2
        : value instanceof Decimal
          ? 3
          : 4;

export const toDouble = (value: JavaNumber): number =>
  value instanceof JavaDouble
    ? value.value
    : value instanceof Decimal
      ? value.toNumber()
      : Number(value instanceof BigInteger ? value.value : value);

/** The whole part, as `longValue` of a wider number cuts it; double saturates. */
export function toBigInt(value: JavaNumber): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return BigInt(value);
  if (value instanceof BigInteger) return value.value;
  if (value instanceof Decimal) return value.toBigInt();
  if (Number.isNaN(value.value)) return 0n;
  const limited = Math.max(-(2 ** 63), Math.min(2 ** 63, Math.trunc(value.value)));
  const whole = BigInt(limited);
  return whole > MAX_LONG ? MAX_LONG : whole;
}

const MAX_LONG = 2n ** 63n - 1n;

export const toDecimal = (value: JavaNumber): Decimal =>
  value instanceof Decimal
    ? value
    : value instanceof JavaDouble
      ? decimalOf(value.value)
      : new Decimal(toBigInt(value), 0);

export const toLong = (value: JavaNumber): bigint => BigInt.asIntN(64, toBigInt(value));

export function toInt(value: JavaNumber): number {
  if (typeof value === 'number') return value;
  if (value instanceof JavaDouble) {
    if (Number.isNaN(value.value)) return 0;
    return Math.trunc(Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value.value)));
  }
  return Number(BigInt.asIntN(32, toBigInt(value)));
}

/** Bits that a BigInteger may have. */
const MAX_BITS = 32_000;
export function bigInteger(value: bigint): BigInteger {
  if (value.toString(16).length * 4 > MAX_BITS) throw new RangeError('a number has too many digits');
  return new BigInteger(value);
}

export function add(a: JavaNumber, b: JavaNumber): JavaNumber {
  if (typeof a === 'number' && typeof b === 'number') return (a + b) | 0;
  switch (Math.max(rank(a), rank(b))) {
    case 1:
      return BigInt.asIntN(64, toBigInt(a) + toBigInt(b));
    case 2:
      return bigInteger(toBigInt(a) + toBigInt(b));
    case 3:
      return addDecimals(toDecimal(a), toDecimal(b));
    default:
      return new JavaDouble(toDouble(a) + toDouble(b));
  }
}

export function subtract(a: JavaNumber, b: JavaNumber): JavaNumber {
  if (typeof a === 'number' && typeof b === 'number') return (a - b) | 0;
  switch (Math.max(rank(a), rank(b))) {
    case 1:
      return BigInt.asIntN(64, toBigInt(a) - toBigInt(b));
    case 2:
      return bigInteger(toBigInt(a) - toBigInt(b));
    case 3:
      return subtractDecimals(toDecimal(a), toDecimal(b));
    default:
      return new JavaDouble(toDouble(a) - toDouble(b));
  }
}

export function multiply(a: JavaNumber, b: JavaNumber): JavaNumber {
  if (typeof a === 'number' && typeof b === 'number') return Math.imul(a, b);
  switch (Math.max(rank(a), rank(b))) {
    case 1:
      return BigInt.asIntN(64, toBigInt(a) * toBigInt(b));
    case 2:
      return bigInteger(toBigInt(a) * toBigInt(b));
    case 3: {
      const product = multiplyDecimals(toDecimal(a), toDecimal(b));
      bigInteger(product.unscaled);
      return product;
    }
    default:
      return new JavaDouble(toDouble(a) * toDouble(b));
  }
}

/** `/`: of whole numbers a BigDecimal. */
export function divide(a: JavaNumber, b: JavaNumber): JavaNumber {
  if (Math.max(rank(a), rank(b)) === 4) return new JavaDouble(toDouble(a) / toDouble(b));
  const divisor = toDecimal(b);
  if (divisor.unscaled === 0n) throw javaError('java.lang.ArithmeticException', 'Division by zero');
  return divideDecimals(toDecimal(a), divisor);
}

export function remainder(a: JavaNumber, b: JavaNumber): JavaNumber {
  const kind = Math.max(rank(a), rank(b));
  if (kind === 4) return new JavaDouble(toDouble(a) % toDouble(b));
  if (kind === 3)
    throw javaError(
      'java.lang.UnsupportedOperationException',
      `Cannot use mod() on this number type: java.math.BigDecimal with value: ${String(a)}`,
    );
  const divisor = toBigInt(b);
  if (divisor === 0n)
    throw javaError(
      'java.lang.ArithmeticException',
      kind === 2 ? 'BigInteger: modulus not positive' : '/ by zero',
    );
  return whole(kind, toBigInt(a) % divisor);
}

export function integerDivide(a: JavaNumber, b: JavaNumber): JavaNumber {
  const kind = Math.max(rank(a), rank(b));
  if (kind > 2)
    throw javaError(
      'java.lang.UnsupportedOperationException',
      `Cannot use intdiv() on this number type: ${rank(a) === 3 ? 'java.math.BigDecimal' : 'java.lang.Double'} with value: ${String(a)}`,
    );
  const divisor = toBigInt(b);
  if (divisor === 0n) throw javaError('java.lang.ArithmeticException', '/ by zero');
  return whole(kind, toBigInt(a) / divisor);
}

const whole = (kind: number, value: bigint): JavaNumber =>
  kind === 0 ? Number(BigInt.asIntN(32, value)) : kind === 1 ? BigInt.asIntN(64, value) : bigInteger(value);

/** `**`: of whole numbers the narrowest type that holds the result. */
export function raise(base: JavaNumber, exponent: JavaNumber): JavaNumber {
  if (rank(exponent) > 1 || rank(base) === 4 || toBigInt(exponent) < 0n)
    return new JavaDouble(toDouble(base) ** toDouble(exponent));
  const times = toBigInt(exponent);
  const digits = base instanceof Decimal ? base.unscaled : toBigInt(base);
  if (BigInt(digits.toString(2).length) * times > BigInt(MAX_BITS))
    throw new RangeError('a number has too many digits');
  if (base instanceof Decimal) return new Decimal(digits ** times, base.scale * Number(times));
  const power = digits ** times;
  if (rank(base) === 0 && BigInt.asIntN(32, power) === power) return Number(power);
  return rank(base) < 2 && BigInt.asIntN(64, power) === power ? power : new BigInteger(power);
}

export function compareNumbers(a: JavaNumber, b: JavaNumber): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  if (Math.max(rank(a), rank(b)) === 4) {
    const [x, y] = [toDouble(a), toDouble(b)];
    return x < y ? -1 : x > y ? 1 : 0;
  }
  return compareDecimals(toDecimal(a), toDecimal(b));
}

export function negate(value: JavaNumber): JavaNumber {
  if (typeof value === 'number') return -value | 0;
  if (typeof value === 'bigint') return BigInt.asIntN(64, -value);
  if (value instanceof JavaDouble) return new JavaDouble(-value.value);
  return value instanceof Decimal ? new Decimal(-value.unscaled, value.scale) : new BigInteger(-value.value);
}

/** `& | ^` of whole numbers. */
export function bitwise(operator: '&' | '|' | '^', a: JavaNumber, b: JavaNumber): JavaNumber | undefined {
  const kind = Math.max(rank(a), rank(b));
  if (kind > 2) return undefined;
  const [x, y] = [toBigInt(a), toBigInt(b)];
  return whole(kind, operator === '&' ? x & y : operator === '|' ? x | y : x ^ y);
}

export function shift(operator: '<<' | '>>' | '>>>', a: JavaNumber, b: JavaNumber): JavaNumber | undefined {
  const by = toInt(b);
  if (typeof a === 'number')
    return operator === '<<' ? a << by : operator === '>>' ? a >> by : (a >>> by) | 0;
  if (typeof a === 'bigint') {
    const bits = BigInt(by & 63);
    if (operator === '<<') return BigInt.asIntN(64, a << bits);
    return operator === '>>' ? a >> bits : BigInt.asIntN(64, BigInt.asUintN(64, a) >> bits);
  }
  if (!(a instanceof BigInteger) || operator === '>>>' || Math.abs(by) > MAX_BITS) return undefined;
  return bigInteger(operator === '<<' ? a.value << BigInt(by) : a.value >> BigInt(by));
}
