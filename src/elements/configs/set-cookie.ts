import { domainMatches, type Cookie, type CookieOrigin } from './cookie.ts';

/** A cookie that a server set. */
export interface ReceivedCookie {
  readonly cookie: Cookie;
  /** False: its time is over, so that it only replaces what was there. */
  readonly lives: boolean;
}

/**
 * Reads the value of a Set-Cookie header (RFC6265LaxSpec of HttpClient 4.5).
 * @param parseDate reads the date of `Expires`.
 * @returns undefined when it is no cookie, or one that this server may not set.
 */
export function readSetCookie(
  header: string,
  origin: CookieOrigin,
  keepsQuotes: boolean,
  parseDate: (text: string) => Date | undefined,
): ReceivedCookie | undefined {
  const [pair = '', ...parameters] = header.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals)).trim();
  if (name === '') return undefined;
  const attributes = new Map(
    parameters.map((parameter): [string, string] => {
      const [attribute = '', ...value] = parameter.split('=');
      return [attribute.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase();
  const cookie: Cookie = {
    name,
    value: cookieValue(pair.slice(equals + 1), keepsQuotes),
    domain: domain ?? origin.host.toLowerCase(),
    domainStated: domain !== undefined,
    path: attributes.has('path') ? attributes.get('path') || '/' : defaultPath(origin.path),
    pathStated: attributes.has('path'),
    secure: attributes.has('secure'),
    version: Number(attributes.get('version') ?? 0) || 0,
  };
  if (domain === '' || !domainMatches(cookie, origin.host)) return undefined;
  return { cookie, lives: isInTime(attributes, parseDate) };
}

/** Without the quotes around it; runs of blanks are one. */
function cookieValue(text: string, keepsQuotes: boolean): string {
  const trimmed = text.trim();
  if (keepsQuotes) return trimmed;
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(trimmed)?.[1];
  return quoted?.replaceAll(/\\(["\\])/g, '$1') ?? trimmed.replaceAll(/\s+/g, ' ');
}

/** The folder of the path. */
function defaultPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash > 0 ? path.slice(0, slash) : '/';
}

/**
 * `Max-Age` goes before `Expires`. A cookie with a `Max-Age` of 0 is kept, and JMeter does not look at the time of a
 * cookie any more once it has it.
 */
function isInTime(
  attributes: ReadonlyMap<string, string>,
  parseDate: (text: string) => Date | undefined,
): boolean {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined) return !/^-\d+$/.test(maxAge);
  const expires = attributes.get('expires');
  const date = expires === undefined ? undefined : parseDate(expires);
  return date === undefined || date.getTime() >= Date.now();
}
