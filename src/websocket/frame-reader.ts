import { JavaException } from '../java/exception.ts';
import { IoError } from './errors.ts';
import { failedFrame, Frame, NO_BYTES } from './frame.ts';

/** Takes the frames of a reader, in order. */
export interface FrameSink {
  onFrame(frame: Frame): void;
}

/** Undoes permessage-deflate; see Inflater. */
export interface MessageInflater {
  append(payload: Uint8Array, final: boolean): Buffer | undefined;
}

/** Longer payloads are not kept: reading such a frame fails and the connection goes on behind it. */
export const MAX_PAYLOAD_BYTES = 256 * 1024 * 1024;
/** A stated length is only believed so far; a longer payload gets room as it arrives. */
const FIRST_ROOM_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 10;
const JAVA_MAX_ARRAY = 2 ** 31 - 1;

const FIN = 0x80;
const RSV1 = 0x40;

const STILL_COMPRESSED = '<not showing response data, because it is compressed and at this stage incomplete>';

/**
 * Cuts the bytes of a server into frames (RFC 6455, section 5), wherever TCP splits them. Frames are not joined to
 * messages. As the plugin does: RSV2, RSV3 and the mask bit are ignored (the masking key of a masked frame counts as
 * payload), control frames may be long and fragmented, and a frame that breaks the protocol fails the read that
 * comes upon it, no more.
 */
export class FrameReader {
  readonly #sink: FrameSink;
  /** Set when the upgrade request offered permessage-deflate, whatever the server chose. */
  readonly #inflater: MessageInflater | undefined;
  /** Start of a header that is not complete yet. */
  #header: Buffer | undefined;
  #headerBytes = 0;
  /** Payload that is not complete yet; undefined outside of a payload. */
  #payload: Buffer | undefined;
  #payloadBytes = 0;
  /** First header byte, payload length and header length of the frame whose payload is not complete yet. */
  #first = 0;
  #length = 0;
  #headerLength = 0;
  /** Payload bytes still to be passed over. */
  #skip = 0;
  #fragmented: 'text' | 'binary' | undefined;
  #compressed = false;

  constructor(sink: FrameSink, inflater: MessageInflater | undefined) {
    this.#sink = sink;
    this.#inflater = inflater;
  }

  /**
   * Takes the bytes `from` to `to`, which may be overwritten after the call.
   * @param nowUs when they were read, microseconds since the epoch.
   */
  push(buffer: Buffer, from: number, to: number, nowUs: number): void {
    let at = from;
    if (this.#payload !== undefined) at = this.#fill(buffer, at, to, nowUs);
    else if (this.#header !== undefined) at = this.#completeHeader(buffer, at, to, nowUs);
    while (at < to) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, to - at);
        this.#skip -= skipped;
        at += skipped;
        continue;
      }
      const left = to - at;
      const header = left < 2 ? 2 : headerLength(buffer[at + 1]!);
      if (left < header) {
        this.#header = Buffer.allocUnsafe(MAX_HEADER_BYTES);
        this.#headerBytes = buffer.copy(this.#header, 0, at, to);
        return;
      }
      const length = payloadLength(buffer, at, header);
      const start = at + header;
      if (start + length <= to) {
        this.#finish(buffer[at]!, buffer, start, start + length, header + length, nowUs);
        at = start + length;
      } else {
        this.#begin(buffer[at]!, header, length, nowUs);
        if (this.#payload !== undefined) at = this.#fill(buffer, start, to, nowUs);
        else at = start;
      }
    }
  }

  /** True while the stream stands inside a frame. */
  get insideFrame(): boolean {
    return this.#payload !== undefined || this.#header !== undefined || this.#skip > 0;
  }

  /** What a read comes upon when the stream ends here, and once only: after it there is just the end. */
  takeEndFailure(): IoError {
    const inside = this.#payload !== undefined;
    this.#payload = undefined;
    return new IoError(
      inside
        ? `WebSocket protocol error: expected payload of length ${this.#length}, but can only read ${this.#payloadBytes} bytes`
        : 'end of stream',
    );
  }

  #completeHeader(buffer: Buffer, from: number, to: number, nowUs: number): number {
    const header = this.#header!;
    let at = from;
    let needed = this.#headerBytes < 2 ? 2 : headerLength(header[1]!);
    while (this.#headerBytes < needed) {
      if (at === to) return at;
      header[this.#headerBytes++] = buffer[at++]!;
      if (this.#headerBytes === 2) needed = headerLength(header[1]!);
    }
    this.#header = undefined;
    const length = payloadLength(header, 0, needed);
    if (length === 0) {
      this.#finish(header[0]!, header, 0, 0, needed, nowUs);
      return at;
    }
    this.#begin(header[0]!, needed, length, nowUs);
    return this.#payload === undefined ? at : this.#fill(buffer, at, to, nowUs);
  }

  /** Makes room for a payload, or refuses it and leaves `#payload` undefined. */
  #begin(first: number, header: number, length: number, nowUs: number): void {
    if (length > JAVA_MAX_ARRAY) {
      // What follows the header is read as frames, as in the plugin.
      this.#fail(
        `Frame too large; Java does not support arrays longer than ${JAVA_MAX_ARRAY} bytes.`,
        header,
        nowUs,
      );
      return;
    }
    if (length > MAX_PAYLOAD_BYTES) {
      this.#skip = length;
      this.#fail(
        `Frame too large; ${length} bytes, frames of up to ${MAX_PAYLOAD_BYTES} bytes are read.`,
        header,
        nowUs,
      );
      return;
    }
    this.#first = first;
    this.#headerLength = header;
    this.#length = length;
    this.#payload = Buffer.allocUnsafeSlow(Math.min(length, FIRST_ROOM_BYTES));
    this.#payloadBytes = 0;
  }

  #fill(buffer: Buffer, from: number, to: number, nowUs: number): number {
    const end = Math.min(to, from + this.#length - this.#payloadBytes);
    const filled = this.#payloadBytes + end - from;
    let payload = this.#payload!;
    if (filled > payload.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(this.#length, Math.max(filled, payload.length * 2)));
      payload.copy(larger, 0, 0, this.#payloadBytes);
      payload = this.#payload = larger;
    }
    buffer.copy(payload, this.#payloadBytes, from, end);
    this.#payloadBytes = filled;
    if (filled === this.#length) {
      this.#payload = undefined;
      this.#finish(this.#first, payload, 0, filled, this.#headerLength + filled, nowUs);
    }
    return end;
  }

  #fail(message: string, wireSize: number, nowUs: number): void {
    this.#sink.onFrame(
      failedFrame(new JavaException('java.lang.RuntimeException', message), wireSize, nowUs),
    );
  }

  #finish(first: number, buffer: Buffer, start: number, end: number, wireSize: number, nowUs: number): void {
    const final = (first & FIN) !== 0;
    const opcode = first & 0x0f;
    switch (opcode) {
      case 0x0:
        if (this.#fragmented === undefined)
          this.#sink.onFrame(failedFrame(new IoError('no continuation frame expected'), wireSize, nowUs));
        else {
          const kind = this.#fragmented;
          if (final) this.#fragmented = undefined;
          this.#data(kind, final, true, buffer, start, end, wireSize, nowUs);
        }
        return;
      case 0x1:
      case 0x2: {
        if (this.#fragmented !== undefined) {
          this.#sink.onFrame(failedFrame(new IoError('missing continuation frame'), wireSize, nowUs));
          return;
        }
        const kind = opcode === 0x1 ? 'text' : 'binary';
        if (!final) this.#fragmented = kind;
        this.#compressed = (first & RSV1) !== 0;
        this.#data(kind, final, false, buffer, start, end, wireSize, nowUs);
        return;
      }
      case 0x8: {
        const code = end - start >= 2 ? buffer.readUInt16BE(start) : undefined;
        const reason = end - start > 2 ? buffer.toString('utf8', start + 2, end) : '';
        this.#sink.onFrame(
          new Frame('close', final, false, reason, NO_BYTES, code, wireSize, nowUs, undefined),
        );
        return;
      }
      case 0x9:
      case 0xa: {
        // The plugin loses track of compression here: what continues the message is shown as it is.
        this.#compressed = false;
        const kind = opcode === 0x9 ? 'ping' : 'pong';
        const data = bytes(buffer, start, end);
        const text = buffer.toString('utf8', start, end);
        this.#sink.onFrame(new Frame(kind, final, false, text, data, undefined, wireSize, nowUs, undefined));
        return;
      }
      default:
        this.#fail(`unsupported frame type: ${opcode}`, wireSize, nowUs);
    }
  }

  #data(
    kind: 'text' | 'binary',
    final: boolean,
    continuation: boolean,
    buffer: Buffer,
    start: number,
    end: number,
    wireSize: number,
    nowUs: number,
  ): void {
    let payload = buffer;
    let from = start;
    let to = end;
    let incomplete = false;
    if (this.#compressed) {
      let message: Buffer | undefined;
      try {
        message = this.#inflate(buffer.subarray(start, end), final);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        this.#sink.onFrame(failedFrame(error, wireSize, nowUs));
        return;
      }
      incomplete = message === undefined;
      payload = message ?? buffer;
      from = 0;
      to = message?.length ?? 0;
    }
    this.#sink.onFrame(
      kind === 'text'
        ? new Frame(
            'text',
            final,
            continuation,
            incomplete ? STILL_COMPRESSED : payload.toString('utf8', from, to),
            NO_BYTES,
            undefined,
            wireSize,
            nowUs,
            undefined,
          )
        : new Frame(
            'binary',
            final,
            continuation,
            '',
            bytes(payload, from, to),
            undefined,
            wireSize,
            nowUs,
            undefined,
          ),
    );
  }

  #inflate(payload: Uint8Array, final: boolean): Buffer | undefined {
    if (this.#inflater === undefined)
      throw new JavaException(
        'java.lang.NullPointerException',
        'Cannot invoke "eu.luminis.websocket.WebSocketInflater.appendCompressedData(byte[], boolean, org.apache.log.Logger)" because "webSocketInflater" is null',
      );
    return this.#inflater.append(payload, final);
  }
}

/** A payload to keep. Only a payload of its own starts at 0: in the buffer of the socket a header comes before. */
function bytes(buffer: Buffer, start: number, end: number): Uint8Array {
  if (start === end) return NO_BYTES;
  const view = buffer.subarray(start, end);
  return start === 0 ? view : new Uint8Array(view);
}

/** Length of a header with that second byte. */
function headerLength(second: number): number {
  const length = second & 0x7f;
  return length < 126 ? 2 : length === 126 ? 4 : 10;
}

/** Payload length from a complete header. */
function payloadLength(buffer: Buffer, at: number, header: number): number {
  if (header === 2) return buffer[at + 1]! & 0x7f;
  if (header === 4) return (buffer[at + 2]! << 8) | buffer[at + 3]!;
  return buffer.readUInt32BE(at + 2) * 2 ** 32 + buffer.readUInt32BE(at + 6);
}
