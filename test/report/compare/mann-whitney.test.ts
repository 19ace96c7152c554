import { expect, test } from 'vitest';
import { chanceOfGreater, chanceOfMoreFailures } from '../../../src/report/compare/mann-whitney.ts';

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

// The values that SciPy 1.x's mannwhitneyu gives (method asymptotic).
test.each([
  [range(1, 11), range(6, 16), 0.0025376961576],
  [[1, 1, 2, 2, 3, 3, 4, 4, 5, 5], [2, 2, 3, 3, 4, 4, 5, 5, 6, 6], 0.0894303430122],
  [range(0, 10), range(0, 10), 0.5151319787899],
  [Array.from({ length: 10 }, () => 5), Array.from({ length: 10 }, () => 5), 1],
  [[], [1], 1],
])('chance of the one-sided test %#', (earlier, later, chance) => {
  expect(chanceOfGreater(earlier, later)).toBeCloseTo(chance, 6);
});

test.each([
  [{ count: 1000, errors: 10 }, { count: 1000, errors: 25 }, 0.00526465903],
  [{ count: 1000, errors: 10 }, { count: 1000, errors: 10 }, 0.5],
  [{ count: 1000, errors: 0 }, { count: 1000, errors: 0 }, 1],
  [{ count: 0, errors: 0 }, { count: 1000, errors: 10 }, 1],
])('chance of so many more failures %#', (earlier, later, chance) => {
  expect(chanceOfMoreFailures(earlier, later)).toBeCloseTo(chance, 6);
});
