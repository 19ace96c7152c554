import type { Socket } from 'node:net';
import { IoError } from './errors.ts';
import { literalAddress, resolveHost } from './host-names.ts';
import { checkTunnelStatus, connectRequest, type Proxy } from './proxy.ts';
import { ResponseHeadReader } from './response-head.ts';
import type { ServerAddress } from './server-address.ts';
import {
  openTcp,
  openTls,
  tlsOver,
  type ClientCertificate,
  type SocketOwner,
  type TlsSessions,
} from './transport.ts';

export interface TransportOptions {
  /** Limit for TCP alone. */
  readonly connectTimeoutMs: number;
  /** Limit for the TLS handshake and for each read of an answer; 0 is none. */
  readonly readTimeoutMs: number;
  readonly proxy: Proxy | undefined;
  readonly tlsSessions: TlsSessions | undefined;
  readonly clientCertificate?: ClientCertificate | undefined;
}

/** Who opens a transport. */
export interface TransportOwner extends SocketOwner {
  /** The next bytes are the head of an answer. */
  expectHead(head: ResponseHeadReader): void;
}

/** A tunnel through the proxy to the server. */
async function openTunnel(
  proxy: Proxy,
  address: ServerAddress,
  options: TransportOptions,
  owner: TransportOwner,
): Promise<Socket> {
  let tunnel: Socket | undefined;
  try {
    const { connectTimeoutMs, readTimeoutMs } = options;
    const proxyAddress = await resolveHost(proxy.host);
    // TLS takes the bytes of the tunnel out of the stream.
    tunnel = await openTcp(proxyAddress, proxy.port, connectTimeoutMs, owner, address.tls);
    const answer = new ResponseHeadReader(readTimeoutMs, checkTunnelStatus);
    owner.expectHead(answer);
    const onData = (data: Buffer): void => void answer.push(data, 0, data.length);
    const onEnd = (): void => answer.end();
    if (address.tls) tunnel.on('data', onData);
    tunnel.on('end', onEnd).once('error', onEnd);
    tunnel.write(connectRequest(proxy, address.host, address.port));
    await answer.head;
    tunnel.off('data', onData).off('end', onEnd).off('error', onEnd);
    return tunnel;
  } catch (error) {
    tunnel?.destroy();
    throw error instanceof IoError
      ? new IoError(`Proxy connection setup error: ${error.message}`, error.timedOut)
      : error;
  }
}

/** Opens what a WebSocket runs over: TCP or TLS, straight or through a proxy. @throws IoError, UpgradeError */
export async function openTransport(
  address: ServerAddress,
  options: TransportOptions,
  owner: TransportOwner,
): Promise<Socket> {
  const { host, port } = address;
  const { connectTimeoutMs, readTimeoutMs } = options;
  const tls = {
    host,
    port,
    readTimeoutMs,
    sessions: options.tlsSessions,
    clientCertificate: options.clientCertificate,
  };
  if (options.proxy === undefined) {
    const ip = literalAddress(host) ?? (await resolveHost(host));
    return address.tls
      ? openTls(ip, port, connectTimeoutMs, tls, owner)
      : openTcp(ip, port, connectTimeoutMs, owner);
  }
  const tunnel = await openTunnel(options.proxy, address, options, owner);
  if (!address.tls) return tunnel;
  owner.onStep('tunnel');
  const socket = await tlsOver(tunnel, tls);
  owner.onStep('tls');
  return socket.on('data', (data: Buffer) => {
    if (!owner.onBytes(data.length, data)) socket.pause();
  });
}
