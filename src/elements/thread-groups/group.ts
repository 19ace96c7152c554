import type { Clock, GroupInfo, VirtualUser } from '../../types.ts';

/** What a failed sample does to its thread or the test (ThreadGroup.on_sample_error). */
export type OnSampleError = 'continue' | 'startnextloop' | 'stopthread' | 'stoptest' | 'stoptestnow';

/** One thread as a group starts it. */
export interface ThreadStart {
  /** 0-based number; names the thread and picks its data. */
  readonly number: number;
  /** Full thread name; absent: `<group name> <group number>-<number + 1>`. */
  readonly name?: string;
  /** Waited before the thread counts as started. */
  readonly delayMs: number;
  /** No sample starts at or after it. */
  readonly endUs: number | undefined;
}

export interface ThreadHandle {
  readonly finished: Promise<void>;
  /** Lets the running sample finish, then ends the thread. */
  stop(): void;
  /** Also interrupts what can be interrupted. */
  interrupt(): void;
}

/** What the engine lends to a running group. */
export interface GroupHost {
  readonly clock: Clock;
  /** 1-based number of the group within its phase. */
  readonly groupNumber: number;
  readonly testStartUs: number;
  /** False once the test is being stopped: start no more threads. */
  readonly running: boolean;
  start(thread: ThreadStart): ThreadHandle;
  /** Waits; ends early when the test is stopped. */
  sleep(ms: number): Promise<void>;
  log(level: 'INFO' | 'WARN' | 'ERROR', message: string): void;
}

/** A group whose settings were evaluated, about to run. */
export interface GroupRun {
  readonly info: Omit<GroupInfo, 'index'>;
  readonly onSampleError: OnSampleError;
  /** How long it is to run, by its schedule; absent when that is not known before. It may end earlier. */
  readonly lastsMs?: number | undefined;
  /** Starts the threads as the schedule says and resolves when all have finished. */
  run(host: GroupHost): Promise<void>;
}

/** A compiled thread group. `phase` tells when it runs. */
export interface GroupFactory {
  readonly phase: 'setUp' | 'main' | 'tearDown';
  /** The threads of the group depend on each other's end, or on chance: they all run on the first worker. */
  readonly onFirstWorker?: true;
  /** The controller that loops over the group's children. */
  readonly controller: import('../controllers/controller.ts').ControllerFactory;
  /** Evaluates the settings when the group starts; throws an Error with JMeter's text when it cannot start. */
  prepare(user: VirtualUser): GroupRun;
}
