import { chunksOf, JtlRow, readJtl, type JtlCounts } from '../results/jtl-reader.ts';
import type { MergingSink, RunEvent, SampleEvent, SampleResult } from '../types.ts';
import { isTransactionRow } from './transaction.ts';

/** What a row of a results file stands for. Summaries of samples leave the other two out. */
export type RowKind = 'sample' | 'transaction' | 'sub-result';

/** Something that works on the rows of a results file, be they read from one or come from a run. */
export interface RowTaker {
  row(row: JtlRow, kind: RowKind): void;
  /** What happened in a run beside its samples; results files do not tell. */
  event?(event: RunEvent): void;
}

/** The row that a results file gets for a result: whole milliseconds, and no more than the file holds. */
function rowOf(result: SampleResult): JtlRow {
  const row = new JtlRow();
  row.timeStamp = Math.floor(result.startUs / 1000);
  row.elapsed = result.elapsedMs;
  row.label = result.label;
  row.responseCode = result.responseCode ?? 'null';
  row.responseMessage = result.responseMessage ?? 'null';
  row.threadName = result.threadName;
  row.success = result.success;
  row.failureMessage = result.failureMessage;
  row.bytes = result.bytes;
  row.sentBytes = result.sentBytes;
  row.allThreads = result.allThreads;
  row.Latency = result.latencyMs;
  row.IdleTime = result.idleMs;
  row.Connect = result.connectMs;
  return row;
}

type Row = readonly [row: JtlRow, kind: RowKind];

/** A result and those inside it, in the order in which a results file has them. */
function* rowsOf(result: SampleResult, isInside: boolean): Generator<Row> {
  const kind = result.isTransaction ? 'transaction' : isInside ? 'sub-result' : 'sample';
  yield [rowOf(result), kind];
  if (result.subResults !== undefined)
    // What a transaction holds are samples of their own.
    for (const sub of result.subResults) yield* rowsOf(sub, !result.isTransaction);
}

/** Hands the samples and events of a run to takers of rows. */
export class RowSink implements MergingSink {
  readonly #takers: readonly RowTaker[];

  constructor(takers: readonly RowTaker[]) {
    this.#takers = takers;
  }

  sample({ result }: SampleEvent): void {
    for (const row of rowsOf(result, false)) this.#hand(row);
  }

  event(event: RunEvent): void {
    for (const taker of this.#takers) taker.event?.(event);
  }

  take(): undefined {
    return undefined;
  }

  /** @param data what a RowGatherer gave. */
  add({ rows, events }: GatheredRows): void {
    for (const row of rows) this.#hand(row);
    for (const event of events) this.event(event);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #hand([row, kind]: Row): void {
    for (const taker of this.#takers) taker.row(row, kind);
  }
}

export interface GatheredRows {
  readonly rows: readonly Row[];
  readonly events: readonly RunEvent[];
}

/** Stands for a RowSink on another worker. */
export class RowGatherer implements MergingSink {
  #rows: Row[] = [];
  #events: RunEvent[] = [];

  sample({ result }: SampleEvent): void {
    this.#rows.push(...rowsOf(result, false));
  }

  event(event: RunEvent): void {
    this.#events.push(event);
  }

  take(): GatheredRows | undefined {
    if (this.#rows.length === 0 && this.#events.length === 0) return undefined;
    const gathered = { rows: this.#rows, events: this.#events };
    this.#rows = [];
    this.#events = [];
    return gathered;
  }

  add(): void {}

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Tells the rows of sub-results from those of samples, which look alike: they stand behind their sample and carry
 * its label with a number from 0 on (`echo-0`), its thread, and times inside its own. Sub-results that were not
 * renamed (`subresults.disable_renaming`) count as samples.
 */
function kinds(): (row: JtlRow) => RowKind {
  /** The samples that the row may be inside of, the outermost first. */
  const parents: { label: string; startMs: number; endMs: number; thread: string; subs: number }[] = [];
  return (row) => {
    const { label = '', timeStamp: startMs = 0, elapsed = 0, IdleTime = 0, threadName: thread = '' } = row;
    const endMs = startMs + elapsed + IdleTime;
    const isTransaction = isTransactionRow(row);
    for (let parent = parents.at(-1); parent !== undefined; parent = parents.at(-1)) {
      const isInside =
        !isTransaction &&
        label.length > parent.label.length &&
        label === `${parent.label}-${parent.subs}` &&
        thread === parent.thread &&
        startMs >= parent.startMs &&
        endMs <= parent.endMs;
      if (isInside) {
        parent.subs++;
        parents.push({ label, startMs, endMs, thread, subs: 0 });
        return 'sub-result';
      }
      parents.pop();
    }
    if (isTransaction) return 'transaction';
    parents.push({ label, startMs, endMs, thread, subs: 0 });
    return 'sample';
  };
}

/** The kind of a row from XML, where elements stand inside each other. */
function nestedKind(row: JtlRow, parent: JtlRow | undefined): RowKind {
  if (isTransactionRow(row)) return 'transaction';
  return parent === undefined || isTransactionRow(parent) ? 'sample' : 'sub-result';
}

/** Tells whether a file begins like XML, and gives its pieces, of which the first was looked at: it may be a pipe. */
async function lookInto(file: string): Promise<{ isXml: boolean; chunks: AsyncIterable<Buffer> }> {
  const pieces = chunksOf(file)[Symbol.asyncIterator]();
  const first = await pieces.next();
  async function* chunks(): AsyncGenerator<Buffer> {
    if (first.done !== true) yield first.value;
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  const beginning = first.done === true ? '' : first.value.toString('utf8', 0, 64);
  return { isXml: /^\ufeff?\s*</.test(beginning), chunks: chunks() };
}

/**
 * Hands the rows of a results file to takers, be it CSV or XML.
 * @throws JtlError when the file is no such file; the system's error when it cannot be read.
 */
export async function readRows(file: string, takers: readonly RowTaker[]): Promise<JtlCounts> {
  const hand = (row: JtlRow, kind: RowKind): void => {
    for (const taker of takers) taker.row(row, kind);
  };
  const { isXml, chunks } = await lookInto(file);
  if (isXml) {
    const { readXmlJtl } = await import('../results/xml-jtl-reader.ts');
    return readXmlJtl(file, (row, parent) => hand(row, nestedKind(row, parent)), chunks);
  }
  const kindOf = kinds();
  return readJtl(file, (row) => hand(row, kindOf(row)), chunks);
}
