import type { ElementDefinition } from '../definition.ts';
import type { GroupRun } from './group.ts';
import { runSchedule, scheduleMs, type ThreadTimes } from './simple-schedule.ts';
import { mainController, readOnSampleError } from './thread-group.ts';

/** Settings of a Stepping Thread Group; times in seconds. */
export interface SteppingSettings {
  readonly threads: number;
  /** "First, wait for". */
  readonly initialDelay: number;
  /** "Then start" so many threads at first; 0: as many as each next time. */
  readonly burst: number;
  /** "Next, add" so many threads "every" so long, "using ramp-up" so long; 0 threads: all. */
  readonly startCount: number;
  readonly startPeriod: number;
  readonly rampUp: number;
  /** "Then hold load for". */
  readonly hold: number;
  /** "Finally, stop" so many threads "every" so long; 0 threads: all. */
  readonly stopCount: number;
  readonly stopPeriod: number;
}

/** Start and end of every thread, in whole milliseconds as the plugin computes them. */
export function steppingSchedule(settings: SteppingSettings): ThreadTimes[] {
  const { threads } = settings;
  const startCount = settings.startCount || threads;
  const stopCount = settings.stopCount || threads;
  const wanted = Math.min(settings.burst, threads);
  const burst = wanted > 0 ? wanted : startCount;
  const rampUpMs = 1000 * settings.rampUp;
  const stepMs = 1000 * settings.startPeriod + rampUpMs;
  const firstMs = 1000 * settings.initialDelay;
  const steps = threads < burst ? 1 : Math.ceil((threads - burst) / startCount);
  const inLastStep = (threads - burst) % startCount || startCount;
  const stopMs =
    firstMs + steps * stepMs + Math.trunc(rampUpMs / startCount) * inLastStep + 1000 * settings.hold;
  return Array.from({ length: threads }, (_, i) => {
    const inBurst = i < burst;
    const step = inBurst ? 0 : 1 + Math.trunc((i - burst) / startCount);
    const position = inBurst ? i : (i - burst) % startCount;
    const spacingMs = Math.trunc(rampUpMs / (inBurst ? burst : startCount));
    return {
      startMs: firstMs + step * stepMs + position * spacingMs,
      endMs: stopMs + 1000 * settings.stopPeriod * Math.floor(i / stopCount),
    };
  });
}

/** Stepping Thread Group: adds and removes threads in steps (kg.apc.jmeter.threads.SteppingThreadGroup). */
export const steppingThreadGroup = {
  testclass: 'kg.apc.jmeter.threads.SteppingThreadGroup',
  label: 'jp@gc - Stepping Thread Group (deprecated)',
  role: 'thread-group',
  properties: [
    'ThreadGroup.main_controller',
    'ThreadGroup.on_sample_error',
    'ThreadGroup.num_threads',
    'Threads initial delay',
    'Start users count',
    'Start users count burst',
    'Start users period',
    'Stop users count',
    'Stop users period',
    'flighttime',
    'rampUp',
  ],
  compile(context) {
    const threads = context.integer('ThreadGroup.num_threads');
    const initialDelay = context.integer('Threads initial delay');
    const burst = context.integer('Start users count burst');
    const startCount = context.integer('Start users count');
    const startPeriod = context.integer('Start users period');
    const rampUp = context.integer('rampUp');
    const hold = context.integer('flighttime');
    const stopCount = context.integer('Stop users count');
    const stopPeriod = context.integer('Stop users period');
    const onSampleError = readOnSampleError(context);
    return {
      phase: 'main',
      controller: mainController(context),
      prepare(user): GroupRun {
        const schedule = steppingSchedule({
          threads: Math.max(0, threads(user)),
          initialDelay: initialDelay(user),
          burst: burst(user),
          startCount: startCount(user),
          startPeriod: startPeriod(user),
          rampUp: rampUp(user),
          hold: hold(user),
          stopCount: stopCount(user),
          stopPeriod: stopPeriod(user),
        });
        return {
          info: { name: context.name.evaluate(user), threads: schedule.length, sameUser: true },
          onSampleError: onSampleError(user),
          lastsMs: scheduleMs(schedule),
          run: (host) => runSchedule(host, schedule),
        };
      },
    };
  },
} satisfies ElementDefinition;
