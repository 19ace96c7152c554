import { createRequire } from 'node:module';
import type { stringify as Stringify } from 'csv-stringify/sync';
import { ownText } from './own-text.ts';

let stringify: typeof Stringify | undefined;

/** csv-stringify, loaded for the first cell that needs quotes: most runs have none. */
const loadStringify = (): typeof Stringify =>
  (stringify ??= (createRequire(import.meta.url)('csv-stringify/sync') as { stringify: typeof Stringify })
    .stringify);

/** Texts whose cells are kept, and the longest that is. */
const CACHED_CELLS = 16_384;
const CACHED_LENGTH = 128;
/** Numbers below have their cells at hand. */
const SMALL_NUMBERS = 2048;

export type TextCell = (text: string | null | undefined) => string;
export type NumberCell = (value: number) => string;

/**
 * Makes the function that turns a text into a CSV cell with `terminator` behind it: wrapped in double quotes, with
 * those inside doubled, when it holds the delimiter, a quote, a carriage return or a line feed; else as it is.
 * null and undefined give the word `null`.
 */
export function textCell(delimiter: string, terminator: string): (text: string | null | undefined) => string {
  const special = new RegExp(`[\\${delimiter}"\\r\\n]`);
  const options = { delimiter, quoted_match: /\r/, eof: false };
  const nullCell = `null${terminator}`;
  const cells = new Map<string, string>();
  /** Most columns hold what they held in the row before. */
  let lastText: string | null | undefined;
  let lastCell = nullCell;
  return (text) => {
    if (text === lastText) return lastCell;
    lastText = text;
    lastCell = text == null ? nullCell : cellOf(text);
    return lastCell;
  };

  function cellOf(text: string): string {
    let cell = cells.get(text);
    if (cell === undefined) {
      const isKept = text.length <= CACHED_LENGTH;
      const own = isKept ? ownText(text) : text;
      cell = (special.test(own) ? loadStringify()([[own]], options) : own) + terminator;
      if (isKept) {
        if (cells.size === CACHED_CELLS) cells.clear();
        cells.set(own, cell);
      }
    }
    return cell;
  }
}

/** Cells of small numbers by terminator; there are few terminators. */
const smallNumbers = new Map<string, readonly string[]>();

/** Makes the function that turns a whole number into a cell with `terminator` behind it. */
export function numberCell(terminator: string): NumberCell {
  const small =
    smallNumbers.get(terminator) ??
    Array.from({ length: SMALL_NUMBERS }, (_, value) => `${value}${terminator}`);
  smallNumbers.set(terminator, small);
  return (value) => small[value] ?? `${value}${terminator}`;
}
