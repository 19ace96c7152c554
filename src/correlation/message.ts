/** The payload of a message: a text or the bytes of a binary message. */
export type Message = string | Uint8Array;

/** Longer binary messages are not looked into for an id that nobody named. */
const MAX_BINARY = 4_096;

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The message as text; bytes are read as UTF-8. */
export const utf8 = (message: Message): string =>
  typeof message === 'string' ? message : bufferOf(message).toString('utf8');

/** Can the message be read? Of binary messages, those that hold JSON. */
export const isReadable = (message: Message): boolean =>
  typeof message === 'string' || message[0] === 0x7b || message[0] === 0x5b;

/** The message as a text to compare with others: bytes that cannot be read stand for themselves. */
export function comparable(message: Message): string | undefined {
  if (typeof message === 'string') return message;
  if (message.length > MAX_BINARY) return undefined;
  return bufferOf(message).toString(isReadable(message) ? 'utf8' : 'latin1');
}

/** Bytes of a binary message as hexadecimal digits; undefined when it is a text or too short. */
export function hexAt(message: Message, offset: number, length: number): string | undefined {
  if (typeof message === 'string' || message.length < offset + length) return undefined;
  return bufferOf(message.subarray(offset, offset + length)).toString('hex');
}
