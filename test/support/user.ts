import { RunProperties } from '../../src/engine/properties.ts';
import { UserVariables } from '../../src/engine/variables.ts';
import type { LogLevel, RunEvent, Shared, VirtualUser } from '../../src/types.ts';

export interface TestUser extends VirtualUser {
  /** Lines logged, as `LEVEL category: message`. */
  readonly logged: string[];
  readonly events: RunEvent[];
}

/** Shared state of a run in one process, small enough for tests of single elements. */
export function testShared(properties: Record<string, string> = {}): Shared {
  const cells: number[] = [];
  const keys = new Map<string, number>();
  return {
    properties: new RunProperties(Object.entries(properties)),
    testStartMs: 1_796_000_000_000,
    cell(key) {
      const known = keys.get(key);
      if (known !== undefined) return known;
      keys.set(key, cells.length);
      return cells.push(0) - 1;
    },
    update(cell, f) {
      const before = cells[cell] ?? 0;
      cells[cell] = f(before);
      return before;
    },
    lock: () => Promise.resolve(() => {}),
    barrier: () => Promise.resolve(true),
    activeThreads: () => 1,
    startedThreads: () => 1,
    finishedThreads: () => 0,
    stopTest: () => {},
  };
}

/** A virtual user that runs alone, for tests of elements and functions. */
export function testUser(
  options: {
    variables?: Record<string, unknown>;
    properties?: Record<string, string>;
    shared?: Shared;
    threadNum?: number;
  } = {},
): TestUser {
  const logged: string[] = [];
  const events: RunEvent[] = [];
  const threadNum = options.threadNum ?? 0;
  return {
    threadName: `Thread Group 1-${threadNum + 1}`,
    threadNum,
    group: { name: 'Thread Group', index: 0, threads: 1, sameUser: true },
    variables: new UserVariables(new Map(Object.entries(options.variables ?? {}))),
    shared: options.shared ?? testShared(options.properties),
    clock: {
      nowUs: () => (performance.timeOrigin + performance.now()) * 1000,
      setTimer(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    },
    log: {
      log: (level: LogLevel, category, message) => void logged.push(`${level} ${category}: ${message}`),
    },
    slots: [],
    samplerName: undefined,
    previousResult: undefined,
    iteration: 1,
    connection: undefined,
    endUs: undefined,
    running: true,
    controller: undefined,
    action: 'continue',
    owedSleepMs: 0,
    stopThread: () => {},
    stopTestSoon: () => {},
    sleep: () => Promise.resolve(true),
    interrupt: () => {},
    onInterrupt: () => () => {},
    emit: (event) => void events.push(event),
    report: () => {},
    logged,
    events,
  };
}
