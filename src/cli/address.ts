import net from 'node:net';
import os from 'node:os';
import { UsageError } from './exit-code.ts';

/** Where something is served while a plan runs. */
export interface Address {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
}

const LOOPBACK = '127.0.0.1';
/** `8080`, `:8080`, `192.0.2.1:8080`, `[::1]:8080`, `build-host:8080`. */
const ADDRESS = /^(?:(?<host>\[[\da-f:.]+\]|[\w.-]+)?:)?(?<port>\d{1,5})$/i;

export const isLoopback = (host: string): boolean => /^(?:127\.[\d.]+|::1|localhost)$/i.test(host);

export const isAddress = (text: string): boolean => ADDRESS.test(text);

/**
 * The value of an option: a port, or a host and a port. Only this machine reaches it unless a host is given.
 * @param text empty: the default port.
 * @param defaultPort 0: any that is free.
 * @throws UsageError
 */
export function parseAddress(option: string, text: string, defaultPort: number): Address {
  if (text === '') return { host: LOOPBACK, port: defaultPort };
  const { host = LOOPBACK, port = '' } = ADDRESS.exec(text)?.groups ?? {};
  if (port === '' || Number(port) > 65_535)
    throw new UsageError(`${option} takes a port or host:port, as in ${option} 8080, not '${text}'.`);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/**
 * May a request with this Host header be answered? A page of another site can make its own name lead to this machine
 * and read what it gets (DNS rebinding); it cannot do that with a number, or with a name that is ours.
 */
export function isOwnHost(header: string | undefined, address: Address): boolean {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::\d+)?$/i.exec(header ?? '') ?? [];
  const name = (bracketed ?? plain ?? '').toLowerCase();
  if (net.isIP(name) !== 0) return true;
  return ['localhost', address.host.toLowerCase(), os.hostname().toLowerCase()].includes(name);
}
