import type { Exchanged } from '../../http/client.ts';
import type { ExchangeObserver, WireRequest } from '../../http/exchange.ts';
import { protocolFailure } from '../../http/failures.ts';
import { proxyTarget, requestTarget } from '../../http/java-uri.ts';
import { hostText, portOf, type JavaUrl } from '../../http/java-url.ts';
import { basicCredentials, isHeaderName, requestHeaders, type Headers } from '../../http/request-headers.ts';
import { JavaException } from '../../java/exception.ts';
import type { Config, VirtualUser } from '../../types.ts';
import { isAuthManager } from '../configs/auth-manager.ts';
import { parseInteger, type ElementContext } from '../element-context.ts';
import type { HttpBody } from './http-request-body.ts';
import { connectionReader, httpClientOf, namesItself } from './http-request-connections.ts';
import { autoRedirect } from './http-request-redirects.ts';
import { lastValue } from './http-request-result.ts';

/** A request as the sampler makes it. */
export interface PreparedRequest {
  readonly url: JavaUrl;
  readonly method: string;
  readonly headers: Headers;
  readonly body: HttpBody | undefined;
  readonly followsByItself: boolean;
}

/** An answer, and the URL that gave it. */
export interface Executed extends Exchanged {
  readonly url: JavaUrl;
}

/** Is told how far a request has come. */
export interface ExecutionObserver extends ExchangeObserver {
  /** These headers are about to be sent. */
  requesting(headers: Headers): void;
}

export type Execute = (
  user: VirtualUser,
  request: PreparedRequest,
  observer: ExecutionObserver,
) => Promise<Executed>;

/** Sends the requests of a sampler as HttpClient does, which follows redirects by itself when it is told to. */
export function executor(context: ElementContext, configs: readonly Config[]): Execute {
  const connection = connectionReader(context, configs);
  // Of several managers the outermost counts.
  const authManager = configs.findLast(isAuthManager);
  const { properties } = context.environment;
  const maxRedirects = parseInteger(properties.get('httpsampler.max_redirects') ?? '20');

  function once(
    user: VirtualUser,
    request: PreparedRequest,
    observer: ExecutionObserver,
  ): Promise<Exchanged> {
    const { url, method, body } = request;
    if (url.host === '')
      throw new JavaException(
        'org.apache.http.client.ClientProtocolException',
        `URI does not specify a valid host name: ${url.text}`,
      );
    if (!isHeaderName(method))
      throw new JavaException('java.lang.IllegalArgumentException', `Unexpected method: '${method}'`);
    const credentials = authManager?.credentials(user, url);
    const own = body?.headers ?? request.headers;
    observer.requesting(own);
    const make = (proxied: boolean, proxyAuthorization: string | undefined): WireRequest => {
      const headers = requestHeaders(own, {
        host: hostText(url),
        body: body && { length: body.bytes.length, contentType: body.contentType },
        proxied,
        namesItself: namesItself(properties),
        authorization: credentials && basicCredentials(credentials.user, credentials.password),
        proxyAuthorization,
      });
      observer.requesting(headers);
      return {
        method,
        target: proxied ? proxyTarget(url) : requestTarget(url),
        headers,
        body: body?.bytes,
        server: `${url.host}:${portOf(url)}`,
        readTimeoutMs: settings.readTimeoutMs,
      };
    };
    const settings = connection(user, url.host);
    return httpClientOf(user).exchange(url, settings, make, observer);
  }

  return async (user, first, observer) => {
    const visited = new Set<string>();
    let request = first;
    for (let count = 0; ; count++) {
      const exchanged = await once(user, request, observer);
      const { response } = exchanged;
      const { url, method, body } = request;
      const next = first.followsByItself
        ? autoRedirect(response.status, method, lastValue(response.headers, 'location'), url)
        : undefined;
      if (next === undefined) return { ...exchanged, url };
      if (count >= maxRedirects || visited.has(next.url.text)) throw protocolFailure();
      visited.add(next.url.text);
      request = { ...first, url: next.url, method: next.method, body: next.keepsBody ? body : undefined };
    }
  };
}
