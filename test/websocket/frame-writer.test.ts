import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  closeFrame,
  keepLatestFrame,
  OPCODE,
  payloadFrame,
  textFrame,
} from '../../src/websocket/frame-writer.ts';

/** Opens a masked frame again, by RFC 6455 section 5.3. */
function unmask(frame: Buffer): { first: number; lengthForm: number; payload: Buffer } {
  expect(frame[1]! & 0x80).toBe(0x80);
  const lengthForm = frame[1]! & 0x7f;
  const keyAt = lengthForm === 127 ? 10 : lengthForm === 126 ? 4 : 2;
  const length =
    lengthForm === 127
      ? Number(frame.readBigUInt64BE(2))
      : lengthForm === 126
        ? frame.readUInt16BE(2)
        : lengthForm;
  const key = frame.subarray(keyAt, keyAt + 4);
  const payload = Buffer.from(frame.subarray(keyAt + 4)).map((byte, i) => byte ^ key[i & 3]!);
  expect(payload).toHaveLength(length);
  return { first: frame[0]!, lengthForm, payload: Buffer.from(payload) };
}

describe('a frame writer', () => {
  test.each([
    [0, 6],
    [1, 7],
    [125, 131],
    [126, 134],
    [127, 135],
    [65_535, 65_543],
    [65_536, 65_550],
    [300_000, 300_014],
  ])('makes %i bytes of payload a frame of %i', (payload, size) => {
    const frame = payloadFrame(OPCODE.binary, Buffer.alloc(payload, 5));
    expect(frame).toHaveLength(size);
    expect(unmask(frame).payload.equals(Buffer.alloc(payload, 5))).toBe(true);
    expect(textFrame('x'.repeat(payload))).toHaveLength(size);
  });

  test('makes final, masked frames with a fresh key', () => {
    const keys = new Set<string>();
    for (let i = 0; i < 5000; i++) {
      const frame = textFrame('Hello');
      expect(frame[0]).toBe(0x81);
      keys.add(frame.subarray(2, 6).toString('hex'));
    }
    expect(keys.size).toBeGreaterThan(4990);
  });

  test('sends text as UTF-8', () => {
    const text = 'h\u00e9llo \u2713 \u{1f600} \0';
    expect(unmask(textFrame(text)).payload.toString()).toBe(text);
  });

  test('makes any payload readable again', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.string({ unit: 'binary', maxLength: 400 }),
        (bytes, text) => {
          expect(unmask(payloadFrame(OPCODE.pong, bytes))).toMatchObject({
            first: 0x8a,
            payload: Buffer.from(bytes),
          });
          expect(unmask(textFrame(text)).payload.equals(Buffer.from(text))).toBe(true);
        },
      ),
    );
  });

  test('writes close frames with the low 16 bits of the status', () => {
    const frame = closeFrame(1000, 'sampler requested close');
    expect(frame).toHaveLength(31);
    const { first, payload } = unmask(frame);
    expect([first, payload.readUInt16BE(0), payload.toString('utf8', 2)]).toEqual([
      0x88,
      1000,
      'sampler requested close',
    ]);
    expect(unmask(closeFrame(99_999, '')).payload.readUInt16BE(0)).toBe(99_999 & 0xffff);
    expect(unmask(closeFrame(-1, '')).payload.readUInt16BE(0)).toBe(0xffff);
  });

  test('does not write over a frame that is to be kept', () => {
    const kept = textFrame('to be kept');
    keepLatestFrame();
    textFrame('the next one, which is longer');
    expect(unmask(kept).payload.toString()).toBe('to be kept');
  });
});
