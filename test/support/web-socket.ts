import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { CorrelationOptions } from '../../src/correlation/options.ts';
import type { ElementDefinition } from '../../src/elements/definition.ts';
import { webSocketClose } from '../../src/elements/samplers/web-socket-close.ts';
import { webSocketOpenConnection } from '../../src/elements/samplers/web-socket-open-connection.ts';
import { webSocketPingPong } from '../../src/elements/samplers/web-socket-ping-pong.ts';
import { webSocketRequestResponse } from '../../src/elements/samplers/web-socket-request-response.ts';
import { webSocketSingleRead } from '../../src/elements/samplers/web-socket-single-read.ts';
import { webSocketSingleWrite } from '../../src/elements/samplers/web-socket-single-write.ts';
import type { Config, SampleResult } from '../../src/types.ts';
import { elementContext } from './element.ts';
import type { TestUser } from './user.ts';

export interface TestServer {
  readonly port: number;
  /** `GET /path` of each upgrade, with its headers. */
  readonly upgrades: { path: string; headers: Record<string, unknown> }[];
  /** What clients sent, as `text …`, `binary …`, `ping …`, `pong …`, `close code reason`. */
  readonly received: string[];
  close(): Promise<void>;
}

/** A WebSocket server on the loopback interface that does that with each connection. */
export async function testServer(
  onConnection: (socket: WebSocket, path: string) => void,
): Promise<TestServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: true });
  await once(server, 'listening');
  const upgrades: TestServer['upgrades'] = [];
  const received: string[] = [];
  server.on('connection', (socket, request) => {
    upgrades.push({ path: request.url ?? '', headers: request.headers });
    socket.on('message', (data: Buffer, isBinary) =>
      received.push(isBinary ? `binary ${data.toString('hex')}` : `text ${data.toString()}`),
    );
    socket.on('ping', (data) => received.push(`ping ${data.toString()}`));
    socket.on('pong', (data) => received.push(`pong ${data.toString()}`));
    socket.on('close', (code, reason) => received.push(`close ${code} ${reason.toString()}`.trim()));
    socket.on('error', () => {});
    onConnection(socket, request.url ?? '');
  });
  return {
    port: (server.address() as AddressInfo).port,
    upgrades,
    received,
    async close() {
      for (const client of server.clients) client.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}

export const echo = (socket: WebSocket): void =>
  void socket.on('message', (data: Buffer, binary) => socket.send(data, { binary }));

const SAMPLERS = {
  open: webSocketOpenConnection,
  requestResponse: webSocketRequestResponse,
  read: webSocketSingleRead,
  write: webSocketSingleWrite,
  ping: webSocketPingPong,
  close: webSocketClose,
};

export interface SampleOptions {
  name?: string;
  configs?: readonly Config[];
  correlation?: CorrelationOptions;
  jmeterProperties?: Record<string, string>;
  workingDirectory?: string;
}

type SamplerRow = Extract<ElementDefinition, { role: 'sampler' }>;

/** Compiles a WebSocket sampler with these properties. */
export function compileSampler(
  kind: keyof typeof SAMPLERS,
  properties: Record<string, string>,
  { name = kind, configs = [], ...options }: SampleOptions = {},
): ReturnType<SamplerRow['compile']> {
  return SAMPLERS[kind].compile(elementContext(properties, { name, ...options }), { configs });
}

/** Compiles a WebSocket sampler and runs one sample. */
export async function sample(
  user: TestUser,
  kind: keyof typeof SAMPLERS,
  properties: Record<string, string>,
  options: SampleOptions = {},
): Promise<SampleResult> {
  const result = await compileSampler(kind, properties, options).sample(user);
  if (result === null) throw new Error('a WebSocket sampler always gives a result');
  return result;
}

/** Properties that lead to that server. */
export const to = ({ port }: { port: number }, path = '/'): Record<string, string> => ({
  server: '127.0.0.1',
  port: String(port),
  path,
});
