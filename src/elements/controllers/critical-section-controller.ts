import type { ElementDefinition } from '../definition.ts';
import { Sequence } from './sequence.ts';

/** Only one thread at a time, of all groups, is inside controllers of the same lock name. */
export const criticalSectionController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.CriticalSectionController',
  label: 'Critical Section Controller',
  properties: ['CriticalSectionController.lockName'],
  compile(context) {
    const lockName = context.text('CriticalSectionController.lockName');
    return {
      create(node, parent, owner) {
        let held: (() => void) | undefined;
        const unlock = (): void => {
          held?.();
          held = undefined;
        };
        return new Sequence(node, parent, owner, {
          enter(sequence, user) {
            if (!sequence.first || held !== undefined) return true;
            const name = lockName.evaluate(user);
            if (name === '') {
              user.log.log(
                'WARN',
                'o.a.j.c.CriticalSectionController',
                `No lock name in '${node.name.evaluate(user)}'`,
              );
              return true;
            }
            const until = user.shared.lock(name).then((release) => {
              held = release;
            });
            return { kind: 'wait', until };
          },
          passEnded(sequence, user) {
            unlock();
            sequence.reInitialize(user);
            return false;
          },
          triggerEndOfLoop(sequence, user) {
            unlock();
            sequence.reInitialize(user);
          },
          threadFinished: unlock,
        });
      },
    };
  },
};
