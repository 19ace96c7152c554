import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { Sequence } from './sequence.ts';

/** A lock that a thread holds, and how often it took it. */
interface Hold {
  count: number;
  readonly release: () => void;
}

/** The locks of each thread, by name: one that it holds it may take once more. */
const holds = new WeakMap<VirtualUser, Map<string, Hold>>();

function holdsOf(user: VirtualUser): Map<string, Hold> {
  let own = holds.get(user);
  if (own === undefined) holds.set(user, (own = new Map()));
  return own;
}

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
        /** Name of the lock that this controller took. */
        let taken: string | undefined;
        const unlock = (user: VirtualUser): void => {
          if (taken === undefined) return;
          const own = holdsOf(user);
          const hold = own.get(taken);
          if (hold !== undefined && --hold.count === 0) {
            own.delete(taken);
            hold.release();
          }
          taken = undefined;
        };
        return new Sequence(node, parent, owner, {
          enter(sequence, user) {
            if (!sequence.first || taken !== undefined) return true;
            const name = lockName.evaluate(user);
            if (name === '') {
              user.log.log(
                'WARN',
                'o.a.j.c.CriticalSectionController',
                `No lock name in '${node.name.evaluate(user)}'`,
              );
              return true;
            }
            const own = holdsOf(user);
            const hold = own.get(name);
            if (hold !== undefined) {
              hold.count++;
              taken = name;
              return true;
            }
            const until = user.shared.lock(name).then((release) => {
              own.set(name, { count: 1, release });
              taken = name;
            });
            return { kind: 'wait', until };
          },
          reInitialize: (_sequence, user) => unlock(user),
          threadFinished: (_sequence, user) => unlock(user),
        });
      },
    };
  },
};
