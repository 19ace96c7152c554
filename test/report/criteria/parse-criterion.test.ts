import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CriterionError } from '../../../src/report/criteria/criterion.ts';
import { parseCriterion } from '../../../src/report/criteria/parse-criterion.ts';

const parsed = (text: string): Record<string, unknown> => {
  const { name, label, threshold, isPercentage, window, stops, fails } = parseCriterion(text);
  return { name, label, threshold, isPercentage, window, stops, fails };
};
const WHOLE = { label: undefined, isPercentage: false, window: undefined, stops: false, fails: true };

describe('the short form', () => {
  test.each([
    ['avg-rt>150ms', { threshold: '150ms' }],
    ['p95 of echo>50ms', { label: 'echo', threshold: '50ms' }],
    ['p99.9 of echo >= 1s500ms', { name: 'p99.9 of echo>=1s500ms', label: 'echo', threshold: '1s500ms' }],
    ['fail>1%', { threshold: '1%', isPercentage: true }],
    ['succ<100%', { threshold: '100%', isPercentage: true }],
    ['rc503>0', { threshold: '0' }],
    ['rc4??>20%', { threshold: '20%', isPercentage: true }],
    ['rc*=10', { threshold: '10' }],
    ['hits<100', { threshold: '100' }],
    ['bytes>1.5kb', { threshold: '1.5kb' }],
    ['late>0', { threshold: '0' }],
    ['refused of open>0%', { label: 'open', threshold: '0%', isPercentage: true }],
    ['close1006>0', { threshold: '0' }],
    ['close1???>0', { threshold: '0' }],
    ['avg-rt of a b, c>1s', { label: 'a b, c', threshold: '1s' }],
    ['fail of a>5, b>1%', { label: 'a>5, b', threshold: '1%', isPercentage: true }],
    ['avg-lt of GET ws://host:1>1s', { label: 'GET ws://host:1', threshold: '1s' }],
    ['avg-rt of wait for 10s>1s', { label: 'wait for 10s', threshold: '1s' }],
    ['Echoes are slow: avg-ct>10s', { name: 'Echoes are slow', threshold: '10s' }],
    ['Slow: p95 of a:b>1', { name: 'Slow', label: 'a:b', threshold: '1' }],
  ])('%s', (text, expected) => {
    expect(parsed(text)).toEqual({ name: text, ...WHOLE, ...expected });
  });

  test.each([
    ['fail>50% for 10s', { window: { logic: 'for', seconds: 10 }, stops: true, fails: true }],
    ['fail>50% for 5', { window: { logic: 'for', seconds: 5 }, stops: true, fails: true }],
    ['fail>50% within 1m30s', { window: { logic: 'within', seconds: 90 }, stops: true, fails: true }],
    [
      'fail>50% over 2m, stop as failed',
      { window: { logic: 'over', seconds: 120 }, stops: true, fails: true },
    ],
    [
      'hits>9 for 1s, stop as non-failed',
      { window: { logic: 'for', seconds: 1 }, stops: true, fails: false },
    ],
    [
      'hits>9 for 1s, continue as failed',
      { window: { logic: 'for', seconds: 1 }, stops: false, fails: true },
    ],
    ['hits>9 for 1s,continue', { window: { logic: 'for', seconds: 1 }, stops: false, fails: true }],
    ['hits>9, continue as non-failed', { window: undefined, stops: false, fails: false }],
    ['fail>50%, stop as failed', { window: undefined, stops: false, fails: true }],
  ])('time frame and action: %s', (text, expected) => {
    expect(parsed(text)).toMatchObject(expected);
  });
});

test('any label can be named, and the short form reads as what it says', () => {
  const label = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => text === text.trim() && !/[\n\r\u2028\u2029]/.test(text));
  const tricky = fc
    .constantFrom('a>5 for 3s', 'a>5, stop as failed', 'of', 'x of y>1%', '>', ', ', 'a: b>1')
    .filter((text) => text === text.trim());
  fc.assert(
    fc.property(fc.oneof(label, tricky), (text) => {
      const criterion = parseCriterion(`fail of ${text}>1% for 10s, continue as failed`);
      expect(criterion.label).toBe(text);
      expect(parseCriterion(criterion.text).label).toBe(text);
      expect(parseCriterion(criterion.text).text).toBe(criterion.text);
    }),
  );
});

test.each([
  ['', 'is malformed'],
  ['avg-rt', 'is malformed'],
  ['avg-rt>', 'is malformed'],
  ['avg-rt>1s, stop it', 'is malformed'],
  ['constructor>1', "is about 'constructor', which is none of: avg-rt"],
  ['p101>1s', "is about 'p101'"],
  ['avg-rt>1%', 'compares avg-rt with a percentage; use a time such as 150ms'],
  ['hits>1%', 'compares hits with a percentage; use a number'],
  ['avg-rt>1 day', 'is malformed'],
  ['avg-rt>1week', "has the threshold '1week'; use a time such as 150ms or 2s"],
  ['fail>x%', "has the threshold 'x%'; use a percentage"],
  ['fail>-1', "has the threshold '-1'; use a number"],
  ['avg-rt=>1s', 'is malformed'],
  ['avg-rt>1s for ever', "has the time frame 'ever'; write it as in for 10s"],
])('%j is refused, and the message says why', (text, why) => {
  expect(() => parseCriterion(text)).toThrow(CriterionError);
  expect(() => parseCriterion(text)).toThrow(why);
});
