import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.TestPlanName`: the file, not the name in the plan. */
export const testPlanName: FunctionDefinition = {
  name: '__TestPlanName',
  minArgs: 0,
  maxArgs: 0,
  summary: 'File name of the plan',
  compile(_args, { planName }) {
    return () => planName;
  },
};
