import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer, type TLSSocket } from 'node:tls';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RunProperties } from '../../src/engine/properties.ts';
import { selfSigned, type Certificate } from '../../src/server/certificate.ts';
import type { HandshakeTimes } from '../../src/types.ts';
import { proxyFor, type Proxy } from '../../src/websocket/proxy.ts';
import { newConnection, OPTIONS, readFrame } from './client.ts';
import { acceptance, rawServer, upgradingServer, type RawServer } from './raw-server.ts';
import { serverFrame, TEXT } from './server-frame.ts';

let certificate: Certificate;
beforeAll(async () => {
  certificate = await selfSigned();
});

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

async function listening(server: Server | TlsServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  toClose.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** Echoes what it reads, as one text frame. Tells of each connection whether it resumed a session. */
function tlsEcho(resumed: boolean[] = []): Promise<number> {
  const server = createTlsServer(certificate, (socket: TLSSocket) => {
    resumed.push(socket.isSessionReused());
    socket.on('error', () => {});
    socket.once('data', (request) => {
      socket.write(acceptance(request.toString()));
      socket.write(serverFrame(TEXT, 'hello'));
      socket.on('data', (data) => socket.write(serverFrame(TEXT, `${data.length} bytes`)));
    });
  });
  return listening(server.on('tlsClientError', () => {}));
}

describe('over TLS', () => {
  test('any certificate is taken', async () => {
    const connection = newConnection(await tlsEcho(), '/', true);
    await connection.connect(OPTIONS);
    expect((await readFrame(connection)).text).toBe('hello');
    for (let i = 0; i < 3; i++) {
      connection.sendText('x'.repeat(i));
      await connection.flushing();
      expect((await readFrame(connection)).text).toBe(`${i + 6} bytes`);
    }
    connection.close();
  });

  test('a session is resumed where sessions are kept', async () => {
    const resumed: boolean[] = [];
    const port = await tlsEcho(resumed);
    const sessions = new Map<string, Buffer>();
    for (const tlsSessions of [sessions, sessions, undefined]) {
      const connection = newConnection(port, '/', true);
      await connection.connect({ ...OPTIONS, tlsSessions });
      await readFrame(connection);
      connection.close();
    }
    expect(resumed).toEqual([false, true, false]);
  });

  test('a server that does not speak it fails the attempt', async () => {
    const plain = await listening(
      createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    await expect(newConnection(plain, '/', true).connect(OPTIONS)).rejects.toThrow('Socket is closed');
    const silent = await listening(createServer());
    await expect(
      newConnection(silent, '/', true).connect({ ...OPTIONS, readTimeoutMs: 50 }),
    ).rejects.toMatchObject({ message: 'Read timed out', timedOut: true });
  });

  test('memory stays bounded when nobody reads', async () => {
    const frame = serverFrame(TEXT, 'z'.repeat(8000));
    let sent = 0;
    const server = createTlsServer(certificate, (socket) => {
      socket.on('error', () => {});
      socket.once('data', (request) => {
        socket.write(acceptance(request.toString()));
        const push = (): void => {
          while (socket.writable && socket.write(frame)) sent++;
          sent++;
          if (sent < 20_000) socket.once('drain', push);
        };
        push();
      });
    });
    const connection = newConnection(await listening(server), '/', true);
    await connection.connect(OPTIONS);
    for (let before = -1; before !== sent;) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(sent).toBeLessThan(10_000);
    for (let i = 0; i < 10_000; i++) expect((await readFrame(connection)).text).toHaveLength(8000);
    connection.close();
  });
});

/** A CONNECT proxy that notes what it was asked. */
async function proxyServer(requests: string[], refuse = false): Promise<Proxy> {
  const server = createServer((socket) => {
    socket.once('data', (request) => {
      requests.push(request.toString());
      if (refuse) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const port = Number(/:(\d+) HTTP/.exec(request.toString())![1]);
      const target = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(target).pipe(socket);
      });
      target.on('error', () => socket.destroy());
      socket.on('close', () => target.destroy());
    });
  });
  return { host: '127.0.0.1', port: await listening(server), credentials: undefined };
}

describe('the parts of a handshake', () => {
  const timesOf = async (tls: boolean, proxied: boolean): Promise<HandshakeTimes> => {
    const proxy = proxied ? await proxyServer([]) : undefined;
    const connection = newConnection(tls ? await tlsEcho() : (await upgradingServerToClose()).port, '/', tls);
    const { handshake } = await connection.connect({ ...OPTIONS, proxy });
    connection.close();
    return handshake;
  };
  const upgradingServerToClose = async (): Promise<RawServer> => {
    const server = await upgradingServer(() => {});
    toClose.push(() => server.close());
    return server;
  };

  for (const [tls, proxied] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ] as const)
    test(`are timed apart, ${tls ? 'with' : 'without'} TLS, ${proxied ? 'through a proxy' : 'straight'}`, async () => {
      const { wholeUs, tcpUs, tlsUs, upgradeUs } = await timesOf(tls, proxied);
      if (tls) expect(tlsUs).toBeGreaterThan(0);
      else expect(tlsUs).toBeUndefined();
      expect(tcpUs).toBeGreaterThan(0);
      expect(upgradeUs).toBeGreaterThan(0);
      expect(tcpUs + (tlsUs ?? 0) + upgradeUs).toBeLessThanOrEqual(wholeUs);
    });
});

describe('through a proxy', () => {
  test('the upgrade goes through a tunnel, with the whole URL in its first line', async () => {
    const requests: string[] = [];
    let head = '';
    const server = await upgradingServer((socket, request) => {
      head = request;
      socket.write(serverFrame(TEXT, 'through'));
    });
    toClose.push(() => server.close());
    const proxy = await proxyServer(requests);
    const connection = newConnection(server.port, '/echo');
    await connection.connect({
      ...OPTIONS,
      proxy: { ...proxy, credentials: { user: 'me', password: 'secret' } },
    });
    expect((await readFrame(connection)).text).toBe('through');
    connection.close();
    expect(requests).toEqual([
      `CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\nHost: 127.0.0.1\r\nProxy-Authorization: Basic bWU6c2VjcmV0\r\n\r\n`,
    ]);
    expect(head).toContain(
      `GET http://127.0.0.1:${server.port}/echo HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`,
    );
  });

  test('TLS runs through the tunnel', async () => {
    const requests: string[] = [];
    const port = await tlsEcho();
    const connection = newConnection(port, '/', true);
    await connection.connect({ ...OPTIONS, proxy: await proxyServer(requests) });
    expect((await readFrame(connection)).text).toBe('hello');
    connection.sendText('four');
    expect((await readFrame(connection)).text).toBe('10 bytes');
    connection.close();
    expect(requests).toEqual([`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`]);
  });

  test('a refusal is told with its status', async () => {
    const proxy = await proxyServer([], true);
    await expect(newConnection(9).connect({ ...OPTIONS, proxy })).rejects.toMatchObject({
      name: 'UpgradeError',
      message: 'Connecting proxy failed with status code 407',
      statusCode: 407,
    });
  });

  test('a proxy that is not there, or does not answer, is an I/O error', async () => {
    const gone = { host: '127.0.0.1', port: 1, credentials: undefined };
    await expect(newConnection(9).connect({ ...OPTIONS, proxy: gone })).rejects.toThrow(
      'Proxy connection setup error: Connection refused',
    );
    const silent = await rawServer(() => {});
    toClose.push(() => silent.close());
    await expect(
      newConnection(9).connect({ ...OPTIONS, readTimeoutMs: 50, proxy: { ...gone, port: silent.port } }),
    ).rejects.toThrow('Proxy connection setup error: Read timed out');
  });

  test.each([
    ['127.0.0.1', undefined],
    ['a.example.test', undefined],
    ['example.test', 'proxy.test'],
    ['127.0.0.2', 'proxy.test'],
  ])('for %s the properties of the run name %s', (host, proxy) => {
    const properties = new RunProperties([
      ['http.proxyHost', 'proxy.test'],
      ['http.proxyPort', '3128'],
      ['http.nonProxyHosts', '127.0.0.1|*.example.test'],
    ]);
    expect(proxyFor(host, properties)?.host).toBe(proxy);
  });

  test('there is none unless the run has one', () => {
    expect(proxyFor('127.0.0.1', new RunProperties())).toBeUndefined();
    const properties = new RunProperties([
      ['http.proxyHost', 'p'],
      ['http.proxyUser', 'me'],
    ]);
    expect(proxyFor('h', properties)).toEqual({
      host: 'p',
      port: 0,
      credentials: { user: 'me', password: '' },
    });
  });
});
