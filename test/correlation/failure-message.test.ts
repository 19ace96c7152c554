import { describe, expect, it } from 'vitest';
import { failureMessage } from '../../src/correlation/failure-message.ts';
import type { CorrelationVerdict } from '../../src/types.ts';

const verdict = (changes: Partial<CorrelationVerdict>): CorrelationVerdict => ({
  kind: 'late',
  answers: 'req-1',
  roundTripUs: 1_500_400,
  samplesAgo: 1,
  fails: true,
  ...changes,
});

describe('the failure message', () => {
  it.each([
    [
      verdict({}),
      'Late reply: it answers "req-1", which was sent one sample ago, 1500 ms before it came, and had been given up',
    ],
    [
      verdict({ kind: 'out-of-order', answers: 'w2', samplesAgo: 3, roundTripUs: 9_949 }),
      'Reply out of order: it answers "w2", which was sent 3 samples ago, 9.9 ms before it came',
    ],
    [
      verdict({ kind: 'duplicate', samplesAgo: 12, roundTripUs: 10_000 }),
      'Duplicate reply: it answers "req-1", which was sent 12 samples ago, 10 ms before it came, and was answered before',
    ],
    [
      verdict({ kind: 'unmatched', answers: undefined, roundTripUs: undefined, samplesAgo: undefined }),
      'Unmatched reply: it answers no request of this connection',
    ],
  ])('%#', (given, message) => expect(failureMessage(given)).toBe(message));

  it('is one line, whatever the label is', () => {
    expect(failureMessage(verdict({ answers: 'two\r\n lines' }))).toContain('"two lines"');
  });

  it('is missing when the sample passes', () => {
    expect(failureMessage(verdict({ kind: 'in-order', fails: false }))).toBeUndefined();
    expect(failureMessage(verdict({ kind: 'unmatched', fails: false }))).toBeUndefined();
  });
});
