import { illegalArgumentException } from '../../java/exception.ts';
import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';

/** Synchronizing Timer: holds threads back until so many have arrived, then lets them go together (timers.SyncTimer). */
export const synchronizingTimer = {
  testclass: 'org.apache.jmeter.timers.SyncTimer',
  label: 'Synchronizing Timer',
  role: 'timer',
  properties: ['groupSize', 'timeoutInMs'],
  compile(context) {
    const groupSize = context.integer('groupSize');
    const timeoutMs = context.integer('timeoutInMs');
    const key = `synchronizing timer ${context.slot()}`;
    return {
      async delayMs(user: VirtualUser): Promise<number> {
        const size = groupSize(user);
        if (size < 0) return 0;
        const timeout = timeoutMs(user);
        if (timeout < 0)
          throw illegalArgumentException(
            `Negative value for timeout:${timeout} in Synchronizing Timer ${context.name.evaluate(user)}`,
          );
        const complete = await user.shared.barrier(key, size || user.group.threads, limit(user, timeout));
        if (!complete && user.running)
          user.log.log(
            'WARN',
            'o.a.j.t.SyncTimer',
            `SyncTimer ${context.name.evaluate(user)} timeouted waiting for users after: ${timeout}ms`,
          );
        return 0;
      },
    };
  },
} satisfies ElementDefinition;

/** No wait lasts beyond the end of the thread. 0 means no limit, so a limit is at least 1. */
function limit(user: VirtualUser, timeoutMs: number): number {
  if (user.endUs === undefined) return timeoutMs;
  const leftMs = Math.max(1, Math.ceil((user.endUs - user.clock.nowUs()) / 1000));
  return timeoutMs === 0 ? leftMs : Math.min(timeoutMs, leftMs);
}
