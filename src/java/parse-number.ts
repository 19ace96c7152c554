import { JavaException, numberFormatException } from './exception.ts';
import { trim } from './trim.ts';

const INTEGER = /^[+-]?[0-9]+$/;
const FLOATING = /^[+-]?(?:NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?)$/;

const DIGITS = { 8: /^[0-7]+$/, 10: /^[0-9]+$/, 16: /^[0-9a-fA-F]+$/ } as const;

const MIN_INT = -(2 ** 31);
const MAX_INT = 2 ** 31 - 1;
const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

/** `Integer.parseInt`. @throws JavaException NumberFormatException. */
export function parseInt32(text: string): number {
  const value = INTEGER.test(text) ? Number(text) : Number.NaN;
  if (!(value >= MIN_INT && value <= MAX_INT)) throw numberFormatException(text);
  return value + 0;
}

/** `Long.parseLong`. @throws JavaException NumberFormatException. */
export function parseInt64(text: string): bigint {
  const value = INTEGER.test(text) ? BigInt(text.startsWith('+') ? text.slice(1) : text) : undefined;
  if (value === undefined || value < MIN_LONG || value > MAX_LONG) throw numberFormatException(text);
  return value;
}

/** `Double.parseDouble`, without hexadecimal. @throws JavaException NumberFormatException. */
export function parseDouble(text: string): number {
  const trimmed = trim(text);
  if (trimmed === '') throw new JavaException('java.lang.NumberFormatException', 'empty String');
  if (!FLOATING.test(trimmed)) throw numberFormatException(text);
  return Number(trimmed.replace(/[fFdD]$/, ''));
}

/** `Long.decode`: decimal, hexadecimal after `0x` or `#`, octal after `0`. @throws JavaException NumberFormatException. */
export function decodeInt64(text: string): bigint {
  const [, sign, prefix, digits] = /^([+-]?)(0[xX]|#|0(?=.))?(.*)$/s.exec(text)!;
  const radix = prefix === undefined ? 10 : prefix === '0' ? 8 : 16;
  if (!DIGITS[radix].test(digits!))
    throw radix === 10
      ? numberFormatException(text)
      : new JavaException(
          'java.lang.NumberFormatException',
          `For input string: "${digits}" under radix ${radix}`,
        );
  const magnitude = BigInt((radix === 16 ? '0x' : radix === 8 ? '0o' : '') + digits!);
  const value = sign === '-' ? -magnitude : magnitude;
  if (value < MIN_LONG || value > MAX_LONG) throw numberFormatException(text);
  return value;
}
