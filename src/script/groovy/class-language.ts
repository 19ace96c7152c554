import { anyInt, charSequence, int, long, text } from './arguments.ts';
import { bytes, decodeBytes } from './bytes.ts';
import type { ClassDefinition } from './class-registry.ts';
import { asType, castTo, parseBigDecimal } from './coerce.ts';
import { isTrue } from './compare.ts';
import { Decimal } from './decimal.ts';
import { formatText } from './format.ts';
import { iterate } from './iterate.ts';
import { mathMethods } from './math.ts';
import { bigInteger, isNumber, toBigInt, toDecimal, toDouble } from './numbers.ts';
import { roundingType } from './number-methods.ts';
import { parseDouble, parseInt32, parseInt64, parseRadix } from './parse-numbers.ts';
import { stringBuilder } from './string-builder.ts';
import { systemMethods, threadMethods } from './system.ts';
import { javaText } from './text.ts';
import {
  BigInteger,
  hostObject,
  JavaArray,
  JavaChar,
  JavaDouble,
  type HostType,
  type Method,
  methodTable,
  NoMatch,
  type Value,
} from './value.ts';

type Static = Method<unknown>;

const statics = (methods: Readonly<Record<string, Static>>): NonNullable<ClassDefinition['statics']> =>
  methodTable(methods) as NonNullable<ClassDefinition['statics']>;

const plainObject: HostType<null> = {
  name: 'java.lang.Object',
  text: () => 'java.lang.Object@1b2c3d4e',
  methods: methodTable<null>({}),
};

const parse =
  (read: (input: string) => Value, bits: 32 | 64): Static =>
  (_, [input, radix]) => {
    const given = text(input);
    if (radix === undefined) return read(given);
    const value = parseRadix(given, int(radix), bits);
    return bits === 32 ? Number(value) : value;
  };

const unsigned =
  (bits: 32 | 64, radix: number): Static =>
  (_, [value]) =>
    BigInt.asUintN(bits, long(value)).toString(radix);

/** `valueOf`, `toString`, `compare` and the like, which the number classes share. */
const numberStatics = (
  type: string,
  read: (input: string) => Value,
  bits: 32 | 64,
): Record<string, Static> => ({
  'valueOf 1 2': (_, [value, radix]) =>
    typeof value === 'string'
      ? parse(read, bits)(null, radix === undefined ? [value] : [value, radix])
      : castTo(value!, { name: type, dimensions: 0 }),
  'toString 1 2': (_, [value, radix]) =>
    radix === undefined ? javaText(value!) : toBigInt(number(value)).toString(int(radix)),
  'compare 2': (_, [a, b]) => Math.sign(toDouble(number(a)) - toDouble(number(b))),
  'max 2': (_, [a, b]) => (toDouble(number(a)) >= toDouble(number(b)) ? a! : b!),
  'min 2': (_, [a, b]) => (toDouble(number(a)) <= toDouble(number(b)) ? a! : b!),
  'sum 2': (_, [a, b]) => castTo(toDecimalSum(a, b), { name: type, dimensions: 0 }),
  'toHexString 1': unsigned(bits, 16),
  'toBinaryString 1': unsigned(bits, 2),
  'toOctalString 1': unsigned(bits, 8),
  'signum 1': (_, [value]) => Math.sign(toDouble(number(value))),
});

const number = (value: Value | undefined): Parameters<typeof toDouble>[0] => {
  if (!isNumber(value)) throw new NoMatch();
  return value;
};

const toDecimalSum = (a: Value | undefined, b: Value | undefined): Value => {
  const [x, y] = [toDecimal(number(a)), toDecimal(number(b))];
  return new JavaDouble(x.toNumber() + y.toNumber());
};

const charOf = (value: Value | undefined): string => {
  if (value instanceof JavaChar) return value.toString();
  if (typeof value === 'number') return String.fromCodePoint(value);
  if (typeof value === 'string' && value.length === 1) return value;
  throw new NoMatch();
};

const charTest =
  (pattern: RegExp): Static =>
  (_, [value]) =>
    pattern.test(charOf(value));

const primitive = (name: string): ClassDefinition => ({ name });

export const languageClasses: readonly ClassDefinition[] = [
  ...['int', 'long', 'double', 'boolean', 'char', 'byte', 'short', 'void'].map(primitive),
  ...[
    'java.lang.CharSequence',
    'java.lang.Number',
    'java.lang.Iterable',
    'java.lang.Comparable',
    'java.lang.Byte',
    'java.lang.Short',
    'java.lang.Class',
    'groovy.lang.Closure',
    'groovy.lang.GString',
    'groovy.lang.Range',
  ].map(primitive),
  { name: 'java.lang.Object', construct: () => hostObject(plainObject, null) },
  {
    name: 'java.lang.String',
    construct(args) {
      const [source, charset] = args;
      if (args.length === 0) return '';
      if (source instanceof JavaArray && source.component === 'char') return source.items.join('');
      if (typeof source === 'string') return source;
      return decodeBytes(bytes(source), charset);
    },
    statics: statics({
      'valueOf 1': (_, [value]) =>
        value instanceof JavaArray && value.component === 'char' ? value.items.join('') : javaText(value!),
      'format 1 *': (_, [format, ...args]) =>
        formatText(text(format), args.length === 1 && args[0] instanceof JavaArray ? args[0].items : args),
      'join 1 *': (_, [separator, ...parts]) =>
        (parts.length === 1 && typeof parts[0] === 'object' ? iterate(parts[0]) : parts)
          .map((part) => javaText(part))
          .join(charSequence(separator)),
      'copyValueOf 1': (_, [value]) => iterate(value!).join(''),
    }),
  },
  {
    name: 'java.lang.Integer',
    construct: ([value]) => (typeof value === 'string' ? parseInt32(value) : anyInt(value)),
    fields: { MAX_VALUE: () => 2147483647, MIN_VALUE: () => -2147483648 },
    statics: statics({
      ...numberStatics('java.lang.Integer', parseInt32, 32),
      'parseInt 1 2': parse(parseInt32, 32),
    }),
  },
  {
    name: 'java.lang.Long',
    construct: ([value]) => (typeof value === 'string' ? parseInt64(value) : long(value)),
    fields: { MAX_VALUE: () => 9223372036854775807n, MIN_VALUE: () => -9223372036854775808n },
    statics: statics({
      ...numberStatics('java.lang.Long', parseInt64, 64),
      'parseLong 1 2': parse(parseInt64, 64),
    }),
  },
  {
    name: 'java.lang.Double',
    construct: ([value]) => asType(value!, { name: 'java.lang.Double', dimensions: 0 }),
    fields: {
      MAX_VALUE: () => new JavaDouble(Number.MAX_VALUE),
      MIN_VALUE: () => new JavaDouble(Number.MIN_VALUE),
      NaN: () => new JavaDouble(NaN),
      POSITIVE_INFINITY: () => new JavaDouble(Infinity),
      NEGATIVE_INFINITY: () => new JavaDouble(-Infinity),
    },
    statics: statics({
      'parseDouble 1': (_, [input]) => parseDouble(text(input)),
      'valueOf 1': (_, [value]) => asType(value!, { name: 'java.lang.Double', dimensions: 0 }),
      'toString 1': (_, [value]) => javaText(castTo(value!, { name: 'double', dimensions: 0 })),
      'compare 2': (_, [a, b]) => Math.sign(toDouble(number(a)) - toDouble(number(b))),
      'isNaN 1': (_, [value]) => Number.isNaN(toDouble(number(value))),
    }),
  },
  {
    name: 'java.lang.Boolean',
    fields: { TRUE: () => true, FALSE: () => false },
    statics: statics({
      'parseBoolean 1': (_, [value]) => (value === null ? false : text(value).toLowerCase() === 'true'),
      'valueOf 1': (_, [value]) =>
        typeof value === 'boolean' ? value : value === null ? false : text(value).toLowerCase() === 'true',
      'toString 1': (_, [value]) => String(isTrue(value!)),
    }),
  },
  {
    name: 'java.lang.Character',
    statics: statics({
      'isDigit 1': charTest(/\p{Nd}/u),
      'isLetter 1': charTest(/\p{L}/u),
      'isLetterOrDigit 1': charTest(/[\p{L}\p{Nd}]/u),
      'isWhitespace 1': charTest(/\s/),
      'isUpperCase 1': charTest(/\p{Lu}/u),
      'isLowerCase 1': charTest(/\p{Ll}/u),
      'toUpperCase 1': (_, [value]) => new JavaChar(charOf(value).toUpperCase().charCodeAt(0)),
      'toLowerCase 1': (_, [value]) => new JavaChar(charOf(value).toLowerCase().charCodeAt(0)),
      'toString 1': (_, [value]) => charOf(value),
      'valueOf 1': (_, [value]) => new JavaChar(charOf(value).charCodeAt(0)),
      'getNumericValue 1': (_, [value]) => parseInt(charOf(value), 36),
    }),
  },
  {
    name: 'java.math.BigDecimal',
    construct: ([value]) => (typeof value === 'string' ? parseBigDecimal(value) : toDecimal(number(value))),
    fields: {
      ZERO: () => new Decimal(0n, 0),
      ONE: () => new Decimal(1n, 0),
      TEN: () => new Decimal(10n, 0),
    },
    statics: statics({ 'valueOf 1': (_, [value]) => toDecimal(number(value)) }),
  },
  {
    name: 'java.math.BigInteger',
    construct: ([value, radix]) => bigInteger(parseBig(text(value), radix === undefined ? 10 : int(radix))),
    fields: {
      ZERO: () => new BigInteger(0n),
      ONE: () => new BigInteger(1n),
      TEN: () => new BigInteger(10n),
    },
    statics: statics({ 'valueOf 1': (_, [value]) => new BigInteger(long(value)) }),
  },
  {
    name: 'java.math.RoundingMode',
    fields: Object.fromEntries(
      (['UP', 'DOWN', 'CEILING', 'FLOOR', 'HALF_UP', 'HALF_DOWN', 'HALF_EVEN'] as const).map((name) => [
        name,
        () => hostObject(roundingType, name),
      ]),
    ),
  },
  {
    name: 'java.lang.Math',
    statics: mathMethods,
    fields: { PI: () => new JavaDouble(Math.PI), E: () => new JavaDouble(Math.E) },
  },
  {
    name: 'java.lang.StringBuilder',
    construct: ([value]) =>
      stringBuilder(value === undefined || typeof value === 'number' ? '' : charSequence(value)),
  },
  {
    name: 'java.lang.StringBuffer',
    construct: ([value]) =>
      stringBuilder(value === undefined || typeof value === 'number' ? '' : charSequence(value)),
  },
  { name: 'java.lang.System', statics: systemMethods.statics, fields: systemMethods.fields },
  { name: 'java.lang.Thread', statics: threadMethods },
];

function parseBig(digits: string, radix: number): bigint {
  if (radix === 10) return parseBigDecimal(digits).toBigInt();
  let value = 0n;
  for (const digit of digits.replace(/^[+-]/, '')) {
    const at = parseInt(digit, radix);
    if (Number.isNaN(at)) return parseBigDecimal(digits).toBigInt();
    value = value * BigInt(radix) + BigInt(at);
  }
  return digits.startsWith('-') ? -value : value;
}
