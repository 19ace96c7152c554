import fs from 'node:fs';

/** CPU time of one thread of the machine, in microseconds since it began. */
export interface ThreadCpu {
  readonly runningUs: number;
  /** Ready to run, while others had the CPU. */
  readonly readyUs: number;
}

const LONGEST = 128;

/** Reads what Linux's scheduler counts for the thread that opened it (`/proc/thread-self/schedstat`). */
export class ThreadCpuReader {
  readonly #file: number | undefined;
  readonly #buffer = Buffer.alloc(LONGEST);

  constructor() {
    try {
      this.#file = fs.openSync('/proc/thread-self/schedstat', 'r');
    } catch {
      this.#file = undefined;
    }
  }

  /** undefined where the system has no such figures. */
  read(): ThreadCpu | undefined {
    if (this.#file === undefined) return undefined;
    const length = fs.readSync(this.#file, this.#buffer, 0, LONGEST, 0);
    const [runningNs, readyNs] = this.#buffer.toString('latin1', 0, length).split(' ').map(Number);
    if (runningNs === undefined || readyNs === undefined) return undefined;
    return { runningUs: runningNs / 1000, readyUs: readyNs / 1000 };
  }

  close(): void {
    if (this.#file !== undefined) fs.closeSync(this.#file);
  }
}
