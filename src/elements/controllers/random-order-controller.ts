import type { ElementDefinition } from '../definition.ts';
import { Sequence } from './sequence.ts';

/** Fisher and Yates. */
function shuffle(items: unknown[]): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
}

/** All children once per pass, in a new random order each time. */
export const randomOrderController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.RandomOrderController',
  label: 'Random Order Controller',
  properties: [],
  compile: () => ({
    create: (node, parent, owner) =>
      new Sequence(node, parent, owner, {
        initialize: (sequence) => shuffle(sequence.children),
        reInitialize: (sequence) => shuffle(sequence.children),
      }),
  }),
};
