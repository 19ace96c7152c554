import type { Clock } from './types.ts';

/** Node fires timers beyond it at once. Nobody waits for 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const ORIGIN_MS = performance.timeOrigin;

/** The monotonic clock of the process, counted from the wall clock at its start. */
export const systemClock: Clock = {
  nowUs: () => (ORIGIN_MS + performance.now()) * 1000,
  setTimer(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
