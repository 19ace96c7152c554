import type { Clock } from '../types.ts';

/** The monotonic clock of the process, counted from the wall clock at its start. */
export const systemClock: Clock = {
  nowUs: () => (performance.timeOrigin + performance.now()) * 1000,
  setTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
