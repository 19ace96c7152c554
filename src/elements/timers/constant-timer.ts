import type { ElementDefinition } from '../definition.ts';

/** Constant Timer (timers.ConstantTimer). */
export const constantTimer = {
  testclass: 'org.apache.jmeter.timers.ConstantTimer',
  label: 'Constant Timer',
  role: 'timer',
  properties: ['ConstantTimer.delay'],
  compile(context) {
    return { delayMs: context.integer('ConstantTimer.delay') };
  },
} satisfies ElementDefinition;
