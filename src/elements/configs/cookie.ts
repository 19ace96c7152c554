/** A cookie as requests carry it. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** The domain was stated, so that its sub-domains get the cookie, too. */
  readonly domainStated: boolean;
  readonly path: string;
  readonly pathStated: boolean;
  readonly secure: boolean;
  /** Of RFC 2109: 1 for cookies of the plan, else what the server said. */
  readonly version: number;
}

/** What decides which cookies a request carries. */
export interface CookieOrigin {
  readonly host: string;
  /** Path of the URL, without its query. */
  readonly path: string;
  readonly secure: boolean;
}

/** True when a request to that origin carries the cookie. */
export const matches = (cookie: Cookie, origin: CookieOrigin): boolean =>
  (!cookie.secure || origin.secure) &&
  domainMatches(cookie, origin.host) &&
  pathMatches(cookie.path, origin.path === '' ? '/' : origin.path);

const IP_ADDRESS = /^[\d.]+$|:/;

/** True when a server of that name has to do with the cookie. */
export function domainMatches(cookie: Pick<Cookie, 'domain' | 'domainStated'>, originHost: string): boolean {
  const host = originHost.toLowerCase();
  const domain = cookie.domain.toLowerCase().replace(/^\./, '');
  if (domain === '') return false;
  return host === domain || (cookie.domainStated && !IP_ADDRESS.test(host) && host.endsWith(`.${domain}`));
}

function pathMatches(cookiePath: string, path: string): boolean {
  const prefix = cookiePath.length > 1 && cookiePath.endsWith('/') ? cookiePath.slice(0, -1) : cookiePath;
  return (
    path.startsWith(prefix) &&
    (prefix === '/' || path.length === prefix.length || path[prefix.length] === '/')
  );
}

/** Cookies that one replaces the other: CookieManager compares the three as they stand. */
export const isSame = (a: Cookie, b: Cookie): boolean =>
  a.name === b.name && a.path === b.path && a.domain === b.domain;
