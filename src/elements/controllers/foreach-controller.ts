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
        /** The value of the pass; undefined: there is none. */
        const valueOf = (user: VirtualUser): unknown =>
          user.variables.get(`${input.evaluate(user)}${separator(user) ? '_' : ''}${index(user) + 1}`);
        /** Puts the value of the pass into the output variable; true when there is no pass. */
        const isOver = (sequence: Sequence, user: VirtualUser): boolean => {
          if (index(user) >= end(user)) return true;
          const value = valueOf(user);
          if (value === undefined) return sequence.done;
          user.variables.put(output.evaluate(user), value);
          return false;
        };
        const leave = (user: VirtualUser): false => {
          broken = false;
          reset();
          setIndex(user, index(user));
          return false;
        };
        return new Sequence(node, parent, owner, {
          isLoop: true,
          enter(sequence, user) {
            setIndex(user, index(user));
            if (!broken && valueOf(user) !== undefined) return true;
            sequence.reInitialize(user);
            return leave(user);
          },
          isOver,
          gave(_sequence, user, fromController) {
            // A loop inside may have the same name: what runs sees the index of the outer one.
            if (fromController) setIndex(user, index(user));
          },
          passEnded(sequence, user) {
            sequence.reInitialize(user);
            const goesOn = !broken && valueOf(user) !== undefined && index(user) < end(user);
            return goesOn || leave(user);
          },
          // Asked when a pass has ended: the output variable holds the first value again.
          isDone: isOver,
          // JMeter counts the passes of a ForEach from 1 where Once Only expects 0: it is never armed again here.
          iteration: () => (count ?? 0) + 2,
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
