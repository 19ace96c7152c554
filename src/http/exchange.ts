import { request as httpRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../types.ts';
import type { Abort } from './connect.ts';
import { exchangeFailure, readTimedOut, socketClosed } from './failures.ts';
import { MAX_BODY_BYTES, MAX_HEAD_BYTES } from './limits.ts';
import { wireValue, type Headers } from './request-headers.ts';

/** A request as it goes over a connection. */
export interface WireRequest {
  readonly method: string;
  /** What the request line asks for. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Buffer | undefined;
  /** Host and port of the server, for messages. */
  readonly server: string;
  /** Limit for each wait for bytes; 0: none. */
  readonly readTimeoutMs: number;
}

/** An answer as it came over a connection. */
export interface WireResponse {
  /** `HTTP/1.1 200 OK` */
  readonly statusLine: string;
  readonly status: number;
  readonly reason: string;
  readonly headers: Headers;
  /** As it came, at most MAX_BODY_BYTES of it; undefined: such an answer has none. */
  readonly body: Buffer | undefined;
  /** Bytes of the whole request and the whole answer. */
  readonly sentBytes: number;
  readonly receivedBytes: number;
  readonly endUs: number;
  /** The connection may serve another request, as far as the two sides have said. */
  readonly reusable: boolean;
}

const hasNoBody = (method: string, status: number): boolean =>
  method === 'HEAD' || status === 204 || status === 205 || status === 304;

/** Is told of what happens on the way to an answer, with the time. */
export interface ExchangeObserver {
  /** A connection stands, or could not be made. */
  connected(atUs: number): void;
  /** The first byte of the body has come. */
  firstByte(atUs: number): void;
}

/**
 * Sends a request and takes its whole answer.
 * @param agent has the connections; each `key` has its own.
 * @throws JavaException as HttpClient does
 */
export function exchange(
  request: WireRequest,
  agent: Agent,
  key: string,
  clock: Clock,
  abort: Abort,
  observer: ExchangeObserver,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    let socket: Socket | undefined;
    let before = { read: 0, written: 0 };
    let body: BodyReader | undefined;

    const settle = (): void => {
      abort.onAbort = undefined;
      socket?.setTimeout(0).off('timeout', onTimeout);
    };
    const fail = (error: Error): void => {
      settle();
      sent.destroy();
      reject(exchangeFailure(error, request.server, body));
    };
    const onTimeout = (): void => fail(readTimedOut());

    const sent: ClientRequest = httpRequest({
      agent,
      host: key,
      method: request.method,
      path: request.target,
      headers: request.headers.flatMap(([name, value]) => [name, wireValue(value)]),
      // HttpClient takes answers that bend the rules.
      insecureHTTPParser: true,
      maxHeaderSize: MAX_HEAD_BYTES,
    });
    abort.onAbort = () => fail(socketClosed());
    sent.on('error', fail);
    sent.on('socket', (used: Socket) => {
      socket = used;
      before = { read: used.bytesRead, written: used.bytesWritten };
      if (request.readTimeoutMs > 0) used.setTimeout(request.readTimeoutMs).on('timeout', onTimeout);
    });
    sent.on('response', (response) => {
      const reader = new BodyReader(response, () => observer.firstByte(clock.nowUs()));
      body = reader;
      response.on('error', fail);
      response.on('end', () => {
        const endUs = clock.nowUs();
        const head = headOf(response);
        settle();
        resolve({
          ...head,
          body: hasNoBody(request.method, head.status) ? undefined : reader.take(),
          sentBytes: (socket?.bytesWritten ?? 0) - before.written,
          receivedBytes: (socket?.bytesRead ?? 0) - before.read,
          endUs,
          reusable: sent.writableFinished && !wantsClose(request.headers) && !wantsClose(head.headers),
        });
      });
    });
    sent.end(request.body);
  });
}

/** `Connection: close`, also when another such header says otherwise. */
const wantsClose = (headers: Headers): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'connection' && /\bclose\b/i.test(value));

/** The head of an answer. */
export function headOf(
  response: IncomingMessage,
): Pick<WireResponse, 'statusLine' | 'status' | 'reason' | 'headers'> {
  const { httpVersion, statusCode: status = 0, statusMessage: reason = '', rawHeaders } = response;
  const headers: [string, string][] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) headers.push([rawHeaders[i]!, rawHeaders[i + 1]!]);
  return { statusLine: `HTTP/${httpVersion} ${status} ${reason}`, status, reason, headers };
}

/** Takes the body of an answer. */
class BodyReader {
  /** The length that the answer announces. */
  readonly expected: number | undefined;
  received = 0;
  readonly #chunks: Buffer[] = [];

  constructor(response: IncomingMessage, firstByte: () => void) {
    const length = response.headers['content-length'];
    this.expected = length === undefined ? undefined : Number(length);
    response.on('data', (chunk: Buffer) => {
      if (this.received === 0) firstByte();
      if (this.received < MAX_BODY_BYTES)
        this.#chunks.push(chunk.subarray(0, MAX_BODY_BYTES - this.received));
      this.received += chunk.length;
    });
  }

  take(): Buffer {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
  }
}
