import { connect, isIPv6, type Socket } from 'node:net';
import { JavaException } from '../java/exception.ts';
import { ioText } from '../websocket/errors.ts';
import { literalAddress, resolveHosts } from '../websocket/host-names.ts';
import { prepareTls, type ClientCertificate, type TlsSessions } from '../websocket/transport.ts';
import { readTimedOut, socketClosed } from './failures.ts';

/** Where a connection goes. */
export interface Endpoint {
  /** As typed; an IPv6 address has its brackets. */
  readonly host: string;
  readonly port: number;
}

/** Lets a request be given up while its connection is being opened. */
export interface Abort {
  /** Called once, when the request is to be given up. */
  onAbort: (() => void) | undefined;
}

const RESOLVER_TEXTS: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'Temporary failure in name resolution',
};

async function addressesOf(host: string): Promise<readonly string[]> {
  try {
    return await resolveHosts(host);
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    const why =
      cause === undefined ? '' : `: ${RESOLVER_TEXTS[cause.code ?? ''] ?? 'Name or service not known'}`;
    throw new JavaException('java.net.UnknownHostException', `${host}${why}`);
  }
}

/** `InetAddress.toString`: the name, if there is one, and the address in full. */
function javaAddress(host: string, address: string): string {
  const name = literalAddress(host) === undefined ? host : '';
  return `${name}/${isIPv6(address) ? longIPv6(address) : address}`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function longIPv6(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = (text: string | undefined): string[] =>
    text === undefined || text === '' ? [] : text.split(':');
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}

/**
 * Opens TCP, to one address of the host after the other.
 * @param timeoutMs for each address; 0: none.
 * @throws JavaException as HttpClient does.
 */
export async function openTcp(to: Endpoint, timeoutMs: number, abort: Abort): Promise<Socket> {
  const { host, port } = to;
  const addresses = await addressesOf(host);
  if (port > 65_535)
    throw new JavaException('java.lang.IllegalArgumentException', `port out of range:${port}`);
  const shown = addresses.map((address) => javaAddress(host, address)).join(', ');
  let failure: JavaException | undefined;
  for (const address of addresses) {
    try {
      return await openOne(address, port, timeoutMs, abort);
    } catch (error) {
      if (error instanceof JavaException) throw error;
      const { code } = error as NodeJS.ErrnoException;
      const timedOut = code === undefined || code === 'ETIMEDOUT';
      const text = code === undefined ? 'Connect timed out' : ioText(error as NodeJS.ErrnoException);
      failure =
        code === 'EHOSTUNREACH'
          ? new JavaException('java.net.NoRouteToHostException', text)
          : new JavaException(
              `org.apache.http.conn.${timedOut ? 'ConnectTimeoutException' : 'HttpHostConnectException'}`,
              `Connect to ${host}:${port} [${shown}] failed: ${text}`,
            );
    }
  }
  throw failure ?? new JavaException('java.net.UnknownHostException', host);
}

/** Rejects with the error of the socket, or one without a code when the time is over. */
function openOne(address: string, port: number, timeoutMs: number, abort: Abort): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true, autoSelectFamily: false });
    const settle = (error: Error | undefined): void => {
      clearTimeout(timer);
      abort.onAbort = undefined;
      socket.off('connect', onConnect).off('error', settle);
      // Errors of an idle socket are not reported: its next request finds it closed.
      socket.on('error', ignore);
      if (error === undefined) resolve(socket);
      else {
        socket.destroy();
        reject(error);
      }
    };
    const onConnect = (): void => settle(undefined);
    const timer = timeoutMs > 0 ? setTimeout(() => settle(new Error('late')), timeoutMs) : undefined;
    abort.onAbort = () => settle(socketClosed());
    socket.once('connect', onConnect).once('error', settle);
  });
}

const ignore = (): void => {};

export interface TlsSettings {
  /** Limit for each step of the handshake: HttpClient takes the connect timeout for it. 0: none. */
  readonly timeoutMs: number;
  readonly certificate: ClientCertificate | undefined;
  readonly sessions: TlsSessions;
}

/** TLS over a connection, with any certificate of the server. @throws JavaException */
export async function openTls(
  tcp: Socket,
  to: Endpoint,
  settings: TlsSettings,
  abort: Abort,
): Promise<Socket> {
  const { timeoutMs, certificate, sessions } = settings;
  const tls = await prepareTls({
    host: to.host,
    port: to.port,
    readTimeoutMs: timeoutMs,
    sessions,
    clientCertificate: certificate,
  });
  return new Promise((resolve, reject) => {
    const socket = tls.tlsConnect({ ...tls.settings, socket: tcp });
    tls.keepSessions(socket);
    const settle = (error: JavaException | undefined): void => {
      clearTimeout(timer);
      abort.onAbort = undefined;
      socket.off('secureConnect', onSecure).off('error', onError).off('close', onClose).on('error', ignore);
      if (error === undefined) resolve(socket);
      else {
        socket.destroy();
        reject(error);
      }
    };
    const onSecure = (): void => settle(undefined);
    const onError = (error: NodeJS.ErrnoException): void => settle(tlsFailure(error));
    const onClose = (): void => settle(handshakeFailure('Remote host terminated the handshake'));
    const timer = timeoutMs > 0 ? setTimeout(() => settle(readTimedOut()), timeoutMs) : undefined;
    abort.onAbort = () => settle(socketClosed());
    socket.once('secureConnect', onSecure).once('error', onError).once('close', onClose);
  });
}

const handshakeFailure = (message: string): JavaException =>
  new JavaException('javax.net.ssl.SSLHandshakeException', message);

/** What Java says when a TLS handshake fails, as far as OpenSSL tells the same apart. */
function tlsFailure(error: NodeJS.ErrnoException & { reason?: string }): JavaException {
  const reason = error.reason ?? error.message;
  if (/wrong version number|packet length too long|http request/i.test(reason))
    return new JavaException('javax.net.ssl.SSLException', 'Unsupported or unrecognized SSL message');
  const alert = /alert ([a-z ]+)/.exec(reason)?.[1]?.trim().replaceAll(' ', '_');
  if (alert !== undefined) return handshakeFailure(`Received fatal alert: ${alert}`);
  if (error.code === 'ECONNRESET')
    return error.syscall === undefined
      ? handshakeFailure('Remote host terminated the handshake')
      : new JavaException('java.net.SocketException', 'Connection reset');
  return handshakeFailure(reason);
}
