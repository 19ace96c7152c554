import { anyInt, closure } from './arguments.ts';
import { compare } from './compare.ts';
import {
  Decimal,
  divideDecimals,
  divideRounded,
  type Rounding,
  stripTrailingZeros,
  withScale,
  power,
} from './decimal.ts';
import { javaError } from './exceptions.ts';
import {
  bigInteger,
  integerDivide,
  isNumber,
  type JavaNumber,
  negate,
  raise,
  toBigInt,
  toDecimal,
  toDouble,
  toInt,
  toLong,
} from './numbers.ts';
import { calculate } from './operators.ts';
import { runtime } from './runtime.ts';
import { durationGetters } from './time-category.ts';
import {
  BigInteger,
  dataOf,
  type HostType,
  JavaChar,
  JavaDouble,
  methodTable,
  NoMatch,
  type Value,
} from './value.ts';

/** `java.math.RoundingMode`. */
export const roundingType: HostType<Rounding> = {
  name: 'java.math.RoundingMode',
  text: (name: Rounding) => name,
  methods: methodTable<Rounding>({ name: (name) => name }),
};

/** Roundings by the numbers that BigDecimal once had for them. */
const ROUNDINGS: readonly Rounding[] = [
  'UP',
  'DOWN',
  'CEILING',
  'FLOOR',
  'HALF_UP',
  'HALF_DOWN',
  'HALF_EVEN',
];

const rounding = (value: Value | undefined): Rounding =>
  (typeof value === 'number' ? ROUNDINGS[value] : dataOf(value, roundingType)) ?? 'HALF_UP';

const number = (value: Value | undefined): JavaNumber => {
  if (!isNumber(value)) throw new NoMatch();
  return value;
};

const decimal = (value: JavaNumber): Decimal => {
  if (!(value instanceof Decimal)) throw new NoMatch();
  return value;
};

function loop(from: number, to: number, step: number, body: Value | undefined): null {
  const call = closure(body);
  for (let i = from; step > 0 ? i <= to : i >= to; i += step) {
    runtime().step();
    call.invoke([i]);
  }
  return null;
}

/** `round()`: of a double a long, of a BigDecimal a BigDecimal. */
function round(self: JavaNumber, places: Value | undefined): Value {
  if (places === undefined) {
    if (self instanceof JavaDouble) return BigInt(Math.floor(self.value + 0.5));
    if (self instanceof Decimal) return withScale(self, 0);
    return self;
  }
  if (self instanceof Decimal) return withScale(self, anyInt(places));
  const factor = 10 ** anyInt(places);
  return new JavaDouble(Math.floor(toDouble(self) * factor + 0.5) / factor);
}

function wholeOf(self: JavaNumber, kind: Rounding): Value {
  if (self instanceof Decimal) return withScale(self, 0, kind);
  if (self instanceof JavaDouble)
    return new JavaDouble(
      kind === 'FLOOR'
        ? Math.floor(self.value)
        : kind === 'CEILING'
          ? Math.ceil(self.value)
          : Math.trunc(self.value),
    );
  return self;
}

/** Methods of numbers, with those that Groovy adds. */
export const numberMethods = methodTable<JavaNumber>({
  ...durationGetters<JavaNumber>(toInt),
  intValue: (self) => toInt(self),
  longValue: (self) => toLong(self),
  doubleValue: (self) => new JavaDouble(toDouble(self)),
  toInteger: (self) => toInt(self),
  toLong: (self) => toLong(self),
  toDouble: (self) => new JavaDouble(toDouble(self)),
  toBigDecimal: (self) => toDecimal(self),
  toBigInteger: (self) => bigInteger(toBigInt(self)),
  'toString 0 1': (self, [radix]) => {
    if (radix === undefined) return String(self);
    return toBigInt(self).toString(anyInt(radix));
  },
  toPlainString: (self) => decimal(self).toPlainString(),
  'compareTo 1': (self, [other]) => Math.sign(compare(self, number(other))),
  abs: (self) => (toDouble(self) < 0 ? negate(self) : self),
  signum: (self) => Math.sign(toDouble(self)),
  negate: (self) => negate(self),
  unaryMinus: (self) => negate(self),
  negative: (self) => negate(self),
  'add 1': (self, [other]) => calculate('+', self, number(other)),
  'subtract 1': (self, [other]) => calculate('-', self, number(other)),
  'plus 1': (self, [other]) => calculate('+', self, number(other)),
  'minus 1': (self, [other]) => calculate('-', self, number(other)),
  'multiply 1': (self, [other]) => calculate('*', self, number(other)),
  'div 1': (self, [other]) => calculate('/', self, number(other)),
  'intdiv 1': (self, [other]) => integerDivide(self, number(other)),
  'mod 1': (self, [other]) => {
    if (!(self instanceof BigInteger)) return calculate('%', self, number(other));
    const divisor = toBigInt(number(other));
    if (divisor <= 0n) throw javaError('java.lang.ArithmeticException', 'BigInteger: modulus not positive');
    return bigInteger(((self.value % divisor) + divisor) % divisor);
  },
  'remainder 1': (self, [other]) => {
    if (!(self instanceof Decimal)) return calculate('%', self, number(other));
    const divisor = toDecimal(number(other));
    const scale = Math.max(self.scale, divisor.scale);
    return new Decimal(
      (self.unscaled * power(scale - self.scale)) % (divisor.unscaled * power(scale - divisor.scale)),
      scale,
    );
  },
  'divide 1 3': (self, [other, second, third]) => {
    const [a, b] = [toDecimal(self), toDecimal(number(other))];
    if (b.unscaled === 0n) throw javaError('java.lang.ArithmeticException', 'Division by zero');
    if (self instanceof BigInteger) return bigInteger(self.value / toBigInt(number(other)));
    if (second === undefined) return divideDecimals(a, b);
    const scale = third === undefined ? a.scale : anyInt(second);
    const mode = rounding(third ?? second);
    const shift = scale + b.scale - a.scale;
    const [x, y] =
      shift >= 0 ? [a.unscaled * power(shift), b.unscaled] : [a.unscaled, b.unscaled * power(-shift)];
    return new Decimal(divideRounded(x, y, mode), scale);
  },
  'power 1': (self, [other]) => raise(self, number(other)),
  'pow 1': (self, [other]) => raise(self, number(other)),
  'setScale 1 2': (self, [scale, mode]) =>
    withScale(decimal(self), anyInt(scale), mode === undefined ? 'HALF_UP' : rounding(mode)),
  scale: (self) => decimal(self).scale,
  getScale: (self) => decimal(self).scale,
  stripTrailingZeros: (self) => stripTrailingZeros(decimal(self)),
  'max 1': (self, [other]) => (compare(self, number(other)) >= 0 ? self : number(other)),
  'min 1': (self, [other]) => (compare(self, number(other)) <= 0 ? self : number(other)),
  'round 0 1': (self, [places]) => round(self, places),
  'trunc 0 1': (self, [places]) =>
    places === undefined
      ? wholeOf(self, 'DOWN')
      : self instanceof Decimal
        ? withScale(self, anyInt(places), 'DOWN')
        : new JavaDouble(Math.trunc(toDouble(self) * 10 ** anyInt(places)) / 10 ** anyInt(places)),
  floor: (self) => wholeOf(self, 'FLOOR'),
  ceil: (self) => wholeOf(self, 'CEILING'),
  next: (self) => calculate('+', self, 1),
  previous: (self) => calculate('-', self, 1),
  'times 1': (self, [body]) => loop(0, toInt(self) - 1, 1, body),
  'upto 2': (self, [to, body]) => loop(toInt(self), anyInt(to), 1, body),
  'downto 2': (self, [to, body]) => loop(toInt(self), anyInt(to), -1, body),
  'step 3': (self, [to, by, body]) => {
    const width = anyInt(by);
    if (width === 0) throw javaError('groovy.lang.GroovyRuntimeException', 'Infinite loop in step');
    return loop(toInt(self), anyInt(to) - Math.sign(width), width, body);
  },
  isNaN: (self) => Number.isNaN(toDouble(self)),
  isInfinite: (self) => Math.abs(toDouble(self)) === Infinity,
  bitLength: (self) => toBigInt(self).toString(2).replace('-', '').length,
});

/** Methods of Character. */
export const charMethods = methodTable<JavaChar>({
  charValue: (self) => self,
  toString: (self: JavaChar) => self.toString(),
  toUpperCase: (self) => new JavaChar(self.toString().toUpperCase().charCodeAt(0)),
  toLowerCase: (self) => new JavaChar(self.toString().toLowerCase().charCodeAt(0)),
  isLetter: (self) => /\p{L}/u.test(self.toString()),
  isDigit: (self) => /\p{Nd}/u.test(self.toString()),
  isLetterOrDigit: (self) => /[\p{L}\p{Nd}]/u.test(self.toString()),
  isWhitespace: (self) => /\s/.test(self.toString()),
  isUpperCase: (self) => /\p{Lu}/u.test(self.toString()),
  isLowerCase: (self) => /\p{Ll}/u.test(self.toString()),
  toInteger: (self) => self.code,
  next: (self) => new JavaChar(self.code + 1),
  previous: (self) => new JavaChar(self.code - 1),
  'plus 1': (self, [other]) => self.toString() + String(other),
  'compareTo 1': (self, [other]) => compare(self, other!),
});
