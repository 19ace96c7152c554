import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../src/server/server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAM = path.join(ROOT, 'dist/cli/main.js');
const execute = promisify(execFile);

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wsmeter-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

type Row = Readonly<Record<string, string>>;

/** Runs one of the example plans as JMeter would be called, against an embedded server of its own. */
async function run(plan: string, ...args: string[]): Promise<Row[]> {
  const name = path.join(folder, [plan, ...args].join(' '));
  const server = await startServer({ tls: plan === 'tls' });
  const files = ['-t', path.join(ROOT, 'plans', `${plan}.jmx`), '-l', `${name}.jtl`, '-j', `${name}.log`];
  await execute(process.execPath, [PROGRAM, '-n', ...files, `-Jport=${server.port}`, ...args]).finally(() =>
    server.close(),
  );
  return parse(fs.readFileSync(`${name}.jtl`, 'utf8'), { columns: true });
}

/** How often each label ended how: `Open 101 ok` → 100. */
function counts(rows: readonly Row[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const row of rows) {
    const key = `${row['label']} ${row['responseCode']} ${row['success'] === 'true' ? 'ok' : 'failed'}`;
    found[key] = (found[key] ?? 0) + 1;
  }
  return found;
}

const CLOSED = 'Close 1000 ok';
const NO_CONNECTION = 'Sampler error';

describe.concurrent('the example plan', () => {
  test('echo: 10 users x 5 loops of Open, 20 requests and Close', async () => {
    const rows = await run('echo');
    expect(rows).toHaveLength(1100);
    expect(counts(rows)).toEqual({ 'Open 101 ok': 50, 'Echo 200 ok': 1000, [CLOSED]: 50 });
  });

  test('cap: users that are refused go on and fail at every step', async () => {
    const rows = await run('cap');
    expect(rows).toHaveLength(1050);
    expect(rows.filter((row) => row['success'] === 'false')).toHaveLength(350);
    expect(counts(rows)).toEqual({
      'Open 101 ok': 100,
      'Open 503 failed': 50,
      'Read 200 ok': 500,
      [`Read ${NO_CONNECTION} failed`]: 250,
      [CLOSED]: 100,
      'Close  failed': 50,
    });
  });

  test('cap-next-loop: users that are refused start their next loop', async () => {
    const rows = await run('cap-next-loop');
    expect(rows).toHaveLength(750);
    expect(counts(rows)).toEqual({
      'Open 101 ok': 100,
      'Open 503 failed': 50,
      'Read 200 ok': 500,
      [CLOSED]: 100,
    });
  });

  test('stale-reply, without correlation: two green samples with the wrong reply, as in JMeter', async () => {
    const rows = await run('stale-reply', '-Jwsmeter.correlation=off');
    expect(counts(rows)).toEqual({
      'Open 101 ok': 1,
      'req-1 Websocket I/O error failed': 1,
      'req-2 200 ok': 1,
      'req-3 200 ok': 1,
    });
  });

  test('stale-reply, with correlation: two red samples that name the request which was answered', async () => {
    const rows = await run('stale-reply');
    expect(counts(rows)).toEqual({
      'Open 101 ok': 1,
      'req-1 Websocket I/O error failed': 1,
      'req-2 200 failed': 1,
      'req-3 200 failed': 1,
    });
    expect(rows[2]?.['failureMessage']).toMatch(/req-1.* ms/);
    expect(rows[3]?.['failureMessage']).toMatch(/req-2.* ms/);
  });

  test('swapped-pairs, without correlation: every read is green, as in JMeter', async () => {
    const rows = await run('swapped-pairs', '-Jwsmeter.correlation=off');
    expect(rows).toHaveLength(14);
    expect(rows.every((row) => row['success'] === 'true')).toBe(true);
  });

  test('swapped-pairs, with correlation: the read that took the reply to the other request is red', async () => {
    const rows = await run('swapped-pairs');
    expect(counts(rows)).toEqual({
      'Open 101 ok': 1,
      'Buy 200 ok': 3,
      'Sell 200 ok': 3,
      'Reply to Buy 200 failed': 3,
      'Reply to Sell 200 ok': 3,
      [CLOSED]: 1,
    });
    for (const row of rows.filter(({ label }) => label === 'Reply to Buy'))
      expect(row['failureMessage']).toMatch(
        /^Reply out of order: it answers "Sell", which was sent one sample ago/,
      );
  });

  test('push-in-between, without correlation: every sample is green, as in JMeter', async () => {
    const rows = await run('push-in-between', '-Jwsmeter.correlation=off');
    expect(counts(rows)).toEqual({ 'Open 101 ok': 1, 'Ask 200 ok': 4, 'Tick 200 ok': 4, [CLOSED]: 1 });
  });

  test('push-in-between, with correlation: what took a push or a late reply is red', async () => {
    const rows = await run('push-in-between');
    const messages = rows.map((row) => (row['failureMessage'] ?? '').split(/[,:]/, 1)[0]);
    const requests = ['Unmatched reply', 'Late reply', 'Unmatched reply', 'Late reply'];
    expect(messages).toEqual(['', ...requests, '', 'Late reply', '', 'Late reply', '']);
  });

  test('push-in-between, with correlation in mode match: each request gets its reply, each read a push', async () => {
    const rows = await run('push-in-between', '-Jwsmeter.correlation=match');
    expect(counts(rows)).toEqual({ 'Open 101 ok': 1, 'Ask 200 ok': 4, 'Tick 200 ok': 4, [CLOSED]: 1 });
    // A push is longer than a reply by one byte of its text.
    const bytes = (label: string) =>
      rows.filter((row) => row['label'] === label).map((row) => Number(row['bytes']));
    expect(bytes('Ask')).toEqual([10, 10, 10, 10]);
    expect(bytes('Tick')).toEqual([8, 8, 8, 8]);
  });

  test('ticker: reads every push', async () => {
    const rows = await run('ticker');
    expect(counts(rows)).toEqual({ 'Open 101 ok': 2, 'Tick 200 ok': 20, [CLOSED]: 2 });
  });

  test('binary: sends hexadecimal digits and reads bytes', async () => {
    const rows = await run('binary');
    expect(counts(rows)).toEqual({
      'Open 101 ok': 6,
      'Binary 200 ok': 6,
      'Write text 200 ok': 6,
      'Read bytes 200 ok': 6,
      [CLOSED]: 6,
    });
    const binary = rows.filter((row) => row['label'] === 'Binary');
    expect(new Set(binary.map((row) => row['dataType']))).toEqual(new Set(['bin']));
  });

  test('drop: meets the close frame with 1011, and has no connection from then on', async () => {
    const rows = await run('drop');
    expect(rows.map((row) => [row['label'], row['responseCode']].join(': '))).toEqual([
      'Open: 101',
      'Request 1: 200',
      'Request 2: 200',
      'Request 3: Sampler error: unexpected frame type (close).',
      'Request 4: Sampler error',
      'Close: ',
    ]);
    expect(rows[3]?.['responseMessage']).toContain("status code 1011 and close reason 'restarting'");
  });

  test('filters: discard ticks and pings, each in a row of its own', async () => {
    const rows = await run('filters');
    expect(counts(rows)).toEqual({
      'Open 101 ok': 2,
      'Reply behind ticks 200 ok': 3,
      'Reply behind ticks-0  ok': 3,
      'Reply behind ticks-1  ok': 3,
      'Reply behind a ping 200 ok': 3,
      'Reply behind a ping-0  ok': 3,
      [CLOSED]: 2,
    });
  });

  test('headers-cookies: the server gets headers and cookies of each user', async () => {
    const rows = await run('headers-cookies');
    expect(counts(rows)).toEqual({ 'Open 101 ok': 3, 'Who am I 200 ok': 3, [CLOSED]: 3 });
  });

  test('tls: speaks wss to a server with a certificate of its own making', async () => {
    const rows = await run('tls');
    expect(counts(rows)).toEqual({ 'Open 101 ok': 4, 'Echo 200 ok': 12, [CLOSED]: 4 });
  });

  test('every plan is run here, and listed in their README', () => {
    const tested = fs.readFileSync(import.meta.filename, 'utf8').matchAll(/await run\('([\w-]+)'/g);
    const names = new Set([...tested].map(([, name]) => `${name}.jmx`));
    const plans = fs.readdirSync(path.join(ROOT, 'plans')).filter((name) => name.endsWith('.jmx'));
    expect(names).toEqual(new Set(plans));
    const list = fs.readFileSync(path.join(ROOT, 'plans', 'README.md'), 'utf8');
    expect(plans.filter((name) => !list.includes(`](${name})`))).toEqual([]);
  });
});
