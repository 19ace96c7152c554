import type { VirtualUser } from '../../types.ts';
import type { ControllerFactory } from '../controllers/controller.ts';
import { Sequence } from '../controllers/sequence.ts';
import type { ElementContext, NumberReader } from '../element-context.ts';
import { runState } from '../user-state.ts';
import { cannotBreak, dynamicThreadName } from './dynamic-thread-group.ts';
import type { GroupFactory, GroupHost, GroupRun } from './group.ts';
import { readOnSampleError } from './thread-group.ts';

export const ARRIVALS_PROPERTIES = ['ConcurrencyLimit', 'ArrivalsLimit'];

/** While the rate is 0, it is looked at again after this time. */
const ZERO_RATE_MS = 200;

/** Arrivals per second at a time after the start, when so many have arrived; negative: the schedule is over. */
export type ArrivalRate = (elapsedSeconds: number, arrivals: number) => number;

/** What the schedule asks for, in milliseconds after its start: to wait until then, or an iteration to begin. */
export interface Tick {
  readonly kind: 'wait' | 'arrival';
  readonly atMs: number;
}

/**
 * A time of today in milliseconds has this many steps per millisecond as a floating point number. The plugin adds the
 * intervals to such a time: with the same steps the same arrival is the last.
 */
const STEPS_PER_MS = 4096;

/**
 * A schedule step by step: each arrival is 1 / rate after the one before it. The rate is asked for when the time of
 * the arrival has come.
 */
export function* ticks(rate: ArrivalRate): Generator<Tick> {
  let atMs = 0;
  let arrivals = 0;
  for (;;) {
    yield { kind: 'wait', atMs };
    const perSecond = rate(atMs / 1000, arrivals);
    if (perSecond < 0 || Number.isNaN(perSecond)) return;
    if (perSecond > 0) {
      yield { kind: 'arrival', atMs };
      arrivals++;
    }
    const intervalMs = perSecond > 0 ? 1000 / perSecond : ZERO_RATE_MS;
    atMs = Math.round((atMs + intervalMs) * STEPS_PER_MS) / STEPS_PER_MS;
  }
}

/** Tells a thread without work whether an arrival came for it, or none will. */
type Wake = (arrival: boolean) => void;

/** What the threads of a running group share: an arrival wakes one that has nothing to do, or starts a new one. */
class ArrivalsGroup {
  /** Threads that go through an iteration. */
  working = 0;
  /** Iterations that have begun, and how many there are to be; 0: not known. */
  arrivals = 0;
  limit = 0;
  /** No more arrivals come. */
  over = false;
  readonly #idle: Wake[] = [];

  /** All iterations that are to be have begun: those that still run end after the samples that run. */
  get limitReached(): boolean {
    return this.limit > 0 && this.arrivals >= this.limit;
  }

  /** Queues a thread for the next arrival. */
  waitForArrival(): Promise<boolean> {
    this.working--;
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Gives an arrival to the thread that waits longest; false when none waits. */
  wake(): boolean {
    const wake = this.#idle.shift();
    if (wake === undefined) return false;
    this.working++;
    wake(true);
    return true;
  }

  end(): void {
    this.over = true;
    for (const wake of this.#idle.splice(0)) wake(false);
  }
}

/** Goes through the children once per arrival (com.blazemeter.jmeter.control.VirtualUserController). */
function controllerFactory(
  groupOf: (user: VirtualUser) => ArrivalsGroup,
  iterationsLimit: NumberReader,
): ControllerFactory {
  return {
    create(node, parent, user) {
      const group = groupOf(user);
      let iteration = 0;
      let state: 'arriving' | 'working' | 'idle' | 'woken in vain' = 'arriving';
      const pause = (sequence: Sequence): void => {
        sequence.reInitialize(user);
        if (group.over || group.limitReached) sequence.done = true;
        else state = 'idle';
      };
      return new Sequence(node, parent, user, {
        isLoop: true,
        enter(sequence) {
          if (state === 'idle') {
            const until = group.waitForArrival().then((arrival) => {
              state = arrival ? 'arriving' : 'woken in vain';
            });
            return { kind: 'wait', idle: true, until };
          }
          if (state === 'woken in vain' || group.limitReached) {
            sequence.done = true;
            return false;
          }
          if (state === 'arriving') {
            state = 'working';
            iteration++;
            group.arrivals++;
          }
          return true;
        },
        passEnded(sequence) {
          const limit = iterationsLimit(user);
          if (limit > 0 && iteration >= limit) sequence.done = true;
          else pause(sequence);
          return false;
        },
        startNextLoop: pause,
        breakLoop: cannotBreak,
      });
    },
  };
}

async function run(
  host: GroupHost,
  name: string,
  group: ArrivalsGroup,
  rate: ArrivalRate,
  concurrencyLimit: () => number,
): Promise<void> {
  const startUs = host.clock.nowUs();
  const threads = new Set<Promise<void>>();
  let number = 0;
  const start = (): void => {
    group.working++;
    const { finished } = host.start({
      number,
      name: dynamicThreadName(name, host.groupNumber, number),
      delayMs: 0,
      endUs: undefined,
    });
    number++;
    const ended = finished.then(() => {
      threads.delete(ended);
      group.working--;
    });
    threads.add(ended);
  };
  const arrive = (): void => {
    if (group.wake()) return;
    const limit = concurrencyLimit();
    if (limit <= 0 || group.working < limit) start();
  };
  try {
    let scheduled = 0;
    for (const { kind, atMs } of ticks(rate)) {
      if (kind === 'wait') {
        const ms = atMs - (host.clock.nowUs() - startUs) / 1000;
        if (ms > 0) await host.sleep(ms);
        if (!host.running || group.limitReached) return;
      } else {
        arrive();
        scheduled++;
      }
    }
    group.limit = scheduled;
  } catch (error) {
    host.log('ERROR', `Thread group ${name} starts no more threads: ${String(error)}`);
  } finally {
    group.end();
    await Promise.all(threads);
  }
}

/** A group whose threads are started by arrivals; `rate` reads the schedule. */
export function compileArrivals(
  context: ElementContext,
  rate: (user: VirtualUser) => ArrivalRate,
  lastsMs: (user: VirtualUser) => number,
): GroupFactory {
  const onSampleError = readOnSampleError(context);
  const concurrency = context.integer('ConcurrencyLimit');
  const arrivalsLimit = context.integer('ArrivalsLimit');
  const group = runState(() => new ArrivalsGroup());
  return {
    phase: 'main',
    onFirstWorker: true,
    controller: controllerFactory(group, context.integer('Iterations')),
    prepare(user): GroupRun {
      const name = context.name.evaluate(user);
      const state = group(user);
      state.limit = arrivalsLimit(user);
      return {
        info: { name, threads: 0, sameUser: true },
        onSampleError: onSampleError(user),
        lastsMs: lastsMs(user),
        run: (host) => run(host, name, state, rate(user), () => concurrency(user)),
      };
    },
  };
}
