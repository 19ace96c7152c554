import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webSocketOf } from '../../../src/elements/samplers/web-socket-thread.ts';
import type { RunEvent, SampleResult } from '../../../src/types.ts';
import { testUser, type TestUser } from '../../support/user.ts';
import { echo, sample, testServer, to, type TestServer } from '../../support/web-socket.ts';
import { acceptance, rawServer } from '../../websocket/raw-server.ts';

let server: TestServer;
let user: TestUser;
beforeEach(async () => {
  user = testUser();
  server = await testServer((socket, path) => {
    if (path === '/echo') echo(socket);
    if (path === '/late')
      socket.on('message', (data: Buffer) => setTimeout(() => socket.send(data.toString()), 150));
    if (path === '/push') socket.send('push');
  });
});
afterEach(() => server.close());

const ids = { kind: 'json-path', path: '$.id' } as const;
const correlated = { correlation: { mode: 'flag', request: ids, reply: ids } } as const;
const ask = (requestData: string, more: Record<string, string> = {}): Promise<SampleResult> =>
  sample(user, 'requestResponse', { createNewConnection: 'false', requestData, ...more }, correlated);
const open = (path = '/echo'): Promise<SampleResult> => sample(user, 'open', to(server, path), correlated);
const eventsOf = (type: RunEvent['type']): RunEvent[] => user.events.filter((event) => event.type === type);

describe('a round trip', () => {
  test('is from sending a message to the arrival of its reply', async () => {
    await open('/late');
    const { roundTripUs, startUs, endUs } = await ask('x');
    expect(roundTripUs).toBeGreaterThan(140_000);
    expect(roundTripUs).toBeLessThanOrEqual(endUs - startUs);
  });

  test('leaves out the opening of the connection', async () => {
    const result = await sample(user, 'requestResponse', { ...to(server, '/echo'), requestData: 'x' });
    expect(result.roundTripUs).toBeGreaterThan(0);
    expect(result.roundTripUs).toBeLessThan(result.endUs - result.startUs - result.connectUs + 1);
  });

  test('of a message and a later read belongs to the read', async () => {
    await open();
    const write = { createNewConnection: 'false', requestData: '{"id":"a-1"}' };
    expect((await sample(user, 'write', write, correlated)).roundTripUs).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const read = await sample(user, 'read', { createNewConnection: 'false' }, correlated);
    expect(read.correlation?.kind).toBe('in-order');
    expect(read.roundTripUs).toBe(read.correlation?.roundTripUs);
  });

  test('is not known of a push, nor of a reply to another request', async () => {
    await open('/push');
    expect((await sample(user, 'read', { createNewConnection: 'false' })).roundTripUs).toBeUndefined();
    await open('/late');
    await ask('{"id":"a-1"}', { readTimeout: '50' });
    const late = await ask('{"id":"a-2"}');
    expect(late.correlation?.kind).toBe('late');
    expect(late.roundTripUs).toBeUndefined();
  });

  test('is that of a ping and its pong', async () => {
    await open();
    const { roundTripUs } = await sample(user, 'ping', { type: 'PingPong' });
    expect(roundTripUs).toBeGreaterThan(0);
    expect((await sample(user, 'ping', { type: 'Pong' })).roundTripUs).toBeUndefined();
  });
});

test('a wait for a frame in vain is told, also where it may be in vain', async () => {
  await open('/silent');
  await ask('x', { readTimeout: '20' });
  await sample(user, 'read', { createNewConnection: 'false', readTimeout: '20', optional: 'true' });
  expect(eventsOf('read-timeout')).toEqual([
    { type: 'read-timeout', label: 'requestResponse' },
    { type: 'read-timeout', label: 'read' },
  ]);
});

describe('a connection that is not to be had', () => {
  const failure = async (answer: (request: string) => string | undefined): Promise<RunEvent[]> => {
    const raw = await rawServer((socket, request) => {
      const text = answer(request);
      if (text !== undefined) socket.end(text);
    });
    await sample(user, 'open', { ...to(raw), readTimeout: '50' });
    await raw.close();
    return eventsOf('connection-failed');
  };

  test('is told with the status of the answer', async () => {
    expect(await failure(() => 'HTTP/1.1 503 Service Unavailable\r\n\r\n')).toMatchObject([{ status: 503 }]);
  });

  test('or with what is wrong with the answer', async () => {
    expect(
      await failure((request) => acceptance(request).replace(/Sec-WebSocket-Accept.*\r\n/, '')),
    ).toMatchObject([
      { status: undefined, reason: "Server response should contain 'Sec-WebSocket-Accept' header" },
    ]);
  });

  test('or with the reason why there was none', async () => {
    await sample(user, 'open', to({ port: 1 }));
    expect(await failure(() => undefined)).toEqual([
      { type: 'connection-failed', status: undefined, reason: 'Connection refused' },
      { type: 'connection-failed', status: undefined, reason: 'Read timed out' },
    ]);
  });
});

test('messages and bytes of a connection are those of its samples', async () => {
  const opened = await open();
  const asked = [await ask('one'), await ask('two')];
  const pinged = await sample(user, 'ping', { type: 'PingPong' });
  webSocketOf(user).replace();
  const sum = (of: 'bytes' | 'sentBytes'): number =>
    [opened, ...asked, pinged].reduce((total, result) => total + result[of], 0);
  expect(eventsOf('connection-closed')).toMatchObject([
    {
      traffic: {
        sentMessages: 2,
        sentBytes: sum('sentBytes'),
        receivedMessages: 2,
        receivedBytes: sum('bytes'),
      },
    },
  ]);
});
