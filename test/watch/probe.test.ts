import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SummaryJson } from '../../src/report/json.ts';
import { startServer, type DemoServer } from '../../src/server/server.ts';
import { element, flag, group, javaRequest, loop, plan, text } from '../support/plan-text.ts';
import { execute, removeScratch, scratch, type Outcome } from '../support/program.ts';
import { echo, testServer, type TestServer } from '../support/web-socket.ts';

const address = flag('TLS', false) + text('server', '127.0.0.1') + text('port', '${__P(port)}');
const sampler = (kind: string, name: string, properties: string): string =>
  element(
    `eu.luminis.jmeter.wssampler.${kind}WebSocketSampler`,
    name,
    `${address}${text('path', '${__P(path,/)}')}${properties}`,
  );
const open = sampler('Open', 'Open', '');
const ask = (message: string): string =>
  sampler(
    'RequestResponse',
    'Ask',
    flag('createNewConnection', false) +
      text('payloadType', 'Text') +
      text('requestData', message) +
      text('readTimeout', '${__P(timeout,20000)}'),
  );
const header =
  '<elementProp name="" elementType="Header"><stringProp name="Header.name">X-Token</stringProp><stringProp name="Header.value">a: b</stringProp></elementProp>';
const headers = element(
  'HeaderManager',
  'Headers',
  `<collectionProp name="HeaderManager.headers">${header}</collectionProp>`,
);
const pause = javaRequest('Pause', { sleepMs: 1500 });
// Making a request takes the generator a millisecond of CPU or two.
const WORK = '${__javaScript(var s = Math.random(); for (var i = 0; i &lt; 30000; i++) s += i; s)}';

let folder: string;
let server: TestServer;
let demo: DemoServer;
beforeAll(async () => {
  server = await testServer(echo);
  demo = await startServer();
  folder = scratch({
    'calm.jmx': plan([headers, group('g', [open, ask('hello'), pause], { threads: 2 })]),
    'busy.jmx': plan([group('g', [open, loop('l', '50', [ask(WORK)])], { threads: 10 })]),
    'none.jmx': plan([group('g', [javaRequest('a')])]),
  });
});
afterAll(async () => {
  await Promise.all([server.close(), demo.close()]);
  removeScratch(folder);
});

async function run(
  planFile: string,
  port: number,
  ...args: string[]
): Promise<{ outcome: Outcome; said: string; summary: SummaryJson }> {
  const json = `${[planFile, ...args].join(' ').replaceAll(/\W+/g, '-')}.json`;
  const outcome = await execute(['run', planFile, `-Jport=${port}`, '--json', json, ...args], folder);
  const summary = JSON.parse(fs.readFileSync(path.join(folder, json), 'utf8')) as SummaryJson;
  return { outcome, said: outcome.stdout.replaceAll(/\s+/g, ' '), summary };
}

describe('the probe', () => {
  test('pings on a connection of its own, with the headers of the first that the plan opened', async () => {
    const args = ['--probe', '--workers', '2', '-o', 'report'];
    const { outcome, said, summary } = await run('calm.jmx', server.port, ...args);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(server.upgrades.map((upgrade) => upgrade.headers['x-token'])).toEqual(['a: b', 'a: b', 'a: b']);
    expect(server.received.filter((message) => message.startsWith('text'))).toEqual([
      'text hello',
      'text hello',
    ]);
    const { probe, connections } = summary;
    expect(probe).toMatchObject({
      url: `ws://127.0.0.1:${server.port}/`,
      text: null,
      unanswered: 0,
      problem: null,
    });
    expect(probe?.latency?.count).toBeGreaterThan(0);
    expect(server.received.filter((message) => message.startsWith('ping'))).toHaveLength(
      probe!.latency!.count,
    );
    expect(connections.opened).toBe(2);
    const sentence = `Probe, on a connection outside the load: ${probe?.latency?.count} pings, median `;
    expect(said).toContain(sentence);
    expect(said).toMatch(/; the load's round trips: median [\d.]+ ms, p99 [\d.]+, max [\d.]+\./);
    expect(fs.readFileSync(path.join(folder, 'report', 'index.html'), 'utf8')).toContain(sentence);
  });

  test('sends a text when it is given one', async () => {
    const { summary } = await run('calm.jmx', demo.port, '--probe-text', 'are you there?', '-Jpath=/echo');
    expect(summary.probe).toMatchObject({ text: 'are you there?', unanswered: 0, problem: null });
    expect(summary.probe?.latency?.count).toBeGreaterThan(0);
  });

  test('tells what was not answered', async () => {
    const { said, summary } = await run(
      'calm.jmx',
      demo.port,
      '--probe-text',
      'x',
      '-Jpath=/slow?ms=600000',
      '-Jtimeout=500',
    );
    expect(summary.probe).toMatchObject({ latency: null, problem: null });
    expect(summary.probe?.unanswered).toBeGreaterThan(0);
    expect(said).toMatch(/\d+ of what the probe sent were not answered\./);
  });

  test('tells when there is no connection for it', async () => {
    const { said, summary } = await run('calm.jmx', demo.port, '--probe', '-Jpath=/cap?max=2');
    expect(summary.probe).toMatchObject({ latency: null, problem: expect.stringContaining('503') });
    expect(said).toContain(
      `The probe has no connection to ws://127.0.0.1:${demo.port}/cap?max=2: Got unexpected status 503`,
    );
    const none = await run('none.jmx', demo.port, '--probe');
    expect(none.said).toContain('Probe: the plan opened no WebSocket connection that it could follow.');
    expect(none.summary.probe).toMatchObject({ url: null, latency: null });
  });

  // Which thread gets a CPU on a busy machine is a matter of chance.
  test('does not wait where the load does', { retry: 4 }, async () => {
    const { summary } = await run('busy.jmx', server.port, '--probe', '--workers', '1');
    expect(summary.probe?.latency?.median).toBeLessThan(summary.total.roundTrip!.median);
  });
});
