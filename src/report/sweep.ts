import { bytes, count, milliseconds, percent } from './format.ts';
import type { SummaryJson } from './json.ts';
import { table } from './table.ts';
import { wrap } from './wrap.ts';

/** One run of a sweep. */
export interface SweepStep {
  readonly threads: number;
  readonly summary: SummaryJson;
}

/** A step is beyond the knee when its 95th percentile is more than so many times, and so much, above the first one's. */
const TIMES = 2;
const SLACK_MS = 1;
/** Or when more than this share of its samples or connections fail. */
const FAILING = 0.01;

/** Round trips where there are any, else the times of the samples. */
export function latency({ total }: SummaryJson): { median: number; p95: number; p99: number } {
  return total.roundTrip ?? total.elapsed;
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, each) => all + each, 0);

/** Connections that were not to be had. */
const failedConnections = ({ connections: { failed } }: SummaryJson): number =>
  sum(failed.byStatus) + sum(failed.byReason);

function isBeyond(step: SweepStep, first: SweepStep): boolean {
  const { total, connections } = step.summary;
  const failures = failedConnections(step.summary);
  if (total.errors > FAILING * total.count || failures > FAILING * (connections.opened + failures))
    return true;
  return (
    latency(step.summary).p95 >
    Math.max(TIMES * latency(first.summary).p95, latency(first.summary).p95 + SLACK_MS)
  );
}

/** The last step before latency or failures leave what they were in the first; undefined: none of them does. */
export function knee(steps: readonly SweepStep[]): SweepStep | undefined {
  const [first] = steps;
  const beyond = steps.findIndex((step) => isBeyond(step, first!));
  return beyond < 0 ? undefined : steps[Math.max(0, beyond - 1)];
}

const HEAD = [
  'Threads',
  'open',
  'failed',
  'per second',
  'median',
  'p95',
  'p99',
  'handshake p99',
  'memory',
  'each',
  'generator',
  '',
];

function row({ threads, summary }: SweepStep, mark: string): string[] {
  const { total, connections, server, generator } = summary;
  const { median, p95, p99 } = latency(summary);
  return [
    count(threads),
    count(connections.mostOpen),
    percent(total.errors, total.count),
    milliseconds(total.throughput ?? 0),
    ...[median, p95, p99].map(milliseconds),
    connections.handshake === null ? '-' : milliseconds(connections.handshake.p99),
    server === undefined ? '-' : bytes(server.most),
    server === undefined || server.bytesPerConnection === null ? '-' : bytes(server.bytesPerConnection),
    generator?.verdict ?? '-',
    mark,
  ];
}

/** Where the knee is, in words, and what to think of it. */
export function kneeText(steps: readonly SweepStep[]): string {
  const at = knee(steps);
  const [first] = steps;
  const last = steps.at(-1)!;
  if (at === undefined)
    return `No knee up to ${count(last.threads)} threads: the 95th percentile stays within twice that of the first step, and at most 1% fails.`;
  const next = steps[steps.indexOf(at) + 1];
  const beyond = isBeyond(at, first!) ? at : next;
  const why =
    beyond?.summary.generator?.verdict === 'kept-up'
      ? ''
      : ' The generator did not keep up in the step after it: the knee may be its own. Use more workers or another machine to tell.';
  return at === first && beyond === first
    ? 'The first step fails already: begin with fewer threads.'
    : `The knee is at ${count(at.threads)} threads: with ${count(beyond?.threads ?? 0)}, the 95th percentile is more than twice that of the first step, or more than 1% fails.${why}`;
}

/** The steps of a sweep, behind the names of the columns, with the knee marked. What no step has is left out. */
export function sweepTable(steps: readonly SweepStep[]): string[][] {
  const at = knee(steps);
  const rows = steps.map((step) => row(step, step === at ? '← knee' : ''));
  const used = HEAD.map((_, column) => rows.some((cells) => cells[column] !== '-'));
  return [HEAD, ...rows].map((cells) => cells.filter((_, column) => used[column]));
}

/** The same as text, and what the knee says. Times are milliseconds. Ends with a line feed. */
export function sweepText(steps: readonly SweepStep[], width: number): string {
  if (steps.length === 0) return '';
  const lines = table(sweepTable(steps), width).map((line) => line.trimEnd());
  return `${[...lines, ...wrap(kneeText(steps), width)].join('\n')}\n`;
}
