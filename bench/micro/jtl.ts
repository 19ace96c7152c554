/**
 * Rows of a CSV results file per second of CPU time, all default columns, file system included: best and median
 * of several rounds.
 *
 *     npx rolldown bench/micro/jtl.ts -p node -f esm -d /tmp/jtl-bench && node /tmp/jtl-bench/jtl.js
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJtl } from '../../src/results/jtl-reader.ts';
import { openResults } from '../../src/results/index.ts';
import { Statistics } from '../../src/results/statistics.ts';
import { SampleResult, type SampleEvent, type Sink } from '../../src/types.ts';

const ROWS = 500_000;
const ROUNDS = 15;

/** Samples as a run makes them: few labels, many threads, one in fifty failing with a message of its own. */
function event(i: number): SampleEvent {
  const result = new SampleResult();
  result.label = ['Open connection', 'request-response', 'Close'][i % 3] ?? '';
  result.responseCode = '200';
  result.responseMessage = 'OK';
  result.success = i % 50 !== 0;
  result.dataType = 'text';
  result.threadName = `Thread Group 1-${(i % 500) + 1}`;
  result.startUs = 1_796_053_704_798_000 + i * 1370;
  result.endUs = result.startUs + (i % 9000) * 7;
  result.latencyUs = (i % 9000) * 5;
  result.bytes = 40 + (i % 200);
  result.sentBytes = 30 + (i % 100);
  result.grpThreads = 50;
  result.allThreads = 500;
  if (!result.success)
    result.addAssertionResult({ name: 'a', failure: true, error: false, message: `expected "${i}", got` });
  return { result, variables: [] };
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const folder = mkdtempSync(join(tmpdir(), 'jtl-bench-'));
const events = Array.from({ length: 4096 }, (_, i) => event(i));
const properties = { get: () => undefined, set: () => undefined, entries: () => [] };
const results = openResults({
  properties,
  workingDirectory: folder,
  planFolder: folder,
  functionalMode: false,
  evaluate: (template) => template.source,
  onError: console.error,
  print: () => {},
  log: { log: () => {} },
  threads: () => ({ active: 1, started: 1, finished: 0 }),
});

function report(name: string, rates: number[]): void {
  const sorted = rates.toSorted((a, b) => b - a).map((rate) => (rate / 1e6).toFixed(2));
  console.log(`${name} ${sorted[0]} best, ${sorted[ROUNDS >> 1]} median; million rows per CPU second`);
}

async function measure(name: string, open: (round: number) => Sink): Promise<void> {
  const rates: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const sink = open(round);
    const start = cpuSeconds();
    for (let i = 0; i < ROWS; i++) {
      sink.sample(events[i % events.length]!);
      // As in a run, the event loop turns now and then.
      if (i % 1000 === 0) await new Promise(setImmediate);
    }
    await sink.close();
    rates.push(ROWS / (cpuSeconds() - start));
  }
  report(name, rates);
}

await measure('write CSV ', (round) => results.file(`${round}.jtl`));
await measure('statistics', () => new Statistics());
await measure('summariser', (round) => results.summariser(`s${round}`));
const rates: number[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  const start = cpuSeconds();
  const { rows } = await readJtl(join(folder, `${round}.jtl`), () => {});
  rates.push(rows / (cpuSeconds() - start));
}
report('read CSV  ', rates);
rmSync(folder, { recursive: true });
