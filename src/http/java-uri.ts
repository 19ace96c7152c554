import { isIPv6 } from 'node:net';
import { JavaException } from '../java/exception.ts';
import { fileOf, parseUrl, type JavaUrl } from './java-url.ts';

/** Characters that java.net.URI takes as they are (RFC 2396); others that are not ASCII may stand anywhere. */
const PATH_CHARACTER = /[A-Za-z0-9_\-!.~'()*;:@&=+$,/]/;
const QUERY_CHARACTER = /[A-Za-z0-9_\-!.~'()*;:@&=+$,/?[\]]/;
const AUTHORITY_CHARACTER = /[A-Za-z0-9_\-!.~'()*;:@&=+$,]/;
const OTHER_CHARACTER = /[^\u0000-\u00a0\p{Z}\p{Cc}]/u;
const ESCAPE = /^%[0-9a-fA-F]{2}/;

const syntaxError = (reason: string, index: number, text: string): JavaException =>
  new JavaException('java.net.URISyntaxException', `${reason} at index ${index}: ${text}`);

/**
 * `url.toURI()`: checks that the URL is written as java.net.URI wants it.
 * @throws JavaException URISyntaxException
 */
export function checkUri(url: JavaUrl): void {
  const { text, host } = url;
  const start = url.protocol.length + (url.authority === '' ? 1 : 3);
  let at = start;
  if (host.startsWith('[')) {
    if (!isIPv6(host.slice(1, -1).replace(/%.*$/, '')))
      throw syntaxError('Malformed IPv6 address', start + 1, text);
    at += text.slice(at).indexOf(']') + 1;
  }
  const pathStart = text.length - fileOf(url).length - (url.ref === undefined ? 0 : url.ref.length + 1);
  for (; at < pathStart; at++)
    if (!isLegal(text, at, AUTHORITY_CHARACTER))
      throw syntaxError('Illegal character in authority', start, text);
  at = check(url.path, pathStart, 'path', PATH_CHARACTER, text);
  if (url.query !== undefined) at = check(url.query, at + 1, 'query', QUERY_CHARACTER, text);
  if (url.ref !== undefined) check(url.ref, at + 1, 'fragment', QUERY_CHARACTER, text);
}

const isLegal = (text: string, at: number, legal: RegExp): boolean => {
  const character = text[at] ?? '';
  return (
    legal.test(character) ||
    (character === '%' && ESCAPE.test(text.slice(at))) ||
    OTHER_CHARACTER.test(character)
  );
};

/** Checks one part, and gives the index behind it. */
function check(part: string, from: number, name: string, legal: RegExp, text: string): number {
  const end = from + part.length;
  for (let at = from; at < end; at++) {
    if (isLegal(text, at, legal)) continue;
    throw text[at] === '%'
      ? syntaxError('Malformed escape pair', at, text)
      : syntaxError(`Illegal character in ${name}`, at, text);
  }
  return end;
}

const quoteIllegal = (part: string, legal: RegExp): string =>
  part.replace(/[^]/gu, (character) =>
    legal.test(character) || OTHER_CHARACTER.test(character) ? character : percentEncoded(character),
  );

const percentEncoded = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/**
 * The URL with its illegal characters, all `%` included, percent-encoded, when it is no URI as it stands.
 * @throws JavaException URISyntaxException when that does not help.
 */
export function sanitized(url: JavaUrl): JavaUrl {
  try {
    checkUri(url);
    return url;
  } catch (error) {
    if (!(error instanceof JavaException)) throw error;
  }
  const { text, path, query, ref } = url;
  const origin = text.slice(0, text.length - fileOf(url).length - (ref === undefined ? 0 : ref.length + 1));
  const clean = parseUrl(
    `${origin}${quoteIllegal(path, PATH_CHARACTER)}` +
      (query === undefined ? '' : `?${quoteIllegal(query, QUERY_CHARACTER)}`) +
      (ref === undefined ? '' : `#${quoteIllegal(ref, QUERY_CHARACTER)}`),
  );
  checkUri(clean);
  return clean;
}

/** Characters of a path segment that are not encoded in a request line (RFC 3986, as HttpClient has them). */
const SEGMENT_CHARACTER = /[A-Za-z0-9_\-.*!~'();:@&=+$,]/;

/** HttpClient takes a segment for bytes of UTF-8, escaped or not. */
const decodeSegment = (segment: string): string =>
  Buffer.from(
    segment.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Characters that are not ASCII, as UTF-8 escapes. */
const ascii = (text: string): string =>
  text.normalize('NFC').replace(/[^\u0000-\u007f]+/g, (run) => percentEncoded(run));

/**
 * What the request line asks for (HttpClient's URIUtils). Only when it takes empty segments out of the path are the
 * others encoded afresh.
 */
export function requestTarget({ path, query }: JavaUrl): string {
  const segments = path.replace(/^\//, '').split('/');
  const kept = segments.filter((segment, i) => segment !== '' || i === segments.length - 1);
  const encode = (segment: string): string =>
    decodeSegment(segment).replace(/[^]/gu, (c) => (SEGMENT_CHARACTER.test(c) ? c : percentEncoded(c)));
  const written = kept.length === segments.length ? path : `/${kept.map(encode).join('/')}`;
  return ascii(fileOf({ path: written === '' ? '/' : written, query }));
}

/** What the request line asks a proxy for: the whole URL, but for user and fragment. */
export function proxyTarget({ protocol, host, port, path, query }: JavaUrl): string {
  const authority = `${host.toLowerCase()}${port < 0 ? '' : `:${port}`}`;
  return `${protocol}://${authority}${ascii(fileOf({ path: path === '' ? '/' : path, query }))}`;
}
