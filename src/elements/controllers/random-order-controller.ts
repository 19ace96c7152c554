import type { ElementDefinition } from '../definition.ts';
import { Sequence } from './sequence.ts';

/** A copy in random order (Fisher and Yates). */
function shuffled<T>(items: readonly T[]): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}

const shuffle = (sequence: Sequence): void => {
  sequence.children = shuffled(sequence.children);
};

/** All children once per pass, in a new random order each time. */
export const randomOrderController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.RandomOrderController',
  label: 'Random Order Controller',
  properties: [],
  compile: () => ({
    create: (node, parent, owner) =>
      new Sequence(node, parent, owner, {
        initialize: shuffle,
        reInitialize: shuffle,
      }),
  }),
};
