import type { Verdict } from './criteria/verdict.ts';
import { wellFormed } from './escape.ts';
import { count, duration, milliseconds, percent, rate } from './format.ts';
import type { LabelData } from './label-figures.ts';
import type { ReportData } from './report-collector.ts';
import { oneLine } from './table.ts';

const MAX_LABELS = 50;
const MAX_ERRORS = 20;
const MAX_TEXT = 120;

/** A text of any origin as one cell: no markup, no mention, no link comes out of it. */
function cell(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  const plain = oneLine(wellFormed(short))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  // A zero-width blank keeps names from being mentions and addresses from being links.
  return plain
    .replace(/[\\`*_{}[\]()#+!|~-]/g, String.raw`\$&`)
    .replace(/@(?=\w)|:(?=\/\/)|\bwww(?=\.)/gi, '$&\u200b');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return `${line(head)}${line(head.map((_, i) => (i === 0 ? '---' : '---:')))}${rows.map(line).join('')}\n`;
};

const labelRow = (label: LabelData): string[] => [
  cell(label.label),
  count(label.count),
  label.errors === 0 ? '0' : `${count(label.errors)} (${percent(label.errors, label.count)})`,
  ...[label.medianMs, label.p95Ms, label.p99Ms, label.maxMs].map(milliseconds),
  rate(label.perSecond),
];

const HEAD = ['Label', 'Samples', 'Failed', 'Median ms', 'p95 ms', 'p99 ms', 'Max ms', 'Per second'];

function criteriaText(verdicts: readonly Verdict[]): string {
  const state = ({ isFailed, isTriggered }: Verdict): string =>
    isFailed ? '❌ failed' : isTriggered ? '⚠️ noticed' : '✅ held';
  return `### Criteria\n\n${table(
    ['Criterion', 'Verdict', 'Value'],
    verdicts.map((verdict) => [cell(verdict.criterion.name), state(verdict), cell(verdict.reason)]),
  )}`;
}

const more = (hidden: number, what: string): string =>
  hidden > 0 ? `… and ${count(hidden)} more ${what}\n\n` : '';

/**
 * The summary of a run in Markdown, for the step summary of GitHub Actions and for comments: a screen or two, far
 * below the 1 MiB that GitHub takes.
 */
export function summaryMarkdown(
  data: ReportData,
  verdicts: readonly Verdict[],
  { title, isFailed }: { readonly title: string; readonly isFailed: boolean },
): string {
  const { total, errors } = data;
  const lasted = duration((total.lastMs ?? 0) - (total.firstMs ?? 0));
  const labels = data.samples
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_LABELS)
    .map(labelRow);
  const shownErrors = errors.slice(0, MAX_ERRORS);
  return [
    `## ${isFailed ? '❌' : '✅'} ${cell(title)}\n\n`,
    `**${count(total.count)}** samples in ${lasted}, **${count(total.errors)}** failed (${percent(total.errors, total.count)}), `,
    `median ${milliseconds(total.medianMs)} ms, p95 ${milliseconds(total.p95Ms)} ms\n\n`,
    verdicts.length === 0 ? '' : criteriaText(verdicts),
    `### Samples\n\n`,
    table(HEAD, [...labels, labelRow(total).map((text, i) => `**${i === 0 ? 'Total' : text}**`)]),
    more(data.samples.length - labels.length, 'labels'),
    data.transactions.length === 0
      ? ''
      : `### Transactions\n\n${table(HEAD, data.transactions.slice(0, MAX_LABELS).map(labelRow))}${more(data.transactions.length - MAX_LABELS, 'transactions')}`,
    shownErrors.length === 0
      ? ''
      : `### Errors\n\n${table(
          ['Kind', 'Code', 'Message', 'Count'],
          shownErrors.map((error) => [
            error.kind,
            cell(error.responseCode),
            cell(error.message),
            count(error.count),
          ]),
        )}${more(errors.length - shownErrors.length, 'kinds of errors')}`,
  ].join('');
}
