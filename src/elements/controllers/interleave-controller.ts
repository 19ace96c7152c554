import type { ElementDefinition } from '../definition.ts';
import type { ControllerFactory } from './controller.ts';
import { interleaveFactory } from './interleave.ts';

/** `style` 1: a child controller runs as one unit. */
const WHOLE_BLOCKS = 1;

const next = (current: number, size: number): number => (current + 1 >= size ? 0 : current + 1);

/** One child per pass, in turn. */
export const interleaveController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.InterleaveControl',
  label: 'Interleave Controller',
  properties: ['InterleaveControl.style', 'InterleaveControl.accrossThreads'],
  compile(context): ControllerFactory {
    const style = context.integer('InterleaveControl.style');
    const acrossThreads = context.boolean('InterleaveControl.accrossThreads');
    return {
      create: (node, parent, user) =>
        interleaveFactory(style(user) === WHOLE_BLOCKS, (current, size, threadNum) =>
          current !== undefined
            ? next(current, size)
            : acrossThreads(user) && size > 0
              ? threadNum % size
              : 0,
        ).create(node, parent, user),
    };
  },
};

/** One child per pass, at random. */
export const randomController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.RandomController',
  label: 'Random Controller',
  properties: ['InterleaveControl.style'],
  compile(context): ControllerFactory {
    const style = context.integer('InterleaveControl.style');
    return {
      create: (node, parent, user) =>
        interleaveFactory(style(user) === WHOLE_BLOCKS, (_current, size) =>
          Math.floor(Math.random() * size),
        ).create(node, parent, user),
    };
  },
};
