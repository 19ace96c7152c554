import { hostname } from 'node:os';
import type { SampleEvent, SampleResult } from '../types.ts';
import { numberCell, textCell, type NumberCell, type TextCell } from './csv-cell.ts';
import type { SaveConfiguration } from './save-configuration.ts';
import { timestampWriter } from './timestamp.ts';

/** How the samples of one results file become text. */
export interface RecordFormat {
  /** What a new file starts with; whole lines, or empty. */
  readonly start: string;
  /** What closes the file. */
  readonly end: string;
  /** The lines of one sample with its sub-results. */
  records(event: SampleEvent): string;
}

/** The text of a cell with the delimiter, or the line feed, behind it. */
type Cell = (result: SampleResult, event: SampleEvent) => string;

interface Column {
  readonly header: string;
  cell(terminator: string): Cell;
}

/** Sub-results deeper than this are not written (JMeter's CSVSaveService). */
const MAX_DEPTH = 11;

/**
 * The columns in their order.
 *
 * Differs: with `timestamp_format=none` JMeter's file of a listener has the timeStamp header and no values, which
 * shifts every row; here the column is left out.
 */
function columns(configuration: SaveConfiguration): Column[] {
  const { delimiter, saves, defaultEncoding } = configuration;
  const list: Column[] = [];
  const text = (header: string, make: (cell: TextCell) => Cell): void => {
    list.push({ header, cell: (terminator) => make(textCell(delimiter, terminator)) });
  };
  const number = (header: string, make: (cell: NumberCell) => Cell): void => {
    list.push({ header, cell: (terminator) => make(numberCell(terminator)) });
  };
  const host = hostname();

  if (saves.has('timestamp') && configuration.timestampFormat !== 'none')
    list.push({ header: 'timeStamp', cell: (terminator) => timestampWriter(configuration, terminator) });
  if (saves.has('time')) number('elapsed', (cell) => (r) => cell(r.elapsedMs));
  if (saves.has('label')) text('label', (cell) => (r) => cell(r.label));
  if (saves.has('code')) text('responseCode', (cell) => (r) => cell(r.responseCode));
  if (saves.has('message')) text('responseMessage', (cell) => (r) => cell(r.responseMessage));
  if (saves.has('threadName')) text('threadName', (cell) => (r) => cell(r.threadName));
  if (saves.has('dataType')) text('dataType', (cell) => (r) => cell(r.dataType));
  if (saves.has('success')) text('success', (cell) => (r) => cell(r.success ? 'true' : 'false'));
  if (saves.has('saveAssertionResultsFailureMessage'))
    text('failureMessage', (cell) => (r) => cell(r.assertionResults === undefined ? '' : r.failureMessage));
  if (saves.has('bytes')) number('bytes', (cell) => (r) => cell(r.bytes));
  if (saves.has('sentBytes')) number('sentBytes', (cell) => (r) => cell(r.sentBytes));
  if (saves.has('threadCounts')) {
    number('grpThreads', (cell) => (r) => cell(r.grpThreads));
    number('allThreads', (cell) => (r) => cell(r.allThreads));
  }
  if (saves.has('url')) text('URL', (cell) => (r) => cell(r.url));
  if (saves.has('fileName')) text('Filename', (cell) => (r) => cell(r.filename));
  if (saves.has('latency')) number('Latency', (cell) => (r) => cell(r.latencyMs));
  if (saves.has('encoding'))
    text('Encoding', (cell) => (r) => cell(r.encoding === '' ? defaultEncoding : r.encoding));
  if (saves.has('sampleCount')) {
    number('SampleCount', (cell) => (r) => cell(r.sampleCount));
    number('ErrorCount', (cell) => (r) => cell(r.success ? 0 : 1));
  }
  if (saves.has('hostname')) text('Hostname', (cell) => () => cell(host));
  if (saves.has('idleTime')) number('IdleTime', (cell) => (r) => cell(r.idleMs));
  if (saves.has('connectTime')) number('Connect', (cell) => (r) => cell(r.connectMs));
  for (const [i, name] of configuration.sampleVariables.entries())
    text(`"${name.replaceAll('"', '""')}"`, (cell) => (_, event) => cell(event.variables[i]));
  return list;
}

/** Columns that often differ from row to row. */
const RESTLESS = new Set(['timeStamp', 'elapsed', 'label', 'threadName', 'bytes', 'sentBytes', 'Latency']);

function groupsOf(list: readonly Column[], cells: readonly Cell[]): Cell[] {
  const groups: Cell[][] = [];
  let joins = false;
  for (const [i, cell] of cells.entries()) {
    const isRestless = RESTLESS.has(list[i]!.header);
    if (isRestless || !joins) groups.push([cell]);
    else groups.at(-1)!.push(cell);
    joins = !isRestless;
  }
  return groups.map((group) => (group.length === 1 ? group[0]! : joined(group)));
}

/** The text of neighbouring cells. */
function joined(cells: readonly Cell[]): Cell {
  const last = cells.map(() => '');
  let text = '';
  return (result, event) => {
    let same = true;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!(result, event);
      if (cell === last[i]) continue;
      last[i] = cell;
      same = false;
    }
    if (!same) text = last.join('');
    return text;
  };
}

/** CSV as JMeter's CSVSaveService writes it: one row per sample, each followed by the rows of its sub-results. */
export function csvFormat(configuration: SaveConfiguration): RecordFormat {
  const { delimiter, saves } = configuration;
  const list = columns(configuration);
  const cells = list.map((column, i) => column.cell(i === list.length - 1 ? '\n' : delimiter));
  /** Cells that mostly stay as they were in the row before are joined once: a row is few texts put together. */
  const parts = groupsOf(list, cells);
  const row = (result: SampleResult, event: SampleEvent): string => {
    if (cells.length === 0) return '\n';
    let line = '';
    for (const part of parts) line += part(result, event);
    return line;
  };
  const rows = (result: SampleResult, event: SampleEvent, depth: number): string => {
    let lines = row(result, event);
    if (result.subResults !== undefined && depth < MAX_DEPTH)
      for (const sub of result.subResults) lines += rows(sub, event, depth + 1);
    return lines;
  };
  return {
    start: saves.has('fieldNames') ? `${list.map(({ header }) => header).join(delimiter)}\n` : '',
    end: '',
    records: saves.has('subresults')
      ? (event) => rows(event.result, event, 0)
      : (event) => row(event.result, event),
  };
}
