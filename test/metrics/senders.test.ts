import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TcpSender } from '../../src/metrics/backend/tcp-sender.ts';
import { UdpSender } from '../../src/metrics/backend/udp-sender.ts';
import { HttpSender } from '../../src/metrics/http-sender.ts';
import { openSinks, type Sinks } from '../support/sinks.ts';

let problems: string[];
const report = (problem: string): void => void problems.push(problem);
let sinks: Sinks;

beforeEach(async () => {
  problems = [];
  sinks = await openSinks();
});
afterEach(() => sinks.close());

const httpSender = (port: number, readTimeoutMs = 3000): HttpSender =>
  new HttpSender(
    { url: new URL(`http://127.0.0.1:${port}/write`), headers: {}, connectTimeoutMs: 1000, readTimeoutMs },
    report,
  );

describe('over HTTP', () => {
  test('what is sent last has arrived when the sender is closed', async () => {
    const sender = httpSender(sinks.ports.http);
    sender.send('one');
    await sender.close('two');
    expect(sinks.received.map(({ body }) => body).toSorted()).toEqual(['one', 'two']);
    expect(problems).toEqual([]);
  });

  test('a server that never answers takes no more than two requests at a time, and holds nobody up', async () => {
    const silent = http.createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const sender = httpSender((silent.address() as AddressInfo).port, 200);
    for (let i = 0; i < 4; i++) sender.send(`${i}`);
    await sender.close('last');
    silent.closeAllConnections();
    silent.close();
    expect(problems.toSorted()).toEqual([
      'it is too slow: figures of an interval are lost',
      'it is too slow: figures of an interval are lost',
      'no answer within 200 ms',
      'no answer within 200 ms',
      'no answer within 200 ms',
    ]);
  });
});

test('UDP: lines that do not fit into one datagram go in several, each whole', async () => {
  const lines = Array.from({ length: 1500 }, (_, i) => `jmeter,transaction=label\\ ${i} count=1 17960447\n`);
  const sender = new UdpSender('127.0.0.1', sinks.ports.udp, report);
  await sender.close(lines.join(''));
  await sinks.until(
    (received) => received.map(({ body }) => body.length).reduce((a, b) => a + b, 0) >= lines.join('').length,
  );
  expect(sinks.received.length).toBeGreaterThan(1);
  expect(sinks.received.map(({ body }) => body).join('')).toBe(lines.join(''));
  for (const { body } of sinks.received) expect(body.at(-1)).toBe('\n');
});

test('UDP: a host that cannot be found is reported', async () => {
  // No name server is asked for a name that is too long.
  const host = 'x'.repeat(300);
  const sender = new UdpSender(host, 9, report);
  await sender.close('line\n');
  expect(problems).toEqual([expect.stringContaining('getaddrinfo E')]);
});

describe('over TCP', () => {
  test('all goes over one connection, and is there when the sender is closed', async () => {
    const sender = new TcpSender('127.0.0.1', sinks.ports.tcp, report);
    for (const payload of ['a\n', 'b\n']) sender.send(payload);
    await sender.close('c\n');
    expect(sinks.received).toEqual([{ kind: 'tcp', body: 'a\nb\nc\n' }]);
  });

  test('a connection that was lost is opened again', async () => {
    const bodies: string[] = [];
    let ended = (): void => {};
    const server = net.createServer((socket) => {
      socket.on('data', (data) => {
        bodies.push(data.toString());
        socket.end();
        socket.on('close', () => ended());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sender = new TcpSender('127.0.0.1', (server.address() as AddressInfo).port, report);
    const lost = new Promise<void>((resolve) => (ended = resolve));
    sender.send('one\n');
    await lost;
    await sender.close('two\n');
    server.close();
    expect(bodies).toEqual(['one\n', 'two\n']);
    expect(problems).toEqual([]);
  });

  test('a server that is not there is reported', async () => {
    const sender = new TcpSender('127.0.0.1', 1, report);
    await sender.close('a\n');
    expect(problems).toEqual(['connect ECONNREFUSED 127.0.0.1:1']);
  });
});

test('an event loop that is busy for longer than a server may take to connect loses nothing', async () => {
  const sender = new TcpSender('127.0.0.1', sinks.ports.tcp, report);
  sender.send('figures\n');
  const until = performance.now() + 1200;
  while (performance.now() < until);
  await sender.close('');
  expect(problems).toEqual([]);
  expect(sinks.received).toEqual([{ kind: 'tcp', body: 'figures\n' }]);
});
