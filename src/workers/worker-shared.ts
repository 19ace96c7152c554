import type { RunShared } from '../engine/shared.ts';
import type { Properties, StopMode } from '../types.ts';
import type { SharedBuffers, SharedMemory } from './shared-memory.ts';

/** Properties that all workers see change: each keeps a copy and reads the changes of the others. */
export class WorkerProperties implements Properties {
  readonly #own: Properties;
  readonly #memory: SharedMemory;

  constructor(own: Properties, memory: SharedMemory) {
    this.#own = own;
    this.#memory = memory;
  }

  get(name: string): string | undefined {
    this.#catchUp();
    return this.#own.get(name);
  }

  set(name: string, value: string | undefined): string | undefined {
    const before = this.get(name);
    this.#memory.append([name, value ?? null]);
    this.#catchUp();
    return before;
  }

  entries(): Iterable<[string, string]> {
    this.#catchUp();
    return this.#own.entries();
  }

  #catchUp(): void {
    for (const [name, value] of this.#memory.newEntries()) this.#own.set(name, value ?? undefined);
  }
}

const ACTIVE = 0;
const STARTED = 1;
const FINISHED = 2;
const GROUPS = 3;

/** Shared state of a run on several workers, kept in shared memory. */
export class WorkerShared implements RunShared {
  readonly properties: Properties;
  readonly testStartMs: number;
  readonly #memory: SharedMemory;
  readonly #threads: Int32Array;
  readonly #onStop: (mode: StopMode) => void;
  /** Cells of the barriers that this worker has waited at. */
  readonly #barriers = new Set<number>();
  #stopped = false;

  constructor(
    memory: SharedMemory,
    buffers: SharedBuffers,
    properties: Properties,
    testStartMs: number,
    onStop: (mode: StopMode) => void,
  ) {
    this.#memory = memory;
    this.#threads = new Int32Array(buffers.threads);
    this.properties = properties;
    this.testStartMs = testStartMs;
    this.#onStop = onStop;
  }

  cell(key: string): number {
    return this.#memory.cell(key);
  }

  update(cell: number, f: (value: number) => number): number {
    return this.#memory.update(cell, f);
  }

  async lock(name: string): Promise<() => void> {
    const cell = this.cell(`lock ${name}`);
    for (;;) {
      const token = this.#memory.signalToken(cell);
      if (this.update(cell, () => 1) === 0) break;
      await this.#memory.waitForSignal(cell, token);
    }
    return () => {
      this.update(cell, () => 0);
      this.#memory.signal(cell);
    };
  }

  async barrier(key: string, parties: number, timeoutMs: number): Promise<boolean> {
    const cell = this.cell(`barrier ${key}`);
    this.#barriers.add(cell);
    const token = this.#memory.signalToken(cell);
    const before = this.update(cell, (waiting) => (waiting + 1 >= parties ? 0 : waiting + 1));
    if (before + 1 >= parties) {
      this.#memory.signal(cell);
      return true;
    }
    if (await this.#memory.waitForSignal(cell, token, timeoutMs > 0 ? timeoutMs : Infinity))
      return !this.#stopped;
    // The first to lose patience lets all that wait go on.
    this.update(cell, () => 0);
    this.#memory.signal(cell);
    return false;
  }

  activeThreads(group?: number): number {
    return Atomics.load(this.#threads, group === undefined ? ACTIVE : GROUPS + group);
  }

  startedThreads(): number {
    return Atomics.load(this.#threads, STARTED);
  }

  finishedThreads(): number {
    return Atomics.load(this.#threads, FINISHED);
  }

  threadStarted(group: number): void {
    Atomics.add(this.#threads, STARTED, 1);
    this.threadBusy(group);
  }

  threadFinished(group: number): void {
    Atomics.add(this.#threads, FINISHED, 1);
    this.threadIdle(group);
  }

  threadIdle(group: number): void {
    for (const count of [ACTIVE, GROUPS + group]) Atomics.sub(this.#threads, count, 1);
  }

  threadBusy(group: number): void {
    for (const count of [ACTIVE, GROUPS + group]) Atomics.add(this.#threads, count, 1);
  }

  phaseEnded(): void {
    for (const count of [STARTED, FINISHED]) Atomics.store(this.#threads, count, 0);
  }

  stopTest(mode: StopMode): void {
    this.#onStop(mode);
  }

  releaseBarriers(): void {
    this.#stopped = true;
    for (const cell of this.#barriers) this.#memory.signal(cell);
  }
}
