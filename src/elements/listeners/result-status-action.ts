import type { LogicalAction, SampleResult } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';

const STOPS: Readonly<Record<number, NonNullable<SampleResult['stop']>>> = {
  1: 'thread',
  2: 'test',
  3: 'test-now',
};
const ACTIONS: Readonly<Record<number, LogicalAction>> = {
  4: 'start-next-thread-loop',
  5: 'start-next-iteration',
  6: 'break-current-loop',
};

/** Result Status Action Handler: what a failed sample in its scope does to the thread or the test (reporters.ResultAction). */
export const resultStatusAction = {
  testclass: 'org.apache.jmeter.reporters.ResultAction',
  label: 'Result Status Action Handler',
  role: 'listener',
  properties: ['OnError.action'],
  compile(context) {
    const readAction = context.integer('OnError.action');
    return {
      kind: 'act',
      sampleOccurred(user, result) {
        if (result.success) return;
        const action = readAction(user);
        const stop = STOPS[action];
        if (stop !== undefined) result.stop = stop;
        const flow = ACTIONS[action];
        if (flow !== undefined) result.action = flow;
      },
    };
  },
} satisfies ElementDefinition;
