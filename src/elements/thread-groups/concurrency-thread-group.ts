import type { ControllerFactory } from '../controllers/controller.ts';
import { Sequence } from '../controllers/sequence.ts';
import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { NumberReader } from '../element-context.ts';
import { runState } from '../user-state.ts';
import {
  cannotBreak,
  DYNAMIC_PROPERTIES,
  dynamicMs,
  dynamicSettings,
  dynamicThreadName,
  type DynamicSettings,
} from './dynamic-thread-group.ts';
import type { GroupHost, GroupRun } from './group.ts';
import { readOnSampleError } from './thread-group.ts';

/** Longest time until the group looks again at how many threads there should be, with threads and without. */
const CHECK_MS = 1000;
const EMPTY_CHECK_MS = 10;

/** Threads that should run so long after the start of the group; undefined when its time is over. */
export function plannedConcurrency(settings: DynamicSettings, elapsedSeconds: number): number | undefined {
  const { target, rampUpSeconds, holdSeconds, steps } = settings;
  if (elapsedSeconds >= rampUpSeconds + holdSeconds) return undefined;
  if (rampUpSeconds === 0 || elapsedSeconds > rampUpSeconds) return target;
  if (steps > 0)
    return Math.round((target / steps) * (Math.floor(elapsedSeconds / (rampUpSeconds / steps)) + 1));
  return Math.round((target / rampUpSeconds) * elapsedSeconds);
}

/** What the threads of a running group see of it. */
interface Concurrency {
  active: number;
  target: number;
  /** The threads are to end after the samples that run. */
  over: boolean;
  /** Called when a thread has ended. */
  wake: () => void;
}

/** Goes through the children again and again, until the group is over or there are too many threads. */
function controllerFactory(
  group: (user: VirtualUser) => Concurrency,
  iterationsLimit: NumberReader,
): ControllerFactory {
  return {
    create(node, parent, user) {
      let iterations = 1;
      const again = (sequence: Sequence): void => {
        iterations++;
        sequence.reInitialize(user);
      };
      return new Sequence(node, parent, user, {
        isLoop: true,
        enter(sequence) {
          // Not even an iteration that has begun is completed.
          if (group(user).over) sequence.done = true;
          return !sequence.done;
        },
        passEnded(sequence) {
          const { active, target } = group(user);
          const limit = iterationsLimit(user);
          if (active > target || (limit > 0 && iterations >= limit)) {
            sequence.done = true;
            return false;
          }
          again(sequence);
          return true;
        },
        startNextLoop: again,
        breakLoop: cannotBreak,
      });
    },
  };
}

async function run(
  host: GroupHost,
  name: string,
  group: Concurrency,
  settings: () => DynamicSettings,
): Promise<void> {
  const startUs = host.clock.nowUs();
  const threads = new Set<Promise<void>>();
  let number = 0;
  const start = (): void => {
    group.active++;
    const { finished } = host.start({
      number,
      name: dynamicThreadName(name, host.groupNumber, number),
      delayMs: 0,
      endUs: undefined,
    });
    number++;
    const ended = finished.then(() => {
      threads.delete(ended);
      group.active--;
      group.wake();
    });
    threads.add(ended);
  };
  /** Waits for the next check, or until a thread has ended. */
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      const ms = group.active === 0 ? EMPTY_CHECK_MS : CHECK_MS;
      const cancel = host.clock.setTimer(ms, resolve);
      group.wake = () => {
        cancel();
        resolve();
      };
    });
  try {
    if (settings().target <= 0) return;
    while (host.running) {
      const now = settings();
      group.target = now.target;
      const planned = plannedConcurrency(now, (host.clock.nowUs() - startUs) / 1_000_000);
      if (planned === undefined) break;
      while (group.active < planned && host.running) start();
      await wait();
    }
  } catch (error) {
    host.log('ERROR', `Thread group ${name} starts no more threads: ${String(error)}`);
  } finally {
    group.over = true;
    await Promise.all(threads);
  }
}

/** Concurrency Thread Group: keeps so many threads running (com.blazemeter.jmeter.threads.concurrency). */
export const concurrencyThreadGroup = {
  testclass: 'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup',
  label: 'bzm - Concurrency Thread Group',
  role: 'thread-group',
  properties: DYNAMIC_PROPERTIES,
  differs: 'The status log file is not written.',
  compile(context) {
    const settings = dynamicSettings(context);
    const onSampleError = readOnSampleError(context);
    const group = runState<Concurrency>(() => ({ active: 0, target: 0, over: false, wake: () => {} }));
    return {
      phase: 'main',
      onFirstWorker: true,
      controller: controllerFactory(group, context.integer('Iterations')),
      prepare(user): GroupRun {
        const name = context.name.evaluate(user);
        const state = group(user);
        const atStart = settings(user);
        return {
          info: { name, threads: atStart.target, sameUser: true },
          onSampleError: onSampleError(user),
          lastsMs: dynamicMs(atStart),
          run: (host) => run(host, name, state, () => settings(user)),
        };
      },
    };
  },
} satisfies ElementDefinition;
