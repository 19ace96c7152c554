/** `java.math.BigDecimal`: unscaled × 10^-scale. */
export class Decimal {
  readonly unscaled: bigint;
  readonly scale: number;

  constructor(unscaled: bigint, scale: number) {
    this.unscaled = unscaled;
    this.scale = scale;
  }

  /** As BigDecimal prints itself: with an exponent only beyond six leading zeros or for a negative scale. */
  toString(): string {
    const negative = this.unscaled < 0n;
    const digits = String(negative ? -this.unscaled : this.unscaled);
    const sign = negative ? '-' : '';
    const exponent = digits.length - 1 - this.scale;
    if (this.scale >= 0 && exponent >= -6) return sign + pointed(digits, this.scale);
    const mantissa = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`;
    return `${sign}${mantissa}E${exponent >= 0 ? '+' : ''}${exponent}`;
  }

  toPlainString(): string {
    const negative = this.unscaled < 0n;
    const digits = String(negative ? -this.unscaled : this.unscaled);
    return (
      (negative ? '-' : '') +
      (this.scale < 0
        ? digits + '0'.repeat(this.unscaled === 0n ? 0 : -this.scale)
        : pointed(digits, this.scale))
    );
  }

  toNumber(): number {
    return Number(`${this.unscaled}e${-this.scale}`);
  }

  /** The whole part. */
  toBigInt(): bigint {
    return this.scale <= 0 ? this.unscaled * power(-this.scale) : this.unscaled / power(this.scale);
  }
}

const pointed = (digits: string, scale: number): string => {
  if (scale === 0) return digits;
  const padded = digits.padStart(scale + 1, '0');
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
};

/** Digits that a number may have: enough for any plan, and no way to fill the memory. */
const MAX_DIGITS = 10_000;

export const power = (exponent: number): bigint => {
  if (exponent > MAX_DIGITS) throw new RangeError('a number has too many digits');
  return 10n ** BigInt(exponent);
};

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** undefined for a text that is no number. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '' || text.length > MAX_DIGITS) return undefined;
  return new Decimal(
    BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n),
    fraction.length - Number(exponent),
  );
}

/** `BigDecimal.valueOf(double)`. */
export const decimalOf = (value: number): Decimal => parseDecimal(javaNumber(value))!;
const javaNumber = (value: number): string => {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
};

export type Rounding = 'UP' | 'DOWN' | 'CEILING' | 'FLOOR' | 'HALF_UP' | 'HALF_DOWN' | 'HALF_EVEN';

/** a / b to a whole number. */
export function divideRounded(a: bigint, b: bigint, rounding: Rounding): bigint {
  const quotient = a / b;
  const rest = a % b;
  if (rest === 0n) return quotient;
  const negative = a < 0n !== b < 0n;
  const twice = 2n * (rest < 0n ? -rest : rest);
  const divisor = b < 0n ? -b : b;
  const away =
    rounding === 'UP' ||
    (rounding === 'CEILING' && !negative) ||
    (rounding === 'FLOOR' && negative) ||
    (rounding.startsWith('HALF') &&
      (twice > divisor ||
        (twice === divisor &&
          (rounding === 'HALF_UP' || (rounding === 'HALF_EVEN' && quotient % 2n !== 0n)))));
  return away ? quotient + (negative ? -1n : 1n) : quotient;
}

export function withScale(value: Decimal, scale: number, rounding: Rounding = 'HALF_UP'): Decimal {
  if (scale >= value.scale) return new Decimal(value.unscaled * power(scale - value.scale), scale);
  return new Decimal(divideRounded(value.unscaled, power(value.scale - scale), rounding), scale);
}

const aligned = (a: Decimal, b: Decimal): [bigint, bigint, number] => {
  const scale = Math.max(a.scale, b.scale);
  return [a.unscaled * power(scale - a.scale), b.unscaled * power(scale - b.scale), scale];
};

export const addDecimals = (a: Decimal, b: Decimal): Decimal => {
  const [x, y, scale] = aligned(a, b);
  return new Decimal(x + y, scale);
};

export const subtractDecimals = (a: Decimal, b: Decimal): Decimal => {
  const [x, y, scale] = aligned(a, b);
  return new Decimal(x - y, scale);
};

export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal =>
  new Decimal(a.unscaled * b.unscaled, a.scale + b.scale);

export const compareDecimals = (a: Decimal, b: Decimal): number => {
  const [x, y] = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
};

const precision = (value: Decimal): number => String(value.unscaled).replace('-', '').length;

/** Trailing zeros of the fraction taken off, but none below `least`. */
function stripped(value: Decimal, least: number): Decimal {
  let { unscaled, scale } = value;
  while (scale > least && unscaled % 10n === 0n) {
    unscaled /= 10n;
    scale--;
  }
  return new Decimal(unscaled, scale);
}

export const stripTrailingZeros = (value: Decimal): Decimal =>
  value.unscaled === 0n ? new Decimal(0n, 0) : stripped(value, -MAX_DIGITS);

/** The exact quotient, with a scale of at least `a.scale - b.scale`; undefined when it never ends. */
function exactQuotient(a: Decimal, b: Decimal): Decimal | undefined {
  const preferred = a.scale - b.scale;
  if (a.unscaled === 0n) return new Decimal(0n, Math.max(preferred, 0));
  let rest = b.unscaled < 0n ? -b.unscaled : b.unscaled;
  const common = gcd(a.unscaled < 0n ? -a.unscaled : a.unscaled, rest);
  rest /= common;
  let digits = 0;
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; rest /= 2n) twos++;
  for (; rest % 5n === 0n; rest /= 5n) fives++;
  if (rest !== 1n) return undefined;
  digits = Math.max(twos, fives);
  return stripped(new Decimal((a.unscaled * power(digits)) / b.unscaled, preferred + digits), preferred);
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/**
 * Division as Groovy's `/` does it: exact where that ends, else with ten more digits than the operands have and at most
 * ten behind the point (or as many as they have).
 */
export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  const exact = exactQuotient(a, b);
  if (exact !== undefined) return exact;
  const digits = Math.max(precision(a), precision(b)) + 10;
  const scale = Math.max(a.scale, b.scale, 10);
  const wanted = digits - (precision(a) - a.scale - (precision(b) - b.scale)) + 1;
  const numerator = a.unscaled * power(Math.max(0, wanted + b.scale - a.scale));
  const denominator = b.unscaled * power(Math.max(0, a.scale - b.scale - wanted));
  let result = new Decimal(divideRounded(numerator, denominator, 'HALF_UP'), wanted);
  const excess = precision(result) - digits;
  if (excess > 0) result = withScale(result, result.scale - excess);
  if (result.scale > scale) result = withScale(result, scale);
  return stripped(result, a.scale - b.scale);
}
