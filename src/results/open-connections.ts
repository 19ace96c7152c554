import type { ConnectionFigure } from './connection-statistics.ts';
import { intervalsOf, type Interval, type TimelineData } from './timeline.ts';

/** An interval with what was open at its end. Intervals in which nothing happened are left out. */
export type ConnectionInterval = Interval<ConnectionFigure> & { readonly open: number };

/** Open connections over time. */
export function openConnections(timeline: TimelineData<ConnectionFigure>): ConnectionInterval[] {
  let open = 0;
  return intervalsOf(timeline).map((interval) => {
    open += interval.opened - interval.closed;
    return { ...interval, open };
  });
}
