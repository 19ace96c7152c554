import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { selfSigned } from '../../src/server/certificate.ts';

/** One request as it came over the wire. */
export interface SeenRequest {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
  /** Which connection it came on, from 0. */
  readonly connection: number;
  /** Its size in bytes. */
  readonly size: number;
}

export type Answer = string | Buffer | undefined;

export interface HttpTestServer {
  readonly port: number;
  readonly requests: readonly SeenRequest[];
  readonly connections: readonly Socket[];
  close(): Promise<void>;
}

/** An answer with that body; `\n` in the head are line ends. */
export const answer = (body: string | Buffer, head = 'HTTP/1.1 200 OK'): Buffer =>
  Buffer.concat([
    Buffer.from(`${head}\nContent-Length: ${Buffer.byteLength(body)}\n\n`.replaceAll('\n', '\r\n'), 'latin1'),
    Buffer.from(body),
  ]);

/**
 * A server on the loopback interface that writes byte by byte what it is told.
 * @param respond gives the answer; undefined: it deals with the socket itself.
 */
export async function httpServer(
  respond: (request: SeenRequest, socket: Socket) => Answer,
  options: { tls?: boolean } = {},
): Promise<HttpTestServer> {
  const requests: SeenRequest[] = [];
  const connections: Socket[] = [];
  const serve = (socket: Socket): void => {
    const connection = connections.push(socket) - 1;
    let pending = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      pending = Buffer.concat([pending, data]);
      for (;;) {
        const headEnd = pending.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const [line = '', ...headers] = pending.toString('latin1', 0, headEnd).split('\r\n');
        const length = Number(headers.find((h) => /^content-length:/i.test(h))?.slice(15) ?? 0);
        const size = headEnd + 4 + length;
        if (pending.length < size) return;
        const request = {
          line,
          headers,
          body: pending.toString('utf8', headEnd + 4, size),
          connection,
          size,
        };
        pending = pending.subarray(size);
        requests.push(request);
        const response = respond(request, socket);
        if (response !== undefined) socket.write(response);
      }
    });
  };
  const server: Server =
    options.tls === true ? createTlsServer(await selfSigned(), serve) : createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections,
    async close() {
      server.close();
      for (const socket of connections) socket.destroy();
      await once(server, 'close');
    },
  };
}
