import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOwnHost, parseAddress } from '../../src/cli/address.ts';
import { attachValues } from '../../src/cli/optional-values.ts';
import { DashboardServer } from '../../src/cli/dashboard/server.ts';
import { group, javaRequest, plan } from '../support/plan-text.ts';
import { removeScratch, scratch, start, type Running } from '../support/program.ts';

let folder: string;
beforeAll(() => {
  folder = scratch({
    'long.jmx': plan([group('g', [javaRequest('a', { sleepMs: 20 })], { threads: 2, loops: 100_000 })]),
    'short.jmx': plan([group('g', [javaRequest('a', { sleepMs: 200 })])]),
  });
});
afterAll(() => removeScratch(folder));

interface Answer {
  readonly status: number | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

const ask = (url: string, options: http.RequestOptions = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    http
      .request(url, { agent: false, ...options }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
      })
      .on('error', reject)
      .end();
  });

/** Everything that the server tells until it ends. */
const follow = (url: string): Promise<{ events: string[]; samples: number[] }> =>
  ask(`${url}events`).then(({ body }) => {
    const events = Array.from(body.matchAll(/^event: (\w+)\ndata: (.*)$/gm));
    return {
      events: events.map(([, name = '']) => name),
      samples: events
        .filter(([, name]) => name === 'update')
        .map(
          ([, , data = '']) => (JSON.parse(data) as { data: { total: { count: number } } }).data.total.count,
        ),
    };
  });

async function dashboardOf(running: Running): Promise<string> {
  const [, url = ''] = await running.printed(/Dashboard: (http:\S+)/);
  return url;
}

describe('the value of --dashboard', () => {
  test.each([
    ['', '127.0.0.1', 0],
    ['8080', '127.0.0.1', 8080],
    [':8080', '127.0.0.1', 8080],
    ['0.0.0.0:80', '0.0.0.0', 80],
    ['[::1]:0', '::1', 0],
    ['build-host.example:81', 'build-host.example', 81],
  ])('%j is %s, port %i', (text, host, port) => {
    expect(parseAddress('--dashboard', text, 0)).toEqual({ host, port });
  });

  test.each(['plan.jmx', '65536', '8080:', 'http://127.0.0.1:80', '-1', '::1:80'])('%j is none', (text) => {
    expect(() => parseAddress('--dashboard', text, 0)).toThrow(
      `--dashboard takes a port or host:port, as in --dashboard 8080, not '${text}'.`,
    );
  });

  test('a plan behind the option is no port', () => {
    expect(attachValues(['--dashboard', 'plan.jmx'])).toEqual(['--dashboard=', 'plan.jmx']);
    expect(attachValues(['--dashboard', '80', 'plan.jmx'])).toEqual(['--dashboard=80', 'plan.jmx']);
    expect(attachValues(['plan.jmx', '--dashboard'])).toEqual(['plan.jmx', '--dashboard=']);
    expect(attachValues(['--dashboard=80', 'plan.jmx'])).toEqual(['--dashboard=80', 'plan.jmx']);
    expect(attachValues(['--otlp', 'plan.jmx', '--otlp', 'http://host'])).toEqual([
      '--otlp=',
      'plan.jmx',
      '--otlp=http://host',
    ]);
  });
});

test.each([
  ['127.0.0.1:8080', true],
  ['localhost', true],
  ['LOCALHOST:80', true],
  ['[::1]:80', true],
  ['192.0.2.7:80', true],
  ['lab.example:80', true],
  ['evil.example', false],
  ['127.0.0.1.evil.example:80', false],
  ['localhost.evil.example', false],
  ['evil.example:127.0.0.1', false],
  ['', false],
  [undefined, false],
])('a request for %j is answered: %s', (host, isAnswered) => {
  expect(isOwnHost(host, { host: 'lab.example', port: 80 })).toBe(isAnswered);
});

describe('the dashboard of a run', () => {
  test.each([
    ['wsmeter run', (args: string[]) => ['run', ...args, 'long.jmx']],
    ["JMeter's way", (args: string[]) => ['-n', '-t', 'long.jmx', '-j', 'x.log', ...args]],
  ])('shows the run while it goes on, and its end: %s', async (_, command) => {
    const running = start(command(['-Jwsmeter.workers=2', '--dashboard']), folder);
    const url = await dashboardOf(running);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const page = await ask(url);
    expect(page.status).toBe(200);
    expect(page.body).toContain('<h1>long.jmx</h1>');
    expect(page.body).toContain('● Running');
    expect(page.headers['cache-control']).toBe('no-store');

    const followed = follow(url);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    running.process.kill('SIGINT');
    const { events, samples } = await followed;
    expect(events.length).toBeGreaterThanOrEqual(3);
    expect(events.slice(0, -1).every((name) => name === 'update')).toBe(true);
    expect(events.at(-1)).toBe('end');
    expect(samples).toEqual(samples.toSorted((a, b) => a - b));
    expect(samples.at(-1)!).toBeGreaterThan(samples[0]!);
    expect((await running.outcome).code).toBe(130);
    await expect(ask(url)).rejects.toThrow('ECONNREFUSED');
  });

  test('refuses foreign names, writing and other paths', async () => {
    const running = start(['run', 'long.jmx', '--dashboard'], folder);
    const url = await dashboardOf(running);
    const port = new URL(url).port;
    const statusOf = (to: string, options: http.RequestOptions = {}): Promise<number | undefined> =>
      ask(to, options).then(({ status }) => status);
    const foreign = await ask(url, { headers: { Host: `evil.example:${port}` } });
    expect([foreign.status, foreign.body]).toEqual([403, expect.stringMatching(/^Refused by this name: /)]);
    expect(await statusOf(`${url}events`, { headers: { Host: 'evil.example' } })).toBe(403);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await statusOf(url, { method })).toBe(405);
    expect(await statusOf(`${url}../../etc/passwd`)).toBe(404);
    expect(await statusOf(url, { headers: { Host: `localhost:${port}` } })).toBe(200);
    running.process.kill('SIGINT');
    await running.outcome;
  });

  test('a run whose last figures nobody reads ends all the same', async () => {
    const running = start(['run', 'long.jmx', '--dashboard'], folder);
    const url = await dashboardOf(running);
    const { hostname, port } = new URL(url);
    const idle = net.connect(Number(port), hostname);
    idle.write(`GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    idle.on('error', () => {}).pause();
    await new Promise((resolve) => setTimeout(resolve, 300));
    running.process.kill('SIGINT');
    expect((await running.outcome).code).toBe(130);
    idle.destroy();
  });

  test('a port that is taken stops the run before it starts', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as net.AddressInfo;
    const { code, stderr } = await start(
      ['run', 'short.jmx', '-l', 'none.jtl', '--dashboard', String(port)],
      folder,
    ).outcome;
    taken.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `wsmeter: The dashboard cannot be served at 127.0.0.1:${port}: address already in use.\n`,
    );
    expect(fs.existsSync(path.join(folder, 'none.jtl'))).toBe(false);
  });

  test('decides nothing: exit codes are those of a run without it', async () => {
    const codeOf = async (...args: string[]): Promise<number | null> =>
      (await start([...args, '--dashboard'], folder).outcome).code;
    expect(await codeOf('run', 'short.jmx')).toBe(0);
    expect(await codeOf('-n', '-t', 'short.jmx', '-j', 'y.log')).toBe(0);
    expect(await codeOf('run', 'short.jmx', '-c', 'hits>0')).toBe(3);
  });
});

test('no more pages follow than there is room for', async () => {
  const server = new DashboardServer(parseAddress('--dashboard', '', 0), {
    page: () => '',
    update: () => '{}',
  });
  const url = await server.listen();
  const followers = Array.from({ length: 32 }, () => http.get(`${url}events`, { agent: false }));
  await Promise.all(followers.map((each) => new Promise((resolve) => each.once('response', resolve))));
  expect((await ask(`${url}events`)).status).toBe(503);
  for (const each of followers) each.destroy();
  await server.end('{}');
});
