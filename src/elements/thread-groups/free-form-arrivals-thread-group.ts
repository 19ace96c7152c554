import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { ElementContext } from '../element-context.ts';
import { ARRIVALS_PROPERTIES, compileArrivals } from './arrivals.ts';
import { readRows } from './schedule-rows.ts';

/** A stretch of the schedule: the rate goes evenly from `start` to `end`. Units are the group's: seconds or minutes. */
export interface FreeFormRow {
  readonly start: number;
  readonly end: number;
  readonly duration: number;
}

/** Arrivals per second so long after the start; negative when the schedule is over. */
export function freeFormRate(
  rows: readonly FreeFormRow[],
  unitSeconds: number,
  elapsedSeconds: number,
): number {
  let offset = 0;
  for (const { start, end, duration } of rows) {
    const progress = (elapsedSeconds - offset) / (duration * unitSeconds);
    // The plugin counts whole seconds here.
    offset = Math.trunc(offset + duration * unitSeconds);
    if (elapsedSeconds <= offset) return (start + progress * (end - start)) / unitSeconds;
  }
  return -1;
}

function readSchedule(context: ElementContext): (user: VirtualUser) => FreeFormRow[] {
  const rows = readRows(context, 'Schedule');
  return (user) => rows(user).map(([start = 0, end = 0, duration = 0]) => ({ start, end, duration }));
}

/** Free-Form Arrivals Thread Group: iterations begin at rates that a table gives (com.blazemeter.jmeter.threads.arrivals). */
export const freeFormArrivalsThreadGroup = {
  testclass: 'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup',
  label: 'bzm - Free-Form Arrivals Thread Group',
  role: 'thread-group',
  properties: [
    'ThreadGroup.main_controller',
    'ThreadGroup.on_sample_error',
    'Schedule',
    'Unit',
    'Iterations',
    'LogFilename',
    ...ARRIVALS_PROPERTIES,
  ],
  differs: 'The status log file is not written.',
  compile(context) {
    const schedule = readSchedule(context);
    const unit = context.text('Unit');
    const unitSeconds = (user: VirtualUser): number => (unit.evaluate(user) === 'M' ? 60 : 1);
    return compileArrivals(
      context,
      (user) => (elapsedSeconds) => freeFormRate(schedule(user), unitSeconds(user), elapsedSeconds),
      (user) => schedule(user).reduce((sum, { duration }) => sum + duration, 0) * unitSeconds(user) * 1000,
    );
  },
} satisfies ElementDefinition;
