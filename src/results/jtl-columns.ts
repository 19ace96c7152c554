/** One row of a CSV results file. A column that the file does not have is undefined. */
export class JtlRow {
  /** Milliseconds since the epoch. */
  timeStamp: number | undefined = undefined;
  elapsed: number | undefined = undefined;
  label: string | undefined = undefined;
  responseCode: string | undefined = undefined;
  responseMessage: string | undefined = undefined;
  threadName: string | undefined = undefined;
  dataType: string | undefined = undefined;
  success: boolean | undefined = undefined;
  failureMessage: string | undefined = undefined;
  bytes: number | undefined = undefined;
  sentBytes: number | undefined = undefined;
  grpThreads: number | undefined = undefined;
  allThreads: number | undefined = undefined;
  URL: string | undefined = undefined;
  Filename: string | undefined = undefined;
  Latency: number | undefined = undefined;
  Encoding: string | undefined = undefined;
  SampleCount: number | undefined = undefined;
  ErrorCount: number | undefined = undefined;
  Hostname: string | undefined = undefined;
  IdleTime: number | undefined = undefined;
  Connect: number | undefined = undefined;
  /** Other columns by name: `sample_variables`, or what another tool added. */
  variables: Record<string, string> | undefined = undefined;
}

/** How the cells of a column reach a row. */
export type Column =
  | { kind: 'text'; set(row: JtlRow, value: string): void }
  | { kind: 'number'; set(row: JtlRow, value: number): void };

const text = (set: (row: JtlRow, value: string) => void): Column => ({ kind: 'text', set });
const number = (set: (row: JtlRow, value: number) => void): Column => ({ kind: 'number', set });

/** The columns JMeter knows, in the order in which it writes them. */
const KNOWN: ReadonlyMap<string, Column> = new Map([
  ['timeStamp', number((row, value) => void (row.timeStamp = value))],
  ['elapsed', number((row, value) => void (row.elapsed = value))],
  ['label', text((row, value) => void (row.label = value))],
  ['responseCode', text((row, value) => void (row.responseCode = value))],
  ['responseMessage', text((row, value) => void (row.responseMessage = value))],
  ['threadName', text((row, value) => void (row.threadName = value))],
  ['dataType', text((row, value) => void (row.dataType = value))],
  ['success', text((row, value) => void (row.success = value === 'true' || value.toLowerCase() === 'true'))],
  ['failureMessage', text((row, value) => void (row.failureMessage = value))],
  ['bytes', number((row, value) => void (row.bytes = value))],
  ['sentBytes', number((row, value) => void (row.sentBytes = value))],
  ['grpThreads', number((row, value) => void (row.grpThreads = value))],
  ['allThreads', number((row, value) => void (row.allThreads = value))],
  ['URL', text((row, value) => void (row.URL = value))],
  ['Filename', text((row, value) => void (row.Filename = value))],
  ['Latency', number((row, value) => void (row.Latency = value))],
  ['Encoding', text((row, value) => void (row.Encoding = value))],
  ['SampleCount', number((row, value) => void (row.SampleCount = value))],
  ['ErrorCount', number((row, value) => void (row.ErrorCount = value))],
  ['Hostname', text((row, value) => void (row.Hostname = value))],
  ['IdleTime', number((row, value) => void (row.IdleTime = value))],
  ['Connect', number((row, value) => void (row.Connect = value))],
]);

/** What a file without a header holds if it was written with JMeter's defaults. */
export const DEFAULT_COLUMNS: readonly string[] = [...KNOWN.keys()].filter(
  (name) => !['Filename', 'Encoding', 'SampleCount', 'ErrorCount', 'Hostname'].includes(name),
);

export const isKnownColumn = (name: string): boolean => KNOWN.has(name);

export const columnNamed = (name: string): Column =>
  KNOWN.get(name) ??
  text((row, value) => {
    row.variables ??= {};
    row.variables[name] = value;
  });
