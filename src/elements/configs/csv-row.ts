import type { CsvFile } from './csv-file.ts';

/** What one read of a data file gives. */
export interface Row {
  /** Empty at the end of the file, for a blank line without quoted data, and after an error. */
  readonly fields: readonly string[];
  /** Position of the next read. */
  readonly next: number;
  /** There was nothing left to read. */
  readonly ended: boolean;
  /** What is wrong with the quotes, in JMeter's words. */
  readonly error?: string;
}

/** Variable names at commas; nothing between two commas is no name (JOrphanUtils.split). */
export const splitNames = (names: string): string[] =>
  names
    .split(',')
    .filter((name) => name !== '')
    .map((name) => name.trim());

/** One line; its quotes are ordinary characters (FileServer.readLine). */
export function readPlainRow(file: CsvFile, position: number, delimiter: string): Row {
  const line = file.lineAt(position);
  if (line === undefined) return { fields: [], next: position, ended: true };
  return { fields: line.text === '' ? [] : line.text.split(delimiter), next: line.next, ended: false };
}

/**
 * Reads fields that may be quoted (CSVSaveService.csvReadFile). A quote opens a field only at its start and closes it
 * only before a delimiter or line end; a doubled one stands for itself. Anywhere else it is an error.
 */
export class QuotedFields {
  readonly #delimiter: string;
  readonly fields: string[] = [];
  error: string | undefined;
  #field = '';
  #state: 'start' | 'plain' | 'quoted' | 'quote-in-quoted' = 'start';
  #afterDelimiter = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Takes the text of one line; returns how many characters it read: fewer than there are after an error. */
  read(text: string): number {
    for (let i = 0; i < text.length; i++) {
      this.#take(text.charAt(i));
      if (this.error !== undefined) return i + 1;
    }
    return text.length;
  }

  /** Takes a line end; true when the row ends with it, false inside quotes. */
  lineEnd(lineEnd: string): boolean {
    if (this.#state === 'quoted') {
      this.#field += lineEnd;
      return false;
    }
    this.#push();
    return true;
  }

  endOfFile(): void {
    if (this.#state === 'quoted')
      this.error = `Missing trailing quote-char in quoted field:["${this.#field}]`;
    else if (this.#field !== '' || this.#afterDelimiter || this.#state === 'quote-in-quoted') this.#push();
  }

  #take(character: string): void {
    const delimits = character === this.#delimiter && this.#state !== 'quoted';
    this.#afterDelimiter = delimits;
    if (delimits) this.#push();
    else if (character !== '"') {
      if (this.#state === 'quote-in-quoted')
        this.error = `Cannot have single quote-char in quoted field:[${this.#field}"]`;
      if (this.#state === 'start') this.#state = 'plain';
      this.#field += character;
    } else if (this.#state === 'start') this.#state = 'quoted';
    else if (this.#state === 'plain') this.error = `Cannot have quote-char in plain field:[${this.#field}"]`;
    else if (this.#state === 'quoted') this.#state = 'quote-in-quoted';
    else {
      this.#field += '"';
      this.#state = 'quoted';
    }
  }

  #push(): void {
    this.fields.push(this.#field);
    this.#field = '';
    this.#state = 'start';
  }
}

/** One row of quoted data, over as many lines as its quotes span. After an error the next read goes on behind it. */
export function readQuotedRow(file: CsvFile, position: number, delimiter: string): Row {
  const fields = new QuotedFields(delimiter);
  let next = position;
  for (let line = file.lineAt(next); line !== undefined; line = file.lineAt(next)) {
    next = line.next;
    const read = fields.read(line.text);
    if (fields.error !== undefined) {
      const behind = file.byteLength(line.text.slice(0, read));
      if (behind !== undefined) next = line.start + behind;
      return { fields: [], next, ended: false, error: fields.error };
    }
    if (line.lineEnd !== '' && fields.lineEnd(line.lineEnd))
      return { fields: fields.fields, next, ended: false };
  }
  fields.endOfFile();
  if (fields.error !== undefined) return { fields: [], next, ended: false, error: fields.error };
  return { fields: fields.fields, next, ended: next === position };
}
