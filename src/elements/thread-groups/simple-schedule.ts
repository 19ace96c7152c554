import type { GroupHost } from './group.ts';

/** When a thread starts and ends, in milliseconds after the start of its group. */
export interface ThreadTimes {
  readonly startMs: number;
  readonly endMs: number;
}

/** When the last thread ends; undefined when there is none. */
export const scheduleMs = (schedule: readonly ThreadTimes[]): number | undefined =>
  schedule.length === 0 ? undefined : schedule.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);

/** Starts all threads at once, each to wait for its time (kg.apc.jmeter.threads.AbstractSimpleThreadGroup). */
export async function runSchedule(host: GroupHost, schedule: readonly ThreadTimes[]): Promise<void> {
  const startUs = host.clock.nowUs();
  const threads = schedule.map(({ startMs, endMs }, number) =>
    host.start({ number, delayMs: startMs, endUs: startUs + endMs * 1000 }),
  );
  await Promise.all(threads.map((thread) => thread.finished));
}
