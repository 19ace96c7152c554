import {
  parseDouble as javaDouble,
  parseInt32 as javaInt,
  parseInt64 as javaLong,
} from '../../java/parse-number.ts';
import { JavaException } from '../../java/exception.ts';
import { javaError, type ScriptThrow } from './exceptions.ts';
import { JavaDouble } from './value.ts';

/** An exception of a helper of Java's as one that scripts can catch; anything else as it is. */
export const asThrow = (error: unknown): unknown =>
  error instanceof JavaException ? javaError(error.name, error.message) : error;

/** Runs what may throw a JavaException. */
export function javaCall<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw asThrow(error);
  }
}

export const parseInt32 = (text: string): number => javaCall(() => javaInt(text));
export const parseInt64 = (text: string): bigint => javaCall(() => javaLong(text));
export const parseDouble = (text: string): JavaDouble => javaCall(() => new JavaDouble(javaDouble(text)));

/** `Integer.parseInt(text, radix)`, `Long.parseLong(text, radix)`. */
export function parseRadix(text: string, radix: number, bits: 32 | 64): bigint {
  const negative = text.startsWith('-');
  const digits = text.replace(/^[+-]/, '').toLowerCase();
  let value = 0n;
  for (const digit of digits) {
    const at = '0123456789abcdefghijklmnopqrstuvwxyz'.indexOf(digit);
    if (at < 0 || at >= radix || digits.length > 70) throw notANumber(text, radix);
    value = value * BigInt(radix) + BigInt(at);
  }
  if (digits === '') throw notANumber(text, radix);
  if (negative) value = -value;
  if (BigInt.asIntN(bits, value) !== value) throw notANumber(text, radix);
  return value;
}

const notANumber = (text: string, radix: number): ScriptThrow =>
  javaError(
    'java.lang.NumberFormatException',
    `For input string: "${text}"${radix === 10 ? '' : ` under radix ${radix}`}`,
  );
