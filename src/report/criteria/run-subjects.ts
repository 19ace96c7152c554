import { LONGEST_PUSH_US } from '../../results/label-statistics.ts';
import type { RunEvent } from '../../types.ts';
import { replyVerdict } from '../web-socket-rows.ts';
import type { GeneratorShares } from './generator-shares.ts';
import type { Subject } from './subject.ts';
import { NUMBER, PERCENTAGE, TIME } from './unit.ts';

/** Of a run that a results file does not tell. */
const IN_RUNS = { isOfRun: true } as const;

/** Times that events carry. They are counted as whole microseconds. */
type Times = Pick<Subject, 'measureEvent' | 'hasLabel' | 'without'>;

const PUSH_DELAYS: Times = {
  // Where clocks differ a message can come before it was sent. A send time that cannot be one is none.
  measureEvent: (event) =>
    event.type === 'push-delay' && Math.abs(event.delayUs) <= LONGEST_PUSH_US
      ? Math.max(0, Math.round(event.delayUs))
      : undefined,
  hasLabel: true,
  without: 'no message carried its send time (--push-delay says where it stands)',
};

const HANDSHAKES: Times = {
  measureEvent: (event) =>
    event.type === 'connection-opened' && event.handshake !== undefined
      ? Math.round(event.handshake.wholeUs)
      : undefined,
  hasLabel: false,
  without: 'no connection was opened',
};

const mean = (times: Times): Subject => ({
  ...IN_RUNS,
  ...times,
  unit: TIME,
  isCount: false,
  value: ({ sum, count }) => sum / count / 1000,
});

const percentile = (times: Times, percent: number): Subject => ({
  ...IN_RUNS,
  ...times,
  unit: TIME,
  isCount: false,
  needsHistogram: true,
  value: ({ histogram }) => (histogram?.percentile(percent) ?? 0) / 1000,
});

/** What rows do not show, counted; with `%` per sample. */
const counting = (
  measureEvent: (event: RunEvent) => number | undefined,
  measure: Subject['measure'] = () => 0,
): Subject => ({
  ...IN_RUNS,
  unit: NUMBER,
  isCount: true,
  hasLabel: true,
  measure,
  measureEvent,
  value: ({ sum }) => sum,
});

const share = (name: keyof GeneratorShares): Subject => ({
  ...IN_RUNS,
  unit: PERCENTAGE,
  isCount: false,
  hasLabel: false,
  share: name,
  without: 'this system does not tell',
  value: () => 0,
});

/** Subjects that only a run that is under way can tell. */
export const RUN_SUBJECTS: Readonly<Record<string, Subject>> = {
  'avg-push': mean(PUSH_DELAYS),
  'avg-handshake': mean(HANDSHAKES),
  'never-answered': counting((event) => (event.type === 'never-answered' ? event.count : undefined)),
  unsolicited: counting(
    (event) => (event.type === 'passed-over' && event.kind === 'push' ? 1 : undefined),
    (row) => (replyVerdict(row) === 'unmatched' ? 1 : 0),
  ),
  saturated: share('saturated'),
  starved: share('starved'),
};

/** `p95-push`, `p99-handshake`: those times by a percentile. */
export function runPercentile(percent: number, suffix: string): Subject | undefined {
  if (suffix === '-push') return percentile(PUSH_DELAYS, percent);
  return suffix === '-handshake' ? percentile(HANDSHAKES, percent) : undefined;
}
