import { formatBinary } from './binary-text.ts';

export type FrameKind = 'text' | 'binary' | 'close' | 'ping' | 'pong';

export const NO_BYTES = new Uint8Array(0);

const SHOWN_BYTES = 16;

/**
 * One frame as it came over the wire: fragments and control frames are frames of their own. Objects of this class
 * all have one shape, because every reply makes one.
 */
export class Frame {
  readonly kind: FrameKind;
  /** FIN bit. */
  readonly final: boolean;
  /** Opcode 0; `kind` is that of the message it continues. */
  readonly continuation: boolean;
  /** Text of a text frame, application data of a ping or pong, reason of a close frame. Bad UTF-8 is U+FFFD. */
  readonly text: string;
  /** Payload of a binary, ping or pong frame. */
  readonly data: Uint8Array;
  /** Status of a close frame; undefined when it has none. */
  readonly closeCode: number | undefined;
  /** Bytes on the wire, header included. */
  readonly wireSize: number;
  /** When the last of its bytes was read, microseconds since the epoch. */
  readonly arrivalUs: number;
  /** What reading this frame fails with. */
  readonly failure: Error | undefined;

  constructor(
    kind: FrameKind,
    final: boolean,
    continuation: boolean,
    text: string,
    data: Uint8Array,
    closeCode: number | undefined,
    wireSize: number,
    arrivalUs: number,
    failure: Error | undefined,
  ) {
    this.kind = kind;
    this.final = final;
    this.continuation = continuation;
    this.text = text;
    this.data = data;
    this.closeCode = closeCode;
    this.wireSize = wireSize;
    this.arrivalUs = arrivalUs;
    this.failure = failure;
  }
}

/** Stands in the place of a frame where reading fails. */
export const failedFrame = (failure: Error, wireSize: number, arrivalUs: number): Frame =>
  new Frame('binary', true, false, '', NO_BYTES, undefined, wireSize, arrivalUs, failure);

/** `text`, `non-final binary`, `final continuation` …, as response codes and labels name a frame. */
export function frameKindText(frame: Frame): string {
  if (frame.continuation) return frame.final ? 'final continuation' : 'continuation';
  return frame.final || (frame.kind !== 'text' && frame.kind !== 'binary')
    ? frame.kind
    : `non-final ${frame.kind}`;
}

/** A frame in words, as response messages and the log show it. */
export function frameText(frame: Frame): string {
  const { kind, text, data, closeCode } = frame;
  if (kind === 'text') return `Text frame with text '${text}'`;
  if (kind === 'close')
    return `Close frame with status code ${closeCode ?? 'null'} and close reason '${text === '' ? 'null' : text}'`;
  if (kind === 'binary')
    return data.length === 0
      ? 'Binary frame, empty payload'
      : `Binary frame, payload (length ${data.length}): ${formatBinary(data, SHOWN_BYTES, ' ...')}`;
  const name = kind === 'ping' ? 'Ping' : 'Pong';
  return data.length === 0
    ? `${name} frame with no application data`
    : `${name} frame with application data '${text}'`;
}
