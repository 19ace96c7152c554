import type { Cookie } from './cookie.ts';

/** Writes cookies as a Cookie header. */
export type CookieFormat = (cookies: readonly Cookie[]) => string;

const byPathLength = (cookies: readonly Cookie[]): Cookie[] =>
  cookies.toSorted((a, b) => b.path.length - a.path.length);

/** RFC6265CookieSpec: the longest path first; values with special characters are quoted. */
const standard: CookieFormat = (cookies) =>
  byPathLength(cookies)
    .map(({ name, value }) => {
      const special = /[ ",;\\]/.test(value);
      return `${name}=${special ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value}`;
    })
    .join('; ');

/** NetscapeDraftSpec: as they came. */
const netscape: CookieFormat = (cookies) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** RFC2109Spec, with all cookies in one header: version, then each cookie with its path and domain. */
const rfc2109: CookieFormat = (cookies) => {
  const version = Math.min(...cookies.map((cookie) => cookie.version));
  const parameter = (name: string, value: string): string => `${name}=${version > 0 ? `"${value}"` : value}`;
  return [
    `$Version=${version}`,
    ...byPathLength(cookies).flatMap((cookie) => [
      parameter(cookie.name, cookie.value),
      ...(cookie.pathStated ? [parameter('$Path', cookie.path)] : []),
      ...(cookie.domainStated ? [parameter('$Domain', cookie.domain)] : []),
    ]),
  ].join('; ');
};

/** DefaultCookieSpec: by RFC 2109 when all cookies know it. */
const byVersion: CookieFormat = (cookies) =>
  (cookies.every(({ version }) => version > 0) ? rfc2109 : netscape)(cookies);

/** The policies of the Cookie Manager (HttpClient's cookie specifications); undefined: no cookies at all. */
export const COOKIE_FORMATS: Readonly<Record<string, CookieFormat | undefined>> = {
  standard,
  'standard-strict': standard,
  netscape,
  ignoreCookies: undefined,
  rfc2109,
  rfc2965: rfc2109,
  default: byVersion,
  'best-match': byVersion,
  compatibility: byVersion,
};

/** Policies that take values with the quotes around them. */
export const KEEPS_QUOTES: ReadonlySet<string> = new Set([
  'netscape',
  'default',
  'best-match',
  'compatibility',
]);
