import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { indexVariable } from './index-variable.ts';
import { Sequence } from './sequence.ts';

const isFalse = (text: string): boolean => text.toLowerCase() === 'false';

/**
 * Loops until its condition is the text `false`. Blank: leaves when the last sample failed; `LAST`: is not entered
 * either when it failed before. The condition is evaluated at entry and twice between passes.
 */
export const whileController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.WhileController',
  label: 'While Controller',
  properties: ['WhileController.condition'],
  compile(context) {
    const condition = context.text('WhileController.condition');
    const ends = (user: VirtualUser, atEndOfPass: boolean): boolean => {
      const text = condition.evaluate(user).trim();
      const asksLastSample = text.toUpperCase() === 'LAST' || (text === '' && atEndOfPass);
      return isFalse(asksLastSample ? (user.variables.text('JMeterThread.last_sample_ok') ?? '') : text);
    };
    return {
      create(node, parent, owner) {
        const setIndex = indexVariable(context.name);
        let count = 0;
        let broken = false;
        const leave = (): void => {
          broken = false;
          count = 0;
        };
        return new Sequence(node, parent, owner, {
          isLoop: true,
          enter(sequence, user) {
            setIndex(user, count);
            if (!sequence.first || !(broken || ends(user, false))) return true;
            leave();
            setIndex(user, count);
            return false;
          },
          gave(_sequence, user, fromController) {
            // A loop inside may have the same name: what runs sees the index of the outer one.
            if (fromController) setIndex(user, count);
          },
          passEnded(sequence, user) {
            sequence.reInitialize(user);
            if (!broken && !ends(user, true)) return true;
            leave();
            setIndex(user, count);
            return false;
          },
          iteration: () => count + 1,
          reInitialize() {
            count++;
          },
          initialize: leave,
          iterationStart(sequence, user) {
            sequence.reInitialize(user);
            count = 0;
          },
          triggerEndOfLoop(sequence, user) {
            sequence.reInitialize(user);
            // JMeter evaluates the condition here, too, whatever comes of it.
            if (!broken) ends(user, true);
            count = 0;
          },
          breakLoop(sequence) {
            broken = true;
            sequence.first = true;
            sequence.current = 0;
            count = 0;
          },
        });
      },
    };
  },
};
