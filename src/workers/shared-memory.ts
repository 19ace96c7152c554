/**
 * The memory that the workers of a run share: numbers by key, a lock that guards each short step, and a log of property
 * changes. Every step is synchronous; nobody holds the lock across a turn of the event loop, so spinning is short.
 */

/** Most cells (counters, cursors, locks, barriers) that a run may use. */
const CELLS = 1 << 16;
const HEADER_INTS = 16;
/** Words of the header. */
const LOCK = 0;
const CELL_COUNT = 1;
const LOG_BYTES = 2;
const LOG_VERSION = 3;
/** Property changes are kept for the whole run; more than this many bytes of them are refused. */
const LOG_LIMIT = 64 << 20;

export interface SharedBuffers {
  readonly header: SharedArrayBuffer;
  /** 64-bit hashes of the keys, by cell. */
  readonly keys: SharedArrayBuffer;
  readonly values: SharedArrayBuffer;
  /** One signal word per cell, for those who wait for it to change. */
  readonly signals: SharedArrayBuffer;
  readonly log: SharedArrayBuffer;
  /** Running, started and finished threads, then running threads by group. */
  readonly threads: SharedArrayBuffer;
}

/** @param groups number of thread groups of the plan. */
export function createBuffers(groups: number): SharedBuffers {
  return {
    header: new SharedArrayBuffer(HEADER_INTS * 4),
    keys: new SharedArrayBuffer(CELLS * 8),
    values: new SharedArrayBuffer(CELLS * 8),
    signals: new SharedArrayBuffer(CELLS * 4),
    log: new SharedArrayBuffer(1 << 16, { maxByteLength: LOG_LIMIT }),
    threads: new SharedArrayBuffer((3 + groups) * 4),
  };
}

/** One worker's view of the shared memory. */
export class SharedMemory {
  readonly #buffers: SharedBuffers;
  readonly #header: Int32Array;
  readonly #keys: BigUint64Array;
  readonly #values: Float64Array;
  readonly #signals: Int32Array;
  /** Cells this worker has looked up before. */
  readonly #known = new Map<string, number>();
  /** Bytes of the log this worker has read, and the version it then had. */
  #logRead = 0;
  #logVersion = 0;

  constructor(buffers: SharedBuffers) {
    this.#buffers = buffers;
    this.#header = new Int32Array(buffers.header);
    this.#keys = new BigUint64Array(buffers.keys);
    this.#values = new Float64Array(buffers.values);
    this.#signals = new Int32Array(buffers.signals);
  }

  /** The number of the cell with that key, made on first use by any worker. */
  cell(key: string): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const hash = hash64(key);
    const cell = this.#exclusively(() => {
      const count = this.#header[CELL_COUNT]!;
      for (let i = 0; i < count; i++) if (this.#keys[i] === hash) return i;
      if (count === CELLS) throw new Error(`More than ${CELLS} shared counters and locks`);
      this.#keys[count] = hash;
      this.#header[CELL_COUNT] = count + 1;
      return count;
    });
    this.#known.set(key, cell);
    return cell;
  }

  /** Replaces the value as one step; returns the value before. */
  update(cell: number, f: (value: number) => number): number {
    return this.#exclusively(() => {
      const before = this.#values[cell]!;
      this.#values[cell] = f(before);
      return before;
    });
  }

  /** A token for `waitForSignal`: take it before looking at the cell, so that no signal is missed. */
  signalToken(cell: number): number {
    return Atomics.load(this.#signals, cell);
  }

  /** Wakes everyone who waits for the cell, in all workers. */
  signal(cell: number): void {
    Atomics.add(this.#signals, cell, 1);
    Atomics.notify(this.#signals, cell);
  }

  /** Resolves when the cell was signalled after the token was taken; false when `timeoutMs` passed first. */
  async waitForSignal(cell: number, token: number, timeoutMs = Infinity): Promise<boolean> {
    const wait = Atomics.waitAsync(this.#signals, cell, token, timeoutMs);
    return (wait.async ? await wait.value : wait.value) !== 'timed-out';
  }

  /**
   * Resolves when `parties` have called it. What `decide` gives for the last one is the answer to all of them.
   * @param key of a barrier that is passed again and again by the same parties.
   */
  async meet(key: string, parties: number, decide: () => number): Promise<number> {
    const arrivals = this.cell(`${key} arrivals`);
    const answer = this.cell(`${key} answer`);
    const token = this.signalToken(arrivals);
    if (this.update(arrivals, (count) => (count + 1) % parties) + 1 === parties) {
      const decided = decide();
      this.update(answer, () => decided);
      this.signal(arrivals);
      return decided;
    }
    await this.waitForSignal(arrivals, token);
    return this.update(answer, (value) => value);
  }

  /** Appends a property change, as `[name, value]`, for all workers to read. */
  append(entry: readonly [string, string | null]): void {
    const bytes = Buffer.from(`${JSON.stringify(entry)}\n`);
    this.#exclusively(() => {
      const { log } = this.#buffers;
      const used = this.#header[LOG_BYTES]!;
      const needed = used + bytes.length;
      if (needed > LOG_LIMIT) throw new Error('Properties were changed too often');
      if (needed > log.byteLength) log.grow(Math.min(LOG_LIMIT, Math.max(needed, log.byteLength * 2)));
      new Uint8Array(log).set(bytes, used);
      this.#header[LOG_BYTES] = needed;
      Atomics.add(this.#header, LOG_VERSION, 1);
    });
  }

  /** The changes that this worker has not seen yet, in order. Cheap when there is none. */
  newEntries(): (readonly [string, string | null])[] {
    if (Atomics.load(this.#header, LOG_VERSION) === this.#logVersion) return [];
    const text = this.#exclusively(() => {
      const used = this.#header[LOG_BYTES]!;
      const bytes = Buffer.from(new Uint8Array(this.#buffers.log, this.#logRead, used - this.#logRead));
      this.#logRead = used;
      this.#logVersion = this.#header[LOG_VERSION]!;
      return bytes.toString();
    });
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as [string, string | null]);
  }

  #exclusively<T>(step: () => T): T {
    while (Atomics.compareExchange(this.#header, LOCK, 0, 1) !== 0);
    try {
      return step();
    } finally {
      Atomics.store(this.#header, LOCK, 0);
    }
  }
}

/** FNV-1a, 64 bits, over UTF-16 units. Keys are few; a collision is not to be expected. */
function hash64(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  return hash;
}
