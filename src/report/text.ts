import { createColors } from 'picocolors';
import type { CorrelationCounts } from '../results/label-statistics.ts';
import type { DurationSummary, LabelSummary, StatisticsSummary } from '../results/statistics-summary.ts';
import { connectionLines } from './connections-text.ts';
import { generatorSentences, workerSentences } from './generator-text.ts';
import type { Watched } from './json.ts';
import { kernelSentences } from './kernel-text.ts';
import { probeSentences } from './probe-text.ts';
import { serverSentences } from './server-text.ts';
import { fit, oneLine, table } from './table.ts';
import { wrap } from './wrap.ts';

export interface TextOptions {
  /** Colours and bold; for terminals. */
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

const MAX_LABELS = 30;
const MAX_ERRORS = 10;

/** Milliseconds with three digits or more, at most two of them behind the point. */
function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

const rate = (value: number | undefined): string =>
  value === undefined ? '-' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

function errorCell({ count, errors }: LabelSummary): string {
  if (errors === 0) return '0';
  const percent = (errors / count) * 100;
  return `${errors} (${percent.toFixed(percent < 10 ? 2 : percent < 100 ? 1 : 0)}%)`;
}

const HEADER = ['count', 'errors', 'median', 'p95', 'p99', 'max', 'per second'];

function labelRow(label: LabelSummary): string[] {
  const times = [50, 95, 99].map((percent) => milliseconds(label.percentileMs(percent)));
  return [
    oneLine(label.label),
    String(label.count),
    errorCell(label),
    ...(label.count === 0 ? ['-', '-', '-', '-'] : [...times, milliseconds(label.maxMs)]),
    rate(label.throughput),
  ];
}

/** The labels with most samples, in their order, and how many are left out. */
function shownLabels(labels: readonly LabelSummary[]): { shown: readonly LabelSummary[]; hidden: number } {
  const sampled = labels.filter(({ count }) => count > 0);
  const most = new Set(sampled.toSorted((a, b) => b.count - a.count).slice(0, MAX_LABELS));
  return { shown: sampled.filter((label) => most.has(label)), hidden: sampled.length - most.size };
}

const counted = (parts: readonly (readonly [count: number, what: string])[]): string[] =>
  parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));

/** What correlation says about one label, or nothing when every reply was the one that was asked for. */
function correlationText(label: LabelSummary): string | undefined {
  const { taken, passedOver, neverAnswered } = label.correlation;
  const late = label.lateRoundTrips;
  const passed = counted([
    [passedOver.late, 'late'],
    [passedOver['out-of-order'], 'for other requests'],
    [passedOver.duplicate, 'duplicate'],
    [passedOver.push, 'pushed'],
  ]);
  const parts = [
    ...counted([
      [taken.late, 'late'],
      [taken['out-of-order'], 'out of order'],
      [taken.duplicate, 'duplicate'],
      [taken.unmatched, 'that answer no request'],
      [neverAnswered, 'never answered'],
    ]),
    ...(passed.length === 0 ? [] : [`passed over ${passed.join(', ')}`]),
    ...(late.count === 0
      ? []
      : [
          `true round trip of ${late.count} late: median ${milliseconds(late.percentileMs(50))} ms, max ${milliseconds(late.percentileMs(100))} ms`,
        ]),
  ];
  return parts.length === 0 ? undefined : [`${taken['in-order']} in order`, ...parts].join(', ');
}

const isSilent = ({ taken, neverAnswered }: CorrelationCounts): boolean =>
  neverAnswered === 0 && Object.values(taken).every((count) => count === 0);

function correlationLines(summary: StatisticsSummary, width: number): string[] {
  const lines = summary.samples.flatMap((label) => {
    const text = correlationText(label);
    return text === undefined ? [] : [fit(`  ${oneLine(label.label)}: ${text}`, width)];
  });
  if (lines.length > 0) return lines;
  return isSilent(summary.total.correlation)
    ? []
    : [`  All ${summary.total.correlation.taken['in-order']} replies answer the request of their sample.`];
}

function errorLines(summary: StatisticsSummary, width: number): string[] {
  const shown = summary.errors.slice(0, MAX_ERRORS);
  const rest = summary.errors.slice(MAX_ERRORS).reduce((sum, { count }) => sum + count, summary.otherErrors);
  const digits = Math.max(...shown.map(({ count }) => String(count).length), String(rest).length);
  const line = (count: number, text: string): string =>
    fit(`  ${String(count).padStart(digits)}  ${oneLine(text)}`, width);
  return [
    ...shown.map(({ responseCode, message, count }) =>
      line(
        count,
        [responseCode, message].filter((text) => text !== '').join(': ') || '(no code and no message)',
      ),
    ),
    ...(rest > 0 ? [line(rest, 'of other kinds')] : []),
  ];
}

function durationsText(durations: DurationSummary): string {
  const [p50, p95, p99, max] = [50, 95, 99, 100].map((percent) =>
    milliseconds(durations.percentileMs(percent)),
  );
  return `median ${p50} ms, p95 ${p95}, p99 ${p99}, max ${max}`;
}

/** A round trip is said when the times of the samples are not it: some opened connections, or read replies later. */
const differs = (a: number, b: number): boolean => Math.abs(a - b) > Math.max(0.5, 0.1 * Math.max(a, b));

function roundTripLines(summary: StatisticsSummary, width: number): string[] {
  return summary.samples.flatMap((label) => {
    const { roundTrips } = label;
    if (roundTrips.count === 0 || !differs(roundTrips.percentileMs(50), label.percentileMs(50))) return [];
    return [fit(`  ${oneLine(label.label)}: ${roundTrips.count}, ${durationsText(roundTrips)}`, width)];
  });
}

/** Clocks of two machines that differ by so much spoil push delays. */
const CLOCKS_DIFFER_MS = 1;

function pushDelayLines(summary: StatisticsSummary, width: number): string[] {
  return summary.samples.flatMap(({ label, pushDelays }) => {
    const { count: pushes, earliestMs, implausible } = pushDelays;
    const lines: string[] = [];
    if (pushes > 0)
      lines.push(
        `${pushes}, ${durationsText(pushDelays)}`,
        ...(earliestMs < -CLOCKS_DIFFER_MS
          ? [`the clocks differ: the earliest came ${milliseconds(-earliestMs)} ms before it was sent`]
          : []),
      );
    if (implausible > 0)
      lines.push(`${implausible} were sent more than a day away from now: mind the unit of the rule`);
    return lines.map((line) => fit(`  ${oneLine(label)}: ${line}`, width));
  });
}

function timeoutLines(summary: StatisticsSummary, width: number): string[] {
  return summary.samples.flatMap(({ label, readTimeouts, count: samples }) =>
    readTimeouts === 0
      ? []
      : [fit(`  ${oneLine(label)}: ${readTimeouts} of ${samples} waited for a frame in vain`, width)],
  );
}

interface Line {
  readonly cells: readonly string[];
  readonly style: (text: string) => string;
}

/**
 * The summary of a run for people, about one screen: counts, errors, times and rates per label and in total, what
 * correlation found, errors by kind, the verdict on what was watched. Times are milliseconds. Ends with a line feed.
 */
export function summaryText(
  summary: StatisticsSummary,
  { colour, width }: TextOptions,
  watched: Watched = {},
): string {
  const { bold, dim, red } = createColors(colour);
  const heading = (name: string, cells: readonly string[]): Line => ({ cells: [name, ...cells], style: dim });
  const labelLine = (label: LabelSummary): Line => ({
    cells: labelRow(label),
    style: label.errors > 0 ? red : String,
  });
  const labelLines = (labels: readonly LabelSummary[]): Line[] => {
    const { shown, hidden } = shownLabels(labels);
    return [...shown.map(labelLine), ...(hidden === 0 ? [] : [heading(`… and ${hidden} more`, [])])];
  };
  const total = labelLine(summary.total);
  const lines: Line[] = [
    heading('Samples (times in ms)', HEADER),
    ...labelLines(summary.samples),
    { ...total, style: (text) => bold(total.style(text)) },
    ...(summary.transactions.length === 0
      ? []
      : [heading('Transactions', []), ...labelLines(summary.transactions)]),
  ];
  const laidOut = table(
    lines.map(({ cells }) => cells),
    width,
  );
  const text = lines.map(({ style }, i) => style(laidOut[i]?.trimEnd() ?? ''));

  for (const [title, section] of [
    ['Round trips', roundTripLines(summary, width)],
    ['Push delays, from the send time in the message to its arrival', pushDelayLines(summary, width)],
    ['Read timeouts', timeoutLines(summary, width)],
    ['Correlation', correlationLines(summary, width)],
    ['Errors', errorLines(summary, width)],
  ] as const)
    if (section.length > 0) text.push('', bold(title), ...section);
  const connections = connectionLines(summary.connections);
  if (connections.length > 0) text.push('', ...connections.flatMap((line) => wrap(line, width)));
  const sentences = [
    ...(watched.generator === undefined
      ? []
      : [...generatorSentences(watched.generator), ...workerSentences(watched.generator)]),
    ...(watched.probe === undefined ? [] : probeSentences(watched.probe, summary.total)),
    ...(watched.server === undefined ? [] : serverSentences(watched.server)),
    ...(watched.kernel === undefined ? [] : kernelSentences(watched.kernel, summary.connections)),
  ];
  if (sentences.length > 0) text.push('', ...sentences.flatMap((sentence) => wrap(sentence, width)));
  return `${text.join('\n')}\n`;
}
