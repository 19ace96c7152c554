import { JavaException } from '../java/exception.ts';

const HEX = /^[+-]?[0-9a-fA-F]+$/;

function parseHex(digits: string): number {
  const value = HEX.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  if (value >= -(2 ** 31) && value < 2 ** 31) return value;
  throw new JavaException('java.lang.NumberFormatException', `For input string: "${digits}" under radix 16`);
}

/**
 * Reads bytes as typed into a plan: elements between single blanks, each `0x` and one number that is cut to a byte,
 * or pairs of hexadecimal digits.
 * @throws JavaException NumberFormatException for anything else.
 */
export function parseBinary(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const element of text.split(' ')) {
    if (element.startsWith('0x')) bytes.push(parseHex(element.slice(2)) & 0xff);
    else for (let i = 0; i < element.length; i += 2) bytes.push(parseHex(element.slice(i, i + 2)) & 0xff);
  }
  return Uint8Array.from(bytes);
}

const HEX_BYTES: readonly string[] = Array.from(
  { length: 256 },
  (_, i) => `0x${i.toString(16).padStart(2, '0')}`,
);

/** Bytes as `0x01 0xff`; of more than `limit` bytes, the first ones and `more`. */
export function formatBinary(bytes: Uint8Array, limit = Infinity, more = ''): string {
  const shown = bytes.length > limit ? bytes.subarray(0, limit) : bytes;
  return Array.from(shown, (byte) => HEX_BYTES[byte]).join(' ') + (bytes.length > limit ? more : '');
}
