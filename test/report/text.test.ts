import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { summaryText } from '../../src/report/text.ts';
import { Statistics } from '../../src/results/statistics.ts';
import type { RunEvent, SampleResult } from '../../src/types.ts';
import { sample } from '../support/results.ts';

const START_US = 1_796_044_708_000_000;
const took = (us: number, fields: Partial<SampleResult> = {}): SampleResult =>
  sample({ startUs: START_US, endUs: START_US + us, ...fields });

async function text(
  results: readonly SampleResult[],
  {
    events = [],
    width = 100,
    colour = false,
  }: { events?: RunEvent[]; width?: number; colour?: boolean } = {},
): Promise<string> {
  const statistics = new Statistics();
  for (const result of results) statistics.sample({ result, variables: [] });
  for (const event of events) statistics.event(event);
  return summaryText(await statistics.summary(), { colour, width });
}

test('labels, total, transactions, correlation, errors and connections on one screen', async () => {
  const correlation = { samplesAgo: undefined, fails: true } as const;
  const results = [
    ...Array.from({ length: 98 }, (_, i) => took((i + 1) * 100, { label: 'request-response' })),
    took(2_000_000, {
      label: 'request-response',
      success: false,
      responseCode: 'Sampler error',
      responseMessage: 'Read timed out',
    }),
    took(123_456, { label: 'Open' }),
    took(1000, {
      label: 'read',
      success: false,
      correlation: { ...correlation, kind: 'late', answers: 'request-response', roundTripUs: 2_345_000 },
    }),
    took(2_100_000, { label: 'Whole', isTransaction: true }),
  ];
  const events: RunEvent[] = [
    { type: 'connection-opened' },
    { type: 'connection-closed', by: 'server', code: 1001, sessionUs: 5 },
    { type: 'never-answered', label: 'read', count: 3 },
  ];
  expect(await text(results, { events })).toBe(
    `Samples (times in ms)  count     errors  median   p95   p99   max  per second
request-response          99  1 (1.01%)    5.00  9.50  2000  2000        49.5
Open                       1          0     123   123   123   123        8.10
read                       1   1 (100%)    1.00  1.00  1.00  1.00        1000
TOTAL                    101  2 (1.98%)    5.00  9.50   123  2000        50.5
Transactions
Whole                      1          0    2100  2100  2100  2100        0.48

Correlation
  request-response: 0 in order, true round trip of 1 late: median 2345 ms, max 2345 ms
  read: 0 in order, 1 late, 3 never answered

Errors
  1  Sampler error: Read timed out
  1  200: OK

Connections: 1 opened, 1 closed by the server (1001: 1)
Open: at most 1 at a time, for 0.01 ms at the median and 0.01 ms at most
`,
  );
});

test('a run without samples says so in figures', async () => {
  expect(await text([])).toBe(
    `Samples (times in ms)  count  errors  median  p95  p99  max  per second
TOTAL                      0       0       -    -    -    -           -
`,
  );
});

test('replies that all answer their request are one line', async () => {
  const correlation = {
    kind: 'in-order',
    answers: 'a',
    roundTripUs: 5,
    samplesAgo: 0,
    fails: false,
  } as const;
  expect(await text([took(10, { correlation }), took(10, { correlation })])).toContain(
    '\nCorrelation\n  All 2 replies answer the request of their sample.\n',
  );
});

test('no line is wider than the terminal, and columns stay in line, whatever the labels are', async () => {
  const labels = ['日本語のラベル'.repeat(20), 'é'.repeat(150), '👩‍👩‍👧‍👦'.repeat(60), 'x'];
  const out = await text(
    labels.map((label) => took(10, { label, success: false, responseMessage: label })),
    { width: 90 },
  );
  const widths = out.split('\n').map((line) => stringWidth(line));
  expect(Math.max(...widths)).toBeLessThanOrEqual(90);
  expect(new Set(widths.slice(0, 6)).size).toBe(1);
  expect(out).toContain('…');
});

test('labels and messages cannot break the lines or command the terminal', async () => {
  const out = await text([
    took(10, { label: 'a\u001b[31m\nb\r\u202ec', success: false, responseMessage: 'x\u0007\n' }),
  ]);
  expect(out).toContain('a [31m b c ');
  // eslint-disable-next-line no-control-regex
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test('many labels and errors are cut to the most frequent', async () => {
  const results = Array.from({ length: 50 }, (_, i) =>
    Array.from({ length: i === 40 ? 3 : 1 }, () =>
      took(10, { label: `label ${i}`, success: false, responseMessage: `message ${i}` }),
    ),
  ).flat();
  const lines = (await text(results)).split('\n');
  expect(lines.filter((line) => line.startsWith('label '))).toHaveLength(30);
  expect(lines.some((line) => line.startsWith('label 40 '))).toBe(true);
  expect(lines).toContain('… and 20 more');
  expect(lines).toContain('   3  200: message 40');
  expect(lines).toContain('  40  of other kinds');
});

test('colours are for terminals only', async () => {
  const failing = [took(10, { success: false })];
  expect(await text(failing)).not.toContain('\u001b[');
  expect(await text(failing, { colour: true })).toContain('\u001b[31m');
});

test('round trips that differ from the times of the samples, push delays, timeouts, and clocks that differ', async () => {
  const events: RunEvent[] = [
    { type: 'push-delay', label: 'read', delayUs: 3000 },
    { type: 'push-delay', label: 'read', delayUs: -7000 },
    { type: 'push-delay', label: 'read', delayUs: 1e15 },
    { type: 'read-timeout', label: 'read' },
  ];
  const results = [
    took(9000, { label: 'ask', roundTripUs: 8900 }),
    took(9000, { label: 'open and ask', roundTripUs: 2000 }),
    took(1, { label: 'read' }),
  ];
  expect(await text(results, { events })).toContain(`
Round trips
  open and ask: 1, median 2.00 ms, p95 2.00, p99 2.00, max 2.00

Push delays, from the send time in the message to its arrival
  read: 2, median 0.00 ms, p95 3.00, p99 3.00, max 3.00
  read: the clocks differ: the earliest came 7.00 ms before it was sent
  read: 1 were sent more than a day away from now: mind the unit of the rule

Read timeouts
  read: 1 of 1 waited for a frame in vain
`);
});

test('connections: how they began and ended, what went over them', async () => {
  const handshake = { wholeUs: 9000, tcpUs: 1000, tlsUs: 2000, upgradeUs: 5000 };
  const traffic = { sentMessages: 1200, sentBytes: 123_456, receivedMessages: 3, receivedBytes: 40 };
  const closed = { type: 'connection-closed', sessionUs: 12_345_678, traffic } as const;
  const events: RunEvent[] = [
    { type: 'connection-opened', handshake },
    { type: 'connection-opened', handshake },
    { type: 'connection-failed', status: 503, reason: 'x' },
    { type: 'connection-failed', status: undefined, reason: 'Connection refused' },
    { type: 'connection-failed', status: 503, reason: 'x' },
    { ...closed, by: 'client', code: 1000 },
    { ...closed, by: 'client', code: undefined },
  ];
  expect(await text([took(1)], { events })).toContain(`
Connections: 2 opened, 2 closed by the plan (1000: 1, no code: 1)
Connections that failed: 3 (HTTP 503: 2, Connection refused: 1)
Handshake: median 9 ms, p99 9, max 9 (medians of its parts: TCP 1, TLS 2, upgrade 5)
Open: at most 2 at a time, for 12.3 s at the median and 12.3 s at most
Messages: 2,400 sent (241 KB), 6 received (80 bytes)
`);
});
