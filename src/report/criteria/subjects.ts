import type { JtlRow } from '../../results/jtl-reader.ts';
import { closeCode, isReadTimeout, isRefused, replyVerdict } from '../web-socket-rows.ts';
import type { Figures } from './figures.ts';
import { RUN_SUBJECTS, runPercentile } from './run-subjects.ts';
import type { Subject } from './subject.ts';
import { BYTES, NUMBER, TIME } from './unit.ts';
import { wildcard } from './wildcard.ts';

type Measure = (row: JtlRow) => number;

const mean = (measure: Measure): Subject => ({
  unit: TIME,
  isCount: false,
  hasLabel: true,
  measure,
  value: ({ sum, count }) => sum / count,
});
const counting = (matches: (row: JtlRow) => boolean): Subject => ({
  unit: NUMBER,
  isCount: true,
  hasLabel: true,
  measure: (row) => (matches(row) ? 1 : 0),
  value: ({ sum }) => sum,
});
const elapsed = (row: JtlRow): number => row.elapsed ?? 0;

/** The share of the rows that a counting subject counted. */
export const percentageOf = ({ sum, count }: Figures): number => (100 * sum) / count;

const succeeded = counting((row) => row.success === true);
const failed = counting((row) => row.success !== true);

const FIXED: Readonly<Record<string, Subject>> = {
  'avg-rt': mean(elapsed),
  'avg-lt': mean((row) => row.Latency ?? 0),
  'avg-ct': mean((row) => row.Connect ?? 0),
  'stdev-rt': {
    unit: TIME,
    isCount: false,
    hasLabel: true,
    measure: elapsed,
    value: ({ squares, sum, count }) => Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)),
  },
  hits: { ...counting(() => true), isCount: false },
  bytes: {
    unit: BYTES,
    isCount: false,
    hasLabel: true,
    measure: (row) => row.bytes ?? 0,
    value: ({ sum }) => sum,
  },
  concurrency: {
    unit: NUMBER,
    isCount: false,
    hasLabel: true,
    measure: (row) => row.allThreads ?? 0,
    value: ({ greatest }) => greatest,
  },
  succ: succeeded,
  success: succeeded,
  fail: failed,
  failures: failed,
  late: counting((row) => replyVerdict(row) === 'late'),
  'out-of-order': counting((row) => replyVerdict(row) === 'out-of-order'),
  duplicate: counting((row) => replyVerdict(row) === 'duplicate'),
  unmatched: counting((row) => replyVerdict(row) === 'unmatched'),
  refused: counting(isRefused),
  timeout: counting(isReadTimeout),
  ...RUN_SUBJECTS,
};

function percentile(text: string): Subject | undefined {
  const [, number = '', suffix = ''] = /^(\d{1,3}(?:\.\d+)?)(-[a-z]+)?$/.exec(text) ?? [];
  const percent = Number(number);
  if (number === '' || percent > 100) return undefined;
  if (suffix !== '') return runPercentile(percent, suffix);
  return {
    unit: TIME,
    isCount: false,
    hasLabel: true,
    needsHistogram: true,
    measure: elapsed,
    value: ({ histogram }) => histogram?.percentile(percent) ?? 0,
  };
}

/** The subject of that name; undefined when there is none. */
export function subjectNamed(name: string): Subject | undefined {
  const fixed = Object.hasOwn(FIXED, name) ? FIXED[name] : undefined;
  if (fixed !== undefined) return fixed;
  if (name.startsWith('rc') && name.length > 2) {
    const matches = wildcard(name.slice(2));
    return counting((row) => matches(row.responseCode ?? ''));
  }
  if (name.startsWith('close') && name.length > 5) {
    const matches = wildcard(name.slice(5));
    return counting((row) => {
      const code = closeCode(row);
      return code !== undefined && matches(code);
    });
  }
  return name.startsWith('p') ? percentile(name.slice(1)) : undefined;
}

/** What to write instead of an unknown subject. */
export const SUBJECT_NAMES = `${Object.keys(FIXED).join(', ')}, p95, p95-push, p95-handshake, rc503, close1006`;
