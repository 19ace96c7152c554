import type { Template } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { BooleanReader, NumberReader } from '../element-context.ts';
import type { ControllerFactory } from './controller.ts';
import { indexVariable } from './index-variable.ts';
import { Sequence } from './sequence.ts';

const FOREVER = -1;

/**
 * A loop over its children (JMeter's LoopController), for the element and for thread groups.
 * @param loops passes per entry, -1 for ever; read at entry and kept until the loop ends.
 * @param continueForever false: once it has ended, the loop is dropped from its parent for the rest of the thread.
 */
export function loopFactory(
  name: Template,
  loops: NumberReader,
  continueForever: BooleanReader,
): ControllerFactory {
  return {
    create(node, parent, owner) {
      const setIndex = indexVariable(name);
      let count = 0;
      let limit: number | undefined;
      let broken = false;
      const reset = (): void => {
        count = 0;
        limit = undefined;
      };
      return new Sequence(node, parent, owner, {
        isLoop: true,
        enter(sequence, user) {
          setIndex(user, count);
          if (!broken) {
            if (limit === undefined || limit === 0 || limit === FOREVER) limit = loops(user);
            if (limit <= FOREVER || count < limit) return true;
          }
          if (!continueForever(user)) sequence.done = true;
          broken = false;
          return false;
        },
        gave(_sequence, user, fromController) {
          // A loop inside may have the same name: what runs sees the index of the outer one.
          if (fromController) setIndex(user, count);
        },
        passEnded(sequence, user) {
          sequence.reInitialize(user);
          if (limit === undefined || limit <= FOREVER || count < limit) return true;
          if (continueForever(user)) reset();
          else sequence.done = true;
          setIndex(user, count);
          return false;
        },
        iteration: () => count + 1,
        reInitialize() {
          count++;
        },
        initialize() {
          reset();
          broken = false;
        },
        iterationStart(sequence, user) {
          sequence.reInitialize(user);
          reset();
        },
        triggerEndOfLoop(sequence, user) {
          sequence.reInitialize(user);
          reset();
        },
        breakLoop(sequence) {
          broken = true;
          sequence.first = true;
          sequence.current = 0;
          reset();
        },
      });
    },
  };
}

export const loopController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.LoopController',
  label: 'Loop Controller',
  properties: ['LoopController.loops', 'LoopController.continue_forever'],
  compile: (context) =>
    loopFactory(
      context.name,
      context.integer('LoopController.loops'),
      context.boolean('LoopController.continue_forever', true),
    ),
};
