import process from 'node:process';
import { openResults } from '../../src/results/index.ts';
import { SampleResult } from '../../src/types.ts';

const START_US = 1_796_044_708_000_000;

/** Texts that readers of CSV stumble over. */
const TEXTS = [
  'plain',
  'a, b',
  'say "hello"',
  '"',
  "it's",
  'tab\there',
  'null\0byte',
  'é ñ 漢字 😀',
  '\u202Eright to left',
  '=1+1',
  ';|',
  ' blanks around ',
  'x'.repeat(5000),
];
const LINES = ['line\nfeed', 'carriage\r\nreturn'];

let made = 0;
function sample(fields: Partial<SampleResult>): SampleResult {
  const startUs = START_US + made++ * 20_000;
  return Object.assign(
    new SampleResult(),
    { responseCode: '200', responseMessage: 'OK', threadName: 'TG 1-1', dataType: 'text', success: true },
    { startUs, endUs: startUs + 10_000 + (made % 7) * 1000, latencyUs: 5000, bytes: 100, sentBytes: 50 },
    { grpThreads: 1, allThreads: 1 },
    fields,
  );
}

/** Every kind of row that a run can have. */
function* results(withLines: boolean): Generator<SampleResult> {
  // Some readers need two samples of a label.
  for (let pass = 0; pass < 3; pass++) {
    for (const text of withLines ? [...TEXTS, ...LINES] : TEXTS) {
      yield sample({ label: text });
      yield sample({ label: 'message', responseMessage: text, threadName: text });
      const failed = sample({
        label: 'failed',
        success: false,
        responseCode: 'Sampler error',
        responseMessage: text,
      });
      failed.addAssertionResult({ name: 'assertion', failure: true, error: false, message: text });
      yield failed;
    }
    yield sample({ label: 'binary', dataType: 'bin', responseData: new Uint8Array([0, 255, 10, 34]) });
    yield sample({ label: 'empty', responseCode: '', responseMessage: '', dataType: '' });
    yield sample({ label: 'null', responseCode: null, responseMessage: null });
    yield sample({ label: 'close', responseCode: '1000', responseMessage: 'Connection closed.' });
    yield sample({ label: 'open', url: 'ws://127.0.0.1:8765/echo?a=1,2', connectUs: 4000 });
    const withSubs = sample({ label: 'with sub-results' });
    for (const [i] of [0, 1, 2].entries())
      withSubs.addSubResult(
        sample({ label: '', startUs: withSubs.startUs, endUs: withSubs.startUs + 1000 * i }),
        true,
      );
    yield withSubs;
    const inner = sample({ label: 'in a transaction', success: false, responseCode: '500' });
    const transaction = sample({
      label: 'transaction',
      isTransaction: true,
      success: false,
      responseCode: '',
      dataType: '',
      responseMessage: 'Number of samples in transaction : 1, number of failing samples : 1',
      startUs: inner.startUs,
      endUs: inner.endUs,
    });
    transaction.addSubResult(inner, false);
    yield transaction;
  }
}

export interface RowCounts {
  samples: number;
  errors: number;
  transactions: number;
  failedTransactions: number;
}

/**
 * Writes a results file with every kind of row through the product's own writer.
 * @param withLines also rows with line feeds inside, which not every reader can do with.
 * @returns how many rows and failed rows there are, and how many of each are transactions.
 */
export async function writeRows(file: string, withLines: boolean): Promise<RowCounts> {
  const errors: string[] = [];
  const opened = openResults({
    properties: { get: () => undefined, set: () => undefined, entries: () => [] },
    workingDirectory: process.cwd(),
    planFolder: process.cwd(),
    functionalMode: false,
    evaluate: (template) => template.source,
    onError: (message) => errors.push(message),
    print: () => {},
    log: { log: () => {} },
    threads: () => ({ active: 1, started: 1, finished: 0 }),
  });
  const counts = { samples: 0, errors: 0, transactions: 0, failedTransactions: 0 };
  const count = (result: SampleResult): void => {
    counts.samples++;
    if (!result.success) counts.errors++;
    if (result.isTransaction) {
      counts.transactions++;
      if (!result.success) counts.failedTransactions++;
    }
    for (const sub of result.subResults ?? []) count(sub);
  };
  const sink = opened.file(file);
  made = 0;
  for (const result of results(withLines)) {
    count(result);
    sink.sample({ result, variables: [] });
  }
  await sink.close();
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return counts;
}
