import type { Shared, VirtualUser } from '../types.ts';
import type { ElementContext } from './element-context.ts';

/** State that an element keeps for each virtual user: made at first use, kept to the end of the thread. */
export function userState<T>(
  context: ElementContext,
  create: (user: VirtualUser) => T,
): (user: VirtualUser) => T {
  const slot = context.slot();
  return (user) => {
    // Only this closure writes the slot.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const known = user.slots[slot] as T | undefined;
    if (known !== undefined) return known;
    const made = create(user);
    user.slots[slot] = made;
    return made;
  };
}

/** State that an element keeps for a run in this process: the compiled plan itself never changes. */
export function runState<T extends object>(create: (user: VirtualUser) => T): (user: VirtualUser) => T {
  const states = new WeakMap<Shared, T>();
  return (user) => {
    let state = states.get(user.shared);
    if (state === undefined) {
      state = create(user);
      states.set(user.shared, state);
    }
    return state;
  };
}
