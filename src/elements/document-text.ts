import type { SampleResult } from '../types.ts';

const EMPTY = 'org.apache.tika.exception.ZeroByteFileException: InputStream must have > 0 bytes';
const UNKNOWN_ENCODING =
  'org.apache.tika.exception.TikaException: Failed to detect the character encoding of a document';
const NO_PARSER =
  'Missing tika-app.jar in classpath. Unable to convert to plain text this kind of document.\n' +
  'Download the tika-app-x.x.jar file from http://tika.apache.org/download.html\n' +
  'And put the file in <JMeter>/lib directory.';
/** Bytes at the start that tell text from binary data. */
const LOOKED_AT = 512;

/**
 * What JMeter 5.6.3 as it is delivered gives for "Document (text)" (util.Document): the Tika in it fails on plain
 * text and HTML, and this error text is then what is tested. XML, PDF and Office files it can read; that is not
 * supported here, they give the same text.
 */
export function documentText(result: SampleResult): string {
  const bytes = Buffer.from(result.responseData);
  if (bytes.length === 0) return EMPTY;
  return bytes.subarray(0, LOOKED_AT).some(isBinary) ? NO_PARSER : UNKNOWN_ENCODING;
}

/** Control characters other than white space and escape. */
const isBinary = (byte: number): boolean =>
  byte < 32 && !(byte >= 9 && byte <= 13 && byte !== 11) && byte !== 27;
