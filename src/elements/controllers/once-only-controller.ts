import type { ElementDefinition } from '../definition.ts';
import { Sequence } from './sequence.ts';

/** Runs its children in the first pass of its parent since the parent was entered. */
export const onceOnlyController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.OnceOnlyController',
  label: 'Once Only Controller',
  properties: [],
  compile: () => ({
    create: (node, parent, owner) =>
      new Sequence(node, parent, owner, {
        // Not armed again here: only the parent's first pass does that.
        passEnded: () => false,
        iterationStart(sequence, user, iteration) {
          if (iteration === 1) sequence.reInitialize(user);
        },
      }),
  }),
};
