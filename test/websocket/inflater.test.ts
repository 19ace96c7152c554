import { createDeflateRaw, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { Inflater } from '../../src/websocket/inflater.ts';

/** Compresses messages one after another in one stream, as a sender with context takeover does. */
async function deflateAll(messages: readonly string[]): Promise<Buffer[]> {
  const deflate = createDeflateRaw();
  let pieces: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => pieces.push(piece));
  const out: Buffer[] = [];
  for (const message of messages) {
    if (message !== '') deflate.write(message);
    await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, () => resolve()));
    out.push(Buffer.concat(pieces).subarray(0, -4));
    pieces = [];
  }
  return out;
}

test('an inflater keeps the context over any number and length of messages', async () => {
  const messages = [
    'hello hello hello',
    'hello hello hello',
    'a'.repeat(100_000),
    'small',
    `hello${'x'.repeat(40_000)}`,
    'hello hello hello',
    Array.from({ length: 9000 }, (_, i) => i).join(),
    'hello hello hello',
  ];
  const compressed = await deflateAll(messages);
  const inflater = new Inflater(true, 1_000_000);
  compressed.forEach((bytes, i) => expect(inflater.append(bytes, true)?.toString()).toBe(messages[i]));
  expect(compressed[1]!.length).toBeLessThan(compressed[0]!.length);
});
