import type { ElementDefinition } from '../definition.ts';
import { Sequence } from './sequence.ts';

/** Loops over its children for a number of seconds; a running child is not cut. */
export const runtimeController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.RunTime',
  label: 'Runtime Controller',
  properties: ['RunTime.seconds'],
  compile(context) {
    const seconds = context.integer('RunTime.seconds');
    return {
      create(node, parent, owner) {
        let startUs: number | undefined;
        let passes = 0;
        const leave = (): false => {
          startUs = undefined;
          passes = 0;
          return false;
        };
        return new Sequence(node, parent, owner, {
          enter(sequence, user) {
            startUs ??= user.clock.nowUs();
            if (Math.floor((user.clock.nowUs() - startUs) / 1e6) < seconds(user)) return true;
            sequence.reInitialize(user);
            return leave();
          },
          passEnded(sequence, user) {
            sequence.reInitialize(user);
            return true;
          },
          isDone: (sequence, user) => seconds(user) <= 0 || sequence.children.length === 0,
          iteration: () => passes + 1,
          reInitialize() {
            passes++;
          },
          initialize: leave,
          triggerEndOfLoop(sequence, user) {
            sequence.reInitialize(user);
            leave();
          },
        });
      },
    };
  },
};
