import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isEstimatorName, percentile } from '../../../src/metrics/backend/percentile.ts';

/** What commons-math3 3.6.1, JMeter's library, estimates. */
const recorded = JSON.parse(
  fs.readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/metrics/percentiles.json'), 'utf8'),
) as { percents: number[]; cases: { values: number[]; percentiles: Record<string, number[]> }[] };

test('every estimator gives what commons-math3 gives, to the last digit', () => {
  for (const { values, percentiles } of recorded.cases) {
    const sorted = values.toSorted((a, b) => a - b);
    expect(Object.keys(percentiles)).toHaveLength(10);
    for (const [name, expected] of Object.entries(percentiles)) {
      if (!isEstimatorName(name)) throw new Error(`${name} is missing`);
      expect(
        recorded.percents.map((percent) => percentile(sorted, percent, name)),
        `${name} of ${values.length}`,
      ).toEqual(expected);
    }
  }
});
