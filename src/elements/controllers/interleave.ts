import type { VirtualUser } from '../../types.ts';
import type { ControllerFactory } from './controller.ts';
import { Sequence, type Behaviour, type ChildOfSequence } from './sequence.ts';

/**
 * A child controller that ended its pass is asked again when its turn is not over. JMeter does that until its stack
 * overflows and its thread dies; here the next child has its turn after so many, and sooner in a thread that JMeter
 * would not have any more.
 */
const MOST_ASKS = 1000;
const MOST_ASKS_THEN = 2;
const overflowed = new WeakSet<VirtualUser>();

/** Which child has its turn. */
export interface Turns {
  /** The first one of a thread, and of each entry. */
  first(size: number, user: VirtualUser): number;
  /** The one to begin with when the last has had its turn. */
  again(size: number): number;
  next(current: number, size: number): number;
}

/** The interleaving of one thread (JMeter's InterleaveControl), with the names of its fields. */
class Interleave implements Behaviour {
  readonly #wholeBlocks: boolean;
  readonly #turns: Turns;
  /** The pass has given its step: the next call ends it. */
  #skipNext = false;
  /** The child that this pass began to look at: once round without a step ends the pass. */
  #searchStart: ChildOfSequence | undefined;
  #currentReturnedAtLeastOne = false;
  /** Still at the child that the pass began with. */
  #stillSame = true;
  /** The child whose turn it is; unlike other controllers' it is the same after a pass. */
  #current = 0;
  /** Calls in a row that a child controller answered with the end of its pass. */
  #asks = 0;

  constructor(wholeBlocks: boolean, turns: Turns) {
    this.#wholeBlocks = wholeBlocks;
    this.#turns = turns;
  }

  enter(sequence: Sequence, user: VirtualUser): boolean {
    if (this.#skipNext) {
      sequence.reInitialize(user);
      return false;
    }
    const child = sequence.children[sequence.current];
    if (child === undefined) return true;
    if (this.#searchStart === undefined) this.#searchStart = child;
    else if (this.#searchStart === child && !this.#stillSame) {
      sequence.reInitialize(user);
      return false;
    }
    return true;
  }

  passEnded(sequence: Sequence): boolean {
    this.#goTo(sequence, this.#turns.again(sequence.children.length));
    return true;
  }

  afterSampler(sequence: Sequence): void {
    this.#skipNext = true;
    this.#increment(sequence);
  }

  gave(sequence: Sequence, _user: VirtualUser, fromController: boolean): void {
    this.#asks = 0;
    if (!fromController) return;
    this.#currentReturnedAtLeastOne = true;
    if (this.#wholeBlocks) {
      this.#searchStart = undefined;
    } else {
      this.#increment(sequence);
      this.#skipNext = true;
    }
  }

  afterNull(sequence: Sequence, user: VirtualUser): void {
    const gaveUp = ++this.#asks >= (overflowed.has(user) ? MOST_ASKS_THEN : MOST_ASKS);
    if (gaveUp) {
      overflowed.add(user);
      this.#asks = 0;
      const { children, current } = sequence;
      // The child that the search began with may be gone: it would have no end.
      if (this.#searchStart === undefined || !children.includes(this.#searchStart))
        this.#searchStart = children[current];
    }
    if (this.#wholeBlocks || gaveUp) this.#increment(sequence);
  }

  reInitialize(sequence: Sequence): void {
    sequence.current = this.#current;
    this.#currentReturnedAtLeastOne = false;
    this.#searchStart = undefined;
    this.#stillSame = true;
    this.#skipNext = false;
  }

  /** Leaves alone what belongs to a pass, as JMeter does. */
  initialize(sequence: Sequence, user: VirtualUser): void {
    this.#goTo(sequence, this.#turns.first(sequence.children.length, user));
  }

  #increment(sequence: Sequence): void {
    if (this.#currentReturnedAtLeastOne) this.#skipNext = true;
    this.#stillSame = false;
    this.#goTo(sequence, this.#turns.next(sequence.current, sequence.children.length));
  }

  #goTo(sequence: Sequence, current: number): void {
    this.#current = current;
    sequence.current = current;
  }
}

/**
 * One child per pass (JMeter's InterleaveControl and RandomController).
 * @param wholeBlocks a child controller runs completely as one unit; otherwise each pass gives one sampler of it.
 */
export const interleaveFactory = (wholeBlocks: boolean, turns: Turns): ControllerFactory => ({
  create: (node, parent, user) => new Sequence(node, parent, user, new Interleave(wholeBlocks, turns)),
});
