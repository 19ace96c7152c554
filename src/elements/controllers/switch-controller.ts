import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { Sequence } from './sequence.ts';

const NONE = Number.MAX_SAFE_INTEGER;

/** Runs one child per pass: by index, by name, or the child named `default`. */
export const switchController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.SwitchController',
  label: 'Switch Controller',
  properties: ['SwitchController.value'],
  compile(context) {
    const value = context.text('SwitchController.value');
    const select = (sequence: Sequence, user: VirtualUser): number => {
      const text = value.evaluate(user).trim();
      const { children } = sequence;
      if (text === '') return 0;
      if (/^\d+$/.test(text)) return Number(text) < children.length ? Number(text) : 0;
      const names = children.map((child) => ('node' in child ? child.node : child).name.evaluate(user));
      const named = names.indexOf(text);
      const fallback = names.findIndex((name) => name.toLowerCase() === 'default');
      return named >= 0 ? named : fallback >= 0 ? fallback : NONE;
    };
    const skipRest = (sequence: Sequence): void => {
      sequence.current = NONE;
    };
    return {
      create: (node, parent, owner) =>
        new Sequence(node, parent, owner, {
          enter(sequence, user) {
            if (sequence.first) sequence.current = select(sequence, user);
            return true;
          },
          afterSampler: skipRest,
          afterNull: skipRest,
        }),
    };
  },
};
