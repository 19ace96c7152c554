import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBody, knownCodings } from '../../src/http/content-coding.ts';

const text = Buffer.from('once upon a time '.repeat(20));
const decoded = (coding: string, body: Buffer, maxBytes = 10_000): string =>
  decodeBody(knownCodings(coding), body, maxBytes).toString();

test.each([
  ['gzip', gzipSync(text)],
  ['X-GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['deflate, gzip', deflateSync(gzipSync(text))],
  ['identity', text],
  ['zstd', text],
])('a body in %s is decoded', (coding, body) => {
  expect(decoded(coding, body)).toBe(text.toString());
});

test.each([
  ['gzip', text, 'java.util.zip.ZipException', 'Not in GZIP format'],
  ['gzip', gzipSync(text).subarray(0, 20), 'java.io.EOFException', 'Unexpected end of ZLIB input stream'],
  ['br', text, 'java.io.IOException', 'Brotli stream decoding failed'],
])('a body that is no %s fails', (coding, body, name, message) => {
  expect(() => decoded(coding, body)).toThrow(expect.objectContaining({ name, message }));
});

test('a small body that decodes to a huge one fails', () => {
  expect(() => decoded('gzip', gzipSync(Buffer.alloc(100_000)), 10_000)).toThrow(
    'Decoded answer is longer than 10000 bytes',
  );
});
