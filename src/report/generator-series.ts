import type { GeneratorSummary } from '../watch/generator-summary.ts';

/** The generator over time: of each interval, the figures of the worker that is worst off. Shares are per cents. */
export interface GeneratorSeries {
  /** Start of each interval, milliseconds since the epoch. */
  readonly startMs: readonly number[];
  readonly busy: readonly number[];
  /** Waiting for a CPU; null where the system does not tell. */
  readonly starved: readonly (number | null)[];
  /** Most that the event loop came late to what was due, milliseconds. */
  readonly lateMs: readonly number[];
}

const perCent = (part: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.round((part / whole) * 1000) / 10) : 0;

/** undefined for a run that was over before there was an interval. */
export function generatorSeries({ workers }: GeneratorSummary): GeneratorSeries | undefined {
  const points = new Map<number, { busy: number; starved: number | null; lateMs: number }>();
  for (const { overTime, starvedShare } of workers)
    for (const { startUs, wallUs, activeUs, readyUs, latestUs } of overTime) {
      const startMs = Math.floor(startUs / 1000);
      const worst = points.get(startMs);
      points.set(startMs, {
        busy: Math.max(worst?.busy ?? 0, perCent(activeUs, wallUs)),
        starved: starvedShare === undefined ? null : Math.max(worst?.starved ?? 0, perCent(readyUs, wallUs)),
        lateMs: Math.max(worst?.lateMs ?? 0, latestUs / 1000),
      });
    }
  if (points.size === 0) return undefined;
  const sorted = [...points].toSorted(([a], [b]) => a - b);
  return {
    startMs: sorted.map(([startMs]) => startMs),
    busy: sorted.map(([, { busy }]) => busy),
    starved: sorted.map(([, { starved }]) => starved),
    lateMs: sorted.map(([, { lateMs }]) => lateMs),
  };
}
