import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../types.ts';
import type { Abort } from './connect.ts';
import { headOf, type WireResponse } from './exchange.ts';
import { exchangeFailure, readTimedOut, socketClosed } from './failures.ts';
import { MAX_PAGE_BYTES } from './limits.ts';
import type { Headers } from './request-headers.ts';

/** What a tunnel is asked for. */
export interface TunnelRequest {
  /** Host and port of the server, as the request line names them. */
  readonly server: string;
  readonly headers: Headers;
  /** Limit for the answer; 0: none. */
  readonly readTimeoutMs: number;
}

/**
 * Asks a proxy for a tunnel.
 * @returns undefined when the connection is one, else how the proxy refused.
 * @throws JavaException as HttpClient does
 */
export function openTunnel(
  tcp: Socket,
  { server, headers, readTimeoutMs }: TunnelRequest,
  clock: Clock,
  abort: Abort,
): Promise<WireResponse | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      abort.onAbort = undefined;
      tcp.setTimeout(0).off('timeout', onTimeout);
    };
    const fail = (error: Error): void => {
      settle();
      tcp.destroy();
      reject(exchangeFailure(error, server, undefined));
    };
    const onTimeout = (): void => fail(readTimedOut());
    abort.onAbort = () => fail(socketClosed());
    if (readTimeoutMs > 0) tcp.setTimeout(readTimeoutMs).on('timeout', onTimeout);
    const asked = httpRequest({
      createConnection: () => tcp,
      method: 'CONNECT',
      path: server,
      setHost: false,
      insecureHTTPParser: true,
    });
    for (const [name, value] of headers) asked.setHeader(name, value);
    // Node would say `Connection: close`.
    asked.removeHeader('Connection');
    asked.on('error', fail);
    asked.on('connect', (answer: IncomingMessage, _socket: Socket, first: Buffer) => {
      const head = headOf(answer);
      if (head.status >= 200 && head.status < 300) {
        settle();
        resolve(undefined);
        return;
      }
      readPage(tcp, answer, first, (body) => {
        settle();
        const endUs = clock.nowUs();
        const { bytesWritten: sentBytes, bytesRead: receivedBytes } = tcp;
        tcp.destroy();
        resolve({ ...head, body, sentBytes, receivedBytes, endUs, reusable: false });
      });
    });
    asked.end();
  });
}

/** Reads as much as the answer announces, or to the end of the stream. */
function readPage(tcp: Socket, answer: IncomingMessage, first: Buffer, done: (body: Buffer) => void): void {
  const announced = Number(answer.headers['content-length'] ?? Infinity);
  const length = Math.min(announced, MAX_PAGE_BYTES);
  let page = first;
  const finish = (): void => {
    tcp.off('data', take).off('close', finish);
    done(page.subarray(0, length));
  };
  const take = (data: Buffer): void => {
    page = Buffer.concat([page, data]);
    if (page.length >= length) finish();
  };
  if (page.length >= length) done(page.subarray(0, length));
  else tcp.on('data', take).once('close', finish);
}
