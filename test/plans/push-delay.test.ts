import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LabelJson } from '../../src/report/json.ts';
import { execute, removeScratch, scratch, start, type Running } from '../support/program.ts';

const PLAN = path.resolve(import.meta.dirname, '../../plans/ticker.jmx');

let folder: string;
let server: Running;
let port: number;
beforeAll(async () => {
  folder = scratch();
  server = start(['serve', '--port', '0'], folder);
  port = Number((await server.printed(/ws:\/\/127\.0\.0\.1:(\d+)/))[1]);
});
afterAll(() => {
  server.process.kill();
  removeScratch(folder);
});

/** Push delays of the ticker as a client sees them that does nothing else, in milliseconds. */
async function reference(): Promise<number[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ticker?every=50&count=10`);
  const delays: number[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('message', (data: Buffer) => {
      const { sentAt }: { sentAt: number } = JSON.parse(data.toString());
      delays.push(performance.timeOrigin + performance.now() - sentAt);
      if (delays.length === 10) resolve();
    });
  });
  socket.close();
  return delays;
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

// A machine that is busy with other things delays the messages of one client and not of the other.
test(
  'push delays of the ticker agree with those of a plain client within 2 ms, first message included',
  { retry: 4 },
  async () => {
    const args = ['run', PLAN, `-Jport=${port}`, '--push-delay', '$.sentAt', '--json', 'ticker.json'];
    const [outcome, delays] = await Promise.all([execute(args, folder), reference()]);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^Push delays, .*\n {2}Tick: 20, median [\d.]+ ms, p95/m);
    const summary = JSON.parse(fs.readFileSync(path.join(folder, 'ticker.json'), 'utf8')) as {
      labels: LabelJson[];
    };
    const pushDelay = summary.labels.find(({ label }) => label === 'Tick')?.pushDelay;
    expect(pushDelay).toMatchObject({ count: 20, implausible: 0 });
    expect(Math.abs(pushDelay!.median - middle(delays))).toBeLessThan(2);
  },
);

test('a setting that is not understood is told before the run', async () => {
  expect(await execute(['run', PLAN, '--push-delay', '$.t unit=h'], folder)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^wsmeter: --push-delay: "unit=h" is not understood; write off or .*\.\n$/),
  });
  const asProperty = ['-n', '-t', PLAN, '-Jwsmeter.push-delay=t', '-j', 'x.log'];
  expect(await execute(asProperty, folder)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^wsmeter: wsmeter\.push-delay: "t" is no rule;/),
  });
});
