import { compareNumbers, isNumber, type JavaNumber, negate, toBigInt, toDouble, toInt } from './numbers.ts';
import {
  BigInteger,
  JavaDouble,
  type Method,
  type MethodTable,
  methodTable,
  NoMatch,
  type Value,
} from './value.ts';
import { Decimal } from './decimal.ts';
import { commonRandom } from './randoms.ts';
import { callMethod } from './dispatch.ts';

const number = (value: Value | undefined): JavaNumber => {
  if (!isNumber(value)) throw new NoMatch();
  return value;
};

const double =
  (calculate: (...values: number[]) => number): Method<unknown> =>
  (_, args) =>
    new JavaDouble(calculate(...args.map((arg) => toDouble(number(arg)))));

/** A BigDecimal goes into Math as a double. */
const narrowed = (value: JavaNumber): JavaNumber =>
  value instanceof Decimal || value instanceof BigInteger ? new JavaDouble(toDouble(value)) : value;

/** The wider of two types: Math.max(1, 2L) is a long. */
function widened(value: JavaNumber, other: JavaNumber): JavaNumber {
  if (value instanceof JavaDouble || other instanceof JavaDouble) return new JavaDouble(toDouble(value));
  return typeof value === 'bigint' || typeof other === 'bigint' ? toBigInt(value) : value;
}

const extreme =
  (sign: 1 | -1): Method<unknown> =>
  (_, [first, second]) => {
    const [a, b] = [narrowed(number(first)), narrowed(number(second))];
    return compareNumbers(a, b) * sign >= 0 ? widened(a, b) : widened(b, a);
  };

/** Static methods of `java.lang.Math`. */
export const mathMethods = methodTable<unknown>({
  'abs 1': (_, [value]) => {
    const given = narrowed(number(value));
    return toDouble(given) < 0 ? negate(given) : given;
  },
  'max 2': extreme(1),
  'min 2': extreme(-1),
  'pow 2': double((a, b) => a ** b),
  'sqrt 1': double(Math.sqrt),
  'cbrt 1': double(Math.cbrt),
  'exp 1': double(Math.exp),
  'log 1': double(Math.log),
  'log10 1': double(Math.log10),
  'sin 1': double(Math.sin),
  'cos 1': double(Math.cos),
  'tan 1': double(Math.tan),
  'atan 1': double(Math.atan),
  'atan2 2': double(Math.atan2),
  'hypot 2': double(Math.hypot),
  'ceil 1': double(Math.ceil),
  'floor 1': double(Math.floor),
  'rint 1': double((value) => {
    const rounded = Math.round(value);
    return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
  }),
  'signum 1': double(Math.sign),
  'toRadians 1': double((value) => (value / 180) * Math.PI),
  'toDegrees 1': double((value) => (value * 180) / Math.PI),
  'round 1': (_, [value]) => BigInt(Math.floor(toDouble(number(value)) + 0.5)),
  'floorMod 2': (_, [a, b]) => {
    const [x, y] = [toInt(number(a)), toInt(number(b))];
    return ((x % y) + y) % y;
  },
  'floorDiv 2': (_, [a, b]) => Math.floor(toInt(number(a)) / toInt(number(b))),
  'toIntExact 1': (_, [value]) => toInt(number(value)),
  random: () => callMethod(commonRandom(), 'nextDouble', []),
}) as MethodTable<never>;
