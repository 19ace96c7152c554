import { JavaException } from '../java/exception.ts';
import { trim } from '../java/trim.ts';

/** Where a connection goes, and how requests and results name it. */
export interface ServerAddress {
  readonly tls: boolean;
  /** As it goes into the Host header and the URL: IPv6 addresses in brackets. */
  readonly host: string;
  readonly port: number;
  /** Path and query of the request line. */
  readonly target: string;
  /** `ws://host:port/path?query`. */
  readonly url: string;
}

/** What java.net.URL does not take in a host. */
const BAD_HOST = /[\u0000-\u001f/\u007f]/;

/**
 * The address that the properties of a sampler make.
 * @throws JavaException for a host that java.net.URL refuses.
 */
export function serverAddress(tls: boolean, server: string, port: number, path: string): ServerAddress {
  const bad = BAD_HOST.exec(server)?.[0];
  if (bad !== undefined)
    throw new JavaException(
      'java.net.MalformedURLException',
      bad === '/'
        ? "Illegal character found in host: '/'"
        : `Illegal character found in host: control char (code=${bad.charCodeAt(0)})`,
    );
  const host = server.includes(':') && !server.startsWith('[') ? `[${server}]` : server;
  const trimmed = trim(path);
  const [target = '/'] = (trimmed.startsWith('/') ? path : `/${trimmed}`).split('#', 1);
  const shown = target.startsWith('/') ? target : `/${target}`;
  return { tls, host, port, target, url: `${tls ? 'wss' : 'ws'}://${host}:${port}${shown}` };
}
