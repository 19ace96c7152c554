import type { Properties } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { ElementContext } from '../element-context.ts';
import type { GroupRun } from './group.ts';
import { readRows } from './schedule-rows.ts';
import { runSchedule, scheduleMs, type ThreadTimes } from './simple-schedule.ts';
import { mainController, readOnSampleError } from './thread-group.ts';

/** A row of the schedule; times in seconds. */
export interface UltimateRow {
  readonly threads: number;
  readonly initialDelay: number;
  readonly startup: number;
  readonly hold: number;
  readonly shutdown: number;
}

/** Start and end of every thread. Of the threads of a row the last starts and ends first. */
export const ultimateSchedule = (rows: readonly UltimateRow[]): ThreadTimes[] =>
  rows.flatMap(({ threads, initialDelay, startup, hold, shutdown }) =>
    Array.from({ length: threads }, (_, i) => {
      const left = threads - i;
      const startMs = 1000 * initialDelay + Math.floor((1000 * startup * left) / threads);
      const fullMs = 1000 * (initialDelay + startup + hold);
      return { startMs, endMs: fullMs + Math.floor((1000 * shutdown * left) / threads) };
    }),
  );

const UNIT_SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };

/** Seconds of a text such as `1h30m`; a number without a unit counts seconds. */
function shorthandSeconds(text: string): number | undefined {
  if (!/^(\d+[dhms])*\d*$/i.test(text)) return undefined;
  let seconds = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([dhms]?)/gi))
    seconds += Number(count) * (UNIT_SECONDS[unit?.toLowerCase() ?? ''] ?? 1);
  return seconds;
}

/** Rows from the property threads_schedule: `spawn(2,0s,1s,10s,1s) spawn(…)`. Parts that read otherwise are left out. */
export const scheduleFromProperty = (text: string): UltimateRow[] =>
  text.split(')').flatMap((part) => {
    const [word, threads, ...times] = part.split(/[(,]/).map((cell) => cell.trim());
    const [initialDelay, startup, hold, shutdown] = times.map(shorthandSeconds);
    if (word?.toLowerCase() !== 'spawn' || !/^\d+$/.test(threads ?? '')) return [];
    if (initialDelay === undefined || startup === undefined || hold === undefined || shutdown === undefined)
      return [];
    return [{ threads: Number(threads), initialDelay, startup, hold, shutdown }];
  });

function readSchedule(context: ElementContext) {
  // Some versions stored the table under the name of the property.
  const rows = readRows(
    context,
    context.has('ultimatethreadgroupdata') ? 'ultimatethreadgroupdata' : 'threads_schedule',
  );
  return (user: Parameters<typeof rows>[0], properties: Properties): UltimateRow[] => {
    const override = properties.get('threads_schedule') ?? '';
    if (override !== '') return scheduleFromProperty(override);
    return rows(user).map((row) => {
      const [threads = 0, initialDelay = 0, startup = 0, hold = 0, shutdown = 0] = row.map(Math.trunc);
      return { threads: Math.max(0, threads), initialDelay, startup, hold, shutdown };
    });
  };
}

/** Ultimate Thread Group: a table of threads with their times (kg.apc.jmeter.threads.UltimateThreadGroup). */
export const ultimateThreadGroup = {
  testclass: 'kg.apc.jmeter.threads.UltimateThreadGroup',
  label: 'jp@gc - Ultimate Thread Group',
  role: 'thread-group',
  properties: [
    'ThreadGroup.main_controller',
    'ThreadGroup.on_sample_error',
    'ThreadGroup.num_threads',
    'ultimatethreadgroupdata',
    'threads_schedule',
  ],
  compile(context) {
    const schedule = readSchedule(context);
    const onSampleError = readOnSampleError(context);
    return {
      phase: 'main',
      controller: mainController(context),
      prepare(user): GroupRun {
        const threads = ultimateSchedule(schedule(user, user.shared.properties));
        return {
          info: { name: context.name.evaluate(user), threads: threads.length, sameUser: true },
          onSampleError: onSampleError(user),
          lastsMs: scheduleMs(threads),
          run: (host) => runSchedule(host, threads),
        };
      },
    };
  },
} satisfies ElementDefinition;
