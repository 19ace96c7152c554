import os from 'node:os';
import { UsageError } from './exit-code.ts';

/** More threads than any machine has cores for. */
const MOST = 256;

/** How many threads of this machine share a run: a number, or `auto` for one per core. One when nothing is said. */
export function workerCount(setting: string | undefined): number {
  if (setting === undefined) return 1;
  if (setting === 'auto') return os.availableParallelism();
  const count = /^\d+$/.test(setting) ? Number(setting) : 0;
  if (count < 1 || count > MOST)
    throw new UsageError(`'${setting}' is not a number of workers: give 1 to ${MOST}, or auto.`);
  return count;
}
