import { randomInt } from 'node:crypto';
import path from 'node:path';
import { JavaException } from '../../java/exception.ts';
import type { FormParameter, WritableCharset } from './http-request-arguments.ts';
import type { HttpFile } from './http-request-files.ts';

const BOUNDARY_CHARACTERS = '-_1234567890abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** 30 to 40 characters, as HttpClient makes them. */
const makeBoundary = (): string =>
  Array.from({ length: randomInt(30, 41) }, () =>
    BOUNDARY_CHARACTERS.charAt(randomInt(BOUNDARY_CHARACTERS.length)),
  ).join('');

const HIDDEN = '<actual file content, not shown here>';

/** A name or file name in a header of a part. */
const quoted = (text: string): string => `"${text.replace(/["\\\r\n]/g, '\\$&')}"`;

/** `"`, CR and LF of a file name. */
const percentEncoded = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Without a type a file cannot be sent: ContentType.parse refuses it. */
function checkType(mimeType: string): string {
  if (mimeType.trim() === '')
    throw new JavaException('org.apache.http.ParseException', `Invalid content type: ${mimeType}`);
  return mimeType;
}

/**
 * A multipart/form-data body, as HttpClient's MultipartEntityBuilder writes it.
 * @param read gives the contents of a file.
 * @param browserCompatible parts without a file have no headers but their name.
 * @throws JavaException
 */
export function multipartOf(
  parameters: readonly FormParameter[],
  files: readonly HttpFile[],
  charset: WritableCharset,
  browserCompatible: boolean,
  read: (file: HttpFile) => Buffer,
): { readonly bytes: Buffer; readonly contentType: string; readonly shown: string } {
  const boundary = makeBoundary();
  const bytes: Buffer[] = [];
  let shown = '';
  const headerBytes = browserCompatible ? charset.encode : (text: string): Buffer => Buffer.from(text);
  const add = (head: string, body: Buffer, shownBody: string): void => {
    bytes.push(headerBytes(`--${boundary}\r\n${head}\r\n`), body, Buffer.from('\r\n'));
    shown += `--${boundary}\r\n${head}\r\n${shownBody}\r\n`;
  };
  for (const { name, value, contentType } of parameters) {
    const type = contentType.includes(';') ? contentType : `${contentType}; charset=${charset.name}`;
    const typeLines = `Content-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n`;
    const disposition = `Content-Disposition: form-data; name=${quoted(name)}\r\n`;
    add(disposition + (browserCompatible ? '' : typeLines), charset.encode(value), value);
  }
  for (const file of files) {
    const type = checkType(file.mimeType);
    const fileName = quoted(percentEncoded(path.basename(file.path)));
    add(
      `Content-Disposition: form-data; name=${quoted(file.name)}; filename=${fileName}\r\nContent-Type: ${type}\r\n` +
        (browserCompatible ? '' : 'Content-Transfer-Encoding: binary\r\n'),
      read(file),
      HIDDEN,
    );
  }
  const end = `--${boundary}--\r\n`;
  bytes.push(Buffer.from(end));
  return {
    bytes: Buffer.concat(bytes),
    contentType: `multipart/form-data; boundary=${boundary}; charset=${charset.name}`,
    shown: shown + end,
  };
}
