import type { Properties, Shared, StopMode } from '../types.ts';

interface Barrier {
  waiting: ((complete: boolean) => void)[];
}

/** The shared state of a run as the engine keeps it. */
export interface RunShared extends Shared {
  threadStarted(group: number): void;
  threadFinished(group: number): void;
  /** A thread that waits for work is not active, until it is busy again. */
  threadIdle(group: number): void;
  threadBusy(group: number): void;
  /** JMeter counts started and finished threads per phase (setUp, main, tearDown). */
  phaseEnded(): void;
  /** The test is being stopped: lets go whoever waits at a barrier. */
  releaseBarriers(): void;
}

/** Shared state of a run on one thread of the machine: plain numbers and queues. */
export class LocalShared implements RunShared {
  readonly properties: Properties;
  readonly testStartMs: number;
  readonly #onStop: (mode: StopMode) => void;
  readonly #cells: number[] = [];
  readonly #keys = new Map<string, number>();
  /** Lock name → those who wait for it; present while it is held. */
  readonly #locks = new Map<string, (() => void)[]>();
  readonly #barriers = new Map<string, Barrier>();
  readonly #activeByGroup: number[] = [];
  #active = 0;
  #started = 0;
  #finished = 0;

  constructor(properties: Properties, testStartMs: number, onStop: (mode: StopMode) => void) {
    this.properties = properties;
    this.testStartMs = testStartMs;
    this.#onStop = onStop;
  }

  cell(key: string): number {
    let cell = this.#keys.get(key);
    if (cell === undefined) {
      cell = this.#cells.push(0) - 1;
      this.#keys.set(key, cell);
    }
    return cell;
  }

  update(cell: number, f: (value: number) => number): number {
    const before = this.#cells[cell] ?? 0;
    this.#cells[cell] = f(before);
    return before;
  }

  async lock(name: string): Promise<() => void> {
    const queue = this.#locks.get(name);
    if (queue === undefined) this.#locks.set(name, []);
    else await new Promise<void>((resolve) => queue.push(resolve));
    return () => {
      const next = this.#locks.get(name)?.shift();
      if (next === undefined) this.#locks.delete(name);
      else next();
    };
  }

  barrier(key: string, parties: number, timeoutMs: number): Promise<boolean> {
    const barrier = this.#barriers.get(key) ?? { waiting: [] };
    this.#barriers.set(key, barrier);
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const release = (complete: boolean): void => {
        clearTimeout(timer);
        resolve(complete);
      };
      barrier.waiting.push(release);
      if (barrier.waiting.length >= parties) this.#release(barrier, true);
      else if (timeoutMs > 0) timer = setTimeout(() => this.#release(barrier, false), timeoutMs);
    });
  }

  #release(barrier: Barrier, complete: boolean): void {
    for (const release of barrier.waiting.splice(0)) release(complete);
  }

  activeThreads(group?: number): number {
    return group === undefined ? this.#active : (this.#activeByGroup[group] ?? 0);
  }

  startedThreads(): number {
    return this.#started;
  }

  finishedThreads(): number {
    return this.#finished;
  }

  threadStarted(group: number): void {
    this.#started++;
    this.threadBusy(group);
  }

  threadFinished(group: number): void {
    this.#finished++;
    this.threadIdle(group);
  }

  threadIdle(group: number): void {
    this.#active--;
    this.#activeByGroup[group] = this.activeThreads(group) - 1;
  }

  threadBusy(group: number): void {
    this.#active++;
    this.#activeByGroup[group] = this.activeThreads(group) + 1;
  }

  phaseEnded(): void {
    this.#started = 0;
    this.#finished = 0;
  }

  stopTest(mode: StopMode): void {
    this.#onStop(mode);
  }

  releaseBarriers(): void {
    for (const barrier of this.#barriers.values()) this.#release(barrier, false);
  }
}
