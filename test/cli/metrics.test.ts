import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type DemoServer } from '../../src/server/server.ts';
import { group, javaRequest, plan } from '../support/plan-text.ts';
import { execute, removeScratch, scratch, start } from '../support/program.ts';
import { openSinks, type Sinks } from '../support/sinks.ts';

const ECHO = path.resolve(import.meta.dirname, '../../plans/echo.jmx');

let sinks: Sinks;
let folder: string;
let server: DemoServer;
beforeEach(async () => {
  sinks = await openSinks();
  server = await startServer();
  folder = scratch({
    'long.jmx': plan([group('g', [javaRequest('a', { sleepMs: 20 })], { threads: 4, loops: 100_000 })]),
    'short.jmx': plan([group('g', [javaRequest('a', { sleepMs: 5 })], { threads: 2, loops: 3 })]),
  });
});
afterEach(async () => {
  await sinks.close();
  await server.close();
  removeScratch(folder);
});

const get = (
  url: string,
  headers: http.OutgoingHttpHeaders = {},
): Promise<{ status: number; type: string; body: string }> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent: false, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            body,
          }),
        );
      })
      .on('error', reject);
  });

/** The value of a series in Prometheus' text. */
const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  );

interface OtlpMetric {
  readonly name: string;
  readonly sum?: { readonly dataPoints: readonly { readonly asDouble: number }[] };
}

/** The sum of a counter over all its series. */
function otlpSum(body: string, name: string): number {
  const { resourceMetrics } = JSON.parse(body) as {
    resourceMetrics: { scopeMetrics: { metrics: OtlpMetric[] }[] }[];
  };
  const metric = resourceMetrics[0]?.scopeMetrics[0]?.metrics.find((each) => each.name === name);
  return metric?.sum?.dataPoints.reduce((sum, { asDouble }) => sum + asDouble, 0) ?? NaN;
}

describe('--prometheus', () => {
  test.each([
    ['run', ['run', 'long.jmx', '--workers', '2', '--prometheus', '0'], /Metrics: (http:\S+)/],
    ['-n', ['-n', '-t', 'long.jmx', '-j', 'run.log', '--prometheus', '0'], /^Metrics: (http:\S+)$/m],
  ])('serves the figures of %s while it goes on, of all workers', async (_name, args, line) => {
    const running = start(args, folder);
    const [, url = ''] = await running.printed(line);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    let samples = 0;
    for (;;) {
      const { status, type, body } = await get(url);
      expect({ status, type }).toEqual({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' });
      const now = valueOf(body, 'wsmeter_samples_total{label="a",result="success"}') || 0;
      expect(now).toBeGreaterThanOrEqual(samples);
      samples = now;
      const isWhole =
        valueOf(body, 'wsmeter_threads_active') === 4 &&
        (!args.includes('--workers') ||
          valueOf(body, 'wsmeter_generator_time_seconds_total{worker="1"}') > 0);
      if (samples > 20 && isWhole) break;
    }
    running.process.kill('SIGINT');
    expect((await running.outcome).code).toBe(130);
    await expect(get(url)).rejects.toThrow('ECONNREFUSED');
  });

  test('answers nobody who asks for another site, and nothing else', async () => {
    const running = start(['run', 'long.jmx', '--prometheus', '0'], folder);
    const [, url = ''] = await running.printed(/Metrics: (http:\S+)/);
    expect((await get(url, { Host: 'evil.example' })).status).toBe(403);
    expect((await get(new URL('/', url).href)).status).toBe(404);
    running.process.kill('SIGINT');
    await running.outcome;
  });

  test('answers whoever reaches it where others are meant to', async () => {
    const running = start(['run', 'long.jmx', '--prometheus', '0.0.0.0:0'], folder);
    const [, port = ''] = await running.printed(/Metrics: http:\/\/0\.0\.0\.0:(\d+)\/metrics/);
    expect((await get(`http://127.0.0.1:${port}/metrics`, { Host: 'lab.example' })).status).toBe(200);
    running.process.kill('SIGINT');
    await running.outcome;
  });

  test('a port that is taken stops the run before it starts', async () => {
    const { code, stderr } = await execute(
      ['run', 'short.jmx', '-l', 'none.jtl', '--prometheus', String(sinks.ports.tcp)],
      folder,
    );
    expect(code).toBe(1);
    expect(stderr).toBe(
      `wsmeter: Metrics cannot be served at 127.0.0.1:${sinks.ports.tcp} (--prometheus): address already in use.\n`,
    );
    expect(fs.existsSync(path.join(folder, 'none.jtl'))).toBe(false);
  });
});

describe('--otlp', () => {
  test('exports the whole run, connections too, when it is over', async () => {
    const { code } = await execute(
      [
        'run',
        ECHO,
        `-Jport=${server.port}`,
        '--workers',
        '2',
        '--otlp',
        `http://127.0.0.1:${sinks.ports.http}`,
      ],
      folder,
    );
    expect(code).toBe(0);
    const last = sinks.received.at(-1);
    expect({ url: last?.url, type: last?.headers?.['content-type'] }).toEqual({
      url: '/v1/metrics',
      type: 'application/json',
    });
    const body = last?.body ?? '';
    expect(otlpSum(body, 'wsmeter.samples')).toBe(1100);
    expect(otlpSum(body, 'wsmeter.replies')).toBe(1000);
    expect(otlpSum(body, 'wsmeter.connections.opened')).toBe(50);
    expect(otlpSum(body, 'wsmeter.connections.closed')).toBe(50);
  });

  test('exports what a run has come to that is interrupted', async () => {
    const running = start(
      ['run', 'long.jmx', '--otlp', `http://127.0.0.1:${sinks.ports.http}`, '--prometheus', '0'],
      folder,
    );
    const [, url = ''] = await running.printed(/Metrics: (http:\S+)/);
    while (!(valueOf((await get(url)).body, 'wsmeter_samples_total{label="a",result="success"}') > 0));
    running.process.kill('SIGINT');
    expect((await running.outcome).code).toBe(130);
    expect(otlpSum(sinks.received.at(-1)?.body ?? '', 'wsmeter.samples')).toBeGreaterThan(0);
  });

  test('a collector that is not there is one warning', async () => {
    const { code, stderr } = await execute(
      ['run', 'short.jmx', '--quiet', '--otlp', 'http://user:secret@127.0.0.1:1'],
      folder,
    );
    expect(code).toBe(0);
    expect(stderr).toBe(
      'wsmeter: --otlp: http://127.0.0.1:1/v1/metrics: connect ECONNREFUSED 127.0.0.1:1. The run goes on; this is told once.\n',
    );
  });

  test('a collector that takes everything and answers nothing does not keep a run', async () => {
    const silent = net.createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { code, stderr } = await execute(
      ['run', 'short.jmx', '--quiet', '--otlp', `http://127.0.0.1:${port}`],
      folder,
    );
    silent.close();
    expect(code).toBe(0);
    expect(stderr).toMatch(/^wsmeter: --otlp: .*\/v1\/metrics: no answer within 3000 ms\. The run goes on/);
  });
});

describe('--influx', () => {
  test('sends what a Backend Listener sends', async () => {
    const { code, stdout } = await execute(
      [
        '-n',
        '-t',
        'short.jmx',
        '-j',
        'run.log',
        '--influx',
        `http://127.0.0.1:${sinks.ports.http}/write?db=x`,
      ],
      folder,
    );
    expect(code).toBe(0);
    expect(stdout).toContain('summary =      6 in');
    expect(sinks.received.map(({ url }) => url)).toEqual(['/write?db=x', '/write?db=x']);
    const [first, last] = sinks.received;
    expect(first?.body).toMatch(
      /^events,application=short,title=ApacheJMeter text="short\.jmx started" \d{19}\n/,
    );
    expect(last?.body).toMatch(/\njmeter,application=short,transaction=all,statut=all count=6,countError=0,/);
    expect(last?.body).toMatch(/\njmeter,application=short,transaction=a,statut=ok count=6,.*pct99\.0=/);
  });

  test.each([
    ['--otlp', 'http://', '--otlp: "http://" is no URL of http or https.'],
    ['--influx', 'nonsense', '--influx: influxdbUrl "nonsense" is no URL of http or https.'],
    [
      '--prometheus',
      '99999',
      "--prometheus takes a port or host:port, as in --prometheus 8080, not '99999'.",
    ],
  ])('an address that is none is told before the run: %s %s', async (option, value, message) => {
    const { code, stderr } = await execute(['run', 'short.jmx', option, value], folder);
    expect(code).toBe(2);
    expect(stderr).toBe(`wsmeter: ${message}\n`);
  });
});
