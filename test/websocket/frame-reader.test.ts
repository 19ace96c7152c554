import { deflateRawSync, constants } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frameKindText, frameText, type Frame } from '../../src/websocket/frame.ts';
import { FrameReader } from '../../src/websocket/frame-reader.ts';
import { Inflater } from '../../src/websocket/inflater.ts';
import { BINARY, CLOSE, CONTINUATION, PING, PONG, serverFrame, TEXT } from './server-frame.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Reads the pieces one after another from a buffer that is used again, as sockets do. */
function readPieces(
  pieces: readonly Uint8Array[],
  inflater?: Inflater,
): { frames: Frame[]; reader: FrameReader } {
  const frames: Frame[] = [];
  const reader = new FrameReader({ onFrame: (frame) => void frames.push(frame) }, inflater);
  const shared = Buffer.alloc(Math.max(1, ...pieces.map((piece) => piece.length)));
  pieces.forEach((piece, i) => {
    shared.set(piece);
    reader.push(shared, 0, piece.length, i);
    shared.fill(0xee);
  });
  return { frames, reader };
}

const read = (bytes: Uint8Array, inflater?: Inflater): Frame[] => readPieces([bytes], inflater).frames;

/** What a frame says, without its time. */
const said = (frame: Frame): string =>
  frame.failure === undefined
    ? `${frameKindText(frame)}/${frame.wireSize}: ${frameText(frame)} ${Buffer.from(frame.data).toString('hex')}`
    : `${frame.failure.name}/${frame.wireSize}: ${frame.failure.message}`;

describe('a frame reader', () => {
  test('reads the examples of RFC 6455, section 5.7', () => {
    expect(read(hex('81 05 48 65 6c 6c 6f')).map(said)).toEqual(["text/7: Text frame with text 'Hello' "]);
    expect(read(hex('01 03 48 65 6c  80 02 6c 6f')).map(said)).toEqual([
      "non-final text/5: Text frame with text 'Hel' ",
      "final continuation/4: Text frame with text 'lo' ",
    ]);
    expect(read(hex('89 05 48 65 6c 6c 6f  8a 00')).map(said)).toEqual([
      "ping/7: Ping frame with application data 'Hello' 48656c6c6f",
      'pong/2: Pong frame with no application data ',
    ]);
    const [medium] = read(Buffer.concat([hex('82 7e 01 00'), Buffer.alloc(256, 7)]));
    expect(medium).toMatchObject({ kind: 'binary', wireSize: 260, data: new Uint8Array(256).fill(7) });
    const [long] = read(Buffer.concat([hex('82 7f 00 00 00 00 00 01 00 00'), Buffer.alloc(65_536, 1)]));
    expect(long).toMatchObject({ kind: 'binary', wireSize: 65_546 });
    expect(long!.data).toHaveLength(65_536);
  });

  test.each([
    ['88 00', "close/2: Close frame with status code null and close reason 'null' "],
    ['88 01 03', "close/3: Close frame with status code null and close reason 'null' "],
    ['88 02 03 e8', "close/4: Close frame with status code 1000 and close reason 'null' "],
    ['88 05 0f a0 62 79 65', "close/7: Close frame with status code 4000 and close reason 'bye' "],
    ['08 02 03 e8', "close/4: Close frame with status code 1000 and close reason 'null' "],
    ['82 00', 'binary/2: Binary frame, empty payload '],
    ['02 01 05', 'non-final binary/3: Binary frame, payload (length 1): 0x05 05'],
    ['81 04 61 ff fe 62', "text/6: Text frame with text 'a\ufffd\ufffdb' "],
    ['a1 01 61', "text/3: Text frame with text 'a' "],
  ])('reads %s', (bytes, expected) => {
    expect(read(hex(bytes)).map(said)).toEqual([expected]);
  });

  test('shows the first 16 bytes of a longer binary frame', () => {
    const [frame] = read(serverFrame(BINARY, Buffer.from(Array.from({ length: 17 }, (_, i) => i))));
    expect(frameText(frame!)).toBe(
      'Binary frame, payload (length 17): 0x00 0x01 0x02 0x03 0x04 0x05 0x06 0x07 0x08 0x09 0x0a 0x0b 0x0c 0x0d 0x0e 0x0f ...',
    );
  });

  test('takes the masking key of a masked frame for payload', () => {
    const [frame] = read(hex('81 82 41 42'));
    expect(frame).toMatchObject({ text: 'AB', wireSize: 4 });
  });

  test('fails on a reserved opcode, and goes on behind it', () => {
    const frames = read(Buffer.concat([hex('83 01 61'), hex('8b 00'), serverFrame(TEXT, 'after')]));
    expect(frames.map(said)).toEqual([
      'java.lang.RuntimeException/3: unsupported frame type: 3',
      'java.lang.RuntimeException/2: unsupported frame type: 11',
      "text/7: Text frame with text 'after' ",
    ]);
  });

  test('fails on a continuation of nothing, and on a message inside another, and keeps track', () => {
    const frames = read(
      Buffer.concat([
        serverFrame(CONTINUATION, 'orphan'),
        serverFrame(TEXT, 'start', { final: false }),
        serverFrame(BINARY, 'inside'),
        serverFrame(PING, 'hb'),
        serverFrame(CONTINUATION, 'end'),
        serverFrame(TEXT, 'whole'),
      ]),
    );
    expect(frames.map(said)).toEqual([
      'IoError/8: no continuation frame expected',
      "non-final text/7: Text frame with text 'start' ",
      'IoError/8: missing continuation frame',
      "ping/4: Ping frame with application data 'hb' 6862",
      "final continuation/5: Text frame with text 'end' ",
      "text/7: Text frame with text 'whole' ",
    ]);
  });

  test('fails on a length that Java cannot hold and reads on behind the header', () => {
    const frames = read(Buffer.concat([hex('81 7f 00 00 00 00 80 00 00 00'), serverFrame(TEXT, 'x')]));
    expect(frames.map(said)).toEqual([
      'java.lang.RuntimeException/10: Frame too large; Java does not support arrays longer than 2147483647 bytes.',
      "text/3: Text frame with text 'x' ",
    ]);
  });

  test('passes over a payload that is too long to keep, without keeping it', () => {
    const size = 300 * 1024 * 1024;
    const header = hex('82 7f 00 00 00 00 00 00 00 00');
    header.writeUInt32BE(size, 6);
    const frames: Frame[] = [];
    const reader = new FrameReader({ onFrame: (frame) => void frames.push(frame) }, undefined);
    reader.push(header, 0, header.length, 0);
    const before = process.memoryUsage().arrayBuffers;
    const piece = Buffer.alloc(1024 * 1024);
    for (let sent = 0; sent < size; sent += piece.length) reader.push(piece, 0, piece.length, 0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    const after = serverFrame(TEXT, 'after');
    reader.push(after, 0, after.length, 0);
    expect(frames.map(({ failure, text }) => failure?.message ?? text)).toEqual([
      'Frame too large; 314572800 bytes, frames of up to 268435456 bytes are read.',
      'after',
    ]);
  });

  test('believes a stated length no further than bytes come', () => {
    const before = process.memoryUsage().arrayBuffers;
    const header = hex('82 7f 00 00 00 00 0f ff ff ff');
    const readers = Array.from({ length: 50 }, () => {
      const reader = new FrameReader({ onFrame: () => {} }, undefined);
      reader.push(header, 0, header.length, 0);
      return reader;
    });
    expect(readers.every((reader) => reader.insideFrame)).toBe(true);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });

  test('says where the stream ended', () => {
    expect(readPieces([hex('81')]).reader.takeEndFailure().message).toBe('end of stream');
    expect(readPieces([hex('81 7e 01')]).reader.takeEndFailure().message).toBe('end of stream');
    const { reader } = readPieces([hex('81 05 61 62 63')]);
    expect(reader.takeEndFailure().message).toBe(
      'WebSocket protocol error: expected payload of length 5, but can only read 3 bytes',
    );
    expect(reader.takeEndFailure().message).toBe('end of stream');
  });

  test('gives a frame the time of the piece that completed it', () => {
    const { frames } = readPieces([hex('81 02 61'), hex('62 81 01 63'), hex('81'), hex('01 64')]);
    expect(frames.map(({ text, arrivalUs }) => [text, arrivalUs])).toEqual([
      ['ab', 1],
      ['c', 1],
      ['d', 3],
    ]);
  });
});

const mixture = Buffer.concat([
  serverFrame(TEXT, 'h\u00e9llo \u2713'),
  serverFrame(TEXT),
  serverFrame(BINARY, Buffer.alloc(126, 3)),
  serverFrame(TEXT, 'one', { final: false }),
  serverFrame(PING, 'p'),
  serverFrame(CONTINUATION, 'two'),
  hex('83 00'),
  serverFrame(TEXT, 'long form', { longForm: true }),
  serverFrame(BINARY, '', { longForm: true }),
  serverFrame(PONG),
  serverFrame(CLOSE, hex('03e8 6f6b')),
]);

describe('however TCP splits the bytes', () => {
  test('a frame reader gives the same frames: two pieces, every split', () => {
    const expected = read(mixture).map(said);
    expect(expected).toHaveLength(11);
    for (let at = 0; at <= mixture.length; at++)
      expect(readPieces([mixture.subarray(0, at), mixture.subarray(at)]).frames.map(said)).toEqual(expected);
  });

  test('a frame reader gives the same frames: byte by byte', () => {
    const pieces = Array.from(mixture, (byte) => Uint8Array.of(byte));
    expect(readPieces(pieces).frames.map(said)).toEqual(read(mixture).map(said));
  });

  const frame = fc
    .record({
      opcode: fc.constantFrom(TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG, 0x3),
      payload: fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(125, 126, 127, 65_535, 65_536, 70_000).map((n) => new Uint8Array(n).fill(n)),
      ),
      final: fc.boolean(),
      longForm: fc.boolean(),
    })
    .map(({ opcode, payload, final, longForm }) => serverFrame(opcode, payload, { final, longForm }));

  test('a frame reader gives the same frames: any frames, any pieces', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (frames, cuts) => {
          const bytes = Buffer.concat(frames);
          const at = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length].toSorted((a, b) => a - b);
          const pieces = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
          const whole = read(bytes);
          expect(whole).toHaveLength(frames.length);
          expect(readPieces(pieces).frames.map(said)).toEqual(whole.map(said));
          expect(whole.reduce((sum, { wireSize }) => sum + wireSize, 0)).toBe(bytes.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('no bytes whatever make a frame reader throw', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 20 }),
        fc.boolean(),
        (pieces, deflate) => {
          const inflater = deflate ? new Inflater(true, 1_000_000) : undefined;
          const { frames, reader } = readPieces(pieces, inflater);
          const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
          expect(frames.length).toBeLessThanOrEqual(bytes / 2);
          expect(reader.takeEndFailure().message).not.toBe('');
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** Compresses as a sender with permessage-deflate does. */
const deflated = (text: string): Buffer =>
  deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4);

describe('permessage-deflate', () => {
  test('is undone when the request offered it', () => {
    const text = 'hello hello hello hello';
    const frames = read(
      Buffer.concat([
        serverFrame(TEXT, deflated(text), { rsv1: true }),
        serverFrame(BINARY, deflated(text), { rsv1: true }),
        serverFrame(TEXT, 'plain'),
      ]),
      new Inflater(false, 1000),
    );
    expect(frames[0]).toMatchObject({ text, wireSize: deflated(text).length + 2 });
    expect(Buffer.from(frames[1]!.data).toString()).toBe(text);
    expect(frames[2]!.text).toBe('plain');
  });

  test('gives the whole message with its last fragment, and shows none of the others', () => {
    const body = deflated('hello compressed world, hello compressed world');
    const frames = read(
      Buffer.concat([
        serverFrame(TEXT, body.subarray(0, 5), { rsv1: true, final: false }),
        serverFrame(CONTINUATION, body.subarray(5, 9), { final: false }),
        serverFrame(CONTINUATION, body.subarray(9)),
        serverFrame(BINARY, body.subarray(0, 5), { rsv1: true, final: false }),
        serverFrame(CONTINUATION, body.subarray(5)),
      ]),
      new Inflater(false, 1000),
    );
    const incomplete = '<not showing response data, because it is compressed and at this stage incomplete>';
    expect(
      frames.map(({ kind, text, data }) => (kind === 'text' ? text : Buffer.from(data).toString())),
    ).toEqual([
      incomplete,
      incomplete,
      'hello compressed world, hello compressed world',
      '',
      'hello compressed world, hello compressed world',
    ]);
  });

  test('loses track of a message when a ping comes between its fragments, as the plugin does', () => {
    const body = deflated('hello hello');
    const frames = read(
      Buffer.concat([
        serverFrame(TEXT, body.subarray(0, 3), { rsv1: true, final: false }),
        serverFrame(PING, 'p'),
        serverFrame(CONTINUATION, 'as it is'),
      ]),
      new Inflater(true, 1000),
    );
    expect(frames[2]!.text).toBe('as it is');
  });

  test('fails as the plugin does when nobody asked for it', () => {
    const [frame] = read(serverFrame(TEXT, deflated('x'), { rsv1: true }));
    expect(frame!.failure).toMatchObject({
      name: 'java.lang.NullPointerException',
      message:
        'Cannot invoke "eu.luminis.websocket.WebSocketInflater.appendCompressedData(byte[], boolean, org.apache.log.Logger)" because "webSocketInflater" is null',
    });
  });

  test('fails on what does not inflate, and on what inflates to too much', () => {
    const bomb = deflateRawSync(Buffer.alloc(1_000_000), { finishFlush: constants.Z_SYNC_FLUSH });
    const frames = read(
      Buffer.concat([
        serverFrame(TEXT, hex('ff ff ff ff ff'), { rsv1: true }),
        serverFrame(TEXT, bomb.subarray(0, -4), { rsv1: true }),
        serverFrame(TEXT, deflated('fine'), { rsv1: true }),
      ]),
      new Inflater(false, 65_536),
    );
    expect(frames[0]!.failure!.message).toBe('java.util.zip.DataFormatException: invalid block type');
    expect(frames[1]!.failure!.message).toContain('65536 bytes');
    expect(frames[2]!.text).toBe('fine');
  });

  test('has lost a stream with context takeover for good once it does not inflate', () => {
    const frames = read(
      Buffer.concat([
        serverFrame(TEXT, hex('ff ff ff ff ff'), { rsv1: true }),
        serverFrame(TEXT, deflated('fine'), { rsv1: true }),
        serverFrame(TEXT, 'plain'),
      ]),
      new Inflater(true, 1000),
    );
    expect(frames[1]!.failure!.message).toBe(frames[0]!.failure!.message);
    expect(frames[2]!.text).toBe('plain');
  });
});
