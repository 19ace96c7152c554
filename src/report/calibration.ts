import { milliseconds } from './format.ts';
import type { LabelJson, SummaryJson } from './json.ts';
import { oneLine, table } from './table.ts';
import { wrap } from './wrap.ts';

/** With fewer samples a percentile is a matter of chance. */
const FEWEST_SAMPLES = 30;
const MAX_LABELS = 30;

/** A figure moves when it changes by more than this share of it, and this time. */
interface Tolerance {
  readonly share: number;
  readonly ms: number;
}
const MEDIAN: Tolerance = { share: 0.2, ms: 0.1 };
const P99: Tolerance = { share: 0.3, ms: 1 };

type Move = 'down' | 'up' | 'none';

function move(before: number, after: number, { share, ms }: Tolerance): Move {
  const change = after - before;
  if (Math.abs(change) <= Math.max(ms, share * before)) return 'none';
  return change < 0 ? 'down' : 'up';
}

/** One label in both runs. */
interface Pair {
  readonly before: LabelJson;
  readonly after: LabelJson;
  readonly median: Move;
  readonly p99: Move;
}

function pairsOf(before: SummaryJson, after: SummaryJson): Pair[] {
  const others = new Map(after.labels.map((label) => [label.label, label]));
  return before.labels.flatMap((label) => {
    const other = others.get(label.label);
    if (other === undefined || label.count < FEWEST_SAMPLES || other.count < FEWEST_SAMPLES) return [];
    return [
      {
        before: label,
        after: other,
        median: move(label.elapsed.median, other.elapsed.median, MEDIAN),
        p99: move(label.elapsed.p99, other.elapsed.p99, P99),
      },
    ];
  });
}

function cells(before: number, after: number): string[] {
  const change = before === 0 ? '' : `${after > before ? '+' : ''}${Math.round((after / before - 1) * 100)}%`;
  return [`${milliseconds(before)} → ${milliseconds(after)}`, change];
}

/** Labels whose figure moves that way. */
const moving = (pairs: readonly Pair[], of: 'median' | 'p99', way: Move): string[] =>
  pairs.filter((pair) => pair[of] === way).map(({ before }) => oneLine(before.label));

const some = (labels: readonly string[]): string =>
  labels.length <= 3 ? labels.join(', ') : `${labels.slice(0, 3).join(', ')} and ${labels.length - 3} more`;

/** The run had less CPU than it could use. */
const isShortOfCpu = ({ generator }: SummaryJson): boolean =>
  generator?.verdict === 'saturated' || generator?.verdict === 'starved';

function verdict(pairs: readonly Pair[], workers: number, isCpuShort: boolean): string[] {
  const down = moving(pairs, 'median', 'down');
  const up = moving(pairs, 'median', 'up');
  const tailDown = moving(pairs, 'p99', 'down');
  const tailUp = moving(pairs, 'p99', 'up');
  const sentences: string[] = [];
  if (down.length > 0)
    sentences.push(
      `The medians move: they fall with one more worker (${some(down)}). A part of the latency with ${workers} was the generator's own: use more workers, and calibrate again.`,
    );
  if (up.length > 0)
    sentences.push(
      `The medians move: they rise with one more worker (${some(up)}). The workers, or they and the server, take CPU from each other: use another machine, or the load changed the server.`,
    );
  if (down.length === 0 && up.length === 0)
    sentences.push(
      isCpuShort
        ? 'The medians stay, but the workers had too little CPU in one of the runs, or in both: this does not tell whether the generator is what limits them. Use a machine with CPUs to spare.'
        : 'The medians stay: the generator is not what limits them.',
    );
  if (tailDown.length > 0 || tailUp.length > 0)
    sentences.push(
      `The 99th percentiles move (${some([...tailDown, ...tailUp])}): they are not to be trusted closer than that.`,
    );
  else sentences.push('The 99th percentiles stay, too.');
  return sentences;
}

/**
 * Compares a run with one of the same load over one more worker, and says whether medians and 99th percentiles move. Ends
 * with a line feed.
 * @param workers of the first run.
 */
export function calibrationText(
  before: SummaryJson,
  after: SummaryJson,
  workers: number,
  width: number,
): string {
  const pairs = pairsOf(before, after);
  const title = `Calibration: the same load with ${workers + 1} workers in place of ${workers}`;
  if (pairs.length === 0)
    return `${title}\nNo label has ${FEWEST_SAMPLES} samples in both runs: there is nothing to compare.\n`;
  const rows = pairs
    .slice(0, MAX_LABELS)
    .map((pair) => [
      oneLine(pair.before.label),
      ...cells(pair.before.elapsed.median, pair.after.elapsed.median),
      ...cells(pair.before.elapsed.p99, pair.after.elapsed.p99),
      ...cells(pair.before.throughput ?? 0, pair.after.throughput ?? 0),
    ]);
  const lines = table([['Times in ms', 'median', '', 'p99', '', 'per second', ''], ...rows], width);
  const isCpuShort = isShortOfCpu(before) || isShortOfCpu(after);
  const sentences = verdict(pairs, workers, isCpuShort).flatMap((sentence) => wrap(sentence, width));
  return `${[title, ...lines.map((line) => line.trimEnd()), ...sentences].join('\n')}\n`;
}
