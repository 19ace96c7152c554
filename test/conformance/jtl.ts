import fs from 'node:fs';
import { parse } from 'csv-parse/sync';

export type Row = Readonly<Record<string, string>>;

export interface Jtl {
  readonly header: readonly string[];
  readonly rows: readonly Row[];
}

/** Reads a CSV results file; `normalise` may put recorded names in place of those of this run. */
export function readJtl(file: string, normalise: (text: string) => string = (text) => text): Jtl {
  const text = normalise(fs.readFileSync(file, 'utf8'));
  const records: string[][] = parse(text, {
    delimiter: /^timeStamp([^A-Za-z])/.exec(text)?.[1] ?? ',',
    // Files without a header may have another delimiter; then only their lines are counted.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const [header = [], ...rows] = records;
  return {
    header,
    rows: rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? '']))),
  };
}

/** The rows of each thread, in order. */
export function byThread(rows: readonly Row[]): Map<string, Row[]> {
  const threads = new Map<string, Row[]>();
  for (const row of rows) {
    const name = row['threadName'] ?? '';
    const thread = threads.get(name);
    if (thread === undefined) threads.set(name, [row]);
    else thread.push(row);
  }
  return threads;
}

/** `a, b, c`, for messages about rows. */
export const labels = (rows: readonly Row[]): string =>
  rows
    .map((row) => row['label'])
    .join(', ')
    .slice(0, 300);
