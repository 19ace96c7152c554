import type { RunEvent } from '../types.ts';

const FIRST_WIDTH_MS = 500;

/** What became of the connections of a run. */
export interface ConnectionData {
  readonly opened: number;
  readonly closedBy: Readonly<Record<Extract<RunEvent, { type: 'connection-closed' }>['by'], number>>;
  /** Requests without an answer when their connection ended. */
  readonly neverAnswered: number;
  /** Frames that samples read past on the way to their own reply. */
  readonly passedOver: number;
  readonly startMs: number;
  readonly widthMs: number;
  /** Most connections that were open at a time, for each piece of time. */
  readonly open: readonly number[];
}

/** Open connections over the time of a run, in no more than so many pieces. */
export class ConnectionSeries {
  readonly #maxBuckets: number;
  #widthMs = FIRST_WIDTH_MS;
  #first: number | undefined;
  /** Most open connections in each piece since the first. */
  #most: number[] = [];
  #open = 0;
  #opened = 0;
  #neverAnswered = 0;
  #passedOver = 0;
  readonly #closedBy = { client: 0, server: 0, reset: 0, 'thread-end': 0 };

  constructor(maxBuckets: number) {
    this.#maxBuckets = maxBuckets;
  }

  event(event: RunEvent, nowMs: number): void {
    switch (event.type) {
      case 'connection-opened':
        this.#opened++;
        this.#note(nowMs);
        this.#open++;
        this.#note(nowMs);
        break;
      case 'connection-closed':
        this.#closedBy[event.by]++;
        this.#note(nowMs);
        this.#open--;
        break;
      case 'never-answered':
        this.#neverAnswered += event.count;
        break;
      case 'passed-over':
        this.#passedOver++;
    }
  }

  /** undefined when there was no connection. */
  data(): ConnectionData | undefined {
    if (this.#first === undefined) return undefined;
    return {
      opened: this.#opened,
      closedBy: { ...this.#closedBy },
      neverAnswered: this.#neverAnswered,
      passedOver: this.#passedOver,
      startMs: this.#first * this.#widthMs,
      widthMs: this.#widthMs,
      open: [...this.#most],
    };
  }

  /** So many were open up to now. */
  #note(nowMs: number): void {
    this.#first ??= Math.floor(nowMs / this.#widthMs);
    while (Math.floor(nowMs / this.#widthMs) - this.#first >= this.#maxBuckets) this.#widen(this.#first);
    const index = Math.max(0, Math.floor(nowMs / this.#widthMs) - this.#first);
    while (this.#most.length <= index) this.#most.push(this.#open);
    this.#most[index] = Math.max(this.#most[index] ?? 0, this.#open);
  }

  #widen(first: number): void {
    const wide: number[] = [];
    for (const [i, most] of this.#most.entries()) {
      const index = Math.floor((first + i) / 2) - Math.floor(first / 2);
      wide[index] = Math.max(wide[index] ?? 0, most);
    }
    this.#most = wide;
    this.#first = Math.floor(first / 2);
    this.#widthMs *= 2;
  }
}
