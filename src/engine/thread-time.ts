import type { Clock, SampleResult, ThreadTimes } from '../types.ts';

/** Adds up what the threads of one worker do with their time. */
export class ThreadTime {
  #running = 0;
  /** Start of the first thread; times are counted from it, which keeps their sums exact. */
  #originUs: number | undefined;
  /** Sum of the start times of the threads that run. */
  #startsUs = 0;
  #finishedUs = 0;
  #waitingUs = 0;
  #uncoveredUs = 0;

  started(nowUs: number): void {
    this.#originUs ??= nowUs;
    this.#running++;
    this.#startsUs += nowUs - this.#originUs;
  }

  finished(startedUs: number, nowUs: number): void {
    this.#running--;
    this.#startsUs -= startedUs - this.#originUs!;
    this.#finishedUs += nowUs - startedUs;
  }

  /** So long lay between two samples of a thread, and so long of it was a wait that the plan asks for. */
  between(gapUs: number, waitedUs: number): void {
    this.#waitingUs += waitedUs;
    if (gapUs > waitedUs) this.#uncoveredUs += gapUs - waitedUs;
  }

  /** The sums up to now. */
  at(nowUs: number): ThreadTimes {
    return {
      threadUs: this.#finishedUs + this.#running * (nowUs - (this.#originUs ?? 0)) - this.#startsUs,
      waitingUs: this.#waitingUs,
      uncoveredUs: this.#uncoveredUs,
    };
  }
}

/** Watches one thread for ThreadTime. Reads the clock at both ends of the thread and where it waits, no more. */
export class ThreadStopwatch {
  readonly #sums: ThreadTime;
  readonly #clock: Clock;
  readonly #startedUs: number;
  /** Up to here samples cover the time, or the thread had not started. */
  #coveredUs: number;
  /** Waits since then. */
  #waitedUs = 0;
  /** Those before the sampler that runs. */
  #waitedBeforeUs = 0;

  constructor(sums: ThreadTime, clock: Clock) {
    this.#sums = sums;
    this.#clock = clock;
    this.#startedUs = this.#coveredUs = clock.nowUs();
    sums.started(this.#startedUs);
  }

  waited(us: number): void {
    this.#waitedUs += us;
  }

  /** Counts the time until the promise is settled as a wait. */
  async wait<T>(until: Promise<T>): Promise<T> {
    const fromUs = this.#clock.nowUs();
    try {
      return await until;
    } finally {
      this.#waitedUs += this.#clock.nowUs() - fromUs;
    }
  }

  /** A sampler begins: where it waits itself, its sample covers that. */
  sampling(): void {
    this.#waitedBeforeUs = this.#waitedUs;
  }

  sampled({ startUs, endUs }: SampleResult): void {
    if (startUs === 0) return;
    this.#sums.between(startUs - this.#coveredUs, this.#waitedBeforeUs);
    this.#coveredUs = Math.max(this.#coveredUs, startUs, endUs);
    this.#waitedUs = 0;
  }

  finished(): void {
    const nowUs = this.#clock.nowUs();
    this.#sums.between(nowUs - this.#coveredUs, this.#waitedUs);
    this.#sums.finished(this.#startedUs, nowUs);
  }
}
