import type { RowKind, RowTaker } from '../../src/report/rows.ts';
import { JtlRow } from '../../src/results/jtl-reader.ts';

/** When the rows of tests begin: the start of a second. */
export const START_MS = 1_796_044_700_000;

/** A row as a passed sample of 10 ms gives it. */
export const row = (fields: Partial<JtlRow> = {}): JtlRow =>
  Object.assign(
    new JtlRow(),
    {
      timeStamp: START_MS,
      elapsed: 10,
      label: 'echo',
      responseCode: '200',
      responseMessage: 'OK',
      threadName: 'TG 1-1',
      success: true,
      failureMessage: '',
      bytes: 100,
      sentBytes: 50,
      allThreads: 1,
      Latency: 4,
      IdleTime: 0,
      Connect: 2,
    },
    fields,
  );

/** Rows that end in that second of the run. */
export const inSecond = (second: number, fields: Partial<JtlRow> = {}): JtlRow =>
  row({ timeStamp: START_MS + second * 1000, ...fields });

export function give<T extends RowTaker>(taker: T, rows: readonly JtlRow[], kind: RowKind = 'sample'): T {
  for (const each of rows) taker.row(each, kind);
  return taker;
}
