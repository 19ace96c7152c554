import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { CorrelationOptions } from '../../../src/correlation/options.ts';
import { webSocketOf } from '../../../src/elements/samplers/web-socket-thread.ts';
import type { SampleResult } from '../../../src/types.ts';
import { testUser, type TestUser } from '../../support/user.ts';
import { compileSampler, sample, testServer, to, type TestServer } from '../../support/web-socket.ts';

const AUTO = { request: 'auto', reply: 'auto' } as const;

let server: TestServer;
let user: TestUser;
/** The server's end of the latest connection; it sends what the tests tell it to. */
let peer: WebSocket;
beforeEach(async () => {
  server = await testServer((socket) => {
    peer = socket;
  });
  user = testUser();
});
afterEach(() => server.close());

const reply = (id: number): void => peer.send(`{"id":${id},"ok":true}`);

/** One request with that id, and what it ends with; `answer` runs as soon as the server has it. */
async function ask(
  id: number,
  correlation: CorrelationOptions,
  answer?: () => void,
  more: Record<string, string> = {},
): Promise<SampleResult> {
  if (answer !== undefined) peer.once('message', answer);
  return sample(
    user,
    'requestResponse',
    {
      createNewConnection: 'false',
      requestData: `{"id":${id}}`,
      readTimeout: answer === undefined ? '30' : '5000',
      ...more,
    },
    { name: `ask ${id}`, correlation },
  );
}

const open = (correlation: CorrelationOptions): Promise<SampleResult> =>
  sample(user, 'open', to(server), { correlation });

/** The first reply comes too late, so that every later sample takes the reply of the one before. */
async function lateReply(correlation: CorrelationOptions): Promise<SampleResult> {
  await open(correlation);
  await ask(1, correlation, () => reply(1));
  expect((await ask(2, correlation)).responseMessage).toBe('WebSocket I/O error: Read timed out');
  return ask(3, correlation, () => {
    reply(2);
    reply(3);
  });
}

describe('a reply that answers another request', () => {
  test('passes with correlation off, as in JMeter', async () => {
    const result = await lateReply({ mode: 'off', ...AUTO });
    expect(result).toMatchObject({
      success: true,
      responseData: '{"id":2,"ok":true}',
      correlation: undefined,
    });
    webSocketOf(user).replace();
    expect(user.events.map(({ type }) => type)).toEqual([
      'connection-opened',
      'read-timeout',
      'connection-closed',
    ]);
  });

  test('fails its sample in mode flag, and the message says which request it answers', async () => {
    const result = await lateReply({ mode: 'flag', ...AUTO });
    expect(result).toMatchObject({
      success: false,
      responseCode: '200',
      responseData: '{"id":2,"ok":true}',
      correlation: { kind: 'late', answers: 'ask 2', samplesAgo: 1 },
    });
    expect(result.failureMessage).toMatch(
      /^Late reply: it answers "ask 2", which was sent one sample ago, \d+(\.\d)? ms before it came/,
    );
    expect(result.correlation!.roundTripUs).toBeGreaterThanOrEqual(29_000);
  });

  test('is passed over in mode match', async () => {
    const result = await lateReply({ mode: 'match', ...AUTO });
    expect(result).toMatchObject({ success: true, responseData: '{"id":3,"ok":true}' });
    expect(user.events).toContainEqual({
      type: 'passed-over',
      label: 'ask 3',
      kind: 'late',
      late: { answers: 'ask 2', roundTripUs: expect.any(Number) },
    });
  });
});

describe('in mode match', () => {
  const match = {
    mode: 'match',
    request: { kind: 'json-path', path: '$.id' },
    reply: { kind: 'json-path', path: '$.id' },
  } as const;

  test('pushes and replies to other requests stay for the samplers they are for', async () => {
    await open(match);
    await sample(user, 'write', { requestData: '{"id":1}' }, { name: 'write 1', correlation: match });
    const result = await ask(2, match, () => {
      peer.send('{"push":true}');
      reply(1);
      reply(2);
    });
    expect(result.responseData).toBe('{"id":2,"ok":true}');
    const reads = [];
    for (let i = 0; i < 2; i++) reads.push(await sample(user, 'read', {}, { correlation: match }));
    expect(reads.map(({ responseData, success }) => [responseData, success])).toEqual([
      ['{"push":true}', true],
      ['{"id":1,"ok":true}', true],
    ]);
    expect(reads[1]!.correlation).toMatchObject({ kind: 'in-order', answers: 'write 1' });
    expect(user.events.filter(({ type }) => type === 'passed-over')).toMatchObject([
      { kind: 'push' },
      { kind: 'out-of-order' },
    ]);
  });

  test('the deadline holds for all frames together', async () => {
    await open(match);
    peer.once('message', () => {
      const timer = setInterval(() => peer.send('{"push":true}'), 10);
      peer.on('close', () => clearInterval(timer));
    });
    const result = await ask(1, match, undefined, { readTimeout: '100' });
    expect(result.responseMessage).toBe('WebSocket I/O error: Read timed out');
    expect(result.elapsedMs).toBeGreaterThanOrEqual(99);
    expect(result.elapsedMs).toBeLessThan(1000);
    // What was passed over is still there.
    expect((await sample(user, 'read', {}, { correlation: match })).responseData).toBe('{"push":true}');
  });
});

test('requests without an answer are reported when the connection ends', async () => {
  const flag = { mode: 'flag', ...AUTO } as const;
  await open(flag);
  await ask(1, flag, () => reply(1));
  await ask(2, flag);
  await sample(user, 'open', to(server), { correlation: flag });
  expect(user.events.filter(({ type }) => type === 'never-answered')).toEqual([
    { type: 'never-answered', label: 'ask 2', count: 1 },
  ]);
});

test('the comment of a sampler changes what holds for the run', async () => {
  const flag = { mode: 'flag', ...AUTO } as const;
  await open(flag);
  await ask(1, flag, () => reply(1));
  await ask(2, flag);
  const result = await ask(3, flag, () => reply(2), { 'TestPlan.comments': 'Echo.\n@correlation off' });
  expect(result).toMatchObject({ success: true, correlation: undefined });
  expect(() => compileSampler('requestResponse', { 'TestPlan.comments': '@correlation maybe' })).toThrow(
    /@correlation: "maybe" is not understood.*Mend the sampler's comment/,
  );
});

test('a fragment is not judged', async () => {
  const flag = { mode: 'flag', ...AUTO } as const;
  await open(flag);
  await ask(1, flag, () => reply(1));
  const result = await ask(2, flag, () => peer.send('{"id":1,', { fin: false }));
  expect(result).toMatchObject({ success: true, correlation: undefined });
});
