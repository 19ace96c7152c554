import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CorrelationMode, CorrelationOptions, IdRule } from '../../../src/correlation/options.ts';
import { webSocketOf } from '../../../src/elements/samplers/web-socket-thread.ts';
import type { SampleResult } from '../../../src/types.ts';
import { testUser, type TestUser } from '../../support/user.ts';
import { sample, testServer, to, type TestServer } from '../../support/web-socket.ts';

/** How ids travel. */
interface Form {
  readonly name: string;
  readonly rules: Pick<CorrelationOptions, 'request' | 'reply'>;
  readonly request: (id: number) => string;
  readonly reply: (id: number) => string;
  /** A push says nothing of a request; with explicit rules a sample that takes it fails. */
  readonly explicit: boolean;
}

const path = (text: string): IdRule => ({ kind: 'json-path', path: text });
const FORMS: readonly Form[] = [
  {
    name: 'JSONPath rules',
    rules: { request: path('$.id'), reply: path('$.ref') },
    request: (id) => `{"id":"a${id}"}`,
    reply: (id) => `{"ref":"a${id}"}`,
    explicit: true,
  },
  {
    name: 'regular expressions',
    rules: {
      request: { kind: 'regex', pattern: '#(\\d+)' },
      reply: { kind: 'regex', pattern: 're: (\\d+)' },
    },
    request: (id) => `ask #${id}`,
    reply: (id) => `re: ${id}`,
    explicit: true,
  },
  {
    name: 'JSON ids, found by themselves',
    rules: { request: 'auto', reply: 'auto' },
    request: (id) => `{"id":${id},"op":"get"}`,
    reply: (id) => `{"id":${id},"ok":true}`,
    explicit: false,
  },
  {
    name: 'echoes, found by themselves',
    rules: { request: 'auto', reply: 'auto' },
    request: (id) => `message ${id}`,
    reply: (id) => `message ${id}`,
    explicit: false,
  },
];

const PUSH = '{"tick":true}';
type Answer = number | 'push';
/** A sample: a request-response with that id, a Single Write with it, or a Single Read. */
type Step = { readonly ask: number } | { readonly write: number } | { readonly read: true };

interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
  /** What the server sends as soon as it has the request with that id. */
  readonly answers: Readonly<Record<number, readonly Answer[]>>;
  /** What each reading sample took (`-`: nothing came in time), and how it is judged when it fails. */
  readonly expected: Readonly<Record<CorrelationMode, readonly string[]>>;
  /** What `match` passed over. */
  readonly passedOver?: readonly string[];
  /** Requests never answered, in `flag` and in `match`. */
  readonly neverAnswered?: readonly [flag: number, match: number];
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'replies in order',
    steps: [{ ask: 1 }, { ask: 2 }, { write: 3 }, { write: 4 }, { read: true }, { read: true }],
    answers: { 1: [1], 2: [2], 3: [3], 4: [4] },
    expected: { off: ['1', '2', '3', '4'], flag: ['1', '2', '3', '4'], match: ['1', '2', '3', '4'] },
  },
  {
    name: 'a late reply shifts every later one',
    steps: [{ ask: 1 }, { ask: 2 }, { ask: 3 }],
    answers: { 2: [1, 2], 3: [3] },
    expected: { off: ['-', '1', '2'], flag: ['-', '1 late', '2 late'], match: ['-', '2', '3'] },
    passedOver: ['late'],
    neverAnswered: [1, 0],
  },
  {
    name: 'a late reply that a Single Read takes',
    steps: [{ ask: 1 }, { write: 2 }, { read: true }, { read: true }],
    answers: { 2: [1, 2] },
    expected: { off: ['-', '1', '2'], flag: ['-', '1 late', '2'], match: ['-', '1 late', '2'] },
  },
  {
    name: 'swapped replies to single writes',
    steps: [{ write: 1 }, { write: 2 }, { read: true }, { read: true }],
    answers: { 2: [2, 1] },
    expected: { off: ['2', '1'], flag: ['2 out-of-order', '1'], match: ['2 out-of-order', '1'] },
  },
  {
    name: 'a write is answered while a request-response waits',
    steps: [{ write: 1 }, { ask: 2 }, { read: true }],
    answers: { 2: [1, 2] },
    expected: { off: ['1', '2'], flag: ['1 out-of-order', '2 late'], match: ['2', '1'] },
    passedOver: ['out-of-order'],
  },
  {
    name: 'a duplicate',
    steps: [{ ask: 1 }, { ask: 2 }, { read: true }],
    answers: { 1: [1, 1], 2: [2] },
    expected: { off: ['1', '1', '2'], flag: ['1', '1 duplicate', '2 late'], match: ['1', '2', '-'] },
    passedOver: ['duplicate'],
  },
  {
    name: 'a duplicate that a Single Read takes',
    steps: [{ ask: 1 }, { read: true }],
    answers: { 1: [1, 1] },
    expected: { off: ['1', '1'], flag: ['1', '1 duplicate'], match: ['1', '1 duplicate'] },
  },
  {
    name: 'a missing reply',
    steps: [{ ask: 1 }, { ask: 2 }],
    answers: { 2: [2] },
    expected: { off: ['-', '2'], flag: ['-', '2'], match: ['-', '2'] },
    neverAnswered: [1, 1],
  },
  {
    name: 'a push in between',
    steps: [{ ask: 1 }, { ask: 2 }, { read: true }],
    answers: { 1: ['push', 1], 2: [2] },
    expected: {
      off: ['push', '1', '2'],
      flag: ['push unmatched', '1 late', '2 late'],
      match: ['1', '2', 'push'],
    },
    passedOver: ['push'],
  },
  {
    name: 'a push that a Single Read takes',
    steps: [{ ask: 1 }, { read: true }, { ask: 2 }],
    answers: { 1: [1, 'push'], 2: [2] },
    expected: { off: ['1', 'push', '2'], flag: ['1', 'push', '2'], match: ['1', 'push', '2'] },
  },
  {
    name: 'two replies too late, and a push',
    steps: [{ ask: 1 }, { ask: 2 }, { ask: 3 }, { read: true }],
    answers: { 3: [1, 'push', 2, 3] },
    expected: {
      off: ['-', '-', '1', 'push'],
      flag: ['-', '-', '1 late', 'push'],
      match: ['-', '-', '3', 'push'],
    },
    passedOver: ['late', 'push', 'late'],
    neverAnswered: [2, 0],
  },
];

/** Requests that go well before the scenario, so that what `auto` finds out is known. */
const WARM_UP = [101, 102, 103];

let server: TestServer;
let user: TestUser;
let form: Form;
let answers: Scenario['answers'];
beforeEach(async () => {
  server = await testServer((socket) =>
    socket.on('message', (data: Buffer) => {
      const id = Number(/\d+/.exec(data.toString())?.[0]);
      for (const answer of WARM_UP.includes(id) ? [id] : (answers[id] ?? []))
        socket.send(answer === 'push' ? PUSH : form.reply(answer));
    }),
  );
  user = testUser();
});
afterEach(() => server.close());

function run(step: Step, correlation: CorrelationOptions, readTimeout: string): Promise<SampleResult> {
  const properties = { createNewConnection: 'false', readTimeout };
  if ('read' in step) return sample(user, 'read', properties, { correlation });
  const id = 'ask' in step ? step.ask : step.write;
  const kind = 'ask' in step ? 'requestResponse' : 'write';
  return sample(
    user,
    kind,
    { ...properties, requestData: form.request(id) },
    { name: `${kind} ${id}`, correlation },
  );
}

/** What a sample took and, when correlation fails it, why. */
function outcome({
  responseData,
  responseMessage,
  success,
  correlation,
  assertionResults,
}: SampleResult): string {
  if (responseMessage === 'WebSocket I/O error: Read timed out') return '-';
  const took = responseData === PUSH ? 'push' : (/\d+/.exec(String(responseData))?.[0] ?? '');
  expect(success).toBe(correlation?.fails !== true);
  expect(assertionResults?.length ?? 0).toBe(success ? 0 : 1);
  return success ? took : `${took} ${correlation?.kind}`;
}

describe.each(FORMS)('with $name', (theForm) => {
  describe.each(['off', 'flag', 'match'] as const)('in mode %s', (mode) => {
    test.each(SCENARIOS)('$name', async (scenario) => {
      form = theForm;
      ({ answers } = scenario);
      const correlation: CorrelationOptions = { mode, ...form.rules };
      await sample(user, 'open', to(server), { correlation });
      for (const id of WARM_UP) expect(outcome(await run({ ask: id }, correlation, '5000'))).toBe(String(id));

      const expected = scenario.expected[mode].map((text) =>
        form.explicit ? text : text.replace(' unmatched', ''),
      );
      const got: string[] = [];
      for (const step of scenario.steps) {
        const next = expected[got.length];
        const result = await run(step, correlation, next === '-' ? '40' : '5000');
        if (!('write' in step)) got.push(outcome(result));
      }
      expect(got).toEqual(expected);

      webSocketOf(user).replace();
      const kinds = user.events.flatMap((event) => (event.type === 'passed-over' ? [event.kind] : []));
      expect(kinds).toEqual(mode === 'match' ? (scenario.passedOver ?? []) : []);
      const [flag, match] = scenario.neverAnswered ?? [0, 0];
      const never = user.events.reduce(
        (sum, event) => sum + (event.type === 'never-answered' ? event.count : 0),
        0,
      );
      expect(never).toBe({ off: 0, flag, match }[mode]);
    });
  });
});

describe('pushes that nobody reads', () => {
  const correlation: CorrelationOptions = { mode: 'match', request: path('$.id'), reply: path('$.id') };
  const ask = (id: number): Promise<SampleResult> =>
    sample(
      user,
      'requestResponse',
      { createNewConnection: 'false', requestData: `{"id":${id}}` },
      { correlation },
    );
  const read = async (): Promise<unknown> =>
    (await sample(user, 'read', { readTimeout: '40' }, { correlation })).responseData;
  const pushes = (count: number, from: number): string[] =>
    Array.from({ length: count }, (_, i) => `push ${from + i}`);

  beforeEach(async () => {
    await server.close();
    let pushed = 0;
    server = await testServer((socket) =>
      socket.on('message', (data: Buffer) => {
        const { id }: { id: number } = JSON.parse(data.toString());
        for (const push of pushes(id, pushed)) socket.send(push);
        pushed += id;
        socket.send(data.toString());
      }),
    );
    await sample(user, 'open', to(server), { correlation });
  });

  test('stay in their order for those who read later, and each counts once', async () => {
    for (const id of [3, 2, 4]) expect((await ask(id)).responseData).toBe(`{"id":${id}}`);
    const first = [await read(), await read()];
    expect((await ask(1)).responseData).toBe('{"id":1}');
    const rest: unknown[] = [];
    for (let i = 0; i < 8; i++) rest.push(await read());
    expect([...first, ...rest]).toEqual(pushes(10, 0));
    expect(user.events.filter(({ type }) => type === 'passed-over')).toHaveLength(10);
  });

  test('do not pile up without end: the oldest are dropped', async () => {
    for (const id of [900, 901, 902]) expect((await ask(id)).success).toBe(true);
    expect(await read()).toBe(`push ${900 + 901 + 902 - 1024}`);
  });
});
