import type { Properties } from '../types.ts';
import { Probe, type ProbeSummary } from '../watch/probe.ts';
import { ProbeTargetSearch } from '../watch/probe-target.ts';
import type { RunSink } from './run-plan.ts';
import type { ProbeRequest } from './watch-options.ts';

/** A probe that begins when the plan has opened its first connection. */
export interface LoadProbe {
  readonly runSink: RunSink;
  /** To be called after the run. */
  summary(): Promise<ProbeSummary>;
}

export function openProbe({ text }: ProbeRequest, properties: Properties): LoadProbe {
  let probe: Probe | undefined;
  const search = new ProbeTargetSearch((target) => {
    probe = new Probe(target, text, properties);
  });
  return {
    runSink: { sink: search, spec: { kind: 'probe-target' } },
    async summary() {
      if (probe !== undefined) return probe.end();
      const latency = { count: 0, percentileMs: () => 0 };
      return { url: undefined, text, latency, unanswered: 0, problem: undefined };
    },
  };
}
