import { describe, expect, test } from 'vitest';
import { constantTimer } from '../../../src/elements/timers/constant-timer.ts';
import { gaussianRandomTimer } from '../../../src/elements/timers/gaussian-random-timer.ts';
import { poisson, poissonRandomTimer } from '../../../src/elements/timers/poisson-random-timer.ts';
import { uniformRandomTimer } from '../../../src/elements/timers/uniform-random-timer.ts';
import type { ElementContext } from '../../../src/elements/element-context.ts';
import type { VirtualUser } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { testUser } from '../../support/user.ts';

interface TimerDefinition {
  compile(context: ElementContext): { delayMs: (user: VirtualUser) => number };
}

const timer = (
  definition: TimerDefinition,
  delay: string,
  range: string,
  jmeterProperties: Record<string, string> = {},
) =>
  definition.compile(
    elementContext({ 'ConstantTimer.delay': delay, 'RandomTimer.range': range }, { jmeterProperties }),
  );

function draw(definition: TimerDefinition, delay: string, range: string, count = 2000): number[] {
  const { delayMs } = timer(definition, delay, range);
  const user = testUser();
  return Array.from({ length: count }, () => delayMs(user));
}

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const m = mean(values);
  return Math.sqrt(mean(values.map((v) => (v - m) ** 2)));
};

describe('Constant Timer', () => {
  test.each([
    ['100', 100],
    ['${__P(ms,70)}', 70],
    ['abc', 0],
    ['', 0],
    ['1.5', 0],
    ['-50', -50],
  ])('%j waits %i ms', (delay, expected) => {
    expect(timer(constantTimer, delay, '').delayMs(testUser())).toBe(expected);
  });

  test('is not affected by timer.factor', () => {
    expect(timer(constantTimer, '100', '', { 'timer.factor': '3' }).delayMs(testUser())).toBe(100);
  });
});

describe.each([
  ['Uniform Random Timer', uniformRandomTimer],
  ['Gaussian Random Timer', gaussianRandomTimer],
  ['Poisson Random Timer', poissonRandomTimer],
])('%s', (_name, definition) => {
  test('with no range waits for the offset, whatever its sign', () => {
    expect(timer(definition, '120', '0').delayMs(testUser())).toBe(120);
    expect(timer(definition, '-120', '0').delayMs(testUser())).toBe(120);
    expect(timer(definition, 'x', 'y').delayMs(testUser())).toBe(0);
  });

  test('is multiplied by timer.factor', () => {
    expect(timer(definition, '25', '0.0', { 'timer.factor': '0.5' }).delayMs(testUser())).toBe(13);
    expect(timer(definition, '100', '0', { 'timer.factor': '3.0f' }).delayMs(testUser())).toBe(300);
    expect(timer(definition, '100', '0', { 'timer.factor': 'many' }).delayMs(testUser())).toBe(100);
  });

  test('gives whole milliseconds that are not negative', () => {
    for (const ms of draw(definition, '3', '7.5')) {
      expect(Number.isInteger(ms)).toBe(true);
      expect(ms).toBeGreaterThanOrEqual(0);
    }
  });
});

test('Uniform Random Timer covers offset to offset plus range', () => {
  const drawn = draw(uniformRandomTimer, '50', '100');
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(50);
  expect(Math.max(...drawn)).toBeLessThan(150);
  expect(mean(drawn)).toBeGreaterThan(92);
  expect(mean(drawn)).toBeLessThan(107);
});

test('Gaussian Random Timer has the offset as mean and the range as deviation', () => {
  const drawn = draw(gaussianRandomTimer, '1000', '100', 5000);
  expect(Math.abs(mean(drawn) - 1000)).toBeLessThan(10);
  expect(Math.abs(deviation(drawn) - 100)).toBeLessThan(10);
});

// Means on both sides of the switch between the two algorithms; six standard errors of the mean.
test.each([1, 12, 30, 31, 300, 20_000])('Poisson values of mean %i have that mean and variance', (lambda) => {
  const drawn = Array.from({ length: 20_000 }, () => poisson(lambda));
  expect(Math.abs(mean(drawn) - lambda)).toBeLessThan(6 * Math.sqrt(lambda / 20_000));
  expect(deviation(drawn) ** 2 / lambda).toBeGreaterThan(0.93);
  expect(deviation(drawn) ** 2 / lambda).toBeLessThan(1.07);
  expect(drawn.every((n) => Number.isInteger(n) && n >= 0)).toBe(true);
});

test('Poisson values around 31 are distributed as the formula says', () => {
  const count = 100_000;
  const seen = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const n = poisson(31);
    seen.set(n, (seen.get(n) ?? 0) + 1);
  }
  let probability = Math.exp(-31);
  for (let n = 0; n <= 60; n++) {
    if (n > 0) probability *= 31 / n;
    const expected = probability * count;
    if (expected > 100) expect(Math.abs((seen.get(n) ?? 0) - expected)).toBeLessThan(6 * Math.sqrt(expected));
  }
});
