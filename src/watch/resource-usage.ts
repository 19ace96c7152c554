/** What a process or a group of them uses at one moment. */
export interface Usage {
  readonly memoryBytes: number;
  /** CPU time since its beginning, microseconds. */
  readonly cpuUs: number;
}

/** Something whose memory and CPU are watched. */
export interface Watchable {
  /** `process 123`, `cgroup /sys/fs/cgroup/…`. */
  readonly name: string;
  /** undefined once it is gone. */
  read(): Usage | undefined;
  /** Memory that it may use; undefined when there is no limit or none is known. */
  readonly limitBytes: number | undefined;
}

/** It cannot be watched; the message says why in one line. */
export class CannotWatchError extends Error {
  override readonly name = 'CannotWatchError';
}
