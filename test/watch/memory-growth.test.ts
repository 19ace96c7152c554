import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryGrowth } from '../../src/watch/memory-growth.ts';

const MB = 1 << 20;
const verdict = (baseline: number, ...after: number[]): string =>
  memoryGrowth(
    baseline * MB,
    after.map((value) => value * MB),
  ).verdict;

describe('memory over rounds of the same load', () => {
  test('is a leak when every round leaves something behind, beyond what garbage explains', () => {
    expect(verdict(56, 92, 125, 159, 191, 217, 249)).toBe('leak');
    expect(verdict(5, 10, 20, 30, 41)).toBe('leak');
  });

  test('only grows as long as a heap that is not cleaned yet explains it', () => {
    expect(verdict(56, 64, 70, 75, 78, 81, 84)).toBe('growing');
    expect(verdict(3, 4, 8, 12, 16)).toBe('growing');
  });

  test('has reached a plateau when it does not grow, or no more', () => {
    expect(verdict(56, 80, 80, 80, 80)).toBe('plateau');
    expect(verdict(56, 61, 69, 72, 79, 79, 80, 83, 90, 95, 98, 97, 97, 97, 97, 98, 98, 98, 100)).toBe(
      'plateau',
    );
    expect(verdict(5, 40, 80, 100, 110, 115, 117, 118, 118)).toBe('plateau');
  });

  test('does not grow when it goes up and down, or down', () => {
    expect(verdict(10, 80, 140, 60, 130, 70, 150, 65)).toBe('plateau');
    expect(verdict(10, 80, 70, 60, 50)).toBe('plateau');
  });

  test('is not known after a few rounds', () => {
    expect(verdict(5, 100, 200, 300)).toBe('unknown');
  });

  test('that the system counts a little differently each time is no leak', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 4, maxLength: 30 }), (noise) => {
        const after = noise.map((kib) => 100 * MB + kib * 1024);
        expect(memoryGrowth(10 * MB, after).verdict).toBe('plateau');
      }),
    );
  });

  test('that grows with every round is never taken for a plateau', () => {
    const step = fc.integer({ min: 9, max: 11 });
    fc.assert(
      fc.property(fc.array(step, { minLength: 8, maxLength: 30 }), (steps) => {
        let memory = 50 * MB;
        const after = steps.map((mib) => (memory += mib * MB));
        expect(memoryGrowth(20 * MB, after).verdict).toBe('leak');
      }),
    );
  });
});
