/**
 * What correlation costs per round trip: CPU time, garbage collection included, with the ledger minus without it; best
 * and median of rounds. Then the heap per connection.
 *
 *     npx rolldown bench/micro/correlation.ts -p node -f esm -d /tmp/correlation-bench && node --expose-gc /tmp/correlation-bench/correlation.js
 */
import { compileCorrelation, type Correlation } from '../../src/correlation/correlation.ts';
import { Dialogue } from '../../src/correlation/dialogue.ts';
import { Ledger } from '../../src/correlation/ledger.ts';

const CONNECTIONS = 50;
const MESSAGES = 4_000;
const ROUNDS = 15;
const NOTHING: readonly string[] = [];

const padded = (text: string): string => text.padEnd(256, '.');
const json = (head: string): string => `${head},"payload":"${'x'.repeat(Math.max(0, 242 - head.length))}"}`;
const AUTO = compileCorrelation({ mode: 'flag', request: 'auto', reply: 'auto' });
const PATH = { kind: 'json-path', path: '$.id' } as const;
const REGEX = { kind: 'regex', pattern: '"id":(\\d+)' } as const;

interface Scenario {
  readonly name: string;
  readonly correlation: Correlation;
  readonly request: (n: number) => string;
  readonly reply: (n: number) => string;
  /** Pairs of Single Write and Single Read instead of request-responses. */
  readonly pairs?: true;
}

const echo = (text: (n: number) => string) => ({ request: text, reply: text });
const withId = {
  request: (n: number) => json(`{"id":${n},"op":"get"`),
  reply: (n: number) => json(`{"id":${n},"ok":true`),
};
const idBehind = {
  request: (n: number) => json(`{"time":${1_796_000_000_000 + n},"op":"get","id":${n}`),
  reply: (n: number) => json(`{"time":${1_796_000_000_001 + n},"ok":true,"id":${n}`),
};
const SCENARIOS: readonly Scenario[] = [
  {
    name: 'auto, echo of different texts',
    correlation: AUTO,
    ...echo((n) => padded(`user 7 message ${n} `)),
  },
  { name: 'auto, echo of one text', correlation: AUTO, ...echo(() => padded('hello ')) },
  { name: 'auto, JSON id in front', correlation: AUTO, ...withId },
  { name: 'auto, JSON id behind a time', correlation: AUTO, ...idBehind },
  {
    name: 'auto, another name in the reply',
    correlation: AUTO,
    request: (n) => json(`{"id":"${n + 10_000}","op":"get"`),
    reply: (n) => json(`{"ok":true,"answers":"${n + 10_000}"`),
  },
  {
    name: 'auto, word of a text',
    correlation: AUTO,
    request: (n) => padded(`GET item-${n} `),
    reply: (n) => padded(`GOT item-${n} `),
  },
  {
    name: 'auto, nothing in common',
    correlation: AUTO,
    request: (n) => padded(`ask about ${n} `),
    reply: () => padded('the answer '),
  },
  {
    name: 'auto, echo, write and read',
    correlation: AUTO,
    ...echo((n) => padded(`message ${n} `)),
    pairs: true,
  },
  { name: 'auto, JSON id, write and read', correlation: AUTO, ...withId, pairs: true },
  { name: '$.id', correlation: compileCorrelation({ mode: 'flag', request: PATH, reply: PATH }), ...withId },
  {
    name: '$.id behind a time',
    correlation: compileCorrelation({ mode: 'flag', request: PATH, reply: PATH }),
    ...idBehind,
  },
  {
    name: '/"id":(\\d+)/',
    correlation: compileCorrelation({ mode: 'flag', request: REGEX, reply: REGEX }),
    ...withId,
  },
];

/** Microseconds of CPU per round trip; the strings are made anew each time, as they come from the wire. */
function measure(scenario: Scenario, ledgers: readonly (Ledger | undefined)[]): number {
  const requests = Array.from({ length: MESSAGES }, (_, n) => Buffer.from(scenario.request(n)));
  const replies = Array.from({ length: MESSAGES }, (_, n) => Buffer.from(scenario.reply(n)));
  const { correlation, pairs } = scenario;
  let verdicts = 0;
  const start = process.cpuUsage();
  for (let n = 0; n < MESSAGES; n++)
    for (const ledger of ledgers) {
      const request = requests[n]?.toString('latin1') ?? '';
      const reply = replies[n]?.toString('latin1') ?? '';
      if (ledger === undefined) {
        verdicts += request.length & reply.length & 1;
        continue;
      }
      ledger.startSample();
      const own = ledger.sent(correlation, request, NOTHING, 'request', n);
      if (pairs === true) ledger.startSample();
      const verdict = ledger.judge(correlation, reply, n, pairs === true ? undefined : own);
      if (verdict?.fails === true) throw new Error(`${scenario.name}: ${verdict.kind}`);
      if (verdict !== undefined) verdicts++;
    }
  const { user, system } = process.cpuUsage(start);
  if (verdicts < 0) throw new Error('unreachable');
  return (user + system) / MESSAGES / ledgers.length;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const withoutLedger = Array.from({ length: CONNECTIONS }, () => undefined);

const [only] = process.argv.slice(2);
for (const scenario of SCENARIOS.filter(({ name }) => name.includes(only ?? ''))) {
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const base = measure(scenario, withoutLedger);
    const dialogue = new Dialogue();
    const ledgers = Array.from({ length: CONNECTIONS }, () => new Ledger(dialogue, { emit: () => {} }));
    costs.push(measure(scenario, ledgers) - base);
  }
  console.log(
    `${scenario.name.padEnd(34)} best ${Math.min(...costs).toFixed(3)}  median ${median(costs).toFixed(3)} µs`,
  );
}

/** Bytes of heap per connection after so many round trips. */
function memory(scenario: Scenario, trips: number): number {
  const collect = globalThis.gc ?? (() => {});
  const dialogue = new Dialogue();
  collect();
  const before = process.memoryUsage().heapUsed;
  const ledgers = Array.from({ length: 2_000 }, () => new Ledger(dialogue, { emit: () => {} }));
  for (let n = 0; n < trips; n++)
    for (const ledger of ledgers) {
      ledger.startSample();
      const request = Buffer.from(scenario.request(n)).toString('latin1');
      const own = ledger.sent(scenario.correlation, request, NOTHING, 'request', n);
      ledger.judge(scenario.correlation, Buffer.from(scenario.reply(n)).toString('latin1'), n, own);
    }
  collect();
  const used = process.memoryUsage().heapUsed - before;
  for (const ledger of ledgers) ledger.close();
  return used / ledgers.length;
}

for (const scenario of SCENARIOS.filter(
  ({ pairs, name }) => pairs === undefined && name.includes(only ?? ''),
))
  console.log(
    `${scenario.name.padEnd(34)} ${[1, 10, 200].map((trips) => `${memory(scenario, trips).toFixed(0)} B after ${trips}`).join(', ')}`,
  );
