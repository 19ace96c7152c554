import type { Template, VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { BooleanReader, NumberReader } from '../element-context.ts';
import type { ControllerFactory } from './controller.ts';
import { indexVariable, type IndexVariable } from './index-variable.ts';
import { Sequence, type Behaviour } from './sequence.ts';

const FOREVER = -1;

/** What all threads know of one loop. */
interface LoopSettings {
  readonly loops: NumberReader;
  readonly continueForever: BooleanReader;
  readonly setIndex: IndexVariable;
}

/** The loop of one thread. A class, since each thread has at least one: closures would cost it a kilobyte. */
class Loop implements Behaviour {
  readonly isLoop = true;
  readonly #settings: LoopSettings;
  #count = 0;
  /** Passes of this entry; undefined until they are read. */
  #limit: number | undefined;
  #broken = false;

  constructor(settings: LoopSettings) {
    this.#settings = settings;
  }

  enter(sequence: Sequence, user: VirtualUser): boolean {
    const { setIndex, loops, continueForever } = this.#settings;
    setIndex(user, this.#count);
    if (!this.#broken) {
      if (this.#limit === undefined || this.#limit === 0 || this.#limit === FOREVER)
        this.#limit = loops(user);
      if (this.#limit <= FOREVER || this.#count < this.#limit) return true;
    }
    if (!continueForever(user)) sequence.done = true;
    this.#broken = false;
    return false;
  }

  gave(_sequence: Sequence, user: VirtualUser, fromController: boolean): void {
    // A loop inside may have the same name: what runs sees the index of the outer one.
    if (fromController) this.#settings.setIndex(user, this.#count);
  }

  passEnded(sequence: Sequence, user: VirtualUser): boolean {
    sequence.reInitialize(user);
    if (this.#limit === undefined || this.#limit <= FOREVER || this.#count < this.#limit) return true;
    if (this.#settings.continueForever(user)) this.#reset();
    else sequence.done = true;
    this.#settings.setIndex(user, this.#count);
    return false;
  }

  iteration(): number {
    return this.#count + 1;
  }

  reInitialize(): void {
    this.#count++;
  }

  initialize(): void {
    this.#reset();
    this.#broken = false;
  }

  iterationStart(sequence: Sequence, user: VirtualUser): void {
    sequence.reInitialize(user);
    this.#reset();
  }

  triggerEndOfLoop(sequence: Sequence, user: VirtualUser): void {
    sequence.reInitialize(user);
    this.#reset();
  }

  breakLoop(sequence: Sequence): void {
    this.#broken = true;
    sequence.first = true;
    sequence.current = 0;
    this.#reset();
  }

  #reset(): void {
    this.#count = 0;
    this.#limit = undefined;
  }
}

/**
 * A loop over its children (JMeter's LoopController), for the element and for thread groups.
 * @param loops passes per entry, -1 for ever; read at entry and kept until the loop ends.
 * @param continueForever false: once it has ended, the loop is dropped from its parent for the rest of the thread.
 */
export function loopFactory(
  name: Template,
  loops: NumberReader,
  continueForever: BooleanReader,
): ControllerFactory {
  const settings: LoopSettings = { loops, continueForever, setIndex: indexVariable(name) };
  return { create: (node, parent, user) => new Sequence(node, parent, user, new Loop(settings)) };
}

export const loopController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.LoopController',
  label: 'Loop Controller',
  properties: ['LoopController.loops', 'LoopController.continue_forever'],
  compile: (context) =>
    loopFactory(
      context.name,
      context.integer('LoopController.loops'),
      context.boolean('LoopController.continue_forever', true),
    ),
};
