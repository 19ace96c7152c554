import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { OPCODE } from '../../src/websocket/frame-writer.ts';
import { connected, newConnection, OPTIONS, readFrame } from './client.ts';
import { acceptance, rawServer, upgradingServer, type Behaviour, type RawServer } from './raw-server.ts';
import { BINARY, CLOSE, CONTINUATION, PING, PONG, serverFrame, TEXT } from './server-frame.ts';

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

async function wsServer(onConnection: (socket: WebSocket) => void): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: 64 * 1024 * 1024 });
  await once(server, 'listening');
  server.on('connection', onConnection);
  toClose.push(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const echo = (socket: WebSocket): void =>
  void socket.on('message', (data, isBinary) => socket.send(data as Buffer, { binary: isBinary }));

async function upgrading(behaviour: Behaviour): Promise<RawServer> {
  const server = await upgradingServer(behaviour);
  toClose.push(() => server.close());
  return server;
}

/** The server's end of the one connection. */
async function serverSide(server: RawServer): Promise<Socket> {
  while (server.sockets.length === 0) await new Promise(setImmediate);
  return server.sockets[0]!;
}

describe('a connection to a ws server', () => {
  test('sends and receives text of every length form', async () => {
    const connection = await connected(await wsServer(echo));
    for (const length of [0, 1, 125, 126, 65_535, 65_536]) {
      const text = 'x'.repeat(length);
      const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
      expect(connection.sendText(text)).toBe(length + header + 4);
      expect(await readFrame(connection)).toMatchObject({ kind: 'text', text, wireSize: length + header });
    }
    connection.close();
  });

  test('sends and receives 16 MiB', async () => {
    const connection = await connected(await wsServer(echo));
    const payload = Buffer.alloc(16 * 1024 * 1024, 'abcdefg');
    connection.send(OPCODE.binary, payload);
    await connection.flushing();
    const frame = await readFrame(connection);
    expect(Buffer.from(frame.data).equals(payload)).toBe(true);
    expect(frame.wireSize).toBe(payload.length + 10);
    connection.close();
  });

  test('sees fragments as frames of their own', async () => {
    const port = await wsServer((socket) => {
      socket.send('one', { fin: false });
      socket.ping('p');
      socket.send('two', { fin: false });
      socket.send('three', { fin: true });
      socket.send(Buffer.from([1, 2]));
    });
    const connection = await connected(port);
    const seen = [];
    for (let i = 0; i < 5; i++) {
      const { kind, text, final, continuation } = await readFrame(connection);
      seen.push([kind, text, final, continuation]);
    }
    expect(seen).toEqual([
      ['text', 'one', false, false],
      ['ping', 'p', true, false],
      ['text', 'two', false, true],
      ['text', 'three', true, true],
      ['binary', '', true, false],
    ]);
    connection.close();
  });

  test('does not answer pings by itself, and pongs reach the server when they are sent', async () => {
    const pongs: string[] = [];
    const port = await wsServer((socket) => {
      socket.on('pong', (data) => {
        pongs.push(data.toString());
        socket.send('thanks');
      });
      socket.ping('first');
      socket.ping('second');
    });
    const connection = await connected(port);
    expect((await readFrame(connection)).text).toBe('first');
    const second = await readFrame(connection);
    connection.send(OPCODE.pong, second.data);
    expect((await readFrame(connection)).text).toBe('thanks');
    expect(pongs).toEqual(['second']);
    connection.close();
  });

  test('closes with a status and sees the answer', async () => {
    const port = await wsServer(() => {});
    const connection = await connected(port);
    expect(connection.sendClose(4001, 'sampler requested close')).toBe(31);
    expect(connection.state).toBe('closing');
    expect(await readFrame(connection)).toMatchObject({
      kind: 'close',
      closeCode: 4001,
      text: 'sampler requested close',
    });
    expect(connection.end).toBeUndefined();
    connection.close();
    expect(connection.state).toBe('closed');
  });

  test('counts as closed by the server once its close frame was read', async () => {
    const port = await wsServer((socket) => socket.close(1001, 'away'));
    const connection = await connected(port);
    expect(await readFrame(connection)).toMatchObject({ closeCode: 1001, text: 'away' });
    expect(connection.state).toBe('closed by server');
    expect(connection.end).toMatchObject({ by: 'server', code: 1001 });
    await expect(connection.connect(OPTIONS)).rejects.toThrow('Cannot connect when state is CLOSED_SERVER');
    connection.close();
  });

  test('loses no frame that comes in one segment with the answer to the upgrade', async () => {
    const server = await rawServer((socket, head) => {
      socket.write(
        Buffer.concat([Buffer.from(acceptance(head)), serverFrame(TEXT, 'greeting'), serverFrame(TEXT, '2')]),
      );
    });
    toClose.push(() => server.close());
    const connection = await connected(server.port);
    expect((await readFrame(connection)).text).toBe('greeting');
    expect((await readFrame(connection)).text).toBe('2');
    connection.close();
  });
});

describe('reading', () => {
  test('gives a frame that is there at once, and not as a promise', async () => {
    const server = await upgrading((socket) => void socket.write(serverFrame(TEXT, 'a')));
    const connection = await connected(server.port);
    (await serverSide(server)).write(serverFrame(TEXT, 'b'));
    await readFrame(connection);
    (await serverSide(server)).write(Buffer.concat([serverFrame(TEXT, 'c'), serverFrame(TEXT, 'd')]));
    const [b, c] = [await readFrame(connection), await readFrame(connection)];
    expect([b.text, c.text]).toEqual(['b', 'c']);
    expect(connection.receive(1000)).toMatchObject({ text: 'd' });
    connection.close();
  });

  test('times out, and the connection is as good as before', async () => {
    const server = await upgrading(() => {});
    const connection = await connected(server.port);
    const from = performance.now();
    await expect(readFrame(connection, 60)).rejects.toMatchObject({
      message: 'Read timed out',
      timedOut: true,
    });
    expect(performance.now() - from).toBeGreaterThanOrEqual(59);
    (await serverSide(server)).write(serverFrame(TEXT, 'late'));
    expect((await readFrame(connection)).text).toBe('late');
    expect(connection.state).toBe('connected');
    connection.close();
  });

  test('times out anew for each wait, whatever the wait before was', async () => {
    const server = await upgrading(() => {});
    const connection = await connected(server.port);
    for (const timeoutMs of [80, 20, 50]) {
      const from = performance.now();
      await expect(readFrame(connection, timeoutMs)).rejects.toThrow('Read timed out');
      const took = performance.now() - from;
      expect(took).toBeGreaterThanOrEqual(timeoutMs - 1);
    }
    connection.close();
  });

  test('has the whole timeout again for every piece of a frame', async () => {
    const frame = serverFrame(TEXT, 'trickle');
    const server = await upgrading(async (socket) => {
      for (const byte of frame) {
        socket.write(Uint8Array.of(byte));
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    });
    const connection = await connected(server.port);
    const from = performance.now();
    expect((await readFrame(connection, 250)).text).toBe('trickle');
    expect(performance.now() - from).toBeGreaterThan(300);
    connection.close();
  });

  test('loses nothing of a frame that a timeout cuts', async () => {
    const server = await upgrading((socket) => void socket.write(serverFrame(TEXT, 'whole').subarray(0, 3)));
    const connection = await connected(server.port);
    await expect(readFrame(connection, 50)).rejects.toThrow('Read timed out');
    (await serverSide(server)).write(serverFrame(TEXT, 'whole').subarray(3));
    expect((await readFrame(connection)).text).toBe('whole');
    connection.close();
  });

  test('leaves frames where they are for a reader behind them', async () => {
    const frames = ['a', 'b', 'c'].map((text) => serverFrame(TEXT, text));
    const server = await upgrading((socket) => void socket.write(Buffer.concat(frames)));
    const connection = await connected(server.port);
    const first = await connection.receive(1000);
    connection.leave(first, 0);
    const second = await connection.receive(1000, 1);
    connection.leave(second, 1);
    expect(await connection.receive(1000, 2)).toMatchObject({ text: 'c' });
    const waiting = connection.receive(1000, 2);
    (await serverSide(server)).write(serverFrame(TEXT, 'd'));
    expect(await waiting).toMatchObject({ text: 'd' });
    expect([await readFrame(connection), await readFrame(connection)].map(({ text }) => text)).toEqual([
      'a',
      'b',
    ]);
    connection.close();
  });
});

describe('when the server ends TCP', () => {
  test('frames before the end are read, then the end over and over; sends go on', async () => {
    const server = await upgrading((socket) => {
      socket.end(Buffer.concat([serverFrame(TEXT, 'last'), serverFrame(CONTINUATION)]));
    });
    const connection = await connected(server.port);
    expect((await readFrame(connection)).text).toBe('last');
    await expect(readFrame(connection)).rejects.toThrow('no continuation frame expected');
    await expect(readFrame(connection)).rejects.toThrow('end of stream');
    await expect(readFrame(connection)).rejects.toThrow('end of stream');
    expect(connection.sendText('x')).toBe(7);
    expect(connection.state).toBe('connected');
    expect(connection.end).toMatchObject({ by: 'server', code: undefined });
    connection.close();
  });

  test('inside a payload, the read says how much is missing', async () => {
    const server = await upgrading((socket) => void socket.end(Buffer.from([0x81, 5, 0x61, 0x62])));
    const connection = await connected(server.port);
    await expect(readFrame(connection)).rejects.toThrow(
      'WebSocket protocol error: expected payload of length 5, but can only read 2 bytes',
    );
    await expect(readFrame(connection)).rejects.toThrow('end of stream');
    connection.close();
  });

  test('with a reset, a read reports it, and then writes find the pipe broken', async () => {
    const server = await upgrading((socket) => void socket.write(serverFrame(TEXT, 'a')));
    const connection = await connected(server.port);
    await readFrame(connection);
    const waiting = readFrame(connection);
    (await serverSide(server)).resetAndDestroy();
    await expect(waiting).rejects.toThrow('Connection reset');
    expect(() => connection.sendText('x')).toThrow('Broken pipe');
    await expect(readFrame(connection)).rejects.toThrow('Connection reset');
    expect(connection.end).toMatchObject({ by: 'reset' });
    connection.close();
  });

  test('with a reset that nobody read, the first write reports it', async () => {
    const server = await upgrading((socket) => void socket.write(serverFrame(TEXT, 'a')));
    const connection = await connected(server.port);
    await readFrame(connection);
    (await serverSide(server)).resetAndDestroy();
    while (connection.end === undefined) await new Promise(setImmediate);
    expect(() => connection.sendText('x')).toThrow('Connection reset by peer');
    expect(() => connection.sendText('x')).toThrow('Broken pipe');
    await expect(readFrame(connection)).rejects.toThrow('end of stream');
    connection.close();
  });
});

describe('when nobody reads', () => {
  test('memory stays bounded, the server feels it, and every frame comes in order', async () => {
    const total = 64 * 1024 * 1024;
    const frame = serverFrame(TEXT, 'z'.repeat(8000));
    let sent = 0;
    const server = await upgrading((socket) => {
      const push = (): void => {
        while (sent < total) {
          sent += frame.length;
          if (!socket.write(frame)) return void socket.once('drain', push);
        }
        socket.write(serverFrame(TEXT, 'end'));
      };
      push();
    });
    const connection = await connected(server.port);
    // The server is stuck when nothing more goes out between two looks.
    for (let before = -1; before !== sent;) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(sent).toBeLessThan(total / 2);
    let frames = 0;
    for (;;) {
      const { text } = await readFrame(connection);
      if (text === 'end') break;
      expect(text).toHaveLength(8000);
      frames++;
    }
    expect(frames * frame.length).toBe(sent);
    connection.close();
  });

  test('a sender waits until the kernel takes what a server does not read', async () => {
    const server = await upgrading((socket) => void socket.pause());
    const connection = await connected(server.port);
    const chunk = Buffer.alloc(256 * 1024);
    let flushing: Promise<void> | undefined;
    while (flushing === undefined) {
      connection.send(OPCODE.binary, chunk);
      flushing = connection.flushing();
    }
    let flushed = false;
    void flushing.then(() => (flushed = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(flushed).toBe(false);
    (await serverSide(server)).resume();
    await flushing;
    connection.close();
  });

  test('a broken pipe is what a waiting sender gets when the server goes away', async () => {
    const server = await upgrading((socket) => void socket.pause());
    const connection = await connected(server.port);
    let flushing: Promise<void> | undefined;
    while (flushing === undefined) {
      connection.send(OPCODE.binary, Buffer.alloc(256 * 1024));
      flushing = connection.flushing();
    }
    const outcome = expect(flushing).rejects.toThrow(/^(Connection reset by peer|Broken pipe)$/);
    (await serverSide(server)).resetAndDestroy();
    await outcome;
    connection.close();
  });

  test('an abandoned connection stays open without being read', async () => {
    const server = await upgrading((socket) => void socket.write(serverFrame(TEXT, 'a')));
    const connection = await connected(server.port);
    await readFrame(connection);
    connection.abandon();
    const socket = await serverSide(server);
    socket.write(Buffer.alloc(1000));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(socket.readableEnded).toBe(false);
    connection.close();
    await once(socket, 'end');
  });
});

test('control frames of all kinds are given in the order they came', async () => {
  const server = await upgrading((socket) => {
    socket.write(
      Buffer.concat([
        serverFrame(PING, 'p'),
        serverFrame(PONG, 'q'),
        serverFrame(BINARY, 'b'),
        serverFrame(CLOSE, Buffer.from([0x03, 0xe8])),
      ]),
    );
  });
  const connection = await connected(server.port);
  const kinds = [];
  for (let i = 0; i < 4; i++) kinds.push((await readFrame(connection)).kind);
  expect(kinds).toEqual(['ping', 'pong', 'binary', 'close']);
  connection.close();
});

test('a connection that was never opened has nothing to write to', () => {
  expect(() => newConnection(1).sendText('x')).toThrow('Broken pipe');
});
