import type { ElementDefinition } from '../definition.ts';
import type { ControllerFactory } from './controller.ts';
import { interleaveFactory, type Turns } from './interleave.ts';

/** `style` 1: a child controller runs as one unit. */
const WHOLE_BLOCKS = 1;

/** One child per pass, in turn. */
export const interleaveController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.InterleaveControl',
  label: 'Interleave Controller',
  properties: ['InterleaveControl.style', 'InterleaveControl.accrossThreads'],
  compile(context): ControllerFactory {
    const style = context.integer('InterleaveControl.style');
    const acrossThreads = context.boolean('InterleaveControl.accrossThreads');
    const turns: Turns = {
      first: (size, user) => (acrossThreads(user) && size > 0 ? user.threadNum % size : 0),
      again: () => 0,
      next: (current) => current + 1,
    };
    return {
      create: (node, parent, user) =>
        interleaveFactory(style(user) === WHOLE_BLOCKS, turns).create(node, parent, user),
    };
  },
};

const atRandom = (size: number): number => Math.floor(Math.random() * size);

/** One child per pass, at random. */
export const randomController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.RandomController',
  label: 'Random Controller',
  properties: ['InterleaveControl.style'],
  compile(context): ControllerFactory {
    const style = context.integer('InterleaveControl.style');
    const turns: Turns = { first: atRandom, again: atRandom, next: (_current, size) => atRandom(size) };
    return {
      create: (node, parent, user) =>
        interleaveFactory(style(user) === WHOLE_BLOCKS, turns).create(node, parent, user),
    };
  },
};
