import { once } from 'node:events';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startServer, type DemoServer } from '../../src/server/server.ts';

let server: DemoServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

/** What a client sees, one event a line: `text …`, `binary …`, `ping …`, `close code reason`. */
class Client {
  readonly #socket: WebSocket;
  readonly #events: string[] = [];
  #wake = (): void => {};

  constructor(url: string, options: { headers?: Record<string, string>; rejectUnauthorized?: boolean } = {}) {
    this.#socket = new WebSocket(url, options);
    this.#socket.on('message', (data: Buffer, isBinary) =>
      this.#add(isBinary ? `binary ${data.toString('hex')}` : `text ${data.toString()}`),
    );
    this.#socket.on('ping', (data) => this.#add(`ping ${data.toString()}`));
    this.#socket.on('close', (code, reason) => this.#add(`close ${code} ${reason.toString()}`));
    this.#socket.on('unexpected-response', (_request, response) => {
      this.#add(`refused ${response.statusCode}`);
      this.#socket.on('error', () => {});
      this.#socket.terminate();
    });
  }

  #add(event: string): void {
    this.#events.push(event);
    this.#wake();
  }

  async open(): Promise<this> {
    await once(this.#socket, 'open');
    return this;
  }

  send(...messages: (string | Uint8Array)[]): void {
    for (const message of messages) this.#socket.send(message);
  }

  async next(): Promise<string> {
    while (this.#events.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#events.shift() ?? '';
  }

  async take(count: number): Promise<string[]> {
    const taken: string[] = [];
    while (taken.length < count) taken.push(await this.next());
    return taken;
  }

  async close(): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }
}

const connect = (path: string): Promise<Client> => new Client(server.url + path).open();

describe('the demo server', () => {
  test('echoes text and binary messages in order', async () => {
    const client = await connect('/echo');
    client.send('a', Uint8Array.of(1, 255), '');
    expect(await client.take(3)).toEqual(['text a', 'binary 01ff', 'text ']);
  });

  test('echoes messages of 16 MiB', async () => {
    const client = await connect('/echo');
    const large = 'x'.repeat(16 << 20);
    client.send(large);
    expect(await client.next()).toBe(`text ${large}`);
  });

  test('pushes as many ticks as asked, each with the time it was sent', async () => {
    const before = Date.now();
    const client = await connect('/ticker?every=5&count=3');
    const ticks = (await client.take(3)).map(
      (event) => /^text \{"n":(\d+),"sentAt":(\d{13})\}$/.exec(event)?.slice(1).map(Number) ?? [],
    );
    expect(ticks.map(([n]) => n)).toEqual([1, 2, 3]);
    for (const [, sentAt = 0] of ticks) expect(sentAt >= before && sentAt <= Date.now()).toBe(true);
  });

  test('replies late to the first requests and keeps the order', async () => {
    const client = await connect('/slow?ms=150&only=1');
    const sentMs = performance.now();
    client.send('late', 'early');
    expect(await client.take(2)).toEqual(['text late', 'text early']);
    expect(performance.now() - sentMs).toBeGreaterThanOrEqual(149);
    const again = performance.now();
    client.send('now');
    expect(await client.next()).toBe('text now');
    expect(performance.now() - again).toBeLessThan(150);
  });

  test('answers the second of two requests first, and one that stays alone late', async () => {
    const client = await connect('/swap?ms=60000');
    client.send('1', '2', '3', Uint8Array.of(4));
    expect(await client.take(4)).toEqual(['text 2', 'text 1', 'binary 04', 'text 3']);
    const alone = await connect('/swap?ms=50');
    const sentMs = performance.now();
    alone.send('alone');
    expect(await alone.next()).toBe('text alone');
    expect(performance.now() - sentMs).toBeGreaterThanOrEqual(49);
  });

  test('answers thousands of late requests although it stops reading in between', async () => {
    const client = await connect('/slow?ms=1');
    const requests = Array.from({ length: 5000 }, (_, i) => String(i));
    client.send(...requests);
    expect(await client.take(5000)).toEqual(requests.map((r) => `text ${r}`));
  });

  test('drops a connection after so many replies, with code and reason', async () => {
    const client = await connect('/drop?after=2&code=1011&reason=restarting');
    client.send('a', 'b', 'c');
    expect(await client.take(3)).toEqual(['text a', 'text b', 'close 1011 restarting']);
  });

  test.each(['code=1005', 'code=99', 'code=abc', `reason=${'é'.repeat(100)}`])(
    'survives a drop that no close frame can say: %s',
    async (query) => {
      const client = await connect(`/drop?after=0&${query}`);
      expect(await client.next()).toMatch(/^close 1011/);
    },
  );

  test('refuses connections above the cap with 503 until one has ended', async () => {
    const first = await connect('/cap?max=1&every=5');
    expect(await first.next()).toMatch(/^text /);
    expect(await new Client(`${server.url}/cap?max=1`).next()).toBe('refused 503');
    await first.close();
    const later = await connect('/cap?max=1&every=5');
    expect(await later.next()).toMatch(/^text /);
  });

  test('sends the bytes of a text back as a binary message', async () => {
    const client = await connect('/binary');
    client.send('é');
    expect(await client.next()).toBe('binary c3a9');
  });

  test('sends ticks before each reply', async () => {
    const client = await connect('/noise?ticks=2');
    client.send('a');
    expect(await client.take(3)).toEqual(['text tick 1', 'text tick 2', 'text a']);
  });

  test('sends pings before each reply', async () => {
    const client = await connect('/ping?pings=2');
    client.send('a');
    expect(await client.take(3)).toEqual(['ping ping 1', 'ping ping 2', 'text a']);
  });

  test('tells the cookies and headers of the handshake', async () => {
    const client = await new Client(`${server.url}/whoami?x=1`, {
      headers: { 'X-Trace': 'abc', Cookie: 'a=1; b=2' },
    }).open();
    client.send('who?');
    expect(JSON.parse((await client.next()).slice('text '.length))).toMatchObject({
      path: '/whoami?x=1',
      cookies: 'a=1; b=2',
      headers: { 'x-trace': 'abc' },
    });
  });

  test('answers an unknown path with 404', async () => {
    expect(await new Client(`${server.url}/nothing`).next()).toBe('refused 404');
    expect((await fetch(`http://127.0.0.1:${server.port}/nothing`)).status).toBe(404);
  });

  test('lists its endpoints at GET /', async () => {
    expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toContain('/ticker?every=1000');
  });

  test('goes on after a client that breaks the protocol', async () => {
    const socket = net.connect(server.port, '127.0.0.1');
    socket.write(
      'GET /echo HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
    await once(socket, 'data');
    socket.write(Buffer.from('83ff', 'hex'));
    await once(socket, 'close');
    const client = await connect('/echo');
    client.send('still there');
    expect(await client.next()).toBe('text still there');
  });

  test('serves wss with a certificate made at start', async () => {
    const secure = await startServer({ tls: true });
    try {
      const client = await new Client(`${secure.url}/echo`, { rejectUnauthorized: false }).open();
      client.send('secret');
      expect(await client.next()).toBe('text secret');
    } finally {
      await secure.close();
    }
  });

  test('says which port is in use', async () => {
    await expect(startServer({ port: server.port })).rejects.toThrow(String(server.port));
  });

  test('ends open connections when it is closed', async () => {
    const other = await startServer();
    const client = await new Client(`${other.url}/echo`).open();
    await other.close();
    expect(await client.next()).toBe('close 1006 ');
  });
});
