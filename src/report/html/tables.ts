import type { Verdict } from '../criteria/verdict.ts';
import { bytes, count, milliseconds, nameText, percent, rate } from '../format.ts';
import type { PushDelayData } from '../delays.ts';
import type { LabelData } from '../label-figures.ts';
import type { ErrorData, ReportData, WrongReplyData } from '../report-collector.ts';
import { html, type Markup } from './markup.ts';
import { LABEL_HASH } from './page-data.ts';

export interface Column<T> {
  readonly head: string;
  readonly cell: (item: T) => string | Markup;
  /** What rows are sorted by; a text column has none and is sorted by its text. */
  readonly order?: (item: T) => number;
}

/**
 * A table that scrolls inside its own box. The script makes its heads buttons that sort it, and puts a field that
 * filters its rows before it.
 * @param caption says what it is; readers of screens hear it.
 */
export function table<T>(
  caption: string,
  columns: readonly Column<T>[],
  rows: readonly T[],
  foot?: T,
): Markup {
  const isNumber = ({ order }: Column<T>): boolean => order !== undefined;
  const row = (item: T, isFoot: boolean): Markup =>
    html`<tr>
      ${columns.map((column, i) => {
        const cell = column.cell(item);
        if (i === 0) return html`<th scope="row">${cell}</th>`;
        return isNumber(column)
          ? html`<td class="number" data-order="${isFoot ? '' : (column.order?.(item) ?? '')}">${cell}</td>`
          : html`<td>${cell}</td>`;
      })}
    </tr>`;
  return html`<p class="filter" hidden></p>
    <div class="scroll" role="region" aria-label="${caption}" tabindex="0">
      <table>
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            ${columns.map((column) =>
              isNumber(column)
                ? html`<th scope="col" class="number" data-sort="number">${column.head}</th>`
                : html`<th scope="col" data-sort="text">${column.head}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map((item) => row(item, false))}
        </tbody>
        ${
          foot === undefined
            ? ''
            : html`<tfoot>
                ${row(foot, true)}
              </tfoot>`
        }
      </table>
    </div>`;
}

const time = (head: string, of: (label: LabelData) => number): Column<LabelData> => ({
  head,
  cell: (label) => (label.count === 0 ? '-' : milliseconds(of(label))),
  order: of,
});

/** Figures by label. @param pageOf number of the page of a label. */
export const labelColumns = (pageOf: (label: LabelData) => number | undefined): Column<LabelData>[] => [
  {
    head: 'Label',
    cell: (label) => {
      const page = pageOf(label);
      const name = nameText(label.label);
      return page === undefined ? name : html`<a href="#${LABEL_HASH}${page}">${name}</a>`;
    },
  },
  { head: 'Samples', cell: (label) => count(label.count), order: (label) => label.count },
  {
    head: 'Failed',
    cell: ({ errors, count: samples }) =>
      errors === 0 ? '0' : html`<b class="bad">${count(errors)}</b> (${percent(errors, samples)})`,
    order: (label) => label.errors,
  },
  time('Mean ms', (label) => label.meanMs),
  time('Min ms', (label) => label.minMs),
  time('Median ms', (label) => label.medianMs),
  time('p90 ms', (label) => label.p90Ms),
  time('p95 ms', (label) => label.p95Ms),
  time('p99 ms', (label) => label.p99Ms),
  time('Max ms', (label) => label.maxMs),
  { head: 'Per second', cell: (label) => rate(label.perSecond), order: (label) => label.perSecond ?? 0 },
  { head: 'Received', cell: (label) => bytes(label.receivedBytes), order: (label) => label.receivedBytes },
  { head: 'Sent', cell: (label) => bytes(label.sentBytes), order: (label) => label.sentBytes },
];

export const criterionColumns: readonly Column<Verdict>[] = [
  {
    head: 'Criterion',
    cell: ({ criterion: { name, text } }) =>
      name === text ? name : html`${name}<br /><small>${text}</small>`,
  },
  {
    head: 'Verdict',
    cell: ({ isFailed, isTriggered, stopped }) => {
      if (isFailed) return html`<b class="bad">✘ failed</b>${stopped ? ', ended the run' : ''}`;
      return isTriggered
        ? html`noticed${stopped ? ', ended the run' : ''}`
        : html`<b class="good">✔ held</b>`;
    },
  },
  { head: 'Value', cell: ({ reason }) => reason },
];

export const errorColumns = (samples: number): Column<ErrorData>[] => [
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'Code', cell: ({ responseCode }) => responseCode },
  { head: 'Message', cell: ({ message }) => message },
  { head: 'Samples', cell: (error) => count(error.count), order: (error) => error.count },
  { head: 'Of all', cell: (error) => percent(error.count, samples), order: (error) => error.count },
];

/** Errors of one kind together. */
export function errorKinds({ errors, otherErrors }: ReportData): ErrorData[] {
  const counts = new Map<string, number>();
  for (const { kind, count: times } of errors) counts.set(kind, (counts.get(kind) ?? 0) + times);
  if (otherErrors > 0) counts.set('(other messages)', otherErrors);
  return [...counts]
    .map(([kind, times]) => ({ kind, responseCode: '', message: '', count: times }))
    .toSorted((a, b) => b.count - a.count);
}

export const errorKindColumns = (samples: number): Column<ErrorData>[] =>
  errorColumns(samples).filter(({ head }) => head !== 'Code' && head !== 'Message');

const VERDICT_TEXTS: Readonly<Record<WrongReplyData['verdict'], string>> = {
  late: 'late: the request had been given up',
  'out-of-order': 'out of order: the request was still waited for',
  duplicate: 'duplicate: the request was answered before',
  unmatched: 'unmatched: it answers no request',
};

export const wrongReplyColumns: readonly Column<WrongReplyData>[] = [
  { head: 'Sample', cell: ({ label }) => nameText(label) },
  { head: 'Its reply was', cell: ({ verdict }) => VERDICT_TEXTS[verdict] },
  { head: 'It answers', cell: ({ answers }) => answers },
  { head: 'Samples', cell: (reply) => count(reply.count), order: (reply) => reply.count },
];

const delay = (head: string, of: (delays: PushDelayData) => number): Column<PushDelayData> => ({
  head,
  cell: (delays) => milliseconds(of(delays)),
  order: of,
});

export const delayColumns: readonly Column<PushDelayData>[] = [
  { head: 'Sample', cell: ({ label }) => nameText(label) },
  { head: 'Messages', cell: (delays) => count(delays.count), order: (delays) => delays.count },
  delay('Median ms', ({ medianMs }) => medianMs),
  delay('p95 ms', ({ p95Ms }) => p95Ms),
  delay('p99 ms', ({ p99Ms }) => p99Ms),
  delay('Max ms', ({ maxMs }) => maxMs),
];

/** RFC 6455, section 7.4.1, in a few words. */
const CLOSE_CODES: Readonly<Record<string, string>> = {
  1000: 'normal closure',
  1001: 'going away',
  1002: 'protocol error',
  1003: 'unsupported data',
  1005: 'no code in the close frame',
  1006: 'connection lost without a close frame',
  1007: 'invalid data',
  1008: 'policy violation',
  1009: 'message too big',
  1010: 'extension missing',
  1011: 'internal error of the server',
  1012: 'service restart',
  1013: 'try again later',
  1015: 'TLS handshake failed',
};

export const closeCodeColumns: readonly Column<ReportData['closeCodes'][number]>[] = [
  { head: 'Close code', cell: ({ code }) => code },
  { head: 'Meaning', cell: ({ code }) => CLOSE_CODES[code] ?? '' },
  { head: 'Samples', cell: (close) => count(close.count), order: (close) => close.count },
];
