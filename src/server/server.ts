import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { selfSigned } from './certificate.ts';
import { endpoints } from './endpoints.ts';

export interface ServerOptions {
  /** 0 or absent: a free port. */
  readonly port?: number;
  /** Address to listen on; absent: 127.0.0.1. */
  readonly host?: string;
  /** Serve `wss`, with a self-signed certificate made at start. */
  readonly tls?: boolean;
}

/** A running demo server. */
export interface DemoServer {
  readonly port: number;
  /** `ws://127.0.0.1:8080`, without a path. */
  readonly url: string;
  /** Ends every connection at once and stops listening. */
  close(): Promise<void>;
}

const BACKLOG = 4096;
const MAX_MESSAGE_BYTES = 64 << 20;

/** The list of endpoints as text, one a line. */
export function describeEndpoints(): string {
  const width = Math.max(...endpoints.map((e) => e.usage.length));
  return endpoints.map((e) => `${e.usage.padEnd(width)}  ${e.summary}\n`).join('');
}

/**
 * Starts the demo server: one process, one port, a WebSocket endpoint per path (`endpoints`).
 * @throws when the port cannot be listened on.
 */
export async function startServer(options: ServerOptions = {}): Promise<DemoServer> {
  const host = options.host ?? '127.0.0.1';
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  const open = new Map<string, number>();
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });

  const listing: http.RequestListener = (request, response) => {
    const known = request.url === '/';
    response.writeHead(known ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(known ? describeEndpoints() : 'Not found. GET / lists the endpoints.\n');
  };
  const server = options.tls
    ? https.createServer({ ...(await selfSigned()) }, listing)
    : http.createServer(listing);

  server.on('upgrade', (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const [path = '', search = ''] = (request.url ?? '').split('?', 2);
    const endpoint = byPath.get(path);
    if (endpoint === undefined) return refuse(socket, '404 Not Found');
    const query = new URLSearchParams(search);
    const connections = open.get(path) ?? 0;
    if (endpoint.limit !== undefined && connections >= endpoint.limit(query))
      return refuse(socket, '503 Service Unavailable');
    open.set(path, connections + 1);
    socket.on('close', () => open.set(path, (open.get(path) ?? 1) - 1));
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      endpoint.serve(webSocket, query, request);
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port ?? 0, host, backlog: BACKLOG }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The demo server has no port.');
  const { port } = address;

  return {
    port,
    url: `${options.tls ? 'wss' : 'ws'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
