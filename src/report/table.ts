import stringWidth from 'string-width';

const segments = new Intl.Segmenter();

/** Control characters and those that change the direction of text, which would spoil a terminal. */
const UNPRINTABLE = /[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]+/g;

/** A text of any origin on one line, without control characters. */
export const oneLine = (text: string): string => text.replace(UNPRINTABLE, ' ');

/** Cuts a text to so many terminal columns; what is cut ends with `…`. */
export function fit(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = '';
  let used = 1;
  for (const { segment } of segments.segment(text)) {
    used += stringWidth(segment);
    if (used > width) break;
    cut += segment;
  }
  return `${cut}…`;
}

const pad = (text: string, width: number): string => ' '.repeat(Math.max(0, width - stringWidth(text)));

/**
 * Lays out rows of cells: the first column to the left, the others to the right, two blanks between them. The first
 * column is cut when the line would be wider than `width`.
 */
export function table(rows: readonly (readonly string[])[], width: number): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, stringWidth(cell));
  const [first = 0, ...others] = widths;
  const room = width - others.reduce((sum, each) => sum + each + 2, 0);
  const nameWidth = Math.max(Math.min(first, 8), Math.min(first, room));
  return rows.map(([name = '', ...cells]) => {
    const shown = fit(name, nameWidth);
    return [shown + pad(shown, nameWidth), ...cells.map((cell, i) => pad(cell, others[i] ?? 0) + cell)].join(
      '  ',
    );
  });
}
