import { inflateRawSync, constants } from 'node:zlib';
import { JavaException } from '../java/exception.ts';
import { NO_BYTES } from './frame.ts';

/** What a sender drops from the end of each compressed message (RFC 7692, section 7.2.1). */
const TAIL = Buffer.from([0x00, 0x00, 0xff, 0xff]);
/** A deflate stream refers back at most so far. */
const WINDOW_BYTES = 32 * 1024;

/** Undoes permessage-deflate (RFC 7692) for the messages of one connection. */
export class Inflater {
  readonly #keepsContext: boolean;
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #window: Buffer | undefined;
  #broken: JavaException | undefined;

  /** @param maxBytes a message that inflates to more fails. */
  constructor(keepsContext: boolean, maxBytes: number) {
    this.#keepsContext = keepsContext;
    this.#maxBytes = maxBytes;
  }

  /**
   * Takes the payload of one frame. Gives the whole message with its final frame, undefined before.
   * @throws JavaException for what does not inflate; with context takeover the rest of the stream is lost too.
   */
  append(payload: Uint8Array, final: boolean): Buffer | undefined {
    if (this.#broken !== undefined) throw this.#broken;
    if (!final) {
      this.#pieces.push(new Uint8Array(payload));
      return undefined;
    }
    const message = Buffer.concat([...this.#pieces, payload, TAIL]);
    this.#pieces = [];
    try {
      const inflated = inflateRawSync(message, {
        finishFlush: constants.Z_SYNC_FLUSH,
        dictionary: this.#window ?? NO_BYTES,
        maxOutputLength: this.#maxBytes,
      });
      if (this.#keepsContext) this.#slide(inflated);
      return inflated;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const failure = new JavaException(
        'java.lang.RuntimeException',
        `java.util.zip.DataFormatException: ${text}`,
      );
      if (this.#keepsContext) this.#broken = failure;
      throw failure;
    }
  }

  #slide(inflated: Buffer): void {
    const history = this.#window === undefined ? inflated : Buffer.concat([this.#window, inflated]);
    this.#window = Buffer.from(history.subarray(Math.max(0, history.length - WINDOW_BYTES)));
  }
}
