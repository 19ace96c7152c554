import { WebSocketConnection, type ConnectOptions } from '../../src/websocket/connection.ts';
import type { Frame } from '../../src/websocket/frame.ts';
import { serverAddress } from '../../src/websocket/server-address.ts';
import { testUser } from '../support/user.ts';

export const OPTIONS: ConnectOptions = {
  headers: [],
  connectTimeoutMs: 5000,
  readTimeoutMs: 5000,
  proxy: undefined,
  tlsSessions: undefined,
};

const { clock } = testUser();

/** A connection to the loopback interface that is not open yet. */
export const newConnection = (port: number, path = '/', tls = false): WebSocketConnection =>
  new WebSocketConnection(serverAddress(tls, '127.0.0.1', port, path), clock);

/** An open connection. */
export async function connected(
  port: number,
  options: Partial<ConnectOptions> = {},
  path = '/',
): Promise<WebSocketConnection> {
  const connection = newConnection(port, path);
  await connection.connect({ ...OPTIONS, ...options });
  return connection;
}

/** Reads one frame; throws what reading fails with. */
export async function readFrame(connection: WebSocketConnection, timeoutMs = 5000): Promise<Frame> {
  const frame = await connection.receive(timeoutMs);
  if (frame.failure !== undefined) throw frame.failure;
  return frame;
}
