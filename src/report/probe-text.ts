import type { DurationSummary, LabelSummary } from '../results/statistics-summary.ts';
import type { ProbeSummary } from '../watch/probe.ts';
import { count, milliseconds } from './format.ts';

function times(durations: Pick<DurationSummary, 'percentileMs'>): string {
  const [median, p99, max] = [50, 99, 100].map((percent) => milliseconds(durations.percentileMs(percent)));
  return `median ${median} ms, p99 ${p99}, max ${max}`;
}

/** What a connection outside the load saw, beside what the load saw. @param total all samples. */
export function probeSentences(probe: ProbeSummary, total: LabelSummary): string[] {
  const { url, text, latency, unanswered, problem } = probe;
  if (url === undefined) return ['Probe: the plan opened no WebSocket connection that it could follow.'];
  const sentences: string[] = [];
  if (latency.count > 0) {
    const what = text === undefined ? 'pings' : 'messages';
    const hasRoundTrips = total.roundTrips.count > 0;
    sentences.push(
      `Probe, on a connection outside the load: ${count(latency.count)} ${what}, ${times(latency)}; ` +
        `the load's ${hasRoundTrips ? 'round trips' : 'samples'}: ${times(hasRoundTrips ? total.roundTrips : total)}.`,
    );
  }
  if (unanswered > 0)
    sentences.push(
      `${count(unanswered)} of what the probe sent ${unanswered === 1 ? 'was' : 'were'} not answered.`,
    );
  if (problem !== undefined) sentences.push(`The probe has no connection to ${url}: ${problem}.`);
  else if (sentences.length === 0) sentences.push('Probe: the run was too short for it.');
  return sentences;
}
