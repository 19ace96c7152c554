import { createColors } from 'picocolors';
import { count, milliseconds, percent, rate } from '../report/format.ts';

/** How a run goes. Rate and percentiles are those of the last seconds. */
export interface ProgressState {
  readonly elapsedMs: number;
  /** How long the run is to take by its schedule; undefined when that is not known. */
  readonly plannedMs: number | undefined;
  readonly samples: number;
  readonly failed: number;
  readonly perSecond: number;
  /** Median, 95th and 99th percentile; undefined when no sample ended. */
  readonly timesMs: readonly [median: number, p95: number, p99: number] | undefined;
  readonly activeThreads: number;
  readonly finishedThreads: number;
  readonly openConnections: number;
}

const GAP = '  ';
const BAR_WIDTH = 20;

/** `0:42`, `1:02:03`. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const named = (number: number, one: string): string => `${count(number)} ${one}${number === 1 ? '' : 's'}`;

const time = ({ elapsedMs, plannedMs }: ProgressState): string =>
  `${clock(elapsedMs)}${plannedMs === undefined ? '' : ` of ${clock(plannedMs)}`}`;

const failed = (state: ProgressState): string =>
  `${count(state.failed)} failed${state.failed === 0 ? '' : ` (${percent(state.failed, state.samples)})`}`;

const times = ({ timesMs }: ProgressState): string[] =>
  timesMs === undefined
    ? []
    : ['median', 'p95', 'p99'].map((name, i) => `${name} ${milliseconds(timesMs[i] ?? 0)} ms`);

const users = ({ activeThreads, finishedThreads, openConnections }: ProgressState): string[] => [
  `${named(activeThreads, 'thread')}${finishedThreads === 0 ? '' : ` (${count(finishedThreads)} done)`}`,
  named(openConnections, 'connection'),
];

const work = (state: ProgressState): string[] => [
  named(state.samples, 'sample'),
  `${rate(state.perSecond)}/s`,
  failed(state),
  ...times(state),
];

/** A line for a log. */
export const progressLine = (state: ProgressState): string =>
  [time(state), ...work(state), ...users(state)].join(GAP);

/** Texts with what is written instead of them, colours and all; the texts tell how wide they are. */
type Part = readonly [text: string, written: string];

/** Puts parts into lines that are no wider than that; a part that is wider has a line of its own and is cut. */
function flow(parts: readonly Part[], width: number): string[] {
  const lines: { text: string; written: string }[] = [];
  for (const [text, written] of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.text.length + GAP.length + text.length <= width) {
      last.text += GAP + text;
      last.written += GAP + written;
    } else
      lines.push(
        text.length <= width ? { text, written } : { text, written: text.slice(0, Math.max(0, width)) },
      );
  }
  return lines.map(({ written }) => written);
}

/** Lines for a terminal, no wider than that. */
export function progressLines(state: ProgressState, width: number, colour: boolean): string[] {
  const { bold, dim, red } = createColors(colour);
  const plain = (text: string): Part => [text, text];
  const done = state.plannedMs === undefined ? 0 : Math.min(1, state.elapsedMs / state.plannedMs);
  const filled = Math.round(done * BAR_WIDTH);
  const bar = ['━'.repeat(filled), '─'.repeat(BAR_WIDTH - filled)] as const;
  const failures = failed(state);
  return [
    ...flow(
      [
        [time(state), bold(time(state))],
        ...(state.plannedMs === undefined ? [] : [[bar.join(''), bar[0] + dim(bar[1])] as const]),
        ...users(state).map(plain),
      ],
      width,
    ),
    ...flow(
      work(state).map((text): Part =>
        text === failures && state.failed > 0 ? [text, red(text)] : plain(text),
      ),
      width,
    ),
  ];
}
