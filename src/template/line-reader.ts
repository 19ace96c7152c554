import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const CHUNK_BYTES = 64 * 1024;

/** Reads a UTF-8 file line by line, a chunk at a time; ends of lines are CR, LF or both. */
export class LineReader {
  readonly #file: number;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  readonly #decoder = new StringDecoder('utf8');
  #text = '';
  #ended = false;

  /** @throws Error of node:fs when the file cannot be opened. */
  constructor(file: string) {
    this.#file = openSync(file, 'r');
  }

  /** undefined after the last line. */
  next(): string | undefined {
    for (;;) {
      const end = this.#text.search(/[\r\n]/);
      // A CR at the end of a chunk may have its LF in the next one.
      if (end >= 0 && (this.#ended || end < this.#text.length - 1 || this.#text[end] === '\n')) {
        const line = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + (this.#text.startsWith('\r\n', end) ? 2 : 1));
        return line;
      }
      if (this.#ended) {
        const rest = this.#text;
        this.#text = '';
        return rest === '' ? undefined : rest;
      }
      const count = readSync(this.#file, this.#chunk);
      this.#ended = count === 0;
      this.#text += count === 0 ? this.#decoder.end() : this.#decoder.write(this.#chunk.subarray(0, count));
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
