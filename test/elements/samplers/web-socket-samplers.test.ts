import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { SampleResult } from '../../../src/types.ts';
import { testUser, type TestUser } from '../../support/user.ts';
import { compileSampler, echo, sample, testServer, to, type TestServer } from '../../support/web-socket.ts';

/** Size of an upgrade request to 127.0.0.1, but for its port and path. */
const REQUEST_BYTES = 148;

/** What the paths of the server under test do. */
const PATHS: Readonly<Record<string, (socket: WebSocket) => void>> = {
  '/echo': echo,
  '/silent': () => {},
  '/greeting': (socket) => socket.send('hello'),
  '/binary': (socket) => socket.send(Buffer.from([1, 2, 3])),
  '/ping': (socket) => socket.ping('srv'),
  '/away': (socket) => void socket.on('message', () => socket.close(1001, 'away')),
  '/fragments': (socket) => {
    socket.send('one', { fin: false });
    socket.send('two');
  },
  '/empty-close': (socket) => socket.close(),
};

let server: TestServer;
let user: TestUser;
beforeEach(async () => {
  server = await testServer((socket, url) => PATHS[url]?.(socket));
  user = testUser();
});
afterEach(() => server.close());

const open = (url = '/echo'): Promise<SampleResult> => sample(user, 'open', to(server, url));
const ask = (requestData: string, more: Record<string, string> = {}): Promise<SampleResult> =>
  sample(user, 'requestResponse', { createNewConnection: 'false', requestData, ...more });

const NO_CONNECTION = 'Sampler configured for using existing connection, but there is no connection';

describe('Open Connection', () => {
  test('gives the upgrade: code, sizes, time, headers', async () => {
    const result = await open();
    expect(result).toMatchObject({
      label: 'open',
      threadName: 'Thread Group 1-1',
      responseCode: '101',
      responseMessage: 'Switching Protocols',
      success: true,
      bytes: 129,
      sentBytes: REQUEST_BYTES + String(server.port).length + '/echo'.length,
      dataType: '',
      encoding: '',
      responseData: '',
      samplerData: `Connect URL:\nws://127.0.0.1:${server.port}/echo\n`,
      requestHeaders: '',
    });
    expect(result.responseHeaders).toMatch(
      /^Connection: Upgrade\nSec-WebSocket-Accept: .{28}\nUpgrade: websocket$/,
    );
    expect(result.connectUs).toBeGreaterThan(0);
    expect(result.endUs - result.startUs).toBe(result.connectUs);
    const handshake = {
      wholeUs: expect.any(Number),
      tcpUs: expect.any(Number),
      tlsUs: undefined,
      upgradeUs: expect.any(Number),
    };
    expect(user.events).toEqual([{ type: 'connection-opened', handshake }]);
  });

  test('drops the connection the thread has, without a close frame', async () => {
    await open();
    await open('/silent');
    while (server.received.length === 0) await new Promise(setImmediate);
    expect(server.received).toEqual(['close 1006']);
    expect(user.events.map(({ type }) => type)).toEqual([
      'connection-opened',
      'connection-closed',
      'connection-opened',
    ]);
  });

  test('that fails leaves the thread without a connection', async () => {
    await open();
    const failed = await sample(user, 'open', { ...to({ port: 1 }) });
    expect(failed).toMatchObject({
      responseCode: 'Websocket I/O error',
      responseMessage: 'WebSocket I/O error: Connection refused',
      success: false,
      bytes: 0,
      sentBytes: 0,
      connectUs: 0,
    });
    expect(await ask('x')).toMatchObject({
      responseCode: 'Sampler error',
      responseMessage: NO_CONNECTION,
      startUs: 0,
    });
  });

  test('throws for a host that no URL can have, and the engine writes no row', () => {
    const sampler = compileSampler('open', { server: 'ws://127.0.0.1' });
    expect(() => sampler.sample(user)).toThrow("Illegal character found in host: '/'");
  });
});

describe('arguments are checked before anything is touched', () => {
  test.each([
    ['port', '', "Port number '' is not a number."],
    ['port', ' 70000 ', "Port number '70000' is not valid."],
    ['port', '-0', "Port number '-0' is not valid."],
    ['connectTimeout', '00', "Connection timeout '0' is not valid; should between 1 and 999999"],
    ['connectTimeout', 'abc', "Connection timeout 'abc' is not a number."],
    ['readTimeout', '10000000', "Read timeout '10000000' is not valid; should between 0 and 9999999"],
    ['readTimeout', '1.5', "Read timeout '1.5' is not a number."],
  ])('%s %j', async (property, value, message) => {
    await open();
    const result = await sample(user, 'open', { ...to(server), [property]: value });
    expect(result).toMatchObject({
      responseCode: 'Sampler error',
      responseMessage: `Sampler error: ${message}`,
      startUs: 0,
      endUs: 0,
      samplerData: undefined,
    });
    expect((await ask('still there')).success).toBe(true);
  });

  test('with an existing connection, port and connect timeout do not matter unless the latter is no number', async () => {
    await open();
    expect((await ask('x', { port: 'x', connectTimeout: '0' })).success).toBe(true);
    const sampler = compileSampler('requestResponse', { createNewConnection: 'false', connectTimeout: 'x' });
    expect(() => sampler.sample(user)).toThrow('For input string: "x"');
  });

  test('numbers are trimmed, and evaluated for each sample', async () => {
    user.variables.put('port', ` ${server.port}\t`);
    expect((await sample(user, 'open', { ...to(server), port: '${port}' })).success).toBe(true);
  });
});

describe('request-response', () => {
  test('sends a message and takes the next frame', async () => {
    await open();
    const result = await ask('h\u00e9llo');
    expect(result).toMatchObject({
      responseCode: '200',
      responseMessage: 'OK',
      success: true,
      responseData: 'h\u00e9llo',
      dataType: 'text',
      encoding: 'UTF-8',
      bytes: 8,
      sentBytes: 12,
      connectUs: 0,
      responseHeaders: '',
      samplerData: `Connect URL:\nws://127.0.0.1:${server.port}/echo\n(using existing connection)\n\nRequest data:\nh\u00e9llo\n`,
    });
    expect(result.endUs).toBeGreaterThan(result.startUs);
    expect(user.variables.get('websocket.last_frame_final')).toBe('true');
  });

  test('opens a connection of its own unless it is told otherwise', async () => {
    const result = await sample(user, 'requestResponse', { ...to(server, '/echo'), requestData: 'x' });
    expect(result).toMatchObject({ responseCode: '101', responseData: 'x', bytes: 132, sentBytes: 7 });
    expect(result.connectUs).toBeGreaterThan(0);
    expect((await ask('kept')).responseData).toBe('kept');
  });

  test('sends and receives bytes', async () => {
    await open();
    const result = await ask('0xca fe', { payloadType: 'Binary' });
    expect(result).toMatchObject({ dataType: 'bin', encoding: '', sentBytes: 8, bytes: 4 });
    expect(result.responseData).toEqual(Uint8Array.of(0xca, 0xfe));
    expect(result.samplerData).toContain('\nRequest data:\n0xca fe\n');
    expect((await ask('01', { binaryPayload: 'true' })).dataType).toBe('bin');
  });

  test('sends ^@ as NUL with TextStomp only', async () => {
    await open();
    expect((await ask('a^@b^@', { payloadType: 'TextStomp' })).responseData).toBe('a\0b\0');
    expect((await ask('a^@', { payloadType: 'Text' })).responseData).toBe('a^@');
  });

  test('takes an unknown payload type for Text, and says so', async () => {
    await open();
    expect((await ask('x', { payloadType: 'Nonsense' })).responseData).toBe('x');
    expect(user.logged).toContain(
      "WARN e.l.j.w.RequestResponseWebSocketSampler: Wrong value found for payloadType: 'Nonsense'",
    );
  });

  test('fails on a payload that is not binary, and the connection is kept', async () => {
    await open();
    expect(await ask('zz', { payloadType: 'Binary' })).toMatchObject({
      responseCode: 'Sampler Error',
      responseMessage: 'Request data is not binary: zz',
      sentBytes: 0,
      samplerData: `Connect URL:\nws://127.0.0.1:${server.port}/echo\n(using existing connection)\n`,
    });
    expect((await ask('fine')).success).toBe(true);
  });

  test('times out and is followed by the reply of the request before: stale replies', async () => {
    let answer = (): void => {};
    await server.close();
    server = await testServer((socket) => {
      socket.once('message', (first: Buffer) => {
        answer = () => socket.send(first.toString());
        socket.on('message', (data: Buffer) => socket.send(data.toString()));
      });
    });
    await open();
    expect(await ask('1', { readTimeout: '50' })).toMatchObject({
      responseCode: 'Websocket I/O error',
      responseMessage: 'WebSocket I/O error: Read timed out',
      success: false,
      bytes: 0,
      sentBytes: 7,
    });
    answer();
    expect((await ask('2')).responseData).toBe('1');
    expect((await ask('3')).responseData).toBe('2');
  });

  test('fails on a frame of another kind, which is lost', async () => {
    await open('/binary');
    expect(await ask('x')).toMatchObject({
      responseCode: 'Sampler error: unexpected frame type (binary).',
      responseMessage: 'Received: Binary frame, payload (length 3): 0x01 0x02 0x03',
      success: false,
      bytes: 0,
      responseData: '',
    });
    expect(user.logged).toEqual([
      'WARN e.l.j.w.RequestResponseWebSocketSampler: Expected type is Text, but received frame is not a text frame',
      "ERROR e.l.j.w.RequestResponseWebSocketSampler: Unexpected frame type received in sampler 'requestResponse': Binary frame, payload (length 3): 0x01 0x02 0x03",
    ]);
  });
});

describe('a payload from a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'payload-'));
    mkdirSync(path.join(folder, 'sub'));
    writeFileSync(path.join(folder, 'text.txt'), 'from file ${x} \u00fc\n');
    writeFileSync(path.join(folder, 'bytes.bin'), Buffer.from(Array.from({ length: 130 }, (_, i) => i)));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const askWithFile = (dataFile: string, payloadType = 'Text'): Promise<SampleResult> =>
    sample(
      user,
      'requestResponse',
      { createNewConnection: 'false', loadDataFromFile: 'true', requestData: 'typed', dataFile, payloadType },
      { workingDirectory: folder },
    );

  test('goes before what is typed, as it is, from the working directory', async () => {
    await open();
    expect((await askWithFile('text.txt')).responseData).toBe('from file ${x} \u00fc\n');
    const binary = await askWithFile('bytes.bin', 'Binary');
    expect(binary.responseData).toHaveLength(130);
    expect(binary.samplerData).toMatch(/Request data:\n0x00 0x01 .* 0x63\.\.\.\n$/);
  });

  test('that is not there fails the sample', async () => {
    await open();
    expect(await askWithFile('nope.txt')).toMatchObject({
      responseCode: 'Sampler Error',
      responseMessage: "Request data cannot be loaded, file 'nope.txt' not found",
    });
    expect(await askWithFile('sub')).toMatchObject({
      responseCode: 'Websocket I/O error',
      responseMessage: 'WebSocket I/O error: Is a directory',
    });
    expect((await askWithFile('')).responseMessage).toBe('WebSocket I/O error: Is a directory');
    expect(user.logged).toContain(
      "ERROR e.l.j.w.RequestResponseWebSocketSampler: Sampler 'requestResponse': can't load request data; file 'nope.txt' not found",
    );
  });
});

describe('Single Read', () => {
  const read = (more: Record<string, string> = {}): Promise<SampleResult> => sample(user, 'read', more);

  test('takes the next frame, and each fragment on its own', async () => {
    await open('/fragments');
    expect(await read()).toMatchObject({ responseData: 'one', success: true, bytes: 5, sentBytes: 0 });
    expect(user.variables.get('websocket.last_frame_final')).toBe('false');
    expect((await read()).responseData).toBe('two');
    expect(user.variables.get('websocket.last_frame_final')).toBe('true');
  });

  test('that opens the connection has the sizes of both', async () => {
    const result = await read({ ...to(server, '/greeting'), createNewConnection: 'true' });
    expect(result).toMatchObject({ responseCode: '101', responseData: 'hello', bytes: 136 });
    expect(result.sentBytes).toBe(REQUEST_BYTES + String(server.port).length + '/greeting'.length);
    expect(result.responseHeaders).toContain('Upgrade: websocket');
  });

  test('may go without an answer when it is optional', async () => {
    await open('/silent');
    expect(await read({ readTimeout: '20', optional: 'true' })).toMatchObject({
      success: true,
      responseCode: 'No response',
      responseMessage: 'Read timeout, no response received.',
      dataType: '',
    });
    expect(await read({ readTimeout: '20' })).toMatchObject({
      success: false,
      responseMessage: 'WebSocket I/O error: Read timed out',
    });
  });

  test('takes any kind of data as Any, only bytes as Binary', async () => {
    await open('/binary');
    expect((await read({ dataType: 'Any' })).dataType).toBe('bin');
    await open('/greeting');
    expect((await read({ dataType: 'Binary' })).responseCode).toBe(
      'Sampler error: unexpected frame type (text).',
    );
    await open('/binary');
    expect((await read({ dataType: '', binaryPayload: 'true' })).dataType).toBe('bin');
  });

  test('fails on an unknown data type after it has taken a frame', async () => {
    await open('/greeting');
    expect((await read({ dataType: 'Json' })).responseMessage).toBe(
      'Sampler error: java.lang.IllegalArgumentException: No enum constant eu.luminis.jmeter.wssampler.SingleReadWebSocketSampler.DataType.Json',
    );
    expect((await read({ readTimeout: '20', optional: 'true' })).responseCode).toBe('No response');
  });
});

describe('Single Write', () => {
  test('is done when the message is sent', async () => {
    await open();
    const result = compileSampler('write', { requestData: 'one way' }).sample(user);
    expect(result).toMatchObject({
      responseCode: '200',
      success: true,
      sentBytes: 13,
      bytes: 0,
      dataType: '',
    });
    expect((await sample(user, 'read', {})).responseData).toBe('one way');
  });

  test('does not check a read timeout that it has no use for', async () => {
    await open();
    expect((await sample(user, 'write', { requestData: 'x', readTimeout: '-1' })).success).toBe(true);
  });

  test('can open the connection', async () => {
    const result = await sample(user, 'write', {
      ...to(server),
      createNewConnection: 'true',
      requestData: 'x',
    });
    expect(result).toMatchObject({ responseCode: '101', sentBytes: 7, bytes: 129 });
  });
});

describe('Ping/Pong', () => {
  test('waits for a pong, or sends one', async () => {
    await open();
    expect(await sample(user, 'ping', {})).toMatchObject({
      success: true,
      bytes: 2,
      sentBytes: 6,
      dataType: '',
    });
    expect(await sample(user, 'ping', { type: 'Pong' })).toMatchObject({
      success: true,
      bytes: 0,
      sentBytes: 6,
    });
    expect((await ask('x')).success).toBe(true);
    expect(server.received).toEqual(['ping', 'pong', 'text x'].map((kind) => expect.stringContaining(kind)));
  });

  test('fails on any other frame', async () => {
    await open('/ping');
    expect(await sample(user, 'ping', {})).toMatchObject({
      responseCode: 'Sampler error: unexpected frame type (ping).',
      responseMessage: "Received: Ping frame with application data 'srv'",
      sentBytes: 6,
    });
  });

  test('knows no other type', async () => {
    await open();
    expect((await sample(user, 'ping', { type: 'ping' })).responseMessage).toBe(
      'Sampler error: java.lang.IllegalArgumentException: No enum constant eu.luminis.jmeter.wssampler.PingPongSampler.Type.ping',
    );
  });

  test('needs a connection', async () => {
    expect((await sample(user, 'ping', {})).responseMessage).toBe(
      'Sampler must use existing connection, but there is no connection',
    );
    expect(user.logged).toEqual([
      "ERROR e.l.j.w.PingPongSampler: Sampler 'ping': there is no connection to re-use",
    ]);
  });
});

describe('Close', () => {
  test('closes with its status, and the thread has no connection any more', async () => {
    await open();
    expect(await sample(user, 'close', { statusCode: '4000' })).toMatchObject({
      success: true,
      responseCode: '4000',
      responseMessage: "Connection closed; close reason: 'sampler requested close'.",
      responseData: '4000: sampler requested close',
      dataType: 'text',
      encoding: 'UTF-8',
      sentBytes: 31,
      bytes: 27,
      samplerData: "Requested connection close with status 4000 and reason 'sampler requested close'.",
    });
    expect(user.events.at(-1)).toMatchObject({ type: 'connection-closed', by: 'client', code: 4000 });
    expect(await sample(user, 'close', {})).toMatchObject({
      success: false,
      responseCode: '',
      responseMessage: 'No connection; nothing to close.',
      samplerData: 'No request sent.',
      startUs: 0,
    });
    expect((await ask('x')).responseMessage).toBe(NO_CONNECTION);
  });

  test('takes a close frame that the server had sent already', async () => {
    await open('/empty-close');
    expect(await sample(user, 'close', {})).toMatchObject({
      success: true,
      responseCode: '',
      responseMessage: 'Connection closed.',
      responseData: '',
    });
  });

  test('fails on any other frame, in no time, and the connection is forgotten all the same', async () => {
    await open('/greeting');
    const result = await sample(user, 'close', {});
    expect(result).toMatchObject({
      success: false,
      responseCode: 'WebSocket error: unsuccesful close.',
      responseMessage: "WebSocket error: received not a close frame, but Text frame with text 'hello'",
      sentBytes: 31,
      elapsedMs: 0,
    });
    expect(result.endUs).toBe(result.startUs);
    expect((await ask('x')).responseMessage).toBe(NO_CONNECTION);
  });

  test('with a status that is no number touches nothing', async () => {
    await open();
    expect((await sample(user, 'close', { statusCode: ' 1000 ' })).responseMessage).toBe(
      'Sampler error: java.lang.NumberFormatException: For input string: " 1000 "',
    );
    expect((await ask('x')).success).toBe(true);
  });
});

describe('a close frame from the server', () => {
  test('on an existing connection ends it for the samplers', async () => {
    await open('/away');
    expect(await ask('x')).toMatchObject({
      responseCode: 'Sampler error: unexpected frame type (close).',
      responseMessage: "Received: Close frame with status code 1001 and close reason 'away'",
    });
    expect(user.events.at(-1)).toMatchObject({ type: 'connection-closed', by: 'server', code: 1001 });
    expect((await ask('y')).responseMessage).toBe(NO_CONNECTION);
  });

  test('in the sample that opened the connection poisons the next one', async () => {
    await sample(user, 'requestResponse', { ...to(server, '/away'), requestData: 'x' });
    expect(await ask('y')).toMatchObject({
      responseCode: 'Sampler error',
      responseMessage:
        'Sampler error: java.lang.IllegalStateException: Cannot connect when state is CLOSED_SERVER',
      samplerData: `Connect URL:\nws://127.0.0.1:${server.port}/away\n`,
    });
    expect((await ask('z')).responseMessage).toBe(NO_CONNECTION);
  });
});

describe('when the thread ends', () => {
  const finish = async (properties: Record<string, string>, url = '/echo'): Promise<void> => {
    user = testUser({ properties });
    const sampler = compileSampler('open', to(server, url));
    await sampler.sample(user);
    await sampler.threadFinished?.(user);
    await sampler.threadFinished?.(user);
  };

  test('the connection stays open', async () => {
    await finish({});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.received).toEqual([]);
    expect(user.events.at(-1)).toMatchObject({
      type: 'connection-closed',
      by: 'thread-end',
      code: undefined,
    });
    expect(user.events).toHaveLength(2);
  });

  test.each([
    ['wsClose', 'close 1000 test thread finished'],
    ['WSCLOSE', 'close 1000 test thread finished'],
    ['tcpClose', 'close 1006'],
  ])('websocket.thread.stop.policy %s closes it', async (policy, seen) => {
    await finish({ 'websocket.thread.stop.policy': policy });
    while (server.received.length === 0) await new Promise(setImmediate);
    expect(server.received).toEqual([seen]);
  });

  test('a connection that cannot be closed is logged', async () => {
    user = testUser({ properties: { 'websocket.thread.stop.policy': 'wsclose' } });
    const sampler = compileSampler('open', to(server, '/greeting'));
    await sampler.sample(user);
    await server.close();
    await sample(user, 'read', {});
    await sample(user, 'read', {});
    expect((await sample(user, 'read', {})).success).toBe(false);
    await sample(user, 'write', { requestData: 'x' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await sampler.threadFinished?.(user);
    expect(user.logged.at(-1)).toMatch(
      /^ERROR e\.l\.j\.w\.OpenWebSocketSampler: Closing WebSocket connection failed/,
    );
    server = await testServer(() => {});
  });
});
