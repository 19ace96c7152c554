import type { ElementDefinition } from './definition.ts';

/** The root of a plan: its variables, and how its groups run. */
export const testPlan: ElementDefinition = {
  role: 'test-plan',
  testclass: 'org.apache.jmeter.testelement.TestPlan',
  label: 'Test Plan',
  properties: ['TestPlan.*', 'basedir'],
};
