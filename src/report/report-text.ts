import { count, milliseconds, percent, rate } from './format.ts';
import type { LabelData } from './label-figures.ts';
import type { ReportData } from './report-collector.ts';
import { oneLine, table } from './table.ts';

const MAX_LABELS = 30;
const MAX_ERRORS = 10;
const HEAD = ['Samples (times in ms)', 'count', 'errors', 'median', 'p95', 'p99', 'max', 'per second'];

const row = (label: LabelData): string[] => [
  oneLine(label.label),
  count(label.count),
  label.errors === 0 ? '0' : `${count(label.errors)} (${percent(label.errors, label.count)})`,
  ...[label.medianMs, label.p95Ms, label.p99Ms, label.maxMs].map(milliseconds),
  rate(label.perSecond),
];

/** The summary of a results file for a terminal, about one screen. Ends with a line feed. */
export function reportText(data: ReportData, width: number): string {
  const { samples, transactions, total, errors } = data;
  const shown = samples.slice(0, MAX_LABELS);
  const lines = table(
    [
      HEAD,
      ...shown.map(row),
      ...(samples.length > shown.length ? [[`… and ${samples.length - shown.length} more`]] : []),
      row(total),
      ...(transactions.length === 0 ? [] : [['Transactions'], ...transactions.slice(0, MAX_LABELS).map(row)]),
    ],
    width,
  );
  const reasons = errors
    .slice(0, MAX_ERRORS)
    .map(({ kind, responseCode, message, count: times }) =>
      oneLine(
        `  ${count(times)}  ${kind}: ${[responseCode, message].filter((text) => text !== '').join(': ')}`,
      ),
    );
  if (reasons.length > 0) lines.push('', 'Errors', ...reasons);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
