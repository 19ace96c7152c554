import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What an upgraded server socket does; `head` is the request as it came. */
export type Behaviour = (socket: Socket, head: string) => void | Promise<void>;

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** The answer that accepts the upgrade in that request. */
export function acceptance(head: string): string {
  const key = /^Sec-WebSocket-Key: (.*)$/im.exec(head)?.[1] ?? '';
  const accept = createHash('sha1')
    .update(key + GUID)
    .digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
}

export interface RawServer {
  readonly port: number;
  /** Sockets accepted so far. */
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
}

/** A server on the loopback interface that writes what it likes. */
export async function rawServer(onRequest: Behaviour): Promise<RawServer> {
  const sockets: Socket[] = [];
  const server: Server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    let head = '';
    const onData = (data: Buffer): void => {
      head += data.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', onData);
      socket.resume();
      void onRequest(socket, head);
    };
    socket.on('data', onData);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** A server that accepts every upgrade and then does that. */
export const upgradingServer = (behaviour: Behaviour): Promise<RawServer> =>
  rawServer((socket, head) => {
    socket.write(acceptance(head));
    return behaviour(socket, head);
  });
