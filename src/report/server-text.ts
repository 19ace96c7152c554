import { FEWEST_ROUNDS } from '../watch/memory-growth.ts';
import type { ServerSummary } from '../watch/server-summary.ts';
import { bytes, count, percent } from './format.ts';

const cores = (value: number): string => value.toFixed(2);

function growthSentence({ growth }: ServerSummary): string[] {
  if (growth === undefined) return [];
  const { verdict, perRoundBytes, afterRounds } = growth;
  const after = afterRounds.map(bytes).join(', ');
  switch (verdict) {
    case 'leak':
      return [
        `Leak: each round left ${bytes(perRoundBytes)} behind, and it does not level off (memory after each round: ${after}).`,
      ];
    case 'growing':
      return [
        `Memory still grew by ${bytes(perRoundBytes)} a round, which a heap that is not cleaned yet explains as well as a leak: ` +
          `give more rounds, or more connections a round (after each round: ${after}).`,
      ];
    case 'plateau':
      return [`No leak: memory levels off (after each round: ${after}).`];
    default:
      return [
        `Too few rounds to tell whether memory levels off: give at least ${FEWEST_ROUNDS} (after each round: ${after}).`,
      ];
  }
}

/** What was seen of the server, in sentences. */
export function serverSentences(server: ServerSummary): string[] {
  const { baselineBytes, mostBytes, mostOpen, bytesPerConnection, limit, meanCpu, mostCpu } = server;
  return [
    `Server (${server.name}): ${bytes(baselineBytes)} of memory before the run, at most ${bytes(mostBytes)}; ` +
      `${cores(meanCpu)} cores on average, at most ${cores(mostCpu)}.`,
    ...(server.isGone ? ['The server ended during the run.'] : []),
    bytesPerConnection === undefined
      ? `${count(mostOpen)} connections at a time are too few to tell what one takes.`
      : `${bytes(bytesPerConnection)} for each of ${count(mostOpen)} connections` +
        (limit === undefined
          ? '.'
          : `: ${bytes(limit.memoryBytes)} have room for ${count(limit.connections)}, ${percent(limit.headroom, 1)} of what is left kept free.`),
    ...growthSentence(server),
  ];
}
