import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { JavaException } from '../java/exception.ts';

type Decoder = (bytes: Buffer, maxBytes: number) => Buffer;

const gunzip: Decoder = (bytes, maxOutputLength) => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    throw new JavaException('java.util.zip.ZipException', 'Not in GZIP format');
  return gunzipSync(bytes, { maxOutputLength });
};

/** With or without the zlib header (RFC 1950), as the first byte says. */
const inflate: Decoder = (bytes, maxOutputLength) =>
  ((bytes[0] ?? 0) & 0x0f) === 8
    ? inflateSync(bytes, { maxOutputLength })
    : inflateRawSync(bytes, { maxOutputLength });

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: (bytes, maxOutputLength) => brotliDecompressSync(bytes, { maxOutputLength }),
};

/** The codings in a Content-Encoding that are understood; others are left as they are. */
export const knownCodings = (contentEncoding: string): string[] =>
  contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => Object.hasOwn(DECODERS, name));

/** Decodes a body. @throws JavaException as the streams of Java do, and for more than `maxBytes`. */
export function decodeBody(codings: readonly string[], body: Buffer, maxBytes: number): Buffer {
  let decoded = body;
  for (const coding of codings) {
    try {
      decoded = DECODERS[coding]?.(decoded, maxBytes) ?? decoded;
    } catch (error) {
      throw decodingFailure(error, coding, maxBytes);
    }
  }
  return decoded;
}

function decodingFailure(error: unknown, coding: string, maxBytes: number): JavaException {
  if (error instanceof JavaException) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return new JavaException('java.io.IOException', `Decoded answer is longer than ${maxBytes} bytes`);
  if (code === 'Z_BUF_ERROR')
    return new JavaException('java.io.EOFException', 'Unexpected end of ZLIB input stream');
  return coding === 'br'
    ? new JavaException('java.io.IOException', 'Brotli stream decoding failed')
    : new JavaException('java.util.zip.ZipException', message);
}
