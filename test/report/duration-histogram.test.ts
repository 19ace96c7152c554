import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DurationHistogram } from '../../src/report/duration-histogram.ts';

const values = fc.array(fc.oneof(fc.nat(3000), fc.nat(2 ** 40)), { minLength: 1, maxLength: 200 });
const percents = [0, 1, 50, 90, 99.9, 100];

function filled(numbers: readonly number[], bits = 10): DurationHistogram {
  const histogram = new DurationHistogram(bits);
  for (const value of numbers) histogram.record(value);
  return histogram;
}

test('percentiles are those of the sorted numbers, to three digits and exact up to 2,047', () => {
  fc.assert(
    fc.property(values, (numbers) => {
      const sorted = numbers.toSorted((a, b) => a - b);
      const found = filled(numbers).percentiles(percents);
      for (const [i, percent] of percents.entries()) {
        const exact = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length - 1e-9) - 1)]!;
        expect(found[i]).toBeLessThanOrEqual(exact);
        expect(found[i]).toBeGreaterThanOrEqual(exact < 2048 ? exact : exact * (1 - 1 / 1024));
      }
      expect(found.at(-1)).toBe(sorted.at(-1));
    }),
  );
});

test('two histograms put together are the histogram of all', () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const merged = filled(a);
      merged.merge(filled(b));
      expect(merged.percentiles(percents)).toEqual(filled([...a, ...b]).percentiles(percents));
      expect(merged.count).toBe(a.length + b.length);
    }),
  );
});

test('without values everything is 0', () => {
  expect(new DurationHistogram(10).percentiles(percents)).toEqual([0, 0, 0, 0, 0, 0]);
});
