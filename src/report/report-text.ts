import { count, milliseconds, percent, rate } from './format.ts';
import type { LabelData } from './label-figures.ts';
import type { ReportData } from './report-collector.ts';
import { fit, oneLine, table } from './table.ts';

const MAX_LABELS = 30;
const MAX_ERRORS = 10;
const HEAD = ['Samples (times in ms)', 'count', 'errors', 'median', 'p95', 'p99', 'max', 'per second'];

const row = (label: LabelData): string[] => [
  oneLine(label.label),
  count(label.count),
  label.errors === 0 ? '0' : `${count(label.errors)} (${percent(label.errors, label.count)})`,
  ...[label.medianMs, label.p95Ms, label.p99Ms, label.maxMs].map((ms) =>
    label.count === 0 ? '-' : milliseconds(ms),
  ),
  rate(label.perSecond),
];

/** The summary of a results file for a terminal, about one screen. Ends with a line feed. */
export function reportText(data: ReportData, width: number): string {
  const { samples, transactions, total, errors } = data;
  const most = new Set(samples.toSorted((a, b) => b.count - a.count).slice(0, MAX_LABELS));
  const shown = samples.filter((label) => most.has(label));
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
  const kinds = errors.slice(0, MAX_ERRORS);
  const digits = Math.max(...kinds.map(({ count: times }) => count(times).length));
  const reasons = kinds.map(({ kind, responseCode, message, count: times }) => {
    const said = [responseCode, message].filter((text) => text !== '').join(': ');
    return fit(`  ${count(times).padStart(digits)}  ${kind}: ${oneLine(said)}`, width);
  });
  if (reasons.length > 0) lines.push('', 'Errors', ...reasons);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
