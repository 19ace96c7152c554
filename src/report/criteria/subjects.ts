import type { JtlRow } from '../../results/jtl-reader.ts';
import { DurationHistogram } from '../duration-histogram.ts';
import { closeCode, isReadTimeout, isRefused, replyVerdict } from '../web-socket-rows.ts';
import { bytesText, numberText, parseBytes, parseNumber, parseTimeMs, timeText } from './quantity.ts';
import { wildcard } from './wildcard.ts';

/** Three decimal digits. */
const HISTOGRAM_BITS = 10;

/** What criteria look at in rows, whole or of one second. */
export class Figures {
  count = 0;
  sum = 0;
  squares = 0;
  greatest = 0;
  readonly histogram: DurationHistogram | undefined;

  constructor(subject: Subject) {
    this.histogram = subject.needsHistogram === true ? new DurationHistogram(HISTOGRAM_BITS) : undefined;
  }

  add(value: number): void {
    this.count++;
    this.sum += value;
    this.squares += value * value;
    if (value > this.greatest) this.greatest = value;
    this.histogram?.record(value);
  }

  merge(other: Figures): void {
    this.count += other.count;
    this.sum += other.sum;
    this.squares += other.squares;
    this.greatest = Math.max(this.greatest, other.greatest);
    if (other.histogram !== undefined) this.histogram?.merge(other.histogram);
  }
}

/** How thresholds of a subject are written and values are shown. */
export interface Unit {
  readonly what: string;
  parse(text: string): number | undefined;
  text(value: number): string;
}

const TIME: Unit = { what: 'a time such as 150ms or 2s', parse: parseTimeMs, text: timeText };
const BYTES: Unit = { what: 'a size such as 500 or 10kb', parse: parseBytes, text: bytesText };
const NUMBER: Unit = { what: 'a number', parse: parseNumber, text: numberText };
export const PERCENTAGE: Unit = {
  what: 'a percentage',
  parse: (text) => parseNumber(text.slice(0, -1)),
  text: (value) => `${numberText(value)}%`,
};

/** What a criterion compares: measured on each row, then put together. */
export interface Subject {
  readonly unit: Unit;
  /** Counts rows, so that the threshold may be a percentage of all. */
  readonly isCount: boolean;
  readonly needsHistogram?: true;
  measure(row: JtlRow): number;
  value(figures: Figures): number;
}

const mean = (measure: Subject['measure']): Subject => ({
  unit: TIME,
  isCount: false,
  measure,
  value: ({ sum, count }) => sum / count,
});
const counting = (matches: (row: JtlRow) => boolean): Subject => ({
  unit: NUMBER,
  isCount: true,
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
    measure: elapsed,
    value: ({ squares, sum, count }) => Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)),
  },
  hits: { ...counting(() => true), isCount: false },
  bytes: { unit: BYTES, isCount: false, measure: (row) => row.bytes ?? 0, value: ({ sum }) => sum },
  concurrency: {
    unit: NUMBER,
    isCount: false,
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
};

function percentile(text: string): Subject | undefined {
  const percent = Number(text);
  if (!/^\d{1,3}(?:\.\d+)?$/.test(text) || percent > 100) return undefined;
  return {
    unit: TIME,
    isCount: false,
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
export const SUBJECT_NAMES = `${Object.keys(FIXED).join(', ')}, p95, rc503, close1006`;
