import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { parseInteger, type ElementContext } from '../element-context.ts';
import { userState } from '../user-state.ts';
import { numberFormat } from './number-format.ts';

/** The next value as a cell holds it: cells start at 0, which here means that the counter was not used yet. */
const toCell = (value: number): number => (value >= 0 ? value + 1 : value);
const fromCell = (cell: number): number => (cell > 0 ? cell - 1 : cell);

/** Upper limit: an empty text means none. */
function readEnd(context: ElementContext): (user: VirtualUser) => number {
  const text = context.text('CounterConfig.end', '0');
  return (user) => {
    const end = text.evaluate(user);
    return end === '' ? Number.POSITIVE_INFINITY : parseInteger(end);
  };
}

/** Counter: a number per pass of the nearest controller, for all threads or for each (modifiers.CounterConfig). */
export const counter = {
  testclass: 'org.apache.jmeter.modifiers.CounterConfig',
  label: 'Counter',
  role: 'config',
  properties: [
    'CounterConfig.start',
    'CounterConfig.end',
    'CounterConfig.incr',
    'CounterConfig.name',
    'CounterConfig.format',
    'CounterConfig.per_user',
    'CounterConfig.reset_on_tg_iteration',
  ],
  compile(context) {
    const readStart = context.integer('CounterConfig.start');
    const end = readEnd(context);
    const increment = context.integer('CounterConfig.incr');
    const variable = context.text('CounterConfig.name');
    const pattern = context.text('CounterConfig.format');
    const perUser = context.boolean('CounterConfig.per_user');
    const resets = context.boolean('CounterConfig.reset_on_tg_iteration');
    const format = numberFormat();
    const key = `counter ${context.slot()}`;
    const own = userState(context, (user) => ({ value: readStart(user), iteration: 1 }));

    /** The counter of all threads: past the end it is set to the start when it is next used. */
    function nextGlobal(user: VirtualUser): number {
      const start = readStart(user);
      const limit = end(user);
      const step = increment(user);
      const current = (cell: number): number =>
        cell === 0 || fromCell(cell) > limit ? start : fromCell(cell);
      return current(user.shared.update(user.shared.cell(key), (cell) => toCell(current(cell) + step)));
    }

    /** The counter of one thread: it is set to the start as soon as it passes the end. */
    function nextOwn(user: VirtualUser): number {
      const state = own(user);
      if (resets(user)) {
        if (state.iteration !== user.iteration) state.value = readStart(user);
        state.iteration = user.iteration;
      }
      const { value } = state;
      const next = value + increment(user);
      state.value = next > end(user) ? readStart(user) : next;
      return value;
    }

    return {
      kind: 'counter',
      iterationStart(user: VirtualUser) {
        const value = perUser(user) ? nextOwn(user) : nextGlobal(user);
        const text = format(value, pattern.evaluate(user), (malformed) =>
          user.log.log(
            'WARN',
            'o.a.j.m.CounterConfig',
            `Error formatting ${value} at format ${malformed}, using default`,
          ),
        );
        user.variables.put(variable.evaluate(user), text);
      },
    };
  },
} satisfies ElementDefinition;
