import { NO_CODE, type ClosedBy } from '../results/connection-statistics.ts';
import type { ConnectionSummary, DurationSummary } from '../results/statistics-summary.ts';
import { bytes, count, milliseconds } from './format.ts';
import { oneLine } from './table.ts';

const MAX_KINDS = 5;

const ENDS: readonly (readonly [by: ClosedBy, text: string])[] = [
  ['client', 'closed by the plan'],
  ['server', 'closed by the server'],
  ['reset', 'lost'],
  ['thread-end', 'closed at the end of their thread'],
];

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, each) => total + each, 0);

/** `1000: 50, 1011: 2`, the most frequent first. */
function kinds(entries: readonly (readonly [kind: string, times: number])[]): string {
  const sorted = entries.toSorted(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, MAX_KINDS).map(([kind, times]) => `${oneLine(kind)}: ${count(times)}`);
  return [...shown, ...(sorted.length > MAX_KINDS ? [`${sorted.length - MAX_KINDS} more kinds`] : [])].join(
    ', ',
  );
}

function endText({ closed, closeCodesBy }: ConnectionSummary, by: ClosedBy, text: string): string[] {
  if (closed[by] === 0) return [];
  const codes = Object.entries(closeCodesBy[by]);
  const hasCodes = codes.some(([code]) => code !== NO_CODE);
  const named = codes.map(([code, times]) => [code === NO_CODE ? 'no code' : code, times] as const);
  return [`${count(closed[by])} ${text}${hasCodes ? ` (${kinds(named)})` : ''}`];
}

const median = (durations: DurationSummary): string => milliseconds(durations.percentileMs(50));

function handshakeText({ handshake, tcp, tls, upgrade }: ConnectionSummary['times']): string[] {
  if (handshake.count === 0) return [];
  const [p50, p99, max] = [50, 99, 100].map((percent) => milliseconds(handshake.percentileMs(percent)));
  const parts = [
    `TCP ${median(tcp)}`,
    ...(tls.count === 0 ? [] : [`TLS ${median(tls)}`]),
    `upgrade ${median(upgrade)}`,
  ];
  return [`Handshake: median ${p50} ms, p99 ${p99}, max ${max} (medians of its parts: ${parts.join(', ')})`];
}

const seconds = (ms: number): string =>
  ms < 10_000 ? `${milliseconds(ms)} ms` : `${milliseconds(ms / 1000)} s`;

/** What became of the connections, a line for each thing that there is to say. */
export function connectionLines(connections: ConnectionSummary): string[] {
  const { opened, failed, times, traffic, mostOpen } = connections;
  const failures = sum(failed.byStatus) + sum(failed.byReason);
  if (opened === 0 && failures === 0) return [];
  const { session } = times;
  const ends = ENDS.flatMap(([by, text]) => endText(connections, by, text));
  const failureKinds = [
    ...Object.entries(failed.byStatus).map(([status, n]) => [`HTTP ${status}`, n] as const),
    ...Object.entries(failed.byReason),
  ];
  return [
    `Connections: ${[`${count(opened)} opened`, ...ends].join(', ')}`,
    ...(failures === 0 ? [] : [`Connections that failed: ${count(failures)} (${kinds(failureKinds)})`]),
    ...handshakeText(times),
    ...(session.count === 0
      ? []
      : [
          `Open: at most ${count(mostOpen)} at a time, for ${seconds(session.percentileMs(50))} at the median and ${seconds(session.percentileMs(100))} at most`,
        ]),
    ...(traffic.sentMessages + traffic.receivedMessages === 0
      ? []
      : [
          `Messages: ${count(traffic.sentMessages)} sent (${bytes(traffic.sentBytes)}), ${count(traffic.receivedMessages)} received (${bytes(traffic.receivedBytes)})`,
        ]),
  ];
}
