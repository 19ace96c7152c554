import type { ThreadTime } from '../engine/thread-time.ts';
import type { Plan } from '../plan/plan.ts';
import type { MergingSink } from '../types.ts';
import type { SinkSpec, WorkerTask } from './protocol.ts';

/** Sinks that gather for those who are told figures while a plan runs. */
export interface MetricSinks {
  /** undefined: another kind of sink. */
  open(spec: SinkSpec): MergingSink | undefined;
  /** For a Backend Listener of the plan. */
  forBackend(): MergingSink | undefined;
}

/** Loads what a worker needs of them: few runs have any. */
export async function loadMetricSinks(
  task: WorkerTask,
  plan: Plan,
  threadTime: ThreadTime,
): Promise<MetricSinks> {
  const has = (kind: 'figures' | 'backend'): boolean =>
    [...task.sinks, ...plan.collectors].some((spec) => spec.kind === kind);
  const figures = has('figures') ? await import('../metrics/run-figures.ts') : undefined;
  const backend = has('backend') ? await import('../metrics/backend/backend-gatherer.ts') : undefined;
  const forBackend = (): MergingSink | undefined => backend?.gatherForBackend();
  return {
    open(spec) {
      if (spec.kind === 'backend') return forBackend();
      if (spec.kind !== 'figures' || figures === undefined) return undefined;
      return new figures.RunFigures(task.index, (nowUs) => threadTime.at(nowUs));
    },
    forBackend,
  };
}
