import type { Partition } from '../engine/run.ts';
import type { Properties, StopMode } from '../types.ts';
import { SharedMemory, type SharedBuffers } from './shared-memory.ts';
import { WorkerShared } from './worker-shared.ts';

const STOP_MODES: readonly (StopMode | undefined)[] = [undefined, 'graceful', 'now'];

/** One worker's share of a run, with the memory that all workers share. */
export function createPartition(options: {
  readonly buffers: SharedBuffers;
  readonly memory: SharedMemory;
  readonly properties: Properties;
  readonly index: number;
  readonly count: number;
  readonly testStartMs: number;
  readonly initialVariables: ReadonlyMap<string, unknown> | undefined;
  readonly publishVariables?: (variables: ReadonlyMap<string, unknown>) => void;
  /** This worker has come to a meeting: it hands on what it has found so far. */
  readonly arrives?: () => void;
  /** All have come: resolves when what they handed on is here. */
  readonly receives?: () => Promise<unknown>;
  /** The test is to stop, on all workers. */
  onStop(mode: StopMode): void;
}): Partition {
  const { buffers, memory, properties, index, count, testStartMs, initialVariables, publishVariables } =
    options;
  const stopCell = memory.cell('stop');
  return {
    index,
    count,
    initialVariables,
    ...(publishVariables === undefined ? {} : { publishVariables }),
    createShared(stopHere) {
      return new WorkerShared(memory, buffers, properties, testStartMs, (mode) => {
        memory.update(stopCell, (before) => Math.max(before, STOP_MODES.indexOf(mode)));
        options.onStop(mode);
        stopHere(mode);
      });
    },
    async together(once) {
      options.arrives?.();
      const answer = await memory.meet('phase', count, () => {
        once();
        return memory.update(stopCell, (value) => value);
      });
      await options.receives?.();
      return STOP_MODES[answer];
    },
  };
}
