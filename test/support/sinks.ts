import dgram from 'node:dgram';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';

/** What came to one of the sinks: a request, a datagram, or what one connection brought. */
export interface Received {
  readonly kind: 'http' | 'udp' | 'tcp';
  readonly method?: string;
  readonly url?: string;
  readonly headers?: http.IncomingHttpHeaders;
  body: string;
}

export interface Sinks {
  readonly received: Received[];
  readonly ports: { readonly http: number; readonly udp: number; readonly tcp: number };
  /** Resolves when something that has come satisfies the condition. */
  until(condition: (received: readonly Received[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens servers that keep whatever is sent to them, on free ports of this machine.
 * @param status of the answers over HTTP.
 */
export async function openSinks(status = 204): Promise<Sinks> {
  const received: Received[] = [];
  let changed = (): void => {};
  const arrived = (): void => changed();
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ kind: 'http', method, url, headers, body });
      response.writeHead(status).end(status < 400 ? undefined : 'not today');
      arrived();
    });
  });
  const udp = dgram.createSocket('udp4').on('message', (data) => {
    received.push({ kind: 'udp', body: data.toString() });
    arrived();
  });
  const tcp = net.createServer((socket) => {
    const connection: Received = { kind: 'tcp', body: '' };
    received.push(connection);
    socket.on('data', (data) => {
      connection.body += data.toString('latin1');
      arrived();
    });
  });
  server.listen(0, '127.0.0.1');
  tcp.listen(0, '127.0.0.1');
  udp.bind(0, '127.0.0.1');
  await Promise.all([server, tcp, udp].map((each) => once(each, 'listening')));
  const port = (of: { address(): AddressInfo | string | null }): number => (of.address() as AddressInfo).port;
  return {
    received,
    ports: { http: port(server), udp: port(udp), tcp: port(tcp) },
    async until(condition) {
      while (!condition(received))
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
    },
    async close() {
      server.closeAllConnections();
      udp.close();
      await Promise.all([server, tcp].map((each) => new Promise((resolve) => each.close(resolve))));
    },
  };
}
