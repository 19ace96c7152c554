import { isNumber, toBigInt, toInt } from './numbers.ts';
import { groovyText } from './text.ts';
import { Closure, dataOf, type HostType, JavaChar, NoMatch, type Value } from './value.ts';

/** Readers of arguments of methods; each throws NoMatch for a value of another type. */

export function text(value: Value | undefined): string {
  if (typeof value !== 'string') throw new NoMatch();
  return value;
}

/** A String, or anything else that is a CharSequence or a char. */
export function charSequence(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  if (value instanceof JavaChar) return value.toString();
  if (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type.name === 'java.lang.StringBuilder'
  )
    return groovyText(value);
  throw new NoMatch();
}

export function int(value: Value | undefined): number {
  if (typeof value === 'number') return value;
  if (value instanceof JavaChar) return value.code;
  throw new NoMatch();
}

/** A whole number or any other, as an int. */
export function anyInt(value: Value | undefined): number {
  if (!isNumber(value)) throw new NoMatch();
  return toInt(value);
}

export function long(value: Value | undefined): bigint {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw new NoMatch();
  return toBigInt(value);
}

/** A long as a number of JavaScript: for times. */
export const millis = (value: Value | undefined): number => Number(long(value));

export function bool(value: Value | undefined): boolean {
  if (typeof value !== 'boolean') throw new NoMatch();
  return value;
}

export function closure(value: Value | undefined): Closure {
  if (!(value instanceof Closure)) throw new NoMatch();
  return value;
}

export function data<T>(value: Value | undefined, type: HostType<T>): T {
  const found = dataOf(value, type);
  if (found === undefined) throw new NoMatch();
  return found;
}
