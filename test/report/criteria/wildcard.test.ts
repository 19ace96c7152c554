import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { wildcard } from '../../../src/report/criteria/wildcard.ts';

const characters = fc.constantFrom('a', 'b', '.', '*', '?');
const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 12 });

test('matches what the same regular expression matches', () => {
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 8 }), text, (pattern, candidate) => {
      const expression = pattern.replaceAll('.', '[.]').replaceAll('?', '.').replaceAll('*', '.*');
      expect(wildcard(pattern)(candidate)).toBe(new RegExp(`^${expression}$`).test(candidate));
    }),
    { numRuns: 2000 },
  );
});

test('ends soon for a pattern of many stars', () => {
  expect(wildcard('*a'.repeat(40) + 'b')('a'.repeat(5000))).toBe(false);
});
