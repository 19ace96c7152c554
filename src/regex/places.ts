import type { CharTable } from './char-set.ts';
import type { Boundary } from './program.ts';
import type { Fold, Place } from './syntax.ts';
import { lowerUnit } from './unicode.ts';

/** The character at that index, -1 at the end: a code point when the text is `wide`, else a UTF-16 unit. */
export function charAt(text: string, wide: boolean, at: number): number {
  if (at >= text.length) return -1;
  const unit = text.charCodeAt(at);
  return !wide || unit < 0xd800 || unit > 0xdbff ? unit : text.codePointAt(at)!;
}

/** The character that ends at that index; -1 at the start. */
export function charBefore(text: string, wide: boolean, at: number): number {
  if (at <= 0) return -1;
  const unit = text.charCodeAt(at - 1);
  if (!wide || unit < 0xdc00 || unit > 0xdfff || at < 2) return unit;
  const pair = text.codePointAt(at - 2)!;
  return pair > 0xffff ? pair : unit;
}

/** True at such a place of the text. */
export function isPlace(
  place: Place,
  { text, previousEnd, from }: { text: string; previousEnd: number; from: number },
  at: number,
): boolean {
  const end = text.length;
  switch (place) {
    case 'input-start':
      return at === 0;
    case 'input-end':
      return at === end;
    case 'final-end-unix':
      return at === end || (at === end - 1 && text.charCodeAt(at) === 10);
    case 'final-end-java':
      return at >= end - 2 && (at !== end - 2 || text.endsWith('\r\n')) && isLineEnd(text, at);
    case 'line-start-oro':
      return at === 0 || (at < end && text.charCodeAt(at - 1) === 10);
    case 'line-start-unix':
      return at < end && (at === 0 || text.charCodeAt(at - 1) === 10);
    case 'line-start-java': {
      if (at >= end || at === 0) return at < end;
      const before = text.charCodeAt(at - 1);
      return isTerminator(before) && !(before === 13 && text.charCodeAt(at) === 10);
    }
    case 'line-end-unix':
      return at === end || text.charCodeAt(at) === 10;
    case 'line-end-java':
      return isLineEnd(text, at);
    default:
      return at === (previousEnd >= 0 ? previousEnd : from);
  }
}

/** True at a word boundary, or where there is none when it is negative. */
export function isBoundary(
  { negative, word, base }: Boundary,
  text: string,
  wide: boolean,
  at: number,
): boolean {
  const before = charBefore(text, wide, at);
  const after = charAt(text, wide, at);
  const left = (before >= 0 && word.has(before)) || (base !== undefined && hasBase(base, text, at));
  const right =
    (after >= 0 && word.has(after)) ||
    (base !== undefined && after >= 0x300 && isMark(after) && hasBase(base, text, at, true));
  return (left !== right) !== negative;
}

/** A base character stands before that place, with nothing but combining marks between. */
function hasBase(base: CharTable, text: string, at: number, none = false): boolean {
  let marks = none ? 1 : 0;
  for (let char = charBefore(text, true, at); char >= 0; char = charBefore(text, true, at)) {
    if (base.has(char)) return marks > 0;
    if (char < 0x300 || !isMark(char)) return false;
    marks++;
    at -= char > 0xffff ? 2 : 1;
  }
  return false;
}

/** Length of the text at that place that equals what the group took; undefined when it differs or none is set. */
export function referenceLength(
  text: string,
  begin: number,
  end: number,
  fold: Fold,
  at: number,
): number | undefined {
  if (begin < 0 || end < 0) return undefined;
  const length = end - begin;
  if (at + length > text.length) return undefined;
  if (length < 0) {
    // Only in ORO, whose groups begin anew before they are closed again: it steps back after one character.
    const [a, b] = [text.charCodeAt(begin), text.charCodeAt(at)];
    return a === b || equalFolded(a, b, fold) ? length : undefined;
  }
  for (let i = 0; i < length; i++) {
    const a = text.charCodeAt(begin + i);
    const b = text.charCodeAt(at + i);
    if (a !== b && !equalFolded(a, b, fold)) return undefined;
  }
  return length;
}

const isTerminator = (unit: number): boolean =>
  unit === 10 || unit === 13 || unit === 0x85 || unit === 0x2028 || unit === 0x2029;

const isLineEnd = (text: string, at: number): boolean =>
  at === text.length ||
  (isTerminator(text.charCodeAt(at)) &&
    !(text.charCodeAt(at) === 10 && at > 0 && text.charCodeAt(at - 1) === 13));

const isMark = (char: number): boolean => /^\p{Mn}$/u.test(String.fromCodePoint(char));

function equalFolded(a: number, b: number, fold: Fold): boolean {
  switch (fold) {
    case 'none':
      return false;
    case 'ascii':
      return a < 128 && b < 128 && lowerUnit(a) === lowerUnit(b);
    case 'lower':
      return lowerUnit(a) === lowerUnit(b);
    default:
      return (
        String.fromCharCode(a).toUpperCase().toLowerCase() ===
        String.fromCharCode(b).toUpperCase().toLowerCase()
      );
  }
}
