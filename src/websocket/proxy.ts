import type { Properties } from '../types.ts';
import { UpgradeError } from './errors.ts';

/** An HTTP proxy that is asked for a tunnel. */
export interface Proxy {
  readonly host: string;
  readonly port: number;
  /** User and password for Basic authorization. */
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
}

/** The proxy that the run has (`-H -P -N -u -a`), for a server of that name; undefined: go straight. */
export function proxyFor(host: string, properties: Properties): Proxy | undefined {
  const proxyHost = properties.get('http.proxyHost');
  if (proxyHost === undefined || proxyHost === '') return undefined;
  const bypassed = (properties.get('http.nonProxyHosts') ?? '')
    .split('|')
    .some((pattern) => pattern === host || (pattern.startsWith('*') && host.endsWith(pattern.slice(1))));
  if (bypassed) return undefined;
  const user = properties.get('http.proxyUser');
  return {
    host: proxyHost,
    port: Number(properties.get('http.proxyPort') ?? '0'),
    credentials: user === undefined ? undefined : { user, password: properties.get('http.proxyPass') ?? '' },
  };
}

/** The request for a tunnel to that server. */
export function connectRequest(proxy: Proxy, host: string, port: number): string {
  const { credentials } = proxy;
  const authorization =
    credentials === undefined
      ? ''
      : `Proxy-Authorization: Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}\r\n`;
  return `CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n`;
}

/** @throws UpgradeError when the proxy gives no tunnel. */
export function checkTunnelStatus(status: number): void {
  if (status < 200 || status > 299)
    throw new UpgradeError(`Connecting proxy failed with status code ${status}`, status);
}
