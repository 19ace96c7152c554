import { illegalArgumentException } from './exception.ts';

const NOT_PLAIN = /[^A-Za-z0-9.\-*_ ]+/gu;

function percent(text: string): string {
  let encoded = '';
  for (const byte of Buffer.from(text, 'utf8'))
    encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return encoded;
}

/** `URLEncoder.encode(text, UTF-8)`: a blank is `+`; half a surrogate pair is `?`. */
export function encodeUrl(text: string): string {
  return text.replace(NOT_PLAIN, (run) => percent(run.replace(/\p{Cs}/gu, '?'))).replaceAll(' ', '+');
}

const HEX = /^[0-9a-fA-F]{2}$/;

/**
 * `URLDecoder.decode(text, UTF-8)`; bytes that are no UTF-8 become U+FFFD.
 * @throws JavaException IllegalArgumentException for a malformed escape.
 */
export function decodeUrl(text: string): string {
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
    decoded += Buffer.from(bytes).toString('utf8');
  }
  return decoded;
}
