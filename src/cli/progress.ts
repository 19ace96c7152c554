import { DurationCounts } from '../results/duration-counts.ts';
import { LiveFigures } from '../results/live-figures.ts';
import type { RunSink } from './run-plan.ts';
import { progressLine, progressLines, type ProgressState } from './progress-text.ts';

/** How often a terminal is written anew, and of how many seconds its rate and percentiles are: up to twice as many. */
const TERMINAL_MS = 250;
const TERMINAL_WINDOW_MS = 4000;
/** How often there is a line where there is no terminal; its rate and percentiles are of the time since the last one. */
const PLAIN_MS = 10_000;
const ERASE_TO_END_OF_LINE = '\u001B[K';
const ERASE_BELOW = '\u001B[0J';
const DEFAULT_COLUMNS = 80;

/** Where progress is written to. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The run as far as it is shown. */
export interface ShownRun {
  readonly threads: { readonly active: number; readonly finished: number };
  /** Milliseconds since the epoch; undefined: not known. */
  readonly plannedEndMs: number | undefined;
}

/** Samples from some moment on. */
interface Window {
  readonly startMs: number;
  readonly samplesBefore: number;
  readonly elapsed: DurationCounts;
}

/** How a run goes: lines that are written over on a terminal, a line every ten seconds elsewhere. */
export class Progress {
  /** Takes in what is shown. */
  readonly runSink: RunSink;
  readonly #figures = new LiveFigures();
  readonly #stream: ProgressStream;
  readonly #isTerminal: boolean;
  readonly #run: () => ShownRun | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #startMs = performance.now();
  readonly #startedAtMs = Date.now();
  #before: Window | undefined;
  #now: Window = { startMs: this.#startMs, samplesBefore: 0, elapsed: new DurationCounts() };
  /** Widths of the lines that are on the terminal. The cursor stands below them, on a line that is never wrapped. */
  #drawn: number[] = [];
  readonly #leave = (): void => this.#erase();

  /**
   * @param run what is shown besides samples; undefined before it has started.
   * @param isQuiet shows nothing but what it is told to say.
   */
  constructor(stream: ProgressStream, run: () => ShownRun | undefined, isQuiet: boolean) {
    this.#stream = stream;
    this.#run = run;
    this.#isTerminal = stream.isTTY === true && process.env['TERM'] !== 'dumb';
    this.runSink = { sink: this.#figures, spec: { kind: 'live' } };
    this.#timer = isQuiet
      ? undefined
      : setInterval(() => this.#show(), this.#isTerminal ? TERMINAL_MS : PLAIN_MS);
    // A run that is broken off leaves no half of it behind.
    process.once('exit', this.#leave);
  }

  /** Writes a line above the progress. */
  say(line: string): void {
    this.#erase();
    this.#stream.write(`${line}\n`);
  }

  close(): void {
    clearInterval(this.#timer);
    process.off('exit', this.#leave);
    this.#erase();
  }

  #show(): void {
    const state = this.#state();
    if (!this.#isTerminal) {
      this.#stream.write(`${progressLine(state)}\n`);
      return;
    }
    // A line that fills the last column would wrap on some terminals.
    const width = Math.max(1, (this.#stream.columns ?? DEFAULT_COLUMNS) - 1);
    const lines = progressLines(state, width, (process.env['NO_COLOR'] ?? '') === '');
    // Written over, and not cleared before, so that it does not flicker.
    const text = lines.map((line) => `${line}${ERASE_TO_END_OF_LINE}\n`).join('');
    this.#stream.write(`${this.#back()}${text}${ERASE_BELOW}`);
    this.#drawn = progressLines(state, width, false).map(({ length }) => length);
  }

  #state(): ProgressState {
    const nowMs = performance.now();
    this.#now.elapsed.merge(this.#figures.takeElapsed().sparse());
    const { samples, failed, open } = this.#figures;
    const from = this.#before ?? this.#now;
    const elapsed = new DurationCounts();
    for (const window of [this.#before, this.#now])
      if (window !== undefined) elapsed.merge(window.elapsed.sparse());
    const timeMs = (percent: number): number => elapsed.percentileUs(percent) / 1000;
    const run = this.#run();
    const plannedEndMs = run?.plannedEndMs;
    const state: ProgressState = {
      elapsedMs: nowMs - this.#startMs,
      plannedMs: plannedEndMs === undefined ? undefined : plannedEndMs - this.#startedAtMs,
      samples,
      failed,
      perSecond: ((samples - from.samplesBefore) * 1000) / (nowMs - from.startMs),
      timesMs: elapsed.count === 0 ? undefined : [timeMs(50), timeMs(95), timeMs(99)],
      activeThreads: run?.threads.active ?? 0,
      finishedThreads: run?.threads.finished ?? 0,
      openConnections: open,
    };
    if (!this.#isTerminal || nowMs - this.#now.startMs >= TERMINAL_WINDOW_MS) {
      this.#before = this.#isTerminal ? this.#now : undefined;
      this.#now = { startMs: nowMs, samplesBefore: samples, elapsed: new DurationCounts() };
    }
    return state;
  }

  #erase(): void {
    if (this.#drawn.length > 0) this.#stream.write(`${this.#back()}${ERASE_BELOW}`);
  }

  /** Goes back to where the lines begin. A terminal that has become narrower has wrapped them. */
  #back(): string {
    if (this.#drawn.length === 0) return '';
    const columns = Math.max(1, this.#stream.columns ?? DEFAULT_COLUMNS);
    const rows = this.#drawn.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
    this.#drawn = [];
    return `\u001B[${rows}A\r`;
  }
}
