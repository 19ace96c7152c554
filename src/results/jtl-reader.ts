import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { ownText } from './own-text.ts';
import { columnNamed, DEFAULT_COLUMNS, isKnownColumn, JtlRow, type Column } from './jtl-columns.ts';

export { JtlRow } from './jtl-columns.ts';

/** How many rows a results file has. */
export interface JtlCounts {
  readonly rows: number;
  /** Rows that could not be read: too few or too many cells, no number where one must be, or cut off. */
  readonly skipped: number;
  /** Number of the first of them, counted from 1 without the header. */
  readonly firstSkipped: number | undefined;
}

/** What a CSV results file turned out to be. */
export interface JtlInfo extends JtlCounts {
  readonly delimiter: string;
  /** Names of the columns, in the order of the file. */
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
}

/** A file that is no results file. Its message is one line. */
export class JtlError extends Error {
  override readonly name = 'JtlError';
}

const CHUNK_BYTES = 256 * 1024;
/** The longest row; longer ones come from a quote that is never closed. */
const MAX_ROW_LENGTH = 16 * 1024 * 1024;
/** Different texts that are kept per column, so that equal cells are one string. */
const MAX_TEXTS = 10_000;
const DELIMITERS = [',', ';', '\t', '|', ' ', ':', '~', '^', '#'];

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Makes equal texts one string, which does not hold on to the piece of the file that it was cut from. */
function interner(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const copy = ownText(text);
    if (texts.size === MAX_TEXTS) texts.clear();
    texts.set(copy, copy);
    return copy;
  };
}

/** A number, or NaN; an empty cell is 0, a date is milliseconds since the epoch. */
function numberIn(text: string): number {
  const value = Number(text);
  return Number.isNaN(value) ? Date.parse(text) : value;
}

/** Cuts a text into rows of cells. */
class RowScanner {
  readonly #delimiter: number;
  /** The text that is scanned, and how far it is read. */
  text = '';
  position = 0;
  /** Where the next cell of the row starts. */
  #at = 0;
  #cellStart = 0;
  #cellEnd = 0;
  /** Quotes inside the cell, which stand doubled. */
  #hasQuotes = false;
  /** What ended the cell. */
  #isLast = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  startRow(): void {
    this.#at = this.position;
    this.#isLast = false;
  }

  /** True when the last cell of the row was read. */
  get atEnd(): boolean {
    return this.#isLast;
  }

  /** The row was read: the next one starts after it. */
  endRow(): void {
    this.position = this.#at;
  }

  /** Finds the next cell; false when the text ends before it does. */
  next(): boolean {
    const { text } = this;
    const { length } = text;
    const delimiter = this.#delimiter;
    let at = this.#at;
    this.#hasQuotes = false;
    if (at < length && text.charCodeAt(at) === QUOTE) {
      this.#cellStart = at + 1;
      for (;;) {
        at = text.indexOf('"', at + 1);
        if (at === -1 || at + 1 >= length) return false;
        if (text.charCodeAt(at + 1) !== QUOTE) break;
        this.#hasQuotes = true;
        at++;
      }
      this.#cellEnd = at++;
      if (text.charCodeAt(at) === CR) at++;
      if (at >= length) return false;
      this.#isLast = text.charCodeAt(at) === LF;
      // Text between the closing quote and the delimiter belongs to no cell.
      if (!this.#isLast && text.charCodeAt(at) !== delimiter) return this.#plain(at, this.#cellStart - 1);
      this.#at = at + 1;
      return true;
    }
    return this.#plain(at, at);
  }

  /** A cell without quotes around it, searched to its end from `at`. */
  #plain(from: number, start: number): boolean {
    const { text } = this;
    const { length } = text;
    const delimiter = this.#delimiter;
    let at = from;
    let code = 0;
    while (at < length && (code = text.charCodeAt(at)) !== delimiter && code !== LF) at++;
    if (at >= length) return false;
    this.#isLast = code === LF;
    this.#cellStart = start;
    this.#cellEnd = this.#isLast && at > start && text.charCodeAt(at - 1) === CR ? at - 1 : at;
    this.#hasQuotes = false;
    this.#at = at + 1;
    return true;
  }

  get cell(): string {
    const cell = this.text.slice(this.#cellStart, this.#cellEnd);
    return this.#hasQuotes ? cell.replaceAll('""', '"') : cell;
  }

  /** The cell as a number. */
  get number(): number {
    const { text } = this;
    const end = this.#cellEnd;
    let value = 0;
    for (let at = this.#cellStart; at < end; at++) {
      const digit = text.charCodeAt(at) - 0x30;
      if (digit < 0 || digit > 9) return numberIn(this.cell);
      value = value * 10 + digit;
    }
    return value;
  }

  get isEmptyLine(): boolean {
    return this.#isLast && this.#cellStart === this.#cellEnd;
  }
}

/** The cells of a file's first line. */
function firstCells(line: string, delimiter: string): string[] {
  const scanner = new RowScanner(delimiter);
  scanner.text = `${line}\n`;
  scanner.startRow();
  const cells: string[] = [];
  while (!scanner.atEnd && scanner.next()) cells.push(scanner.cell);
  return cells;
}

/** Delimiter and columns, as the first line tells. */
function layout(line: string, path: string): Pick<JtlInfo, 'delimiter' | 'columns' | 'hasHeader'> {
  const headerName = /^"?([A-Za-z]+)"?(?=(.)|$)/.exec(line);
  if (headerName !== null && isKnownColumn(headerName[1] ?? '')) {
    const delimiter = headerName[2] ?? ',';
    return { delimiter, columns: firstCells(line, delimiter), hasHeader: true };
  }
  for (const delimiter of DELIMITERS) {
    const cells = firstCells(line, delimiter);
    if (cells.filter(isKnownColumn).length >= 2) return { delimiter, columns: cells, hasHeader: true };
    if (cells.length === DEFAULT_COLUMNS.length)
      return { delimiter, columns: DEFAULT_COLUMNS, hasHeader: false };
  }
  throw new JtlError(
    `${path} is no CSV results file that can be read: its first line is neither a header nor a row of JMeter's default columns.`,
  );
}

/** Reads whole rows out of pieces of text. */
class RowReader {
  readonly #scanner: RowScanner;
  readonly #columns: readonly Column[];
  readonly #interners: readonly ((text: string) => string)[];
  readonly #onRow: (row: JtlRow) => void;
  rows = 0;
  skipped = 0;
  firstSkipped: number | undefined;

  constructor(delimiter: string, columns: readonly string[], onRow: (row: JtlRow) => void) {
    this.#scanner = new RowScanner(delimiter);
    this.#columns = columns.map(columnNamed);
    this.#interners = columns.map(interner);
    this.#onRow = onRow;
  }

  /** Takes the next piece and returns what is left of it: the beginning of a row. */
  read(text: string): string {
    const scanner = this.#scanner;
    scanner.text = text;
    scanner.position = 0;
    while (scanner.position < text.length && this.#row());
    return text.slice(scanner.position);
  }

  /** Reads one row; false when its end is not there yet. */
  #row(): boolean {
    const scanner = this.#scanner;
    const columns = this.#columns;
    const row = new JtlRow();
    let isGood = true;
    let count = 0;
    scanner.startRow();
    while (!scanner.atEnd) {
      if (!scanner.next()) return false;
      const column = columns[count];
      if (column === undefined) isGood = false;
      else if (column.kind === 'text') column.set(row, this.#interners[count]?.(scanner.cell) ?? '');
      else {
        const value = scanner.number;
        if (Number.isNaN(value)) isGood = false;
        column.set(row, value);
      }
      count++;
    }
    scanner.endRow();
    if (count === 1 && columns.length > 1 && scanner.isEmptyLine) return true;
    if (isGood && count === columns.length) {
      this.rows++;
      this.#onRow(row);
    } else {
      this.skipped++;
      this.firstSkipped ??= this.rows + this.skipped;
    }
    return true;
  }
}

/** What is in a file, piece by piece. */
export const chunksOf = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: CHUNK_BYTES });

/**
 * Reads a CSV results file of any size: JMeter's, ours, or another tool's with JMeter's column names. Columns may
 * be any, in any order; the header tells, and a file without one must have JMeter's default columns. The delimiter
 * is found out. Rows that cannot be read are counted and left out.
 * @param onRow gets each row; rows are not used again by the reader.
 * @param chunks what is in the file.
 * @throws JtlError when the file is no such file; the system's error when it cannot be read.
 */
export async function readJtl(
  path: string,
  onRow: (row: JtlRow) => void,
  chunks = chunksOf(path),
): Promise<JtlInfo> {
  const decoder = new StringDecoder('utf8');
  let reader: RowReader | undefined;
  let found: ReturnType<typeof layout> | undefined;
  let rest = '';

  const take = (piece: string, isEnd: boolean): void => {
    let text = rest + piece;
    if (isEnd && text !== '' && !text.endsWith('\n')) text += '\n';
    if (reader === undefined) {
      const end = text.indexOf('\n');
      if (end === -1) rest = text;
      else {
        const line = text.slice(text.startsWith('\ufeff') ? 1 : 0, end).replace(/\r$/, '');
        found = layout(line, path);
        reader = new RowReader(found.delimiter, found.columns, onRow);
        rest = reader.read(found.hasHeader ? text.slice(end + 1) : text);
      }
    } else rest = reader.read(text);
    if (rest.length > MAX_ROW_LENGTH)
      throw new JtlError(
        `${path}: the row after row ${(reader?.rows ?? 0) + (reader?.skipped ?? 0)} has no end; a quote may be open.`,
      );
  };
  for await (const chunk of chunks) take(decoder.write(chunk), false);
  take(decoder.end(), true);
  if (found === undefined || reader === undefined) throw new JtlError(`${path} is empty.`);
  const { rows, skipped, firstSkipped } = reader;
  return {
    ...found,
    rows,
    skipped: rest === '' ? skipped : skipped + 1,
    firstSkipped: firstSkipped ?? (rest === '' ? undefined : rows + 1),
  };
}
