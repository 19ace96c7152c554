import { type CharSet, MAX_CODE_POINT, rangeSet } from './char-set.ts';

const known = new Map<string, CharSet>();

/**
 * The characters that a class such as `\p{Lu}` or `[\p{L}\p{Nd}]` holds, by this runtime's Unicode tables.
 * @throws SyntaxError when the runtime knows no such property.
 */
export function unicodeSet(classText: string): CharSet {
  let set = known.get(classText);
  if (set === undefined) {
    set = scan(new RegExp(`^(?:${classText})$`, 'u'));
    known.set(classText, set);
  }
  return set;
}

function scan(pattern: RegExp): CharSet {
  const ranges: [number, number][] = [];
  let start = -1;
  for (let c = 0; c <= MAX_CODE_POINT + 1; c++) {
    const hit = c <= MAX_CODE_POINT && pattern.test(String.fromCodePoint(c));
    if (hit && start < 0) start = c;
    if (!hit && start >= 0) {
      ranges.push([start, c - 1]);
      start = -1;
    }
  }
  return rangeSet(ranges);
}

/** Java's Character.isLetter, isDigit, isLetterOrDigit, isWhitespace, isSpaceChar and isISOControl. */
export const letters = (): CharSet => unicodeSet('\\p{L}');
export const digits = (): CharSet => unicodeSet('\\p{Nd}');
export const lettersAndDigits = (): CharSet => unicodeSet('[\\p{L}\\p{Nd}]');
export const whitespace = (): CharSet =>
  unicodeSet(
    '[\\t\\n\\x0b\\f\\r\\x1c-\\x20\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000]',
  );
export const spaceChars = (): CharSet => unicodeSet('\\p{Z}');
export const controls = (): CharSet => unicodeSet('[\\x00-\\x1f\\x7f-\\x9f]');

/** Java's simple lower case of one UTF-16 unit (Character.toLowerCase(char)). */
export const lowerUnit = (unit: number): number => {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit + 32 : unit;
  return String.fromCharCode(unit).toLowerCase().charCodeAt(0);
};
