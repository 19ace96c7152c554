import type { GeneratorSummary } from '../watch/generator-summary.ts';

/** The generator over time: of each interval, the figures of the worker that is worst off. Shares are per cents. */
export interface GeneratorSeries {
  /** Start of each interval, milliseconds since the epoch. */
  readonly startMs: readonly number[];
  readonly busy: readonly number[];
  /** CPU in use, and waiting for a CPU; null where the system does not tell. */
  readonly cpu: readonly (number | null)[];
  readonly starved: readonly (number | null)[];
  /** Thread time that no sample and no wait of the plan covers, of all workers. */
  readonly uncovered: readonly number[];
  /** Most that the event loop came late to what was due, and its mean turn, milliseconds. */
  readonly lateMs: readonly number[];
  readonly batchMs: readonly number[];
}

const perCent = (part: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.round((part / whole) * 1000) / 10) : 0;

interface Point {
  busy: number;
  cpu: number | null;
  starved: number | null;
  threadUs: number;
  uncoveredUs: number;
  lateMs: number;
  batchMs: number;
}

const NOTHING: Point = {
  busy: 0,
  cpu: 0,
  starved: 0,
  threadUs: 0,
  uncoveredUs: 0,
  lateMs: 0,
  batchMs: 0,
};

/** undefined for a run that was over before there was an interval. */
export function generatorSeries({ workers }: GeneratorSummary): GeneratorSeries | undefined {
  const points = new Map<number, Point>();
  for (const { overTime, starvedShare } of workers)
    for (const interval of overTime) {
      const { wallUs, activeUs, batches } = interval;
      const startMs = Math.floor(interval.startUs / 1000);
      const worst = points.get(startMs) ?? NOTHING;
      const share = (before: number | null, us: number): number | null =>
        starvedShare === undefined ? null : Math.max(before ?? 0, perCent(us, wallUs));
      points.set(startMs, {
        busy: Math.max(worst.busy, perCent(activeUs, wallUs)),
        cpu: share(worst.cpu, interval.cpuUs),
        starved: share(worst.starved, interval.readyUs),
        threadUs: worst.threadUs + interval.threadUs,
        uncoveredUs: worst.uncoveredUs + interval.uncoveredUs,
        lateMs: Math.max(worst.lateMs, interval.latestUs / 1000),
        batchMs: Math.max(worst.batchMs, batches > 0 ? activeUs / batches / 1000 : 0),
      });
    }
  if (points.size === 0) return undefined;
  const sorted = [...points].toSorted(([a], [b]) => a - b);
  const all = sorted.map(([, point]) => point);
  return {
    startMs: sorted.map(([startMs]) => startMs),
    busy: all.map(({ busy }) => busy),
    cpu: all.map(({ cpu }) => cpu),
    starved: all.map(({ starved }) => starved),
    uncovered: all.map(({ threadUs, uncoveredUs }) => perCent(uncoveredUs, threadUs)),
    lateMs: all.map(({ lateMs }) => lateMs),
    batchMs: all.map(({ batchMs }) => batchMs),
  };
}
