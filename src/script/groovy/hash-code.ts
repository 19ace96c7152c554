import { toBigInt, isNumber } from './numbers.ts';
import { isSequence } from './compare.ts';
import { JavaChar, JavaDouble, JavaMap, type Value } from './value.ts';

/** `hashCode()` as Java works it out; of objects without one, of their text. */
export function hashCode(value: Value): number {
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1231 : 1237;
  if (value instanceof JavaChar) return value.code;
  if (value instanceof JavaDouble) {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value.value);
    return view.getInt32(0) ^ view.getInt32(4);
  }
  if (isNumber(value)) {
    const whole = toBigInt(value);
    return typeof value === 'number' ? value : Number(BigInt.asIntN(32, whole ^ (whole >> 32n)));
  }
  if (isSequence(value))
    return value.items.reduce<number>((hash, item) => (Math.imul(31, hash) + hashCode(item)) | 0, 1);
  if (value instanceof JavaMap)
    return value.entries().reduce((hash, [key, item]) => (hash + (hashCode(key) ^ hashCode(item))) | 0, 0);
  return textHash(String(value));
}

/** `String.hashCode()`. */
export function textHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}
