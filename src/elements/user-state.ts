import type { VirtualUser } from '../types.ts';
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
