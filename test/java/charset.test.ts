import { expect, test } from 'vitest';
import { charsetNamed } from '../../src/java/charset.ts';

const high = Buffer.from(Array.from({ length: 0x20 }, (_, i) => 0x80 + i));

test('windows-1252 has its typographic characters', () => {
  expect(charsetNamed('windows-1252').decode(high)).toBe('€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ');
});

test.each(['ISO-8859-1', 'iso8859_1', 'latin1', 'Cp819'])('%s has control characters there', (name) => {
  expect(charsetNamed(name).decode(high)).toBe(high.toString('latin1'));
});

test.each([
  ['ISO8859_2', [0xb9], 'š'],
  ['Cp1250', [0x9e], 'ž'],
  ['KOI8_R', [0xc1], 'а'],
  ['GBK', [0xd6, 0xd0], '中'],
  ['EUC_JP', [0xc6, 0xfc], '日'],
])('%s is known by its Java name', (name, bytes, text) => {
  const charset = charsetNamed(name);
  expect(charset.decode(Buffer.from(bytes))).toBe(text);
  expect(charset.asciiCompatible).toBe(true);
});

test('UTF-16 without a mark is big endian, and its bytes do not show lines', () => {
  const charset = charsetNamed('UTF-16');
  expect(charset.decode(Buffer.from([0x01, 0x7e]))).toBe('ž');
  expect(charset.asciiCompatible).toBe(false);
});

test('an unknown name throws what Java throws', () => {
  expect(() => charsetNamed('nope')).toThrow(
    expect.objectContaining({ name: 'java.io.UnsupportedEncodingException', message: 'nope' }),
  );
});

test.each([
  ['UTF-8', 'ä€\ud800', 'c3a4e282ac3f'],
  ['latin1', 'ä€', 'e43f'],
  ['US-ASCII', 'aä', '613f'],
  ['Cp1252', 'ä€\u0081', 'e4803f'],
  ['ISO8859_15', 'ä€', 'e4a4'],
  ['UTF-16', 'a', 'feff0061'],
])('%s writes %j as %s', (name, text, hex) => {
  expect(charsetNamed(name).encode?.(text).toString('hex')).toBe(hex);
});

test.each([
  ['utf8', 'UTF-8'],
  ['ISO8859_1', 'ISO-8859-1'],
  ['CP1251', 'windows-1251'],
  ['iso-8859-2', 'ISO-8859-2'],
])('%s is called %s', (name, canonical) => {
  expect(charsetNamed(name).name).toBe(canonical);
});

test('charsets with several bytes per character are only read', () => {
  expect(charsetNamed('GBK').encode).toBeUndefined();
});
