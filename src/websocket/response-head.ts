import { trim } from '../java/trim.ts';
import { IoError, readTimedOut } from './errors.ts';

/** Status line and headers of an HTTP answer. */
export interface ResponseHead {
  readonly statusLine: string;
  readonly status: number;
  /** By lower-case name: the first spelling, and the values joined by `, `. */
  readonly headers: ReadonlyMap<string, { readonly name: string; readonly value: string }>;
  /** Bytes on the wire, the empty line included. */
  readonly size: number;
}

const STATUS_LINE = /^HTTP\/\d\.\d (\d{3})/;
/** A server that never ends its headers does not fill the memory. */
const MAX_HEAD_BYTES = 256 * 1024;

/**
 * Reads the head of one HTTP answer, line by line as the plugin does: a line without a colon is passed over, and the
 * end of the stream ends the head.
 */
export class ResponseHeadReader {
  /** Resolves with the head; rejects with an IoError, or with what `checkStatus` throws. */
  readonly head: Promise<ResponseHead>;
  readonly #checkStatus: (status: number, statusLine: string) => void;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #headers = new Map<string, { name: string; value: string }>();
  #resolve: (head: ResponseHead) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #statusLine: string | undefined;
  #status = 0;
  #line = '';
  #size = 0;
  /** The head is complete, or it failed. */
  #over = false;
  #failed = false;

  /**
   * @param timeoutMs limit for each wait for bytes; 0 is none.
   * @param checkStatus throws for a status that ends the attempt; called before any header is read.
   */
  constructor(timeoutMs: number, checkStatus: (status: number, statusLine: string) => void) {
    this.#checkStatus = checkStatus;
    this.head = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#timer = timeoutMs === 0 ? undefined : setTimeout(() => this.fail(readTimedOut()), timeoutMs);
  }

  /** Takes bytes; gives the index of the first one behind the head, undefined while the head is not complete. */
  push(buffer: Buffer, from: number, to: number): number | undefined {
    if (this.#over) return undefined;
    this.#timer?.refresh();
    const text = ascii(buffer, from, to);
    for (let at = 0; at < text.length;) {
      const end = text.indexOf('\n', at) + 1 || text.length;
      this.#size += end - at;
      this.#line += text.slice(at, end);
      at = end;
      if (this.#size > MAX_HEAD_BYTES) {
        this.fail(new IoError(`Response head is longer than ${MAX_HEAD_BYTES} bytes`));
        return undefined;
      }
      if (!this.#line.endsWith('\n')) break;
      const line = this.#line;
      this.#line = '';
      this.#takeLine(line.slice(0, line.endsWith('\r\n') ? -2 : -1));
      if (this.#over) return this.#failed ? undefined : from + at;
    }
    return undefined;
  }

  /** The stream has ended. */
  end(): void {
    if (this.#line !== '') this.#takeLine(this.#line);
    if (this.#over) return;
    if (this.#statusLine === undefined) this.fail(new IoError('Empty response; connection closed.'));
    else this.#done();
  }

  fail(error: unknown): void {
    this.#over = this.#failed = true;
    clearTimeout(this.#timer);
    this.#reject(error);
  }

  #takeLine(line: string): void {
    if (this.#statusLine === undefined) this.#takeStatusLine(line);
    else if (line === '') this.#done();
    else {
      const colon = line.indexOf(':');
      if (colon < 0) return;
      const name = line.slice(0, colon);
      const value = trim(line.slice(colon + 1));
      const known = this.#headers.get(name.toLowerCase());
      if (known === undefined) this.#headers.set(name.toLowerCase(), { name, value });
      else known.value += `, ${value}`;
    }
  }

  #takeStatusLine(line: string): void {
    const status = STATUS_LINE.exec(line)?.[1];
    if (status === undefined) {
      this.fail(new IoError('Invalid status line'));
      return;
    }
    this.#statusLine = line;
    this.#status = Number(status);
    try {
      this.#checkStatus(this.#status, line);
    } catch (error) {
      this.fail(error);
    }
  }

  #done(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#resolve({
      statusLine: this.#statusLine ?? '',
      status: this.#status,
      headers: this.#headers,
      size: this.#size,
    });
  }
}

const NOT_ASCII = /[\u0080-\u00ff]/g;

/** As Java reads ASCII, byte by byte: any other is U+FFFD. */
const ascii = (buffer: Buffer, from: number, to: number): string =>
  buffer.toString('latin1', from, to).replace(NOT_ASCII, '\ufffd');
