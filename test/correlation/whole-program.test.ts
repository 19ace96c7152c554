import fs from 'node:fs';
import path from 'node:path';
import type { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CorrelationJson, SummaryJson } from '../../src/report/json.ts';
import { readJtl } from '../conformance/jtl.ts';
import { element, flag, group, plan, text } from '../support/plan-text.ts';
import { execute, removeScratch, scratch, type Outcome } from '../support/program.ts';
import { testServer, type TestServer } from '../support/web-socket.ts';
import type { Mode } from './dialogue-of.ts';

/** How ids travel; an id is a number of four digits. */
interface Form {
  readonly name: string;
  readonly request: (id: string) => string;
  readonly reply: (id: string) => string;
  readonly push: string;
}

const NUL = '${__char(0)}';
const FORMS: readonly Form[] = [
  {
    name: 'JSON',
    request: (id) => `{"op":"get","head":{"requestId":"r${id}"}}`,
    reply: (id) => `{"ok":true,"head":{"requestId":"r${id}"}}`,
    push: '{"tick":1}',
  },
  {
    name: 'JSON-RPC',
    request: (id) => `{"jsonrpc":"2.0","id":${id},"method":"get"}`,
    reply: (id) => `{"jsonrpc":"2.0","id":${id},"result":{"a":1}}`,
    push: '{"jsonrpc":"2.0","method":"tick","params":[1]}',
  },
  {
    name: 'GraphQL',
    request: (id) => `{"id":"${id}","type":"subscribe","payload":{"query":"{ a }"}}`,
    reply: (id) => `{"id":"${id}","type":"next","payload":{"data":{"a":1}}}`,
    push: '{"type":"ping"}',
  },
  {
    name: 'STOMP',
    request: (id) => `SEND\ndestination:/q\nreceipt:${id}\n\nhello${NUL}`,
    reply: (id) => `RECEIPT\nreceipt-id:${id}\n\n\0`,
    push: 'MESSAGE\nsubscription:0\nmessage-id:m1\ndestination:/q\n\ntick\0',
  },
  {
    name: 'Socket.IO',
    request: (id) => `42${id}["get"]`,
    reply: (id) => `43${id}["ok"]`,
    push: '42["tick",1]',
  },
  {
    name: 'bare text',
    request: (id) => `GET item-${id} now`,
    reply: (id) => `GOT item-${id} ok`,
    push: 'TICK 1',
  },
];

/** What the server sends as soon as it has the nth message of a connection; absent: the reply to it. */
const ANSWERS: Readonly<Record<number, readonly (number | 'push')[]>> = {
  4: [],
  5: [4, 5],
  6: [],
  8: [8, 8],
  10: [],
  11: ['push', 11],
  12: [],
  14: [],
  15: [15, 14],
};

function serve({ reply, push }: Form, socket: WebSocket): void {
  const ids: string[] = [''];
  socket.on('message', (data: Buffer) => {
    ids.push(/(?<=^42|\D)\d{4}/.exec(data.toString())?.[0] ?? '');
    const n = ids.length - 1;
    for (const answer of ANSWERS[n] ?? [n]) socket.send(answer === 'push' ? push : reply(ids[answer] ?? ''));
  });
}

/** How a sample ends in each mode: `ok`, `timeout`, or what its failure message begins with. */
type Ends = readonly [off: string, flag: string, match: string];
const OK: Ends = ['ok', 'ok', 'ok'];
/** The samples of one user after the first: `q` asks, `w` writes and `r` reads. */
const SAMPLES: readonly (readonly [step: string, ends: Ends])[] = [
  ['q1', OK],
  ['q2', OK],
  ['q3', OK],
  ['q4', ['timeout', 'timeout', 'timeout']],
  ['q5', ['ok', 'Late reply: it answers "q4"', 'ok']],
  ['q6', ['ok', 'Late reply: it answers "q5"', 'timeout']],
  ['q7', OK],
  ['q8', OK],
  ['q9', ['ok', 'Duplicate reply: it answers "q8"', 'ok']],
  ['q10', ['ok', 'Late reply: it answers "q9"', 'timeout']],
  ['q11', OK],
  ['q12', ['ok', 'Late reply: it answers "q11"', 'timeout']],
  ['r-push', ['timeout', 'timeout', 'ok']],
  ['q13', OK],
  ['w14', OK],
  ['w15', OK],
  ['r14', ['ok', 'Reply out of order: it answers "w15"', 'Reply out of order: it answers "w15"']],
  ['r15', OK],
  ['w16', OK],
  ['w17', OK],
  ['r16', OK],
  ['r17', OK],
];
const MODES: readonly Mode[] = ['off', 'flag', 'match'];
const THREADS = 2;

const USERS = FORMS.length * THREADS;

const NONE = { late: 0, outOfOrder: 0, duplicate: 0, unmatched: 0, neverAnswered: 0 };
const NOTHING = { late: 0, outOfOrder: 0, duplicate: 0, push: 0 };
const COUNTS: Readonly<
  Record<
    Mode,
    readonly [
      inOrder: number,
      others: Omit<CorrelationJson, 'inOrder' | 'passedOver' | 'lateRoundTrip'>,
      passedOver: CorrelationJson['passedOver'],
    ]
  >
> = {
  off: [0, NONE, NOTHING],
  flag: [
    9 * USERS,
    { late: 4 * USERS, outOfOrder: USERS, duplicate: USERS, unmatched: USERS, neverAnswered: 3 * USERS },
    NOTHING,
  ],
  match: [
    12 * USERS,
    { ...NONE, outOfOrder: USERS, neverAnswered: 3 * USERS },
    { ...NOTHING, late: USERS, duplicate: USERS, push: USERS },
  ],
};
const LATE = expect.stringMatching(/, true round trip of 12 late: median [\d,.]+ ms, max [\d,.]+ ms$/);
const SCREEN: Readonly<Record<Mode, readonly unknown[]>> = {
  off: [''],
  flag: [
    LATE,
    expect.stringMatching(/^ {2}q5: 0 in order, 12 late, true round trip of 12 late/),
    '  q6: 0 in order, 12 late, 12 never answered',
    expect.stringMatching(/^ {2}q9: 0 in order, 12 duplicate, true round trip of 12 late/),
    '  q10: 0 in order, 12 late, 12 never answered',
    expect.stringMatching(/^ {2}q11: 0 in order, 12 that answer no request, true round trip of 12 late/),
    '  q12: 0 in order, 12 late, 12 never answered',
    '  r14: 0 in order, 12 out of order',
  ],
  match: [
    LATE,
    '  q5: 12 in order, passed over 12 late',
    '  q6: 0 in order, 12 never answered',
    '  q9: 12 in order, passed over 12 duplicate',
    '  q10: 0 in order, 12 never answered',
    '  q11: 12 in order, passed over 12 pushed',
    '  q12: 0 in order, 12 never answered',
    '  r14: 0 in order, 12 out of order',
  ],
};
const PAGE: Readonly<Record<Mode, readonly (readonly string[])[]>> = {
  off: [],
  flag: [
    ['q5', 'late', 'q4', '12'],
    ['q6', 'late', 'q5', '12'],
    ['q9', 'duplicate', 'q8', '12'],
    ['q10', 'late', 'q9', '12'],
    ['q12', 'late', 'q11', '12'],
    ['r14', 'out of order', 'w15', '12'],
  ],
  match: [['r14', 'out of order', 'w15', '12']],
};

const escaped = (value: string): string => value.replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

function samplesOf(form: Form): string[] {
  const server = flag('TLS', false) + text('server', '127.0.0.1') + text('port', '${__P(port)}');
  const sampler = (kind: string, name: string, properties: string): string =>
    element(`eu.luminis.jmeter.wssampler.${kind}WebSocketSampler`, name, properties);
  const open = sampler('Open', 'open', server + text('path', `/${encodeURIComponent(form.name)}`));
  return [
    open,
    ...SAMPLES.map(([step, ends]) => {
      const data = form.request(`\${__threadNum}${step.replaceAll(/\D/g, '').padStart(3, '0')}`);
      const message = text('payloadType', 'Text') + text('requestData', escaped(data));
      // What is answered may take its time; what is not shall not take ours.
      const limit = text('readTimeout', ends.includes('timeout') ? '1000' : '20000');
      const common = server + flag('createNewConnection', false);
      if (step.startsWith('w')) return sampler('SingleWrite', step, common + message);
      if (step.startsWith('r')) return sampler('SingleRead', step, common + limit + text('dataType', 'Text'));
      return sampler('RequestResponse', step, common + message + limit);
    }),
  ];
}

interface Run {
  readonly outcome: Outcome;
  readonly summary: SummaryJson;
}

let folder: string;
let server: TestServer;
let runs: ReadonlyMap<Mode, Run>;
beforeAll(async () => {
  server = await testServer((socket, url) => {
    const form = FORMS.find(({ name }) => `/${encodeURIComponent(name)}` === url);
    if (form !== undefined) serve(form, socket);
  });
  const groups = FORMS.map((form) => group(form.name, samplesOf(form), { threads: THREADS }));
  folder = scratch({ 'pairs.jmx': plan(groups) });
  runs = new Map(await Promise.all(MODES.map(async (mode) => [mode, await run(mode)] as const)));
}, 60_000);
afterAll(async () => {
  await server.close();
  removeScratch(folder);
});

async function run(mode: Mode): Promise<Run> {
  const files = ['-l', `${mode}.jtl`, '--json', `${mode}.json`, '-o', mode];
  const args = ['run', 'pairs.jmx', `-Jport=${server.port}`, '--correlation', mode, ...files];
  const outcome = await execute(args, folder);
  const summary = JSON.parse(fs.readFileSync(path.join(folder, `${mode}.json`), 'utf8')) as SummaryJson;
  return { outcome, summary };
}

describe.each(MODES)('a run with correlation %s', (mode) => {
  test.each(FORMS)('fails the samples with a wrong reply, and no others: $name', ({ name }) => {
    for (let thread = 1; thread <= THREADS; thread++) {
      const rows = readJtl(path.join(folder, `${mode}.jtl`)).rows.filter(
        (row) => row['threadName']?.startsWith(`${name} `) && row['threadName'].endsWith(`-${thread}`),
      );
      const got = rows.map(({ label, success, failureMessage = '', responseMessage = '' }) => {
        if (success === 'true') return [label, 'ok'];
        if (/Read timeout|Read timed out/.test(responseMessage)) return [label, 'timeout'];
        return [label, failureMessage.split(', which')[0]];
      });
      const expected = SAMPLES.map(([step, ends]) => [step, ends[MODES.indexOf(mode)]]);
      expect(got).toEqual([['open', 'ok'], ...expected]);
    }
  });

  test('counts the same in its summary for programs', () => {
    const { inOrder, lateRoundTrip, passedOver, ...counts } = runs.get(mode)!.summary.total.correlation;
    const [expectedInOrder, expected, expectedPassedOver] = COUNTS[mode];
    expect({ counts, passedOver }).toEqual({ counts: expected, passedOver: expectedPassedOver });
    // What tells bare texts apart is learned from the first two replies.
    expect(inOrder).toBeLessThanOrEqual(expectedInOrder);
    expect(inOrder).toBeGreaterThanOrEqual(expectedInOrder - 2 * THREADS);
    expect(lateRoundTrip?.count ?? 0).toBe(expected.late + expectedPassedOver.late);
  });

  test('says so on the screen', () => {
    const { code, stdout, stderr } = runs.get(mode)!.outcome;
    expect(stderr).toBe('');
    expect(code).toBe(3);
    const section = /^Correlation\n((?: {2}.*\n)*)/m.exec(stdout)?.[1] ?? '';
    expect(section.trimEnd().split('\n')).toEqual(SCREEN[mode]);
    if (mode === 'flag') expect(stdout).toMatch(/^ {2}12 {2}200: Late reply: it answers "q4"$/m);
  });

  test('says so in its page', () => {
    const page = fs.readFileSync(path.join(folder, mode, 'index.html'), 'utf8');
    const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) =>
        cell.replaceAll(/<[^>]+>/g, ''),
      ),
    );
    const wrong = rows.filter(([, verdict = '']) => /^(?:late|duplicate|out of order):/.test(verdict));
    expect(
      wrong.map(([label, verdict = '', answers, count]) => [label, verdict.split(':')[0], answers, count]),
    ).toEqual(PAGE[mode]);
  });
});
