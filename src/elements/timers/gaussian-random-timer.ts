import type { ElementDefinition } from '../definition.ts';
import { timerFactor } from './timer-factor.ts';

/** A standard normal value (Box-Muller; `1 - random` is never 0). */
export const gaussian = (): number =>
  Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

/** Gaussian Random Timer: a normal distribution around the offset; negative values are mirrored (timers.GaussianRandomTimer). */
export const gaussianRandomTimer = {
  testclass: 'org.apache.jmeter.timers.GaussianRandomTimer',
  label: 'Gaussian Random Timer',
  role: 'timer',
  properties: ['ConstantTimer.delay', 'RandomTimer.range'],
  compile(context) {
    const offset = context.integer('ConstantTimer.delay');
    const deviation = context.floating('RandomTimer.range');
    const adjust = timerFactor(context.environment.properties);
    return {
      delayMs: (user) => adjust(Math.trunc(Math.abs(gaussian() * deviation(user) + offset(user)))),
    };
  },
} satisfies ElementDefinition;
