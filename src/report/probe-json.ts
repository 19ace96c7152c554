import type { ProbeSummary } from '../watch/probe.ts';
import { durationJson, type DurationJson } from './json.ts';

/** What a connection outside the load saw. */
export interface ProbeJson {
  /** null: the plan opened no connection. */
  url: string | null;
  /** What was sent; null: pings. */
  text: string | null;
  /** From sending to the arrival of the answer, milliseconds; null: nothing was answered. */
  latency: DurationJson | null;
  unanswered: number;
  /** Why there is no connection, or none any more; null: there is. */
  problem: string | null;
}

export const probeJson = ({ url, text, latency, unanswered, problem }: ProbeSummary): ProbeJson => ({
  url: url ?? null,
  text: text ?? null,
  latency: durationJson(latency),
  unanswered,
  problem: problem ?? null,
});
