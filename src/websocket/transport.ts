import { connect, isIP, type OnReadOpts, type Socket, type TcpNetConnectOpts } from 'node:net';
import type { ConnectionOptions, SecureContext, TLSSocket } from 'node:tls';
import { IoError, ioText, readTimedOut } from './errors.ts';

/** How far a transport has come: about to connect, TCP is open, the proxy has made a tunnel, TLS is open. */
export type TransportStep = 'connecting' | 'tcp' | 'tunnel' | 'tls';

/** Who uses a socket. An object, since functions made for each connection would stay as long as it does. */
export interface SocketOwner {
  /** Takes bytes, which are overwritten after the call; false: no more for now, until `socket.resume()`. */
  onBytes(count: number, buffer: Buffer): boolean;
  onStep(step: TransportStep): void;
}

/** TLS sessions of one thread by `host:port`, for resumption. */
export type TlsSessions = Map<string, Buffer>;

/**
 * All sockets of the process read into this one buffer: what it holds is taken before the next read. An idle
 * connection thus has no buffer of its own.
 */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);

/** Errors reach the connection through the listener it adds; this one keeps a socket nobody listens to from crashing. */
const ignore = (): void => {};

const socketOptions = { noDelay: true, allowHalfOpen: true, autoSelectFamily: false };

/** Waits for `event`, at most `timeoutMs` (0: no limit); destroys the socket when it does not come. */
function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  timeoutMs: number,
  late: () => IoError,
  failure: (error: Error) => IoError,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error: IoError | undefined): void => {
      clearTimeout(timer);
      socket.off(event, onOpen).off('error', onError).off('end', onEnd);
      if (error === undefined) resolve();
      else {
        socket.destroy();
        reject(error);
      }
    };
    const onOpen = (): void => settle(undefined);
    const onError = (error: Error): void => settle(failure(error));
    const onEnd = (): void => settle(new IoError('Socket is closed'));
    const timer = timeoutMs === 0 ? undefined : setTimeout(() => settle(late()), timeoutMs);
    socket.once(event, onOpen).once('error', onError).once('end', onEnd);
  });
}

const tcpOpened = (socket: Socket, timeoutMs: number): Promise<void> =>
  opened(
    socket,
    'connect',
    timeoutMs,
    () => new IoError('Connect timed out'),
    (error) => new IoError(ioText(error)),
  );

/** JMeter's client closes its socket on any failure of the handshake and reports that. */
const tlsOpened = (socket: Socket, timeoutMs: number): Promise<void> =>
  opened(socket, 'secureConnect', timeoutMs, readTimedOut, () => new IoError('Socket is closed'));

/**
 * A TCP connection whose bytes go to its owner or, when `streams`, come as 'data' events.
 * @throws IoError
 */
export async function openTcp(
  address: string,
  port: number,
  connectTimeoutMs: number,
  owner: SocketOwner,
  streams = false,
): Promise<Socket> {
  owner.onStep('connecting');
  const where = { host: address, port, ...socketOptions };
  const socket = connect(streams ? where : { ...where, onread: readsTo(owner) });
  socket.on('error', ignore);
  await tcpOpened(socket, connectTimeoutMs);
  owner.onStep('tcp');
  return socket;
}

/** What Node wants to know to read into a buffer of ours. */
const readsTo = (owner: SocketOwner): OnReadOpts => ({
  buffer: readBuffer,
  callback: (count) => owner.onBytes(count, readBuffer),
});

/** What a client presents when the server asks for a certificate, in PEM. */
export interface ClientCertificate {
  readonly key: string;
  readonly cert: string;
}

/** One for the process: making it costs more than a handshake. And one for each client certificate. */
let secureContext: SecureContext | undefined;
const certificateContexts = new WeakMap<ClientCertificate, SecureContext>();

export interface TlsOptions {
  /** Name or address of the server, as typed. */
  readonly host: string;
  readonly port: number;
  /** Limit for the handshake; 0 is none. */
  readonly readTimeoutMs: number;
  /** Where sessions are kept for the next connection; undefined: each handshake is a full one. */
  readonly sessions: TlsSessions | undefined;
  readonly clientCertificate: ClientCertificate | undefined;
}

/** What TLS needs besides the socket, and what is done with the socket once there is one. */
export async function prepareTls(options: TlsOptions): Promise<{
  tlsConnect: (settings: ConnectionOptions) => TLSSocket;
  settings: ConnectionOptions;
  keepSessions: (socket: TLSSocket) => void;
}> {
  const { connect: tlsConnect, createSecureContext } = await import('node:tls');
  const { host, port, sessions, clientCertificate } = options;
  let context = clientCertificate === undefined ? secureContext : certificateContexts.get(clientCertificate);
  if (context === undefined) {
    context = createSecureContext(clientCertificate);
    if (clientCertificate === undefined) secureContext = context;
    else certificateContexts.set(clientCertificate, context);
  }
  const key = `${host}:${port}`;
  const session = sessions?.get(key);
  const bare = host.replace(/^\[|\]$/g, '');
  return {
    tlsConnect,
    settings: {
      secureContext: context,
      rejectUnauthorized: false,
      ...(bare === '' || isIP(bare) !== 0 ? {} : { servername: bare }),
      ...(session === undefined ? {} : { session }),
    },
    keepSessions(socket) {
      if (sessions !== undefined) socket.on('session', (fresh: Buffer) => void sessions.set(key, fresh));
    },
  };
}

/** A TLS connection that takes any certificate, as JMeter does. @throws IoError */
export async function openTls(
  address: string,
  port: number,
  connectTimeoutMs: number,
  options: TlsOptions,
  owner: SocketOwner,
): Promise<TLSSocket> {
  const tls = await prepareTls(options);
  const settings: ConnectionOptions & TcpNetConnectOpts = {
    ...tls.settings,
    ...socketOptions,
    host: address,
    port,
    onread: readsTo(owner),
  };
  owner.onStep('connecting');
  const socket = tls.tlsConnect(settings);
  socket.on('error', ignore);
  tls.keepSessions(socket);
  await tcpOpened(socket, connectTimeoutMs);
  owner.onStep('tcp');
  await tlsOpened(socket, options.readTimeoutMs);
  owner.onStep('tls');
  return socket;
}

/** TLS through a tunnel; its bytes come as 'data' events. @throws IoError */
export async function tlsOver(tunnel: Socket, options: TlsOptions): Promise<TLSSocket> {
  const tls = await prepareTls(options);
  const socket = tls.tlsConnect({ ...tls.settings, socket: tunnel });
  socket.on('error', ignore);
  tls.keepSessions(socket);
  await tlsOpened(socket, options.readTimeoutMs);
  return socket;
}
