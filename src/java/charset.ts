import { JavaException } from './exception.ts';

/** How bytes of a file become text. */
export interface Charset {
  /** False when ASCII bytes do not always stand for themselves, so that lines cannot be found before decoding. */
  readonly asciiCompatible: boolean;
  /** Malformed input gives U+FFFD, as with Java's readers. */
  decode(bytes: Buffer): string;
  /** Bytes that the text takes in this charset; undefined when it is not known without encoding it. */
  byteLength(text: string): number | undefined;
}

const UTF_8: Charset = {
  asciiCompatible: true,
  decode: (bytes) => bytes.toString('utf8'),
  byteLength: (text) => Buffer.byteLength(text),
};

const LATIN_1: Charset = {
  asciiCompatible: true,
  decode: (bytes) => bytes.toString('latin1'),
  byteLength: (text) => text.length,
};

const ASCII: Charset = {
  ...LATIN_1,
  decode: (bytes) => bytes.toString('latin1').replace(/[\u0080-\u00ff]/g, '\ufffd'),
};

const WINDOWS_1252_HIGH = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

/** Node 20's TextDecoder reads it as Latin-1, so that the typographic characters are lost. */
const WINDOWS_1252: Charset = {
  ...LATIN_1,
  decode: (bytes) =>
    bytes
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252_HIGH.charAt(character.charCodeAt(0) - 0x80)),
};

/** Java's UTF-16 without a byte order: a mark decides, else big endian. */
const UTF_16: Charset = {
  asciiCompatible: false,
  decode: (bytes) =>
    new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be').decode(bytes),
  byteLength: (text) => text.length * 2,
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
  return {
    asciiCompatible: !NOT_ASCII_COMPATIBLE.test(decoder.encoding),
    decode: (bytes) => decoder.decode(bytes),
    byteLength: () => undefined,
  };
}

function whatwgDecoder(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label, { ignoreBOM: true });
  } catch {
    return undefined;
  }
}
