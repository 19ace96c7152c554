import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { textFrameFilter } from '../../../src/elements/configs/text-frame-filter.ts';
import type { RunEvent, SampleResult } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { testUser, type TestUser } from '../../support/user.ts';
import {
  compileSampler,
  sample,
  testServer,
  to,
  type SampleOptions,
  type TestServer,
} from '../../support/web-socket.ts';

type PushDelay = Extract<RunEvent, { type: 'push-delay' }>;

let server: TestServer;
let user: TestUser;
let onConnection: (socket: WebSocket) => void;
beforeEach(async () => {
  server = await testServer((socket) => onConnection(socket));
  user = testUser();
});
afterEach(() => server.close());

const nowMs = (): number => performance.timeOrigin + performance.now();
/** A message that says that it was sent so long before it really is. */
const tick = (agoMs = 0): string => `{"t":${nowMs() - agoMs}}`;
const ofRun: SampleOptions = { jmeterProperties: { 'wsmeter.push-delay': '$.t' } };

const read = (
  properties: Record<string, string> = {},
  options: SampleOptions = ofRun,
): Promise<SampleResult> => sample(user, 'read', { createNewConnection: 'false', ...properties }, options);
const delays = (): PushDelay[] => user.events.filter((event) => event.type === 'push-delay');
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the push delay', () => {
  test('of a message that was there before it was read ends with its arrival, the first message included', async () => {
    onConnection = (socket) => {
      socket.send(tick());
      socket.send(tick(5000));
    };
    await sample(user, 'open', to(server));
    await pause(600);
    await read();
    await read();
    const [first, second] = delays().map(({ delayUs }) => delayUs / 1000);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(500);
    expect(second).toBeGreaterThanOrEqual(5000);
    expect(second).toBeLessThan(5500);
    expect(delays().map(({ label }) => label)).toEqual(['read', 'read']);
  });

  test('is what a script computes from the end of the sample that waited for the message', async () => {
    onConnection = (socket) => setTimeout(() => socket.send(tick()), 50);
    await sample(user, 'open', to(server));
    const { endUs, responseText } = await read();
    const { t: sentMs }: { t: number } = JSON.parse(responseText);
    expect(delays()[0]?.delayUs).toBeCloseTo(endUs - sentMs * 1000, 0);
  });

  test('of a sampler with a rule of its own is read by that', async () => {
    onConnection = (socket) => {
      for (let i = 0; i < 3; i++) socket.send(`{"t":0,"s":${(nowMs() - 2000) / 1000}}`);
    };
    await sample(user, 'open', to(server));
    await read({ 'TestPlan.comments': 'Ticks.\n@push-delay $.s unit=s' });
    await read({ 'TestPlan.comments': '@push-delay off' });
    await read({}, {});
    expect(delays()).toHaveLength(1);
    expect(delays()[0]?.delayUs).toBeGreaterThanOrEqual(1_999_000);
  });

  test('of a message that a filter discards counts for the sampler that waited', async () => {
    onConnection = (socket) => {
      socket.send(tick(3000));
      socket.send('{"wanted":true}');
    };
    await sample(user, 'open', to(server));
    const filter = textFrameFilter.compile(
      elementContext({ comparisonType: 'Contains', matchValue: '"t":' }, { name: 'filter' }),
    );
    expect((await read({}, { ...ofRun, configs: [filter] })).responseText).toBe('{"wanted":true}');
    expect(delays()).toMatchObject([{ label: 'read' }]);
  });

  test('of a fragment, or of a message without a time, is not known', async () => {
    onConnection = (socket) => {
      socket.send(tick(), { fin: false });
      socket.send(tick(), { fin: true });
      socket.send('{"t":"later"}');
    };
    await sample(user, 'open', to(server));
    for (let i = 0; i < 3; i++) await read();
    expect(delays()).toEqual([]);
  });
});

test('a rule that cannot be read is a mistake in the plan', () => {
  expect(() => compileSampler('read', { 'TestPlan.comments': '@push-delay $.t unit=days' })).toThrow(
    /@push-delay: "unit=days" is not understood.*Mend the sampler's comment/s,
  );
});
