import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Charset } from '../../java/charset.ts';
import { illegalArgumentException } from '../../java/exception.ts';

const WINDOW_BYTES = 256 * 1024;
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LF = 10;
const CR = 13;
const UTF_8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** One line of a data file. Positions are byte offsets. */
export interface Line {
  readonly text: string;
  /** `\n`, `\r\n`, `\r`, or empty when the file ends without one. */
  readonly lineEnd: string;
  /** Where the text starts: behind the byte order mark in the first line. */
  readonly start: number;
  readonly next: number;
}

/**
 * A data file that is read line by line from any position. One window of it is kept in memory, whatever its size;
 * only charsets whose lines cannot be seen in the bytes (UTF-16) are decoded as a whole, and then positions count
 * the bytes of the text in UTF-8.
 */
export class CsvFile {
  /** undefined when the file is empty. */
  readonly firstLine: Line | undefined;
  readonly #path: string;
  readonly #charset: Charset;
  #window = Buffer.alloc(0);
  #windowStart = 0;
  /** The window reaches the end of the file. */
  #ended = false;

  /** @throws JavaException IllegalArgumentException, with JMeter's text, when there is no such file to read. */
  constructor(path: string, charset: Charset) {
    this.#path = path;
    this.#charset = charset;
    try {
      if (!statSync(path).isFile()) throw this.#unreadable();
      if (charset.asciiCompatible) this.#load(0, WINDOW_BYTES);
      else {
        this.#window = Buffer.from(charset.decode(readFileSync(path)));
        this.#ended = true;
      }
    } catch {
      throw this.#unreadable();
    }
    this.firstLine = this.lineAt(0);
  }

  /** Bytes that the text takes in the file; undefined when that is not known. */
  byteLength(text: string): number | undefined {
    return this.#charset.asciiCompatible ? this.#charset.byteLength(text) : Buffer.byteLength(text);
  }

  /** The line that starts at that position; undefined at the end of the file. */
  lineAt(position: number): Line | undefined {
    if (position < this.#windowStart || (position >= this.#windowStart + this.#window.length && !this.#ended))
      this.#load(position, WINDOW_BYTES);
    for (;;) {
      const line = this.#lineInWindow(position);
      if (line !== 'longer') return line;
      const bytes = Math.max(WINDOW_BYTES, (this.#windowStart + this.#window.length - position) * 2);
      if (bytes > MAX_LINE_BYTES)
        throw illegalArgumentException(
          `File ${basename(this.#path)} has a line of more than ${MAX_LINE_BYTES / 2} bytes`,
        );
      this.#load(position, bytes);
    }
  }

  /** `longer` when the line, or the second half of its CR LF, lies behind the window. */
  #lineInWindow(position: number): Line | undefined | 'longer' {
    const from = position - this.#windowStart;
    const length = this.#window.length;
    if (from >= length) return this.#ended ? undefined : 'longer';
    const lf = this.#window.indexOf(LF, from);
    const limit = lf === -1 ? length : lf;
    const cr = this.#window.subarray(from, limit).indexOf(CR);
    let end = limit;
    let lineEnd = lf === -1 ? '' : '\n';
    if (cr !== -1) {
      end = from + cr;
      if (end === length - 1 && !this.#ended) return 'longer';
      lineEnd = end + 1 === lf ? '\r\n' : '\r';
    } else if (lf === -1 && !this.#ended) return 'longer';
    const marked = position === 0 && this.#window.subarray(0, UTF_8_MARK.length).equals(UTF_8_MARK);
    const start = marked ? UTF_8_MARK.length : from;
    const bytes = this.#window.subarray(start, end);
    return {
      text: this.#charset.asciiCompatible ? this.#charset.decode(bytes) : bytes.toString('utf8'),
      lineEnd,
      start: this.#windowStart + start,
      next: this.#windowStart + end + lineEnd.length,
    };
  }

  #load(position: number, bytes: number): void {
    const file = openSync(this.#path, 'r');
    try {
      const window = Buffer.allocUnsafe(bytes);
      let read = 0;
      for (let last = -1; read < bytes && last !== 0; read += last)
        last = readSync(file, window, read, bytes - read, position + read);
      this.#window = window.subarray(0, read);
      this.#windowStart = position;
      this.#ended = read < bytes;
    } finally {
      closeSync(file);
    }
  }

  #unreadable(): Error {
    return illegalArgumentException(`File ${basename(this.#path)} must exist and be readable`);
  }
}
