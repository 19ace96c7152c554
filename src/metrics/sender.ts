import type { Logger } from '../types.ts';

/** The way to a server of figures. Nothing of it throws: what cannot be sent is reported. */
export interface Sender {
  /** Sends in the background. What comes faster than the server takes it is lost. */
  send(payload: string | Buffer): void;
  /** Sends for the last time; resolves when all is there, or cannot be within some seconds. */
  close(last: string | Buffer): Promise<void>;
}

/** Takes one line about something that could not be sent. */
export type Report = (problem: string) => void;

/**
 * Tells the log of every failure, and the user of the first.
 * @param title what the lines begin with.
 * @param warn takes a line for the user.
 */
export function warnOnce(title: string, category: string, log: Logger, warn: (line: string) => void): Report {
  let isWarned = false;
  return (problem) => {
    log.log('ERROR', category, `${title}: ${problem}`);
    if (!isWarned) warn(`${title}: ${problem}. The run goes on; this is told once.`);
    isWarned = true;
  };
}

/** How long the end of a run waits for what is under way, at most. */
export const LAST_SEND_MS = 3000;

/**
 * Calls back after some time, when what has arrived meanwhile was taken: a busy event loop is no slow server. The
 * returned function cancels it.
 */
export function deadline(ms: number, callback: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    immediate = setImmediate(callback);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}

/** Resolves with the promise, or after some time without it. */
export async function atMost(ms: number, promise: Promise<unknown>): Promise<void> {
  let cancel = (): void => {};
  const late = new Promise<void>((resolve) => {
    cancel = deadline(ms, resolve);
  });
  await Promise.race([promise, late]);
  cancel();
}

/** What is wrong, for a line of a log. */
export function reasonOf(error: unknown): string {
  // A host with several addresses fails with an error for each.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
