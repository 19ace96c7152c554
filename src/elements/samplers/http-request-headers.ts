import { portOf, type JavaUrl } from '../../http/java-url.ts';
import { isHeaderName, type Headers } from '../../http/request-headers.ts';
import type { Config, VirtualUser } from '../../types.ts';
import { isCookieManager } from '../configs/cookie-manager.ts';
import type { CookieOrigin } from '../configs/cookie.ts';
import { isHeaderManager, mergedHeaders } from '../configs/header-manager.ts';

/** What decides which cookies go with a request. */
export const originOf = ({ host, path, protocol }: JavaUrl): CookieOrigin => ({
  host,
  path,
  secure: protocol === 'https',
});

/** The headers that a sampler gives its request, and the cookies among them as results show them. */
export interface SamplerHeaders {
  readonly headers: Headers;
  readonly cookies: string;
}

/**
 * Keep-alive, the headers of all managers in scope, and cookies (HTTPHC4Impl.setupRequest). Of several Cookie Managers
 * the outermost counts.
 */
export function samplerHeaders(
  configs: readonly Config[],
): (user: VirtualUser, url: JavaUrl, keepAlive: boolean) => SamplerHeaders {
  const managers = configs.filter(isHeaderManager);
  const cookieManager = configs.findLast(isCookieManager);
  return (user, url, keepAlive) => {
    const headers: [string, string][] = [['Connection', keepAlive ? 'keep-alive' : 'close']];
    for (const { name, value } of mergedHeaders(managers, user)) {
      const lower = name.toLowerCase();
      if (lower === 'content-length') continue;
      if (lower === 'host') headers.push(['Host', hostValue(value, url)]);
      else if (isHeaderName(name)) headers.push([name, value]);
      else
        user.log.log(
          'ERROR',
          'o.a.j.p.h.s.HTTPHC4Impl',
          `Header '${name}' cannot be sent: that is no name of a header`,
        );
    }
    const cookies = cookieManager?.header(user, originOf(url));
    if (cookies !== undefined) setCookie(headers, cookies);
    return { headers, cookies: cookies ?? headers.find(([name]) => isCookie(name))?.[1].trim() ?? '' };
  };
}

const isCookie = (name: string): boolean => name.toLowerCase() === 'cookie';

/** The first Cookie header gives way to the cookies of the manager. */
function setCookie(headers: [string, string][], cookies: string): void {
  const at = headers.findIndex(([name]) => isCookie(name));
  if (at < 0) headers.push(['Cookie', cookies]);
  else headers[at] = ['Cookie', cookies];
}

/** A stated Host gets the port of the URL, unless it has one; the usual port is left out. */
function hostValue(value: string, url: JavaUrl): string {
  const stated = /:(\d+)$/.exec(value)?.[1];
  const port = stated === undefined ? url.port : Number(stated);
  const host = value.replace(/:\d+$/, '');
  const usual = portOf({ ...url, port: -1 });
  return port === -1 || port === usual ? host : `${host}:${port}`;
}
