import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { authManager } from '../../../src/elements/configs/auth-manager.ts';
import { cacheManager } from '../../../src/elements/configs/cache-manager.ts';
import { cookieManager } from '../../../src/elements/configs/cookie-manager.ts';
import { dnsCacheManager } from '../../../src/elements/configs/dns-cache-manager.ts';
import { headerManager } from '../../../src/elements/configs/header-manager.ts';
import { httpRequest } from '../../../src/elements/samplers/http-request.ts';
import { webSocketOpenConnection } from '../../../src/elements/samplers/web-socket-open-connection.ts';
import type { Config, SampleResult } from '../../../src/types.ts';
import { elementContext, type ElementOptions, type PropertyValue } from '../../support/element.ts';
import {
  answer,
  httpServer,
  type Answer,
  type HttpTestServer,
  type SeenRequest,
} from '../../support/http-server.ts';
import { testUser, type TestUser } from '../../support/user.ts';
import { acceptance } from '../../websocket/raw-server.ts';

beforeAll(async () => {
  await httpRequest.load();
  await cookieManager.load();
});

const servers: HttpTestServer[] = [];
const users: TestUser[] = [];
afterEach(async () => {
  for (const user of users.splice(0)) await finish(user);
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** The thread of that user ends. */
async function finish(user: TestUser): Promise<void> {
  await httpRequest.compile(elementContext({}), { configs: [] }).threadFinished?.(user);
}

async function serve(
  respond: (request: SeenRequest, socket: Socket) => Answer,
  options?: { tls?: boolean },
): Promise<HttpTestServer> {
  const server = await httpServer(respond, options);
  servers.push(server);
  return server;
}

const targetOf = (seen: SeenRequest): string => seen.line.split(' ')[1] ?? '';

function newUser(options?: Parameters<typeof testUser>[0]): TestUser {
  const user = testUser(options);
  users.push(user);
  return user;
}

interface Options extends ElementOptions {
  configs?: readonly Config[];
}

/** A sampler for that server: GET / with keep-alive, unless the properties say otherwise. */
function request(
  server: { readonly port: number },
  properties: Record<string, PropertyValue> = {},
  options: Options = {},
): (user: TestUser) => Promise<SampleResult> {
  const prefixed = Object.entries({
    domain: '127.0.0.1',
    port: String(server.port),
    use_keepalive: 'true',
    follow_redirects: 'true',
    ...properties,
  }).map(([name, value]): [string, PropertyValue] => [
    /^(?:HTTPs|arguments$)/.test(name)
      ? name.replace('arguments', 'HTTPsampler.Arguments')
      : `HTTPSampler.${name}`,
    value,
  ]);
  const sampler = httpRequest.compile(
    elementContext(Object.fromEntries(prefixed), { name: 'http', ...options }),
    {
      configs: options.configs ?? [],
    },
  );
  return async (user) => (await sampler.sample(user))!;
}

const parameters = (...list: { name?: string; value: string; encode?: boolean }[]): PropertyValue => ({
  'Arguments.arguments': list.map(({ name = '', value, encode = false }) => ({
    'Argument.name': name,
    'Argument.value': value,
    'Argument.metadata': '=',
    'HTTPArgument.always_encode': String(encode),
  })),
});

const headers = (...pairs: [string, string][]): Config =>
  headerManager.compile(
    elementContext({
      'HeaderManager.headers': pairs.map(([name, value]) => ({ 'Header.name': name, 'Header.value': value })),
    }),
  );

describe('an HTTP Request', () => {
  test('counts the bytes of request and answer as they go over the wire', async () => {
    const reply = answer(
      '{"a":"é"}',
      'HTTP/1.1 200 Fine\nContent-Type: application/json; charset=UTF-8\nX-Y:z',
    );
    const server = await serve(() => reply);
    const result = await request(server, { path: '/x' })(newUser());
    expect(result).toMatchObject({
      label: 'http',
      isHttp: true,
      success: true,
      responseCode: '200',
      responseMessage: 'Fine',
      dataType: 'text',
      encoding: 'UTF-8',
      url: `http://127.0.0.1:${server.port}/x`,
      bytes: reply.length,
      sentBytes: server.requests[0]!.size,
      samplerData: `GET http://127.0.0.1:${server.port}/x\n\nGET data:\n\n\n[no cookies]\n`,
      requestHeaders: `Connection: keep-alive\nHost: 127.0.0.1:${server.port}\nUser-Agent: Apache-HttpClient/4.5.14 (Java/17.0.15)\n`,
      responseHeaders:
        'HTTP/1.1 200 Fine\nContent-Type: application/json; charset=UTF-8\nX-Y: z\nContent-Length: 10\n',
    });
    expect(result.responseText).toBe('{"a":"é"}');
    expect(result.latencyUs).toBeGreaterThanOrEqual(result.connectUs);
    expect(result.endUs - result.startUs).toBeGreaterThanOrEqual(result.latencyUs);
    expect(result.connectUs).toBeGreaterThan(0);
  });

  test('counts each answer on a connection for itself, over TLS too', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
    const server = await serve(() => chunked, { tls: true });
    const user = newUser();
    const sample = request(server, { protocol: 'https' });
    const [first, second] = [await sample(user), await sample(user)];
    for (const result of [first, second])
      expect(result).toMatchObject({
        responseCode: '200',
        bytes: chunked.length,
        sentBytes: server.requests[0]!.size,
      });
    expect([first.connectUs > 0, second.connectUs]).toEqual([true, 0]);
    expect(second.responseText).toBe('abc');
    expect(server.requests.map(({ connection }) => connection)).toEqual([0, 0]);
  });

  test('puts parameters into the query, a form or the body', async () => {
    const server = await serve(() => answer(''));
    const user = newUser();
    const list = parameters({ name: 'a b', value: 'ä&', encode: true }, { name: 'c', value: 'd%20e+f' });
    await request(server, { path: '/q?x', arguments: list })(user);
    await request(server, { method: 'POST', arguments: list })(user);
    await request(server, { method: 'POST', arguments: parameters({ value: '{"ä":' }, { value: '1}' }) })(
      user,
    );
    await request(server, {
      method: 'PUT',
      postBodyRaw: 'true',
      arguments: parameters({ name: 'n', value: 'raw' }),
    })(user);
    expect(server.requests.map(({ line, body }) => `${line} ${body}`)).toEqual([
      'GET /q?x&a+b=%C3%A4%26&c=d%20e+f HTTP/1.1 ',
      'POST / HTTP/1.1 a+b=%C3%A4%26&c=d+e+f',
      'POST / HTTP/1.1 {"ä":1}',
      'PUT / HTTP/1.1 raw',
    ]);
    expect(server.requests[2]!.headers).toContain('Content-Type: text/plain; charset=UTF-8');
  });

  test('writes texts in the content encoding and reads answers in their charset', async () => {
    const server = await serve(() =>
      answer(
        Buffer.from('na\xefve', 'latin1'),
        'HTTP/1.1 200 OK\nContent-Type: text/plain; charset="iso-8859-1"',
      ),
    );
    const result = await request(server, {
      method: 'POST',
      contentEncoding: 'windows-1252',
      arguments: parameters({ value: '€', encode: true }),
    })(newUser());
    expect(server.requests[0]).toMatchObject({ body: '%80' });
    expect(server.requests[0]!.headers).toContain('Content-Type: text/plain; charset=windows-1252');
    expect([result.encoding, result.responseText]).toEqual(['iso-8859-1', 'naïve']);
  });

  test('sends no header that HTTP does not allow, and logs that', async () => {
    const server = await serve(() => answer(''));
    const user = newUser();
    await request(
      server,
      {},
      { configs: [headers(['', 'nameless'], ['X Y', '1'], ['X-Z', 'a\r\nb\u20ac'])] },
    )(user);
    expect(server.requests[0]!.headers).toEqual([
      'Connection: keep-alive',
      'X-Z: a  b?',
      `Host: 127.0.0.1:${server.port}`,
      'User-Agent: Apache-HttpClient/4.5.14 (Java/17.0.15)',
    ]);
    expect(user.logged).toEqual([
      "ERROR o.a.j.p.h.s.HTTPHC4Impl: Header '' cannot be sent: that is no name of a header",
      "ERROR o.a.j.p.h.s.HTTPHC4Impl: Header 'X Y' cannot be sent: that is no name of a header",
    ]);
  });

  test('reads an answer in pieces, and one that ends with the connection', async () => {
    const server = await serve((_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nfirst ');
      setImmediate(() => socket.end('last'));
      return undefined;
    });
    const user = newUser();
    const sample = request(server);
    expect((await sample(user)).responseText).toBe('first last');
    expect((await sample(user)).responseText).toBe('first last');
    expect(server.connections).toHaveLength(2);
  });

  test('keeps a part of the body or its MD5, but counts all of it', async () => {
    const reply = answer('x'.repeat(1000));
    const server = await serve(() => reply);
    const part = { jmeterProperties: { 'httpsampler.max_bytes_to_store_per_request': '5' } };
    const cut = await request(server, {}, part)(newUser());
    const hashed = await request(server, { md5: 'true' })(newUser());
    expect([cut.responseText, cut.bytes]).toEqual(['xxxxx', reply.length]);
    expect(hashed.bytes).toBe(reply.length);
    expect(hashed.responseText).toBe('398533d48111e9f664b1f64cb10c4b63');
  });

  test('keeps 64 MiB of a longer body', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'y');
    const server = await serve((_, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${66 * piece.length}\r\n\r\n`);
      for (let i = 0; i < 66; i++) socket.write(piece);
      return undefined;
    });
    const result = await request(server)(newUser());
    expect(result.bytes).toBeGreaterThan(66 * piece.length);
    expect(result.responseData).toHaveLength(64 * piece.length);
  });
});

describe('redirects', () => {
  const site = (): Promise<HttpTestServer> =>
    serve((r) => {
      const target = targetOf(r);
      if (target === '/end') return answer('here', 'HTTP/1.1 200 OK\nContent-Type: text/plain');
      return answer('', `HTTP/1.1 302 Found\nLocation: ${target === '/a' ? '/b' : 'end'}`);
    });

  test('are followed with one sub-result each; the whole sums them up', async () => {
    const server = await site();
    const result = await request(server, { path: '/a', method: 'POST' })(newUser());
    expect(result).toMatchObject({
      label: 'http',
      responseCode: '200',
      url: `http://127.0.0.1:${server.port}/end`,
      dataType: 'text',
      redirectLocation: '/b',
    });
    const subs = result.subResults!;
    expect(subs.map(({ label, responseCode, dataType }) => [label, responseCode, dataType])).toEqual([
      ['http-0', '302', ''],
      ['http-1', '302', ''],
      ['http-2', '200', 'text'],
    ]);
    const sum = (of: (r: SampleResult) => number): number => subs.reduce((total, sub) => total + of(sub), 0);
    expect(result.bytes).toBe(sum(({ bytes }) => bytes));
    expect(result.sentBytes).toBe(sum(({ sentBytes }) => sentBytes));
    expect([result.startUs, result.endUs]).toEqual([subs[0]!.startUs, subs[2]!.endUs]);
    expect(server.requests.map(({ line }) => line)).toEqual([
      'POST /a HTTP/1.1',
      'GET /b HTTP/1.1',
      'GET /end HTTP/1.1',
    ]);
  });

  test('that the client follows by itself leave no trace but the URL', async () => {
    const server = await site();
    const result = await request(server, { path: '/a', auto_redirects: 'true', follow_redirects: 'false' })(
      newUser(),
    );
    expect(result).toMatchObject({
      responseCode: '200',
      url: `http://127.0.0.1:${server.port}/end`,
      subResults: undefined,
    });
    expect(result.sentBytes).toBe(server.requests[2]!.size);
  });

  test('that are not followed are a success', async () => {
    const result = await request(await site(), { path: '/a', follow_redirects: 'false' })(newUser());
    expect(result).toMatchObject({
      responseCode: '302',
      success: true,
      redirectLocation: '/b',
      subResults: undefined,
    });
  });

  test('end after as many as the property allows', async () => {
    const server = await serve(() => answer('', 'HTTP/1.1 302 Found\nLocation: /'));
    const result = await request(
      server,
      {},
      { jmeterProperties: { 'httpsampler.max_redirects': '2' } },
    )(newUser());
    expect(result).toMatchObject({
      success: false,
      responseMessage: 'Non HTTP response message: Exceeded maximum number of redirects: 2',
    });
    expect(result.subResults).toHaveLength(4);
  });
});

describe('cookies', () => {
  test('that a server sets go to it, and to the WebSocket that is opened there', async () => {
    const server = await serve((r) =>
      r.headers.includes('Upgrade: websocket')
        ? acceptance(r.headers.join('\r\n'))
        : answer(
            '',
            'HTTP/1.1 200 OK\nSet-Cookie: sid=s 1; Path=/; HttpOnly\nSet-Cookie: deep=2; Path=/deep',
          ),
    );
    const configs = [cookieManager.compile(elementContext({}))];
    const user = newUser();
    const login = request(server, {}, { configs });
    expect((await login(user)).samplerData).toContain('[no cookies]');
    expect((await login(user)).samplerData).toContain('Cookie Data:\nsid="s 1"\n');
    const open = webSocketOpenConnection.compile(
      elementContext({ server: '127.0.0.1', port: String(server.port), path: '/deep/ws' }),
      { configs },
    );
    expect((await open.sample(user))!.requestHeaders).toBe('Cookie: deep=2; sid="s 1"');
    await open.threadFinished?.(user);
    // Another thread has cookies of its own.
    expect((await login(newUser())).samplerData).toContain('[no cookies]');
  });
});

describe('connections', () => {
  test('are kept per thread and server, and closed with the thread', async () => {
    const server = await serve(() => answer(''));
    const sample = request(server);
    const [one, other] = [newUser(), newUser()];
    for (const user of [one, other, one]) await sample(user);
    expect(server.requests.map(({ connection }) => connection)).toEqual([0, 1, 0]);
    const closed = Promise.all(server.connections.map((socket) => once(socket, 'end')));
    for (const user of [one, other]) await finish(user);
    await closed;
  });

  test('are not kept when one side does not want it', async () => {
    const server = await serve((r) =>
      answer('', targetOf(r) === '/close' ? 'HTTP/1.1 200 OK\nConnection: close' : undefined),
    );
    const user = newUser();
    await request(server, { path: '/close' })(user);
    await request(server, { use_keepalive: 'false' })(user);
    await request(server)(user);
    expect(server.requests.map(({ connection }) => connection)).toEqual([0, 1, 2]);
    expect(server.requests[1]!.headers).toContain('Connection: close');
  });

  test('that the server has ended unseen cost the next request its answer', async () => {
    const server = await serve(() => answer(''));
    const user = newUser();
    const sample = request(server);
    await sample(user);
    const [socket] = server.connections;
    socket!.end();
    await once(socket!, 'close');
    expect(await sample(user)).toMatchObject({
      responseCode: 'Non HTTP response code: org.apache.http.NoHttpResponseException',
      responseMessage: `Non HTTP response message: 127.0.0.1:${server.port} failed to respond`,
      bytes: expect.any(Number),
      sentBytes: 0,
    });
    expect((await sample(user)).success).toBe(true);
  });

  test('are replaced unasked when the server said how long it keeps them', async () => {
    const server = await serve(() => answer('', 'HTTP/1.1 200 OK\nKeep-Alive: timeout=0'));
    const user = newUser();
    const sample = request(server);
    await sample(user);
    expect((await sample(user)).success).toBe(true);
    expect(server.connections).toHaveLength(2);
  });

  test('end with the iteration when each is another visitor', async () => {
    const server = await serve(() => answer(''));
    const user = newUser();
    const visitor = { ...user, group: { ...user.group, sameUser: false } };
    users.push(visitor);
    const sample = request(server);
    for (const iteration of [1, 1, 2, 3]) {
      visitor.iteration = iteration;
      await sample(visitor);
    }
    expect(server.requests.map(({ connection }) => connection)).toEqual([0, 0, 1, 2]);
  });
});

describe('a request that fails', () => {
  test('to connect says to which addresses', async () => {
    const refusing = createServer().listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const { port } = refusing.address() as AddressInfo;
    refusing.close();
    const result = await request({ port }, { path: '/x' })(newUser());
    const message = `Connect to 127.0.0.1:${port} [/127.0.0.1] failed: Connection refused`;
    expect(result).toMatchObject({
      label: 'http',
      success: false,
      dataType: 'text',
      responseCode: 'Non HTTP response code: org.apache.http.conn.HttpHostConnectException',
      responseMessage: `Non HTTP response message: ${message}`,
      sentBytes: 0,
      responseHeaders: '',
    });
    expect(result.requestHeaders).toContain('Connection: keep-alive');
    expect(result.responseText).toBe(`org.apache.http.conn.HttpHostConnectException: ${message}\n`);
    expect(result.bytes).toBe(result.responseText.length);
  });

  test.each([
    ['', 'org.apache.http.NoHttpResponseException', /failed to respond$/],
    ['nonsense\r\n\r\n', 'org.apache.http.client.ClientProtocolException', /^null$/],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: 1234\r\n\r\nabc',
      'org.apache.http.ConnectionClosedException',
      /^Premature end of Content-Length delimited message body \(expected: 1,234; received: 3\)$/,
    ],
    [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
      'org.apache.http.ConnectionClosedException',
      /^Premature end of chunk coded message body: closing chunk expected$/,
    ],
    [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n',
      'org.apache.http.MalformedChunkCodingException',
      /^Bad chunk header: zz$/,
    ],
  ])('because of the answer %j', async (reply, name, message) => {
    const server = await serve((_, socket) => {
      socket.end(reply);
      return undefined;
    });
    const user = newUser();
    const sample = request(server);
    const result = await sample(user);
    expect(result).toMatchObject({
      success: false,
      responseCode: `Non HTTP response code: ${name}`,
    });
    expect(result.responseMessage!.replace('Non HTTP response message: ', '')).toMatch(message);
    // Nothing is left that the next request would stumble on.
    expect((await sample(user)).responseCode).toBe(result.responseCode);
  });

  test('because it is redirected to nowhere', async () => {
    const server = await serve(() => answer('', 'HTTP/1.1 302 Found'));
    expect(await request(server)(newUser())).toMatchObject({
      responseCode: 'Non HTTP response code: java.lang.IllegalArgumentException',
      responseMessage: `Non HTTP response message: Missing location header in redirect for GET http://127.0.0.1:${server.port}/ HTTP/1.1`,
    });
  });

  test('when the server resets the connection', async () => {
    const server = await serve((_, socket) => void socket.resetAndDestroy());
    expect(await request(server)(newUser())).toMatchObject({
      responseCode: 'Non HTTP response code: java.net.SocketException',
      responseMessage: 'Non HTTP response message: Connection reset',
    });
  });

  test('when no bytes come for the response timeout; bytes in between start it anew', async () => {
    const server = await serve((r, socket) => {
      if (targetOf(r) === '/hang') return undefined;
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na');
      setTimeout(() => socket.write('b'), 150);
      setTimeout(() => socket.write('c'), 300);
      return undefined;
    });
    const user = newUser();
    const late = await request(server, { path: '/hang', response_timeout: '50' })(user);
    expect(late).toMatchObject({
      responseCode: 'Non HTTP response code: java.net.SocketTimeoutException',
      responseMessage: 'Non HTTP response message: Read timed out',
    });
    expect((late.endUs - late.startUs) / 1000).toBeGreaterThanOrEqual(49);
    expect((await request(server, { response_timeout: '290' })(user)).responseText).toBe('abc');
  });

  test('when it is interrupted', async () => {
    let interrupt = (): void => {};
    const server = await serve(() => {
      interrupt();
      return undefined;
    });
    const user = newUser();
    const interruptible = {
      ...user,
      onInterrupt(callback: () => void) {
        interrupt = callback;
        return () => {};
      },
    };
    users.push(interruptible);
    expect(await request(server)(interruptible)).toMatchObject({
      success: false,
      responseCode: 'Non HTTP response code: java.net.SocketException',
      responseMessage: 'Non HTTP response message: Socket closed',
    });
  });

  test('because its answer cannot be decoded', async () => {
    const server = await serve((r) =>
      answer(
        targetOf(r) === '/good' ? gzipSync('zipped') : 'not zipped',
        'HTTP/1.1 200 OK\nContent-Encoding: gzip\nX-A: 1',
      ),
    );
    const user = newUser();
    const good = await request(server, { path: '/good' })(user);
    expect(good.responseText).toBe('zipped');
    expect(good.responseHeaders).toMatch(
      /^HTTP\/1\.1 200 OK\nX-A: 1\nContent-Length: \d+\nContent-Encoding: gzip\n$/,
    );
    expect(await request(server)(user)).toMatchObject({
      responseMessage: 'Non HTTP response message: Not in GZIP format',
    });
  });

  test('before it is sent, when its URL is none', async () => {
    const user = newUser();
    expect(await request({ port: 1 }, { protocol: 'foo' })(user)).toMatchObject({
      label: '',
      url: undefined,
      responseMessage: 'Non HTTP response message: unknown protocol: foo',
    });
    expect(await request({ port: 1 }, { path: '/a|b' })(user)).toMatchObject({
      label: 'http',
      url: 'http://127.0.0.1:1/a|b',
      requestHeaders: '',
      responseMessage:
        'Non HTTP response message: Illegal character in path at index 20: http://127.0.0.1:1/a|b',
    });
  });
});

describe('files', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'upload-'));
    writeFileSync(path.join(folder, 'up.txt'), 'contents');
    return () => rmSync(folder, { recursive: true });
  });
  const files = (...list: [name: string, field: string, type: string][]): Record<string, PropertyValue> => ({
    method: 'POST',
    'HTTPsampler.Files': {
      'HTTPFileArgs.files': list.map(([name, field, type]) => ({
        'File.path': name,
        'File.paramname': field,
        'File.mimetype': type,
      })),
    },
  });

  test('are the body, or parts of a multipart form', async () => {
    const server = await serve(() => answer(''));
    const user = newUser();
    const options = { planFolder: folder };
    await request(server, files(['up.txt', '', 'text/x']), options)(user);
    const form = await request(
      server,
      { ...files(['up.txt', 'f"', 'text/x']), arguments: parameters({ name: 'a', value: 'ä' }) },
      options,
    )(user);
    const [body, multipart] = server.requests;
    expect(body).toMatchObject({ body: 'contents' });
    expect(body!.headers).toContain('Content-Type: text/x');
    const boundary = /boundary=([-\w]{30,40});/.exec(multipart!.headers.join())![1]!;
    expect(multipart!.body.replaceAll(boundary, 'B')).toBe(
      '--B\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=UTF-8\r\n' +
        'Content-Transfer-Encoding: 8bit\r\n\r\nä\r\n' +
        '--B\r\nContent-Disposition: form-data; name="f\\""; filename="up.txt"\r\nContent-Type: text/x\r\n' +
        'Content-Transfer-Encoding: binary\r\n\r\ncontents\r\n--B--\r\n',
    );
    expect(form.samplerData).toContain('<actual file content, not shown here>');
    expect(form.sentBytes).toBe(multipart!.size);
  });

  test('that are missing fail the sample with their place', async () => {
    const server = await serve(() => answer(''));
    const result = await request(server, files(['no.txt', '', 'text/x']), { planFolder: folder })(newUser());
    expect(result).toMatchObject({
      responseCode: 'Non HTTP response code: java.io.FileNotFoundException',
      responseMessage: `Non HTTP response message: ${path.join(folder, 'no.txt')} (No such file or directory)`,
    });
    expect(server.requests).toEqual([]);
  });
});

describe('a proxy', () => {
  /** Answers requests itself, wants a password for them, and makes tunnels to that server. */
  const proxyTo = (server: HttpTestServer): Promise<HttpTestServer> =>
    serve((r, socket) => {
      if (r.line.startsWith('CONNECT ')) {
        if (!r.line.includes('127.0.0.1')) return answer('no', 'HTTP/1.1 403 Forbidden');
        socket.removeAllListeners('data');
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        tunnel(socket, server.port);
        return undefined;
      }
      return r.headers.some((h) => h.startsWith('Proxy-Authorization'))
        ? answer('let in')
        : answer('', 'HTTP/1.1 407 Who\nProxy-Authenticate: Basic realm="p"');
    });

  function tunnel(socket: Socket, port: number): void {
    const up = connect(port, '127.0.0.1').on('error', () => socket.destroy());
    socket.pipe(up).pipe(socket);
  }

  test('is asked for plain requests, and is given a password once it wants one', async () => {
    const proxy = await proxyTo(await serve(() => answer('')));
    const run = { 'http.proxyHost': '127.0.0.1', 'http.proxyPort': String(proxy.port) };
    const user = newUser({ properties: { ...run, 'http.proxyUser': 'u', 'http.proxyPass': 'p' } });
    const sample = request({ port: 80 }, { domain: 'far.test', path: '/x' });
    const results = [await sample(user), await sample(user)];
    expect(results.map(({ responseText }) => responseText)).toEqual(['let in', 'let in']);
    expect(proxy.requests.map(({ line, headers: h }) => [line, h.at(-1)])).toEqual([
      ['GET http://far.test/x HTTP/1.1', 'User-Agent: Apache-HttpClient/4.5.14 (Java/17.0.15)'],
      ['GET http://far.test/x HTTP/1.1', 'Proxy-Authorization: Basic dTpw'],
      ['GET http://far.test/x HTTP/1.1', 'Proxy-Authorization: Basic dTpw'],
    ]);
    expect(results[0]!.sentBytes).toBe(proxy.requests[1]!.size);
    const without = newUser({ properties: run });
    expect((await sample(without)).responseCode).toBe('407');
  });

  test('makes a tunnel for TLS, or its refusal is the answer', async () => {
    const server = await serve(() => answer('through'), { tls: true });
    const proxy = await proxyTo(server);
    const named = { proxyHost: '127.0.0.1', proxyPort: String(proxy.port), protocol: 'https' };
    const user = newUser();
    const through = await request(server, named)(user);
    expect(through).toMatchObject({ responseCode: '200', sentBytes: server.requests[0]!.size });
    const refused = await request({ port: 443 }, { ...named, domain: 'far.test' })(user);
    expect(refused).toMatchObject({
      responseCode: '403',
      responseMessage: 'Forbidden',
      sentBytes: proxy.requests[1]!.size,
      requestHeaders: 'Host: far.test\nUser-Agent: Apache-HttpClient/4.5.14 (Java/17.0.15)\n',
    });
    expect(refused.responseText).toBe('no');
  });
});

describe('before the run', () => {
  const compile = (properties: Record<string, string>, configs: readonly Config[] = []): string[] => {
    const warnings: string[] = [];
    httpRequest.compile(
      elementContext(
        Object.fromEntries(Object.entries(properties).map(([name, value]) => [`HTTPSampler.${name}`, value])),
        { warnings },
      ),
      { configs },
    );
    return warnings;
  };

  test('what acts otherwise than in JMeter draws a warning', () => {
    const warnings: string[] = [];
    const context = (): ReturnType<typeof elementContext> => elementContext({}, { warnings });
    expect(compile({ image_parser: 'true', implementation: 'Java' })).toEqual([
      'embedded resources of HTML pages are not retrieved',
      'implementation Java acts as HttpClient4',
    ]);
    compile({}, [cacheManager.compile(context()), dnsCacheManager.compile(context())]);
    expect(warnings).toEqual([
      'nothing is cached: every HTTP Request is sent in full',
      'without effect: names are resolved by the system',
    ]);
  });

  test.each([
    [{ protocol: 'file' }, 'The protocol file is not supported'],
    [{ ipSource: '10.0.0.1' }, 'A source address'],
    [{ proxyScheme: 'https' }, 'A proxy that is spoken to over TLS'],
    [{ contentEncoding: 'GBK' }, 'Texts cannot be written in GBK'],
  ])('%j stops the plan', (properties: Record<string, string>, message) => {
    expect(() => compile(properties)).toThrow(message);
  });

  test('an Authorization Manager with another mechanism than Basic stops it, too', () => {
    const manager = authManager.compile(
      elementContext({ 'AuthManager.auth_list': [{ 'Authorization.mechanism': 'DIGEST' }] }),
    );
    expect(() => compile({}, [manager])).toThrow('Authorization mechanism DIGEST is not supported');
  });
});

test('an Authorization Manager gives Basic credentials to the URLs that begin with its entry', async () => {
  const server = await serve(() => answer(''));
  const manager = authManager.compile(
    elementContext({
      'AuthManager.auth_list': [
        {
          'Authorization.url': `http://127.0.0.1:${server.port}/in`,
          'Authorization.username': 'ü',
          'Authorization.password': 'p',
          'Authorization.domain': 'dom',
        },
      ],
    }),
  );
  const user = newUser();
  for (const target of ['/in/side', '/out'])
    await request(server, { path: target }, { configs: [manager] })(user);
  expect(server.requests.map(({ headers: h }) => h.find((line) => line.startsWith('Auth')))).toEqual([
    `Authorization: Basic ${Buffer.from('DOM\\?:p').toString('base64')}`,
    undefined,
  ]);
});
