import { closeSync, ftruncateSync, mkdirSync, openSync, readSync, statSync, write, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const writeTo = promisify(write);

/** Characters that are gathered before they go to the file. */
const BATCH_LENGTH = 64 * 1024;
const FLUSH_INTERVAL_MS = 1000;
/** Bytes that may wait for a slow disk; beyond it, adding a record waits too. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** How a file that is there already is treated. */
export interface Continuation {
  /** Text that must stand near the end; it and what follows is cut off. Without it the file is written anew. */
  readonly endTag?: string;
  /** Written first when the file is new or starts anew. */
  readonly start: string;
}

/** Offset of the last `tag` within the last bytes of the file, or undefined. */
function findEnd(fd: number, size: number, tag: string): number | undefined {
  const tail = Buffer.alloc(Math.min(size, tag.length + 10));
  readSync(fd, tail, 0, tail.length, size - tail.length);
  const at = tail.lastIndexOf(tag);
  return at === -1 ? undefined : size - tail.length + at;
}

function endsWithinLine(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

/**
 * A results file that is being written: records are gathered and written in batches of whole lines, at least once
 * a second, while the caller goes on. After the first write that fails nothing more is written, and the file is
 * cut back to its last whole batch.
 */
export class ResultsFile {
  readonly #fd: number;
  readonly #autoflush: boolean;
  readonly #onError: (error: Error) => void;
  /** Regular files are written at offsets and in the background; pipes and devices at once. */
  readonly #isRegular: boolean;
  readonly #timer: NodeJS.Timeout;
  /** End of what was handed to the system. */
  #offset: number;
  #text = '';
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #failed = false;

  /**
   * Opens the file and makes the folders above it. A CSV file that is there is appended to.
   * @param onError called at most once, when writing fails.
   * @throws the system's error when the file cannot be opened.
   */
  constructor(path: string, continuation: Continuation, autoflush: boolean, onError: (error: Error) => void) {
    this.#autoflush = autoflush;
    this.#onError = onError;
    mkdirSync(dirname(path), { recursive: true });
    const existing = statSync(path, { throwIfNoEntry: false });
    this.#isRegular = existing?.isFile() ?? true;
    this.#offset = existing?.size ?? 0;
    this.#fd = openSync(path, existing === undefined ? 'w' : this.#isRegular ? 'r+' : 'a');
    if (existing === undefined) this.#text = continuation.start;
    else if (this.#isRegular) this.#continue(continuation);
    this.#timer = setInterval(() => this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /** Adds whole lines. */
  append(lines: string): void {
    this.#text += lines;
    if (this.#text.length >= BATCH_LENGTH || this.#autoflush) this.flush();
  }

  /** Starts to write what is gathered. */
  flush(): void {
    if (this.#text === '') return;
    const text = this.#text;
    this.#text = '';
    if (this.#failed) return;
    const batch = Buffer.from(text);
    this.#waiting.push(batch);
    this.#waitingBytes += batch.length;
    if (!this.#isRegular || this.#waitingBytes > MAX_WAITING_BYTES) this.#writeNow();
    else this.#writing ??= this.#writeWaiting();
  }

  /** Writes what is left, then `end`, and closes the file. */
  async close(end: string): Promise<void> {
    clearInterval(this.#timer);
    this.#text += end;
    this.flush();
    await this.#writing;
    try {
      closeSync(this.#fd);
    } catch (error) {
      this.#fail(error, this.#offset);
    }
  }

  #continue({ endTag, start }: Continuation): void {
    if (endTag === undefined) {
      if (endsWithinLine(this.#fd, this.#offset)) this.#text = '\n';
      return;
    }
    const end = findEnd(this.#fd, this.#offset, endTag);
    this.#offset = end ?? 0;
    ftruncateSync(this.#fd, this.#offset);
    if (end === undefined) this.#text = start;
  }

  /** Takes the next batch and its place in the file. */
  #next(): { batch: Buffer; start: number } | undefined {
    const batch = this.#waiting.shift();
    if (batch === undefined) return undefined;
    const start = this.#offset;
    this.#waitingBytes -= batch.length;
    this.#offset += batch.length;
    return { batch, start };
  }

  async #writeWaiting(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { batch, start } = next;
      try {
        for (let done = 0; done < batch.length;)
          done += (await writeTo(this.#fd, batch, done, batch.length - done, start + done)).bytesWritten;
      } catch (error) {
        this.#fail(error, start);
      }
    }
    this.#writing = undefined;
  }

  #writeNow(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { batch, start } = next;
      try {
        for (let done = 0; done < batch.length;)
          done += writeSync(
            this.#fd,
            batch,
            done,
            batch.length - done,
            this.#isRegular ? start + done : null,
          );
      } catch (error) {
        this.#fail(error, start);
      }
    }
  }

  #fail(error: unknown, lastWhole: number): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (this.#isRegular)
      try {
        ftruncateSync(this.#fd, lastWhole);
      } catch {
        // The disk is in trouble, which is what `error` says.
      }
    if (this.#failed) return;
    this.#failed = true;
    this.#onError(error instanceof Error ? error : new Error(String(error)));
  }
}
