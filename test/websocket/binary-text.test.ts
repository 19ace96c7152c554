import { expect, test } from 'vitest';
import { formatBinary, parseBinary } from '../../src/websocket/binary-text.ts';

test.each([
  ['0xca 0xfe', [0xca, 0xfe]],
  ['ca fe', [0xca, 0xfe]],
  ['cafe 0x1', [0xca, 0xfe, 0x01]],
  ['CAFE', [0xca, 0xfe]],
  ['1 2 3', [1, 2, 3]],
  ['123', [0x12, 0x03]],
  ['0x1ff', [0xff]],
  ['  01   02 ', [1, 2]],
  ['-1 +1', [0xff, 0x01]],
  ['', []],
  ['   ', []],
])('%j is read as bytes', (text, bytes) => {
  expect([...parseBinary(text)]).toEqual(bytes);
});

test.each([
  'xyz',
  'hello world',
  '0x',
  '0xzz',
  '01\n02',
  '01\t02',
  '01,02',
  '0XAB',
  '0xca0xfe',
  '0xffffffff',
])('%j is not binary', (text) => {
  expect(() => parseBinary(text)).toThrowError(/^For input string: ".*" under radix 16$/s);
});

test('bytes are shown as hexadecimal numbers, long ones cut', () => {
  expect(formatBinary(Uint8Array.of(0, 1, 255))).toBe('0x00 0x01 0xff');
  expect(formatBinary(Uint8Array.of(1, 2, 3), 2, ' ...')).toBe('0x01 0x02 ...');
  expect(formatBinary(Uint8Array.of(1, 2), 2, ' ...')).toBe('0x01 0x02');
});
