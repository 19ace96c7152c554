import type { ThreadTime } from '../../engine/thread-time.ts';
import type { Logger, Properties } from '../../types.ts';
import type { RunSink, StoppableRun } from '../run-plan.ts';
import type { MetricsRequest } from './metrics-options.ts';

/** What is known of a run whose figures are told. */
export interface MeasuredRun {
  /** File name of the plan. */
  readonly title: string;
  readonly properties: Properties;
  readonly threadTime: ThreadTime;
  readonly log: Logger;
  /** Takes a line for the user about figures that do not arrive. */
  readonly warn: (line: string) => void;
}

/** The figures of a run on their way to others. */
export interface RunMetrics {
  readonly runSinks: readonly RunSink[];
  /** Where Prometheus may ask. */
  readonly prometheusUrl: string | undefined;
  started(run: StoppableRun): void;
}

/**
 * Makes ready who is told figures; undefined when nobody is, which costs nothing then.
 * @throws CannotRunError for a port that is taken, UsageError for addresses that are none.
 */
export async function openRunMetrics(
  request: MetricsRequest,
  run: MeasuredRun,
): Promise<RunMetrics | undefined> {
  if (Object.values(request).every((value) => value === undefined)) return undefined;
  return (await import('./open-metrics.ts')).openMetrics(request, run);
}
