import type { Pending } from '../types.ts';

/** A function that yields what it waits for and gets back what that gave. */
export type Routine = Generator<Pending<unknown>, void, unknown>;

/**
 * Runs a routine to its end, as if it were an async function that awaits what it yields, but for less: what it waits
 * for calls it back directly, without a promise and a turn of the microtask queue.
 */
export function drive(routine: Routine): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (value: unknown): void => {
      try {
        waitFor(routine.next(value));
      } catch (error) {
        reject(error);
      }
    };
    const fail = (error: unknown): void => {
      try {
        waitFor(routine.throw(error));
      } catch (thrown) {
        reject(thrown);
      }
    };
    const waitFor = (step: IteratorResult<Pending<unknown>, void>): void => {
      if (step.done === true) resolve();
      else step.value.then(next, fail);
    };
    next(undefined);
  });
}

/** Routines that wait for their turn. */
let waiting: ((value: undefined) => void)[] = [];

function takeTurns(): void {
  const all = waiting;
  waiting = [];
  for (const next of all) next(undefined);
}

/**
 * What a routine yields to let those go first that can go on already. Threads that got their replies together first
 * all write their results and then all send: the kernel wakes the server less often, and no reply waits behind it.
 */
export const TURN: Pending<undefined> = {
  // oxlint-disable-next-line unicorn/no-thenable -- a Pending
  then(next) {
    if (waiting.push(next) === 1) queueMicrotask(takeTurns);
  },
};
