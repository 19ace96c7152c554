import { readFileSync } from 'node:fs';

/** A step of a vector: one sample. */
export interface Step {
  readonly sample: string;
  readonly do: 'requestResponse' | 'write' | 'read';
  readonly id?: string | null;
  readonly timeoutMs?: number;
  readonly notBeforeMs?: number;
}

/** A frame of the server: due a time after a request was sent, or at a time. */
export type Frame =
  | { readonly replyTo: string; readonly afterMs: number; readonly id: string | null }
  | { readonly atMs: number; readonly id: string | null };

export interface Vector {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly frames: readonly Frame[];
}

export type Mode = 'off' | 'flag' | 'match';
export type Kind = 'inOrder' | 'late' | 'outOfOrder' | 'duplicate' | 'unmatched';

export interface Row {
  sample: string;
  start: number;
  elapsed: number;
  passed: boolean;
  why?: 'timeout';
  frame?: number;
  kind?: Kind;
  answers?: string;
  roundTrip?: number;
}

export type Counts = Record<Kind | 'neverAnswered' | 'passedOver', number>;

export interface Outcome {
  readonly samples: Row[];
  readonly counts?: Counts;
}

export const noCounts = (): Counts => ({
  inOrder: 0,
  late: 0,
  outOfOrder: 0,
  duplicate: 0,
  unmatched: 0,
  neverAnswered: 0,
  passedOver: 0,
});

export const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/correlation/${name}`, import.meta.url), 'utf8');

/** Frames on their way, ordered by the time they are due. */
export class Wire {
  readonly #frames: readonly Frame[];
  #pending: { due: number; id: string | null; n: number }[] = [];

  constructor(frames: readonly Frame[]) {
    this.#frames = frames;
    frames.forEach((frame, n) => {
      if ('atMs' in frame) this.#pending.push({ due: frame.atMs, id: frame.id, n });
    });
    this.#sort();
  }

  sent(sample: string, now: number): void {
    this.#frames.forEach((frame, n) => {
      if ('replyTo' in frame && frame.replyTo === sample)
        this.#pending.push({ due: now + frame.afterMs, id: frame.id, n });
    });
    this.#sort();
  }

  /** The first frame that is due by the deadline and not among those to skip. */
  next(
    deadline: number,
    skip: ReadonlySet<number>,
  ): { due: number; id: string | null; n: number } | undefined {
    const frame = this.#pending.find(({ n }) => !skip.has(n));
    return frame !== undefined && frame.due <= deadline ? frame : undefined;
  }

  remove(n: number): void {
    this.#pending = this.#pending.filter((frame) => frame.n !== n);
  }

  #sort(): void {
    this.#pending.sort((a, b) => a.due - b.due || a.n - b.n);
  }
}
