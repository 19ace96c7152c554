import { protocolFailure } from './failures.ts';

/** Names and values in their order on the wire. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** What JMeter 5.6.3 on the Java of its recordings calls itself. */
const USER_AGENT = 'Apache-HttpClient/4.5.14 (Java/17.0.15)';

/** What decides which headers HttpClient adds to those of the sampler. */
export interface HeaderFacts {
  /** Host and port as the URL names them. */
  readonly host: string;
  /** undefined: the request has no body, not even an empty one. */
  readonly body: { readonly length: number; readonly contentType: string | undefined } | undefined;
  /** The request goes to a proxy as it is, without a tunnel. */
  readonly proxied: boolean;
  readonly namesItself: boolean;
  /** Values of the Authorization and Proxy-Authorization headers. */
  readonly authorization: string | undefined;
  readonly proxyAuthorization: string | undefined;
}

export const hasHeader = (headers: Headers, name: string): boolean =>
  headers.some(([known]) => known.toLowerCase() === name);

/**
 * The headers of a request: those of the sampler, then HttpClient's own, in its order.
 * @throws JavaException for a Transfer-Encoding that the plan states for a request with a body.
 */
export function requestHeaders(own: Headers, facts: HeaderFacts): Headers {
  const { body, host } = facts;
  const headers: [string, string][] = own.map(([name, value]) => [name, value]);
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && !hasHeader(own, name.toLowerCase())) headers.push([name, value]);
  };
  if (body !== undefined) {
    if (hasHeader(own, 'transfer-encoding')) throw protocolFailure();
    add('Content-Length', String(body.length));
    add('Content-Type', body.contentType);
  }
  add('Host', host);
  if (facts.proxied) add('Proxy-Connection', 'Keep-Alive');
  if (facts.namesItself) add('User-Agent', USER_AGENT);
  add('Authorization', facts.authorization);
  add('Proxy-Authorization', facts.proxyAuthorization);
  return headers;
}

/** The headers of the request for a tunnel. */
export const tunnelHeaders = (
  host: string,
  namesItself: boolean,
  proxyAuthorization: string | undefined,
): Headers => [
  ['Host', host],
  ...(namesItself ? [['User-Agent', USER_AGENT] as const] : []),
  ...(proxyAuthorization === undefined ? [] : [['Proxy-Authorization', proxyAuthorization] as const]),
];

/** The value of a Basic credential. HttpClient writes user and password in ASCII. */
export function basicCredentials(user: string, password: string): string {
  const text = `${user}:${password}`.replace(/[^\u0000-\u007f]/gu, '?');
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/** Headers as results show them: `Name: value` lines, cookies left out. */
export const headerText = (headers: Headers): string =>
  headers.map(([name, value]) => (name.toLowerCase() === 'cookie' ? '' : `${name}: ${value}\n`)).join('');

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** False for a name that no HTTP header may have. */
export const isHeaderName = (name: string): boolean => TOKEN.test(name);

/** A value as it goes on the wire: no line breaks, and `?` for what Latin-1 does not have. */
export const wireValue = (value: string): string =>
  value.replace(/[\r\n\f\v]/g, ' ').replace(/[^\t\u0020-\u007e\u00a0-\u00ff]/g, '?');
