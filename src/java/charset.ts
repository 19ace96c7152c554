import { JavaException } from './exception.ts';

/** How bytes become text, and text becomes bytes. */
export interface Charset {
  /** As Java writes it: `UTF-8`. */
  readonly name: string;
  /** False when ASCII bytes do not always stand for themselves, so that lines cannot be found before decoding. */
  readonly asciiCompatible: boolean;
  /** Malformed input gives U+FFFD, as with Java's readers. */
  decode(bytes: Buffer): string;
  /** Bytes that the text takes in this charset; undefined when it is not known without encoding it. */
  byteLength(text: string): number | undefined;
  /** `?` stands for what the charset does not have. undefined: text cannot be written in this charset. */
  readonly encode: ((text: string) => Buffer) | undefined;
}

const UTF_8: Charset = {
  name: 'UTF-8',
  asciiCompatible: true,
  decode: (bytes) => bytes.toString('utf8'),
  byteLength: (text) => Buffer.byteLength(text),
  // Half a surrogate pair is not text.
  encode: (text) => Buffer.from(text.replace(/\p{Cs}/gu, '?')),
};

const LATIN_1: Charset = {
  name: 'ISO-8859-1',
  asciiCompatible: true,
  decode: (bytes) => bytes.toString('latin1'),
  byteLength: (text) => text.length,
  encode: (text) => Buffer.from(text.replace(/[^\u0000-\u00ff]/gu, '?'), 'latin1'),
};

const ASCII: Charset = {
  ...LATIN_1,
  name: 'US-ASCII',
  encode: (text) => Buffer.from(text.replace(/[^\u0000-\u007f]/gu, '?'), 'latin1'),
  decode: (bytes) => bytes.toString('latin1').replace(/[\u0080-\u00ff]/g, '\ufffd'),
};

const WINDOWS_1252_HIGH = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

/** Node 20's TextDecoder reads it as Latin-1, so that the typographic characters are lost. */
const decodeWindows1252 = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252_HIGH.charAt(character.charCodeAt(0) - 0x80));

const WINDOWS_1252: Charset = {
  ...LATIN_1,
  name: 'windows-1252',
  decode: decodeWindows1252,
  encode: singleByteEncoder(decodeWindows1252),
};

/** Java's UTF-16 without a byte order: a mark decides, else big endian. */
const UTF_16: Charset = {
  name: 'UTF-16',
  asciiCompatible: false,
  decode: (bytes) =>
    new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be').decode(bytes),
  byteLength: (text) => text.length * 2,
  encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

/** Charsets that the WHATWG labels of TextDecoder do not have, or have with another meaning; keys without `-` and `_`. */
const OWN: Readonly<Record<string, Charset>> = {
  utf8: UTF_8,
  iso88591: LATIN_1,
  latin1: LATIN_1,
  l1: LATIN_1,
  cp819: LATIN_1,
  usascii: ASCII,
  ascii: ASCII,
  iso646us: ASCII,
  windows1252: WINDOWS_1252,
  cp1252: WINDOWS_1252,
  utf16: UTF_16,
  unicode: UTF_16,
};

const NOT_ASCII_COMPATIBLE = /^(utf-16|iso-2022)/;

/**
 * The charset of that Java name (`UTF-8`, `Cp1252`, `ISO8859_2`, `GBK`).
 * @throws JavaException UnsupportedEncodingException
 */
export function charsetNamed(name: string): Charset {
  const own = OWN[name.toLowerCase().replace(/[-_]/g, '')];
  if (own !== undefined) return own;
  const decoder = whatwgDecoder(name.replace(/_/g, '-'));
  if (decoder === undefined) throw new JavaException('java.io.UnsupportedEncodingException', name);
  const decode = (bytes: Buffer): string => decoder.decode(bytes);
  const { encoding } = decoder;
  return {
    name: encoding.startsWith('windows') ? encoding : encoding.toUpperCase(),
    asciiCompatible: !NOT_ASCII_COMPATIBLE.test(encoding),
    decode,
    byteLength: () => undefined,
    encode: SINGLE_BYTE.test(encoding) ? singleByteEncoder(decode) : undefined,
  };
}

/** Encodings of TextDecoder in which each byte is one character. */
const SINGLE_BYTE = /^(?:iso-8859|windows-\d{3,4}$|koi8|ibm866|macintosh)/;

/** Turns the 256 characters of a charset round, at the first use. */
function singleByteEncoder(decode: (bytes: Buffer) => string): (text: string) => Buffer {
  let codes: Map<string, number> | undefined;
  return (text) => {
    if (codes === undefined) {
      const characters = Array.from(decode(Buffer.from(Array.from({ length: 256 }, (_, code) => code))));
      codes = new Map(characters.map((character, code) => [character, code]));
      codes.delete('\ufffd');
    }
    const known = codes;
    return Buffer.from(Array.from(text, (character) => known.get(character) ?? 0x3f));
  };
}

function whatwgDecoder(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label, { ignoreBOM: true });
  } catch {
    return undefined;
  }
}
