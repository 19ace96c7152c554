import { withScale } from './decimal.ts';
import { dateMillis } from './dates.ts';
import { javaError } from './exceptions.ts';
import { isNumber, toBigInt, toDecimal, toDouble } from './numbers.ts';
import { formatSimpleDate } from '../../java/simple-date-format.ts';
import { hashCode } from './hash-code.ts';
import { javaText } from './text.ts';
import { classNameOf } from './types.ts';
import { isTrue } from './compare.ts';
import { Decimal } from './decimal.ts';
import { BigInteger, JavaChar, JavaDouble, type Value } from './value.ts';

const SPECIFIER = /%(?:(\d+)\$)?([-#+ 0,(<]*)(\d+)?(?:\.(\d+))?([tT]?[a-zA-Z%])|%/g;

/** Patterns of dates for `%tY` and the like. */
const DATES: Readonly<Record<string, string>> = {
  Y: 'yyyy',
  y: 'yy',
  m: 'MM',
  d: 'dd',
  e: 'd',
  H: 'HH',
  I: 'hh',
  M: 'mm',
  S: 'ss',
  L: 'SSS',
  B: 'MMMM',
  b: 'MMM',
  A: 'EEEE',
  a: 'EEE',
  T: 'HH:mm:ss',
  R: 'HH:mm',
  F: 'yyyy-MM-dd',
  D: 'MM/dd/yy',
  Z: 'z',
  z: 'Z',
};

const MAX_WIDTH = 100_000;

interface Specifier {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly conversion: string;
}

/** `String.format(format, args…)`. @throws ScriptThrow IllegalFormatException. */
export function formatText(format: string, args: readonly Value[]): string {
  let next = 0;
  return format.replace(
    SPECIFIER,
    (
      specifierText,
      index: string | undefined,
      flags: string | undefined,
      width: string | undefined,
      precision: string | undefined,
      conversion: string | undefined,
    ) => {
      if (conversion === undefined)
        throw javaError('java.util.UnknownFormatConversionException', "Conversion = '%'");
      if (conversion === '%') return '%'.padStart(Number(width ?? 0));
      if (conversion === 'n') return '\n';
      const at = index !== undefined ? Number(index) - 1 : flags!.includes('<') ? next - 1 : next++;
      if (at >= args.length || at < 0)
        throw javaError('java.util.MissingFormatArgumentException', `Format specifier '${specifierText}'`);
      const specifier = {
        flags: flags ?? '',
        width: Math.min(Number(width ?? 0), MAX_WIDTH),
        precision: precision === undefined ? undefined : Math.min(Number(precision), MAX_WIDTH),
        conversion,
      };
      const text = convert(specifier, args[at]!);
      return /^[A-SU-Z]$/.test(conversion) ? text.toUpperCase() : text;
    },
  );
}

const wrong = (conversion: string, value: Value): Error =>
  javaError(
    'java.util.IllegalFormatConversionException',
    `${conversion} != ${value === null ? 'null' : classNameOf(value)}`,
  );

function justified({ flags, width }: Specifier, text: string): string {
  return flags.includes('-') ? text.padEnd(width) : text.padStart(width);
}

function convert(specifier: Specifier, value: Value): string {
  const { conversion, precision } = specifier;
  const plain = (text: string): string =>
    justified(specifier, precision === undefined ? text : text.slice(0, precision));
  switch (conversion.toLowerCase()) {
    case 's':
      return plain(javaText(value));
    case 'b':
      return plain(String(value === null ? false : typeof value === 'boolean' ? isTrue(value) : true));
    case 'h':
      return plain(value === null ? 'null' : (hashCode(value) >>> 0).toString(16));
    case 'c':
      if (value === null) return plain('null');
      if (value instanceof JavaChar) return plain(value.toString());
      if (typeof value === 'number') return plain(String.fromCodePoint(value));
      throw wrong(conversion, value);
    case 'd':
    case 'x':
    case 'o':
      return whole(specifier, value);
    case 'f':
    case 'e':
    case 'g':
      return floating(specifier, value);
    default:
  }
  if (/^[tT]/.test(conversion)) return justified(specifier, date(conversion, value));
  throw javaError('java.util.UnknownFormatConversionException', `Conversion = '${conversion}'`);
}

function date(conversion: string, value: Value): string {
  const pattern = DATES[conversion[1] ?? ''];
  const ms = typeof value === 'bigint' ? Number(value) : dateMillis(value);
  if (pattern === undefined)
    throw javaError('java.util.UnknownFormatConversionException', `Conversion = '${conversion}'`);
  if (ms === undefined) throw wrong(conversion[1]!, value);
  return formatSimpleDate(pattern, ms);
}

function whole(specifier: Specifier, value: Value): string {
  if (value === null) return justified(specifier, 'null');
  if (typeof value !== 'number' && typeof value !== 'bigint' && !(value instanceof BigInteger))
    throw wrong(specifier.conversion, value);
  const number = toBigInt(value);
  if (specifier.conversion.toLowerCase() === 'd')
    return signed(specifier, number < 0n, String(number < 0n ? -number : number));
  const radix = specifier.conversion.toLowerCase() === 'x' ? 16 : 8;
  const bits = typeof value === 'number' ? 32 : 64;
  const unsigned = number < 0n && !(value instanceof BigInteger) ? BigInt.asUintN(bits, number) : number;
  const digits = unsigned.toString(radix);
  return specifier.flags.includes('0') ? digits.padStart(specifier.width, '0') : justified(specifier, digits);
}

/** Digits with their sign, groups and width. */
function signed(specifier: Specifier, negative: boolean, digits: string): string {
  const { flags, width } = specifier;
  const [integer = '', fraction] = digits.split('.');
  const grouped = flags.includes(',') ? integer.replace(/\B(?=(?:\d{3})+$)/g, ',') : integer;
  let body = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  const brackets = negative && flags.includes('(');
  const sign = brackets ? '(' : negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const end = brackets ? ')' : '';
  if (flags.includes('0')) body = body.padStart(width - sign.length - end.length, '0');
  return justified(specifier, sign + body + end);
}

function floating(specifier: Specifier, value: Value): string {
  if (value === null) return justified(specifier, 'null');
  if (!(value instanceof JavaDouble) && !(value instanceof Decimal)) throw wrong(specifier.conversion, value);
  const number = isNumber(value) ? toDouble(value) : 0;
  if (!Number.isFinite(number)) return justified(specifier, String(number));
  const { precision = 6 } = specifier;
  if (specifier.conversion.toLowerCase() === 'f') {
    const rounded = withScale(toDecimal(value), precision);
    return signed(specifier, number < 0 || Object.is(number, -0), rounded.toPlainString().replace('-', ''));
  }
  const exponential = Math.abs(number)
    .toExponential(precision)
    .replace(/e([+-])(\d)$/, 'e$10$2');
  return signed(specifier, number < 0, exponential);
}
