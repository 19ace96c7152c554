import { randomFillSync } from 'node:crypto';

/** Opcodes that a client sends (RFC 6455, section 5.2). */
export const OPCODE = { text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const;
export type ClientOpcode = (typeof OPCODE)[keyof typeof OPCODE];

const FIN = 0x80;
const MASK = 0x80;
/** The longest header: opcode, length in 8 bytes, masking key. Rounded up so that payloads start on a word. */
const PAYLOAD_START = 16;
const SCRATCH_BYTES = 64 * 1024;
/** A UTF-16 code unit takes at most so many bytes of UTF-8. */
const UTF8_PER_UNIT = 3;
const KEYS = 2048;

const keys = new Int32Array(KEYS);
let keysUsed = KEYS;

function freshKey(): number {
  if (keysUsed === KEYS) {
    randomFillSync(keys);
    keysUsed = 0;
  }
  return keys[keysUsed++]!;
}

/** Room for one frame, seen as bytes and as words. */
interface Room {
  readonly bytes: Buffer;
  readonly words: Int32Array;
  /** The frame that was made there last; messages of one length share it. */
  frame: Buffer;
}

function makeRoom(payloadBytes: number): Room {
  const memory = new ArrayBuffer((PAYLOAD_START + payloadBytes + 3) & ~3);
  const bytes = Buffer.from(memory);
  return { bytes, words: new Int32Array(memory), frame: bytes };
}

/** Small frames are made in this one place, one after another: the kernel copies a frame as it takes it. */
let scratch = makeRoom(SCRATCH_BYTES);

/** To be called when the kernel did not take the latest frame at once: nothing else is written over it. */
export function keepLatestFrame(): void {
  scratch = makeRoom(SCRATCH_BYTES);
}

/** Header and mask around the payload that stands in `room` (RFC 6455, sections 5.2 and 5.3). */
function seal(room: Room, opcode: ClientOpcode, length: number): Buffer {
  const { bytes, words } = room;
  const key = freshKey();
  // Words are masked, so the mask costs a quarter; what is masked behind the end is never sent.
  words[PAYLOAD_START / 4 - 1] = key;
  for (let i = PAYLOAD_START / 4, end = (PAYLOAD_START + length + 3) >> 2; i < end; i++) words[i]! ^= key;
  let start: number;
  if (length < 126) {
    start = PAYLOAD_START - 6;
    bytes[start + 1] = MASK | length;
  } else if (length < 65_536) {
    start = PAYLOAD_START - 8;
    bytes[start + 1] = MASK | 126;
    bytes[start + 2] = length >> 8;
    bytes[start + 3] = length;
  } else {
    start = PAYLOAD_START - 14;
    bytes[start + 1] = MASK | 127;
    bytes.writeUInt32BE(Math.floor(length / 2 ** 32), start + 2);
    bytes.writeUInt32BE(length % 2 ** 32, start + 6);
  }
  bytes[start] = FIN | opcode;
  const size = PAYLOAD_START + length - start;
  if (room.frame.length !== size) room.frame = bytes.subarray(start, start + size);
  return room.frame;
}

/** A masked, final text frame. Valid until the next frame is made. */
export function textFrame(text: string): Buffer {
  const room = text.length * UTF8_PER_UNIT <= SCRATCH_BYTES ? scratch : makeRoom(Buffer.byteLength(text));
  return seal(room, OPCODE.text, room.bytes.write(text, PAYLOAD_START, 'utf8'));
}

/** A masked, final frame with that payload. Valid until the next frame is made. */
export function payloadFrame(opcode: ClientOpcode, payload: Uint8Array): Buffer {
  const room = payload.length <= SCRATCH_BYTES ? scratch : makeRoom(payload.length);
  room.bytes.set(payload, PAYLOAD_START);
  return seal(room, opcode, payload.length);
}

/** A masked close frame. Of the status its low 16 bits are sent, unchecked. */
export function closeFrame(status: number, reason: string): Buffer {
  const payload = Buffer.allocUnsafe(2 + Buffer.byteLength(reason));
  payload.writeUInt16BE(status & 0xffff, 0);
  payload.write(reason, 2, 'utf8');
  return payloadFrame(OPCODE.close, payload);
}
