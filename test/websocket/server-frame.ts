/** A frame as a server sends it: unmasked. For tests. */
export function serverFrame(
  opcode: number,
  payload: string | Uint8Array = '',
  options: { final?: boolean; rsv1?: boolean; longForm?: boolean } = {},
): Buffer {
  const body = Buffer.from(payload);
  const first = (options.final === false ? 0 : 0x80) | (options.rsv1 === true ? 0x40 : 0) | opcode;
  let header: Buffer;
  if (options.longForm === true || body.length > 65_535) {
    header = Buffer.alloc(10);
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(body.length), 2);
  } else if (body.length > 125) {
    header = Buffer.alloc(4);
    header[1] = 126;
    header.writeUInt16BE(body.length, 2);
  } else header = Buffer.from([0, body.length]);
  header[0] = first;
  return Buffer.concat([header, body]);
}

export const TEXT = 0x1;
export const BINARY = 0x2;
export const CONTINUATION = 0x0;
export const CLOSE = 0x8;
export const PING = 0x9;
export const PONG = 0xa;
