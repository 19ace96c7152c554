import type { ElementDefinition } from '../definition.ts';
import { timerFactor } from './timer-factor.ts';

/** Uniform Random Timer: a constant offset plus a part of the range (timers.UniformRandomTimer). */
export const uniformRandomTimer = {
  testclass: 'org.apache.jmeter.timers.UniformRandomTimer',
  label: 'Uniform Random Timer',
  role: 'timer',
  properties: ['ConstantTimer.delay', 'RandomTimer.range'],
  compile(context) {
    const offset = context.integer('ConstantTimer.delay');
    const range = context.floating('RandomTimer.range');
    const adjust = timerFactor(context.environment.properties);
    return {
      delayMs: (user) => adjust(Math.trunc(Math.abs(Math.random() * range(user) + offset(user)))),
    };
  },
} satisfies ElementDefinition;
