import type { ElementDefinition } from '../definition.ts';
import { timerFactor } from './timer-factor.ts';

/** ln(n!) by Stirling's series, exact to 1e-10 for n of 10 and more. */
function logFactorial(n: number): number {
  const x = n + 1;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3);
}

/** Counts the uniform factors that keep a product above e^-mean (Knuth). */
function poissonByProduct(mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = Math.random(); product > limit; product *= Math.random()) count++;
  return count;
}

/** Transformed rejection for larger means (W. Hörmann, "The transformed rejection method", algorithm PTRS, 1993). */
function poissonByRejection(mean: number): number {
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  const inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
  const accepted = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const u = Math.random() - 0.5;
    const v = Math.random();
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + mean + 0.43);
    if (us >= 0.07 && v <= accepted) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    const density = k * Math.log(mean) - mean - (k < 10 ? Math.log(factorial(k)) : logFactorial(k));
    if (Math.log((v * inverseAlpha) / (a / (us * us) + b)) <= density) return k;
  }
}

function factorial(n: number): number {
  let product = 1;
  for (let i = 2; i <= n; i++) product *= i;
  return product;
}

/** A Poisson-distributed integer; 0 for a mean that is not positive. */
export const poisson = (mean: number): number =>
  mean <= 0 ? 0 : mean <= 30 ? poissonByProduct(mean) : poissonByRejection(mean);

/** Poisson Random Timer: a Poisson distribution, its mean rounded, on top of the offset (timers.PoissonRandomTimer). */
export const poissonRandomTimer = {
  testclass: 'org.apache.jmeter.timers.PoissonRandomTimer',
  label: 'Poisson Random Timer',
  role: 'timer',
  properties: ['ConstantTimer.delay', 'RandomTimer.range'],
  compile(context) {
    const offset = context.integer('ConstantTimer.delay');
    const mean = context.floating('RandomTimer.range');
    const adjust = timerFactor(context.environment.properties);
    return {
      delayMs: (user) => adjust(Math.abs(poisson(Math.round(mean(user))) + offset(user))),
    };
  },
} satisfies ElementDefinition;
