import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

/** `org.apache.jmeter.functions.IterationCounter`. The shared count is a Java int and wraps. */
export const counter: FunctionDefinition = {
  name: '__counter',
  minArgs: 1,
  maxArgs: 2,
  summary: 'Counts its calls from 1, per user (TRUE) or over all users (FALSE)',
  stateful: true,
  compile([perUser, variable], context) {
    const { occurrence } = context;
    if (occurrence === undefined) return (user) => storeResult(user, variable, '1');
    const slot = context.slot();
    let cell: number | undefined;
    const next = (value: number): number => (value + 1) | 0;
    return (user) => {
      let count: number;
      if (perUser!.evaluate(user).toLowerCase() === 'true') {
        const before = user.slots[slot];
        count = next(typeof before === 'number' ? before : 0);
        user.slots[slot] = count;
      } else {
        cell ??= user.shared.cell(occurrence);
        count = next(user.shared.update(cell, next));
      }
      return storeResult(user, variable, String(count));
    };
  },
};
