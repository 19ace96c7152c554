import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml4, escapeXml10, unescapeHtml4 } from '../../src/java/markup-escape.ts';
import { md2 } from '../../src/java/md2.ts';
import { decodeInt64, parseDouble, parseInt32, parseInt64 } from '../../src/java/parse-number.ts';
import { randomLong } from '../../src/java/random-long.ts';
import { unescapeJava } from '../../src/java/string-escape.ts';
import { trim } from '../../src/java/trim.ts';
import { decodeUrl, encodeUrl } from '../../src/java/url-coding.ts';

describe('markup', () => {
  it('has the entities of HTML 4 and no others', () => {
    expect(escapeHtml4(`<a href="x">&é'</a>€Ā😀\u00a0`)).toBe(
      `&lt;a href=&quot;x&quot;&gt;&amp;&eacute;'&lt;/a&gt;&euro;Ā😀&nbsp;`,
    );
    expect(unescapeHtml4('&lt;&eacute;&nbsp;&#65;&#x41;&#X42;&#128;&thetasym;&Eacute;')).toBe(
      '<é\u00a0AAB\u0080ϑÉ',
    );
  });

  it('leaves what is no entity, or lacks its semicolon', () => {
    const text = '&apos; &lt &#65 &foo; &#; &#xZZ; &#A1; &#99999999999;';
    expect(unescapeHtml4(text)).toBe(text);
    expect(() => unescapeHtml4('&#1114112;')).toThrow('Not a valid Unicode code point: 0x110000');
  });

  it('comes back from HTML as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => unescapeHtml4(escapeHtml4(text)) === text),
    );
  });

  it('has no character that XML 1.0 forbids', () => {
    expect(escapeXml10(`<a b='c' d="e">&é\u0001\u007f\u0085\ufffe\ud800x😀`)).toBe(
      '&lt;a b=&apos;c&apos; d=&quot;e&quot;&gt;&amp;é&#127;\u0085x😀',
    );
  });
});

describe('unescapeJava', () => {
  it.each([
    [String.raw`a\tb\u0041\n`, 'a\tbA\n'],
    [String.raw`\n\x\q\"\'\101\7\400\1234`, '\nxq"\'A\u0007\u00200S4'],
    [String.raw`\uu0042\u+0043`, 'BC'],
    [String.raw`\b\f\r\0\8`, '\b\f\r\u00008'],
    ['end\\', 'end'],
  ])('turns %j into %j', (text, unescaped) => {
    expect(unescapeJava(text)).toBe(unescaped);
  });

  it('refuses a Unicode escape without four digits', () => {
    expect(() => unescapeJava(String.raw`a\u00`)).toThrow('Less than 4 hex digits in unicode value');
    expect(() => unescapeJava(String.raw`a\u12g4`)).toThrow('Unable to parse unicode value: 12g4');
  });
});

describe('URL coding', () => {
  it.each([
    [`a b&c=d/é+~*()!'._-,"<>😀`, 'a+b%26c%3Dd%2F%C3%A9%2B%7E*%28%29%21%27._-%2C%22%3C%3E%F0%9F%98%80'],
    ['\ud800x', '%3Fx'],
  ])('writes %j as %j', (text, encoded) => {
    expect(encodeUrl(text)).toBe(encoded);
  });

  it('reads what it wrote', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => decodeUrl(encodeUrl(text)) === text));
  });

  it.each([
    ['%ff%C3', '\ufffd\ufffd'],
    ['%e2%82%ac é%c3é', '€ é\ufffdé'],
  ])('reads %j as %j', (text, decoded) => {
    expect(decodeUrl(text)).toBe(decoded);
  });

  it.each(['%', '%4', '%zz', '%-1'])('refuses %j', (text) => {
    expect(() => decodeUrl(text)).toThrow(/^URLDecoder: /);
  });
});

describe('numbers', () => {
  it.each(['', ' 1', '1 ', 'x', '1.0', '2147483648', '+', '1_0'])('%j is no int', (text) => {
    expect(() => parseInt32(text)).toThrow(`For input string: "${text}"`);
  });

  it('has ints and longs up to their bounds', () => {
    expect(parseInt32('-2147483648')).toBe(-(2 ** 31));
    expect(parseInt32('+007')).toBe(7);
    expect(Object.is(parseInt32('-0'), 0)).toBe(true);
    expect(parseInt64('9223372036854775807')).toBe(2n ** 63n - 1n);
    expect(() => parseInt64('9223372036854775808')).toThrow('For input string');
  });

  it.each([
    ['0x42', 66n],
    ['#41', 65n],
    ['0103', 67n],
    ['-0x41', -65n],
    ['+65', 65n],
    ['0', 0n],
  ])('decodes %s', (text, value) => {
    expect(decodeInt64(text)).toBe(value);
  });

  it.each(['08', '', '0x', 'zz', '99999999999999999999'])('does not decode %j', (text) => {
    expect(() => decodeInt64(text)).toThrow('For input string');
  });

  it.each([
    [' 1.5 ', 1.5],
    ['1e3', 1000],
    ['.5f', 0.5],
    ['5.', 5],
    ['-Infinity', -Infinity],
  ])('reads the double %j', (text, value) => {
    expect(parseDouble(text)).toBe(value);
  });

  it.each(['', 'abc', '1e', '0x10'])('%j is no double', (text) => {
    expect(() => parseDouble(text)).toThrow(/empty String|For input string/);
  });
});

describe('trim', () => {
  it('drops control characters and blanks, but no other white space', () => {
    expect(trim('\t\u0000 a b\u001f \n')).toBe('a b');
    expect(trim('\u00a0a\u2003')).toBe('\u00a0a\u2003');
    expect(trim(' \t ')).toBe('');
  });
});

describe('md2', () => {
  it.each([
    ['', '8350e5a3e24c153df2275c9f80692773'],
    ['abc', 'da853b0d3f88d99b30283a69e6ded6bb'],
    ['The quick brown fox jumps over the lazy dog and more than 16', 'b6891afdf9f8769a073e46d76accaaf5'],
  ])('of %j is that of Java', (text, digest) => {
    expect(md2(Buffer.from(text)).toString('hex')).toBe(digest);
  });
});

describe('randomLong', () => {
  it('gives every value of a small range, and none beside it', () => {
    const seen = new Set(Array.from({ length: 500 }, () => randomLong(-2n, 3n)));
    expect([...seen].toSorted((a, b) => Number(a - b))).toEqual([-2n, -1n, 0n, 1n, 2n]);
  });

  it('fills ranges beyond 2^53', () => {
    for (let i = 0; i < 200; i++) {
      const value = randomLong(-(2n ** 63n), 2n ** 63n - 1n);
      expect(value >= -(2n ** 63n) && value < 2n ** 63n - 1n).toBe(true);
    }
    expect(Array.from({ length: 100 }, () => randomLong(0n, 2n ** 62n)).some((v) => v > 2n ** 55n)).toBe(
      true,
    );
  });

  it('refuses an empty range', () => {
    expect(() => randomLong(5n, 5n)).toThrow('bound must be greater than origin');
  });
});
