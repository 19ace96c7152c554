import { illegalArgumentException } from './exception.ts';

const NOT_PLAIN = /[^A-Za-z0-9.\-*_ ]+/gu;

function percent(bytes: Buffer): string {
  let encoded = '';
  for (const byte of bytes) encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return encoded;
}

const utf8 = (text: string): Buffer => Buffer.from(text.replace(/\p{Cs}/gu, '?'));

/** `URLEncoder.encode(text, charset)`: a blank is `+`; half a surrogate pair is `?`. */
export function encodeUrl(text: string, encode: (text: string) => Buffer = utf8): string {
  return text.replace(NOT_PLAIN, (run) => percent(encode(run))).replaceAll(' ', '+');
}

const HEX = /^[0-9a-fA-F]{2}$/;

/**
 * `URLDecoder.decode(text, charset)`; bytes that are not of the charset become U+FFFD.
 * @throws JavaException IllegalArgumentException for a malformed escape.
 */
export function decodeUrl(
  text: string,
  decode: (bytes: Buffer) => string = (bytes) => bytes.toString('utf8'),
): string {
  let decoded = '';
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '%') {
      decoded += text[at] === '+' ? ' ' : text[at]!;
      at++;
      continue;
    }
    const bytes: number[] = [];
    for (; text[at] === '%'; at += 3) {
      const digits = text.slice(at + 1, at + 3);
      if (digits.length < 2)
        throw illegalArgumentException('URLDecoder: Incomplete trailing escape (%) pattern');
      if (!HEX.test(digits))
        throw illegalArgumentException(
          `URLDecoder: Illegal hex characters in escape (%) pattern - Error at index 0 in: "${digits}"`,
        );
      bytes.push(Number.parseInt(digits, 16));
    }
    decoded += decode(Buffer.from(bytes));
  }
  return decoded;
}
