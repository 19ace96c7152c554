/** Exit codes of every command. */
export const EXIT = {
  ok: 0,
  /** The plan, a file or a port stands in the way: nothing was measured. */
  cannotRun: 1,
  usage: 2,
  /** The run ended, and failed: by its criteria or, without any, by its samples. */
  failed: 3,
  interrupted: 130,
  terminated: 143,
} as const;

/** What the caller of the program did wrong; the message is one line. Ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something outside the plan that stands in the way, such as an unreadable file. One line; exit code 1. */
export class CannotRunError extends Error {
  override readonly name = 'CannotRunError';
}

/** The reason of a failed system call in words: `no such file or directory`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // `EISDIR: illegal operation on a directory, open 'x'`, `listen EADDRINUSE: address already in use 127.0.0.1:80`
  return /^(?:\w+ )?E[A-Z]+: ([a-z ]+[a-z])/.exec(error.message)?.[1] ?? error.message;
}
