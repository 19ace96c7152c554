import { ThreadTime } from '../engine/thread-time.ts';
import { GeneratorHealth } from '../watch/generator-health.ts';
import { summariseGenerator, type GeneratorSummary } from '../watch/generator-summary.ts';
import type { RunSink } from './run-plan.ts';

/** What a run needs so that the generator watches itself. */
export interface GeneratorWatch {
  readonly threadTime: ThreadTime;
  readonly runSink: RunSink;
  /** To be called after the run. */
  summary(): GeneratorSummary;
}

/** Watches this process from now to the end of the run. */
export function watchGenerator(): GeneratorWatch {
  const threadTime = new ThreadTime();
  const health = new GeneratorHealth(0, (nowUs) => threadTime.at(nowUs));
  return {
    threadTime,
    runSink: { sink: health, spec: { kind: 'health' } },
    summary: () => summariseGenerator(health.workers()),
  };
}
