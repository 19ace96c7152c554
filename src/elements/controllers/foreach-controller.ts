import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { indexVariable } from './index-variable.ts';
import { Sequence } from './sequence.ts';

/** Runs its children once for each of the variables `<input>_1`, `<input>_2` … up to the first missing one. */
export const foreachController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.ForeachController',
  label: 'ForEach Controller',
  properties: [
    'ForeachController.inputVal',
    'ForeachController.returnVal',
    'ForeachController.useSeparator',
    'ForeachController.startIndex',
    'ForeachController.endIndex',
  ],
  compile(context) {
    const input = context.text('ForeachController.inputVal');
    const output = context.text('ForeachController.returnVal');
    const separator = context.boolean('ForeachController.useSeparator', true);
    const start = context.integer('ForeachController.startIndex');
    const end = context.integer('ForeachController.endIndex', Number.MAX_SAFE_INTEGER);
    return {
      create(node, parent, owner) {
        const setIndex = indexVariable(context.name);
        let count: number | undefined;
        let broken = false;
        const index = (user: VirtualUser): number => (count ??= start(user));
        const reset = (): void => {
          count = undefined;
        };
        /** Puts the value of the pass into the output variable; false when there is none. */
        const take = (user: VirtualUser): boolean => {
          const position = index(user);
          if (position >= end(user)) return false;
          const value = user.variables.get(
            `${input.evaluate(user)}${separator(user) ? '_' : ''}${position + 1}`,
          );
          if (value === undefined) return false;
          user.variables.put(output.evaluate(user), value);
          return true;
        };
        const leave = (user: VirtualUser): false => {
          broken = false;
          reset();
          setIndex(user, index(user));
          return false;
        };
        return new Sequence(node, parent, owner, {
          isLoop: true,
          enter(_sequence, user) {
            setIndex(user, index(user));
            return !broken && take(user) ? true : leave(user);
          },
          gave(_sequence, user, fromController) {
            // A loop inside may have the same name: what runs sees the index of the outer one.
            if (fromController) setIndex(user, index(user));
          },
          passEnded(sequence, user) {
            sequence.reInitialize(user);
            return take(user) ? true : leave(user);
          },
          // Asked when a pass has ended: the output variable holds the first value again.
          isDone: (sequence, user) =>
            sequence.children.length === 0 || (take(user) ? false : index(user) >= end(user)),
          iteration: () => (count ?? 0) + 1,
          reInitialize() {
            count = (count ?? 0) + 1;
          },
          initialize: reset,
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
  },
};
