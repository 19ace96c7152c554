import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { intervalsOf, Timeline } from '../../src/results/timeline.ts';

const SECOND = 1_000_000;
const timeline = (limit = 4): Timeline<'count' | 'most'> =>
  new Timeline({ count: 'sum', most: 'max' }, SECOND, limit);

test('values of one interval are added up, or the greatest stays', () => {
  const line = timeline();
  line.add(10 * SECOND, { count: 1, most: 5 });
  line.add(10.9 * SECOND, { count: 2, most: 3 });
  line.add(12 * SECOND, { count: 4 });
  expect(intervalsOf(line.data())).toEqual([
    { startUs: 10 * SECOND, widthUs: SECOND, count: 3, most: 5 },
    { startUs: 12 * SECOND, widthUs: SECOND, count: 4, most: 0 },
  ]);
});

test('intervals become wider rather than more than there is room for', () => {
  const line = timeline();
  for (let second = 0; second < 100; second++) line.add(second * SECOND, { count: 1, most: second });
  expect(intervalsOf(line.data())).toEqual([
    { startUs: 0, widthUs: 32 * SECOND, count: 32, most: 31 },
    { startUs: 32 * SECOND, widthUs: 32 * SECOND, count: 32, most: 63 },
    { startUs: 64 * SECOND, widthUs: 32 * SECOND, count: 32, most: 95 },
    { startUs: 96 * SECOND, widthUs: 32 * SECOND, count: 4, most: 99 },
  ]);
});

test('timelines of two processes, of any width, make the same as one that saw all', () => {
  const seconds = fc.array(fc.nat(500), { maxLength: 40 });
  fc.assert(
    fc.property(seconds, seconds, (mine, others) => {
      const [one, other, both] = [timeline(), timeline(), timeline()];
      for (const [line, values] of [
        [one, mine],
        [other, others],
        [both, [...mine, ...others]],
      ] as const)
        for (const second of values) line.add(second * SECOND, { count: 1, most: second });
      one.merge(structuredClone(other.data()));
      expect(intervalsOf(one.data())).toEqual(intervalsOf(both.data()));
    }),
  );
});
