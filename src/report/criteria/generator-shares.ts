import type { GeneratorSummary } from '../../watch/generator-summary.ts';

/** Per cents of the run in which the generator was the limit, of the worker that is worst off. */
export interface GeneratorShares {
  readonly saturated: number;
  /** It waited for a CPU; undefined where the system does not tell. */
  readonly starved: number | undefined;
}

export function generatorShares({ workers }: GeneratorSummary): GeneratorShares {
  const worst = (shares: readonly number[]): number => 100 * Math.max(0, ...shares);
  const starved = workers.flatMap(({ starvedShare }) => starvedShare ?? []);
  return {
    saturated: worst(workers.map(({ saturatedShare }) => saturatedShare)),
    starved: starved.length === 0 ? undefined : worst(starved),
  };
}
