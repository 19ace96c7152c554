import { SampleCounts } from '../results/sample-counts.ts';

/** How often progress is shown: a line that is written over on a terminal, lines of their own elsewhere. */
const TERMINAL_MS = 250;
const PLAIN_MS = 10_000;
const ERASE_LINE = '\r\u001B[2K';

/** Where progress is written to. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Shows how a run goes, on standard error: `0:05  1,100 samples  220/s  3 failed  10 threads`.
 * The caller says when the run ends (`close`).
 */
export class Progress {
  /** Takes in what is shown. */
  readonly counts = new SampleCounts();
  readonly #stream: ProgressStream;
  readonly #activeThreads: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #startMs = performance.now();
  #shownSamples = 0;
  #shownMs = this.#startMs;

  constructor(stream: ProgressStream, activeThreads: () => number) {
    this.#stream = stream;
    this.#activeThreads = activeThreads;
    this.#timer = setInterval(() => this.#show(), stream.isTTY === true ? TERMINAL_MS : PLAIN_MS);
  }

  /** Writes a line above the progress. */
  say(line: string): void {
    this.#stream.write(`${this.#stream.isTTY === true ? ERASE_LINE : ''}${line}\n`);
  }

  close(): void {
    clearInterval(this.#timer);
    if (this.#stream.isTTY === true) this.#stream.write(ERASE_LINE);
  }

  #show(): void {
    const nowMs = performance.now();
    const { samples, failed } = this.counts;
    const rate = ((samples - this.#shownSamples) * 1000) / (nowMs - this.#shownMs);
    this.#shownSamples = samples;
    this.#shownMs = nowMs;
    const seconds = Math.floor((nowMs - this.#startMs) / 1000);
    const count = (n: number): string => Math.round(n).toLocaleString('en-US');
    const line = [
      `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
      `${count(samples)} samples`,
      `${count(rate)}/s`,
      `${count(failed)} failed`,
      `${count(this.#activeThreads())} threads`,
    ].join('  ');
    this.#stream.write(this.#stream.isTTY === true ? `${ERASE_LINE}${line}` : `${line}\n`);
  }
}
