import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocketConnection } from '../../src/websocket/connection.ts';
import { UpgradeError } from '../../src/websocket/errors.ts';
import { serverAddress } from '../../src/websocket/server-address.ts';
import { headerLines } from '../../src/websocket/upgrade-response.ts';
import { testUser } from '../support/user.ts';
import { connected, newConnection, OPTIONS, readFrame } from './client.ts';
import { acceptance, rawServer, type Behaviour } from './raw-server.ts';
import { serverFrame, TEXT } from './server-frame.ts';

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

/** Port of a server that does that with each request. */
async function serving(behaviour: Behaviour): Promise<number> {
  const server = await rawServer(behaviour);
  toClose.push(() => server.close());
  return server.port;
}

/** Port of a server that answers with that text, in which ACCEPT stands for the right value. */
const answering = (text: string, end = false): Promise<number> =>
  serving((socket, head) => {
    const accept = /Accept: (.*)\r/.exec(acceptance(head))![1]!;
    const bytes = Buffer.from(text.replace('ACCEPT', accept), 'latin1');
    if (end) socket.end(bytes);
    else socket.write(Buffer.concat([bytes, serverFrame(TEXT, 'first')]));
  });

const GOOD = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ACCEPT\r\n\r\n';

describe('the upgrade request', () => {
  const requestOf = async (
    path: string,
    headers: [string, string][],
  ): Promise<{ head: string; size: number }> => {
    let head = '';
    const port = await serving((socket, request) => {
      head = request;
      socket.write(acceptance(request));
    });
    const connection = newConnection(port, path);
    const { requestSize } = await connection.connect({ ...OPTIONS, headers });
    connection.close();
    return {
      head: head.replace(String(port), 'PORT').replace(/Key: .{24}\r/, 'Key: KEY\r'),
      size: requestSize,
    };
  };

  test('has its lines in the order of the plugin', async () => {
    const { head, size } = await requestOf('/echo?x=1#f', []);
    expect(head).toBe(
      'GET /echo?x=1 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Key: KEY\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
    const firstLines = head.slice(0, head.indexOf('Upgrade: ')).replace('PORT', '12345').length;
    expect(size - firstLines).toBe(115);
  });

  test('carries the headers of the plan behind Host, without those that the client sets', async () => {
    const { head } = await requestOf('/', [
      ['X-A', '1'],
      ['hOST', 'evil.test'],
      ['Upgrade', 'h2c'],
      ['X-Empty', ''],
      ['Cookie', 'a=\u00e9'],
    ]);
    expect(Buffer.from(head, 'latin1').toString()).toContain(
      'Host: 127.0.0.1:PORT\r\nX-A: 1\r\nX-Empty: \r\nCookie: a=\u00e9\r\nUpgrade: websocket\r\n',
    );
  });

  test('is not sent with a line break in a header', async () => {
    let requests = 0;
    const port = await serving(() => void requests++);
    await expect(
      newConnection(port).connect({ ...OPTIONS, headers: [['X-Bad', 'a\r\nX-Injected: 1']] }),
    ).rejects.toMatchObject({
      name: 'java.lang.IllegalArgumentException',
      message: 'Invalid header; contains new line.',
    });
    expect(requests).toBe(0);
  });
});

describe('an answer that switches protocols', () => {
  test.each([
    [
      'with its names in lower case',
      `HTTP/1.1 101 X\r\n${GOOD.toLowerCase().replace('accept\r', 'ACCEPT\r')}`,
    ],
    ['without blanks', `HTTP/1.1 101 X\r\n${GOOD.replaceAll(': ', ':')}`],
    ['without a reason phrase', `HTTP/1.1 101\r\n${GOOD}`],
    ['of HTTP/1.0', `HTTP/1.0 101 X\r\n${GOOD}`],
    ['with bare line feeds', `HTTP/1.1 101 X\r\n${GOOD}`.replaceAll('\r', '')],
    ['with a line that is no header', `HTTP/1.1 101 X\r\nno header here\r\n${GOOD}`],
  ])('%s is accepted', async (_, answer) => {
    const port = await answering(answer);
    const connection = newConnection(port);
    const { head } = await connection.connect(OPTIONS);
    expect(head.size).toBe(answer.replace('ACCEPT', 'x'.repeat(28)).length);
    expect((await readFrame(connection)).text).toBe('first');
    connection.close();
  });

  test('has its headers sorted, repeated ones joined', async () => {
    const port = await answering(
      `HTTP/1.1 101 X\r\nX-Served-By: oracle\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nserver:fixture\r\nX-Empty:\r\n${GOOD}`,
    );
    const connection = newConnection(port);
    const { head } = await connection.connect(OPTIONS);
    connection.close();
    expect(headerLines(head).replace(/Accept: .*/, 'Accept: K')).toBe(
      'Connection: Upgrade\nSec-WebSocket-Accept: K\nserver: fixture\nSet-Cookie: a=1, b=2\nUpgrade: websocket\nX-Empty: \nX-Served-By: oracle',
    );
  });
});

describe('an answer that does not', () => {
  test.each([
    [
      'HTTP/1.1 503 Service Unavailable\r\n\r\n',
      'Got unexpected status 503 with statusLine:HTTP/1.1 503 Service Unavailable',
      503,
    ],
    [
      'HTTP/1.1 404 Caf\u00e9\r\n\r\n',
      'Got unexpected status 404 with statusLine:HTTP/1.1 404 Caf\ufffd',
      404,
    ],
    ['HTTP/1.1 429 \r\n\r\n', 'Got unexpected status 429 with statusLine:HTTP/1.1 429 ', 429],
    ['HTTP/1.1 404 Not here\r\n', 'Got unexpected status 404 with statusLine:HTTP/1.1 404 Not here', 404],
    [
      'HTTP/1.1 302 Found\r\nLocation: /echo\r\n\r\n',
      'Got unexpected status 302 with statusLine:HTTP/1.1 302 Found',
      302,
    ],
    [
      'HTTP/1.1 101 X\r\nConnection: Upgrade\r\n\r\n',
      "Server response should contain 'Upgrade' header with value 'websocket'",
      undefined,
    ],
    [
      `HTTP/1.1 101 X\r\nUpgrade: other\r\n${GOOD}`,
      "Server response should contain 'Upgrade' header with value 'websocket'",
      undefined,
    ],
    [
      'HTTP/1.1 101 X\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n\r\n',
      "Server response should contain 'Connection' header with value 'Upgrade'",
      undefined,
    ],
    [
      'HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      "Server response should contain 'Sec-WebSocket-Accept' header",
      undefined,
    ],
    [
      'HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n\r\n',
      "Server response header 'Sec-WebSocket-Accept' has incorrect value.",
      undefined,
    ],
  ])('%j is refused', async (answer, message, statusCode) => {
    const port = await answering(answer);
    const failure: unknown = await newConnection(port)
      .connect(OPTIONS)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UpgradeError);
    expect(failure).toMatchObject({ message, statusCode });
  });

  test.each([
    ['HELLO THIS IS NOT HTTP\r\n\r\n', 'Invalid status line'],
    ['\r\nHTTP/1.1 101 X\r\n\r\n', 'Invalid status line'],
    ['HTTP/2 101 X\r\n\r\n', 'Invalid status line'],
    ['', 'Empty response; connection closed.'],
    ['HTTP/1.1 101 Sw', "Server response should contain 'Upgrade' header with value 'websocket'"],
    [
      'HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConn',
      "Server response should contain 'Connection' header with value 'Upgrade'",
    ],
  ])('%j and the end of the stream fail', async (answer, message) => {
    const port = await answering(answer, true);
    await expect(newConnection(port).connect(OPTIONS)).rejects.toThrow(message);
  });

  test('a reset is a reset', async () => {
    const port = await serving((socket) => void socket.resetAndDestroy());
    await expect(newConnection(port).connect(OPTIONS)).rejects.toThrow('Connection reset');
  });

  test('endless headers end the attempt', async () => {
    const port = await serving((socket) => {
      socket.write('HTTP/1.1 101 X\r\n');
      const line = `X-Endless: ${'x'.repeat(10_000)}\r\n`;
      const more = (): void => {
        while (socket.writable && socket.write(line));
        if (socket.writable) socket.once('drain', more);
      };
      more();
    });
    await expect(newConnection(port).connect(OPTIONS)).rejects.toThrow(
      'Response head is longer than 262144 bytes',
    );
  });
});

describe('timeouts', () => {
  test('an upgrade that is not answered in time fails', async () => {
    const port = await serving(() => {});
    await expect(newConnection(port).connect({ ...OPTIONS, readTimeoutMs: 50 })).rejects.toMatchObject({
      message: 'Read timed out',
      timedOut: true,
    });
  });

  test('each piece of the answer has the whole read timeout', async () => {
    const port = await serving(async (socket, head) => {
      for (const piece of acceptance(head).match(/.{1,20}/gs)!) {
        socket.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    });
    const connection = await connected(port, { readTimeoutMs: 150 });
    expect(connection.state).toBe('connected');
    connection.close();
  });

  test('without a read timeout the answer may take any time', async () => {
    const port = await serving((socket, head) => void setTimeout(() => socket.write(acceptance(head)), 50));
    const connection = await connected(port, { readTimeoutMs: 0 });
    connection.close();
  });

  test('a connection that is neither accepted nor refused fails', async () => {
    const stuck = new Worker(new URL('./stuck-server.mjs', import.meta.url));
    const sockets: Socket[] = [];
    toClose.push(async () => {
      for (const socket of sockets) socket.destroy();
      await stuck.terminate();
    });
    const [port] = (await once(stuck, 'message')) as [number];
    for (let full = false; !full;) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      sockets.push(socket);
      full = await Promise.race([
        once(socket, 'connect').then(() => false),
        new Promise<boolean>((resolve) => void setTimeout(() => resolve(true), 150)),
      ]);
    }
    await expect(newConnection(port).connect({ ...OPTIONS, connectTimeoutMs: 100 })).rejects.toThrow(
      'Connect timed out',
    );
  });
});

describe('where there is no server', () => {
  test('a port nobody listens on refuses', async () => {
    await expect(newConnection(1).connect(OPTIONS)).rejects.toThrow('Connection refused');
  });

  test('a host that does not exist is named', async () => {
    for (const host of ['no such host', '[zz]']) {
      const connection = new WebSocketConnection(serverAddress(false, host, 80, '/'), testUser().clock);
      await expect(connection.connect(OPTIONS)).rejects.toMatchObject({ message: host });
    }
  });
});
