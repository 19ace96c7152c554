import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { prometheusText } from './prometheus-text.ts';
import type { FamilyData } from './registry.ts';

const PATH = '/metrics';

/** Where a run is asked for its figures. */
export interface Endpoint {
  readonly url: string;
  close(): void;
}

/**
 * Serves figures to Prometheus.
 * @param port 0: any that is free.
 * @param mayAsk looks at the Host header of a request.
 * @throws the system's error when the port cannot be had.
 */
export async function openEndpoint(
  host: string,
  port: number,
  mayAsk: (hostHeader: string | undefined) => boolean,
  families: () => readonly FamilyData[],
): Promise<Endpoint> {
  const server = http.createServer((request, response) => {
    const plain = (status: number, text: string): void => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
    };
    if (!mayAsk(request.headers.host)) plain(403, 'Ask by the address that was printed.\n');
    else if (request.url?.split('?', 1)[0] !== PATH) plain(404, `Metrics are at ${PATH}\n`);
    else if (request.method !== 'GET' && request.method !== 'HEAD') plain(405, 'GET it.\n');
    else {
      response.writeHead(200, {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      response.end(request.method === 'HEAD' ? undefined : prometheusText(families()));
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
  const address = server.address() as AddressInfo;
  const hostText = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${hostText}:${address.port}${PATH}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
