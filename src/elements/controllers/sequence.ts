import type { SampleResult, VirtualUser } from '../../types.ts';
import {
  createController,
  type ChildNode,
  type Controller,
  type ControllerNode,
  type SampleStep,
  type Step,
} from './controller.ts';

/** What one kind of controller does differently from running its children in order. All hooks are optional. */
export interface Behaviour {
  /** A "next iteration of current loop" or "break current loop" stops here. */
  readonly isLoop?: boolean;
  /**
   * Asked before every child and before the end of a pass (JMeter's overridden `next()`). false ends the pass at once:
   * the hook has already put the controller back. A Step is passed on as it is.
   */
  enter?(sequence: Sequence, user: VirtualUser): boolean | Step;
  /** Asked after `enter`, once the pass has begun: true gives nothing more, and leaves the controller as it is. */
  isOver?(sequence: Sequence, user: VirtualUser): boolean;
  /** All children had their turn. true: go round again. Without it the controller is armed for the next pass. */
  passEnded?(sequence: Sequence, user: VirtualUser): boolean;
  /** A child controller ended its pass. */
  childEnded?(sequence: Sequence): void;
  /** A child gave a step, which goes up to the caller. */
  gave?(sequence: Sequence, user: VirtualUser, fromController: boolean): void;
  /** Replaces "go on behind it" when a child controller ended and is not done. */
  afterNull?(sequence: Sequence, user: VirtualUser): void;
  /** Position after a sampler was given. */
  afterSampler?(sequence: Sequence): void;
  isDone?(sequence: Sequence, user: VirtualUser): boolean;
  initialize?(sequence: Sequence, user: VirtualUser): void;
  iterationStart?(sequence: Sequence, user: VirtualUser, iteration: number): void;
  /** Number of the pass that starts now, from 1. */
  iteration?(sequence: Sequence): number;
  /** Arms the controller for the next pass. */
  reInitialize?(sequence: Sequence, user: VirtualUser): void;
  triggerEndOfLoop?(sequence: Sequence, user: VirtualUser): void;
  startNextLoop?(sequence: Sequence, user: VirtualUser): void;
  breakLoop?(sequence: Sequence, user: VirtualUser): void;
  threadFinished?(sequence: Sequence, user: VirtualUser): void;
  sampleOccurred?(user: VirtualUser, result: SampleResult): void;
  readonly generatesParent?: boolean;
  /** Wraps what goes up (a transaction around a step); null is the end of the pass. */
  wrap?(sequence: Sequence, user: VirtualUser, inner: () => Step | null): Step | null;
}

/**
 * The hooks that every step comes by, as bits of what a behaviour has: reading a property of objects of many kinds costs
 * more than all else that a step does.
 */
const HOOK = {
  wrap: 1,
  enter: 2,
  isOver: 4,
  passEnded: 8,
  afterSampler: 16,
  gave: 32,
  afterNull: 64,
  childEnded: 128,
  iteration: 256,
  iterationStart: 512,
  reInitialize: 1024,
  isDone: 2048,
} as const satisfies Partial<Record<keyof Behaviour, number>>;

function hooksOf(behaviour: Behaviour): number {
  let hooks = 0;
  for (const name in HOOK)
    if (behaviour[name as keyof typeof HOOK] !== undefined) hooks |= HOOK[name as keyof typeof HOOK];
  return hooks;
}

export type ChildOfSequence = SampleStep | Controller;

const isSample = (child: ChildNode): child is SampleStep => child.kind === 'sample';
const isController = (child: ChildOfSequence): child is Controller => child.kind === 'controller';

/**
 * The children of a controller, run in order for one thread (JMeter's GenericController). A Behaviour makes it a
 * Loop, an If and so on.
 */
export class Sequence implements Controller {
  readonly kind = 'controller';
  readonly node: ControllerNode;
  readonly parent: Controller | undefined;
  readonly isLoop: boolean;
  readonly generatesParent: boolean;
  children: readonly ChildOfSequence[];
  /** Index of the child whose turn it is. */
  current = 0;
  /** True until the pass has begun. */
  first = true;
  done = false;
  #iteration = 1;
  /** A child controller had to wait: the next call goes on where it was. */
  #waited = false;
  /** Child controllers that were done and are not asked any more. */
  #left: Controller[] | undefined;
  readonly #behaviour: Behaviour;
  readonly #hooks: number;

  constructor(
    node: ControllerNode,
    parent: Controller | undefined,
    user: VirtualUser,
    behaviour: Behaviour = {},
  ) {
    this.node = node;
    this.parent = parent;
    this.#behaviour = behaviour;
    this.#hooks = hooksOf(behaviour);
    this.isLoop = behaviour.isLoop ?? false;
    this.generatesParent = behaviour.generatesParent ?? false;
    // Samplers are the plan's: threads whose controller holds nothing else share the list.
    this.children = node.children.every(isSample)
      ? node.children
      : node.children.map((child) => (isSample(child) ? child : createController(child, this, user)));
  }

  next(user: VirtualUser): Step | null {
    return this.#has(HOOK.wrap)
      ? this.#behaviour.wrap!(this, user, () => this.#next(user))
      : this.#next(user);
  }

  #has(hook: number): boolean {
    return (this.#hooks & hook) !== 0;
  }

  #next(user: VirtualUser): Step | null {
    const behaviour = this.#behaviour;
    for (;;) {
      if (!this.#waited) {
        if (this.#has(HOOK.enter)) {
          const entered = behaviour.enter!(this, user);
          if (entered === false) return null;
          if (entered !== true) return entered;
        }
        if (this.first) this.#startPass(user);
        if (this.#has(HOOK.isOver) && behaviour.isOver!(this, user)) return null;
      }
      this.#waited = false;
      const { children, current } = this;
      // Reading behind the end of an array is slow, and each pass would.
      const child = current < children.length ? children[current] : undefined;
      if (child === undefined) {
        if (children.length === 0) {
          this.done = true;
          return null;
        }
        if (!this.#has(HOOK.passEnded)) this.reInitialize(user);
        else if (behaviour.passEnded!(this, user)) continue;
        return null;
      }
      if (!isController(child)) {
        if (this.#has(HOOK.afterSampler)) behaviour.afterSampler!(this);
        else this.current++;
        if (this.#has(HOOK.gave)) behaviour.gave!(this, user, false);
        user.controller = this;
        return child;
      }
      const step = child.next(user);
      if (step !== null) {
        if (step.kind === 'wait') this.#waited = true;
        else if (this.#has(HOOK.gave)) behaviour.gave!(this, user, true);
        return step;
      }
      if (child.isDone(user)) {
        this.children = this.children.toSpliced(this.current, 1);
        (this.#left ??= []).push(child);
      } else if (this.#has(HOOK.afterNull)) behaviour.afterNull!(this, user);
      else this.current++;
      if (this.#has(HOOK.childEnded)) behaviour.childEnded!(this);
    }
  }

  /** Begins a pass: the elements that step per iteration act, the last listed first. */
  #startPass(user: VirtualUser): void {
    this.first = false;
    const iteration = this.#has(HOOK.iteration) ? this.#behaviour.iteration!(this) : this.#iteration;
    if (this.parent === undefined) user.iteration = iteration;
    // In document order these are mixed; a controller's own arming does not depend on the others.
    for (const child of this.children) if (isController(child)) child.iterationStart(user, iteration);
    const listeners = this.node.iterationListeners;
    for (let i = listeners.length - 1; i >= 0; i--) listeners[i]?.iterationStart(user);
  }

  isDone(user: VirtualUser): boolean {
    return this.#has(HOOK.isDone) ? this.#behaviour.isDone!(this, user) : this.done;
  }

  initialize(user: VirtualUser): void {
    this.current = 0;
    this.first = true;
    this.done = false;
    this.#waited = false;
    this.#iteration = 1;
    this.#behaviour.initialize?.(this, user);
    this.initializeChildren(user);
  }

  initializeChildren(user: VirtualUser): void {
    for (const child of this.children) if (isController(child)) child.initialize(user);
  }

  iterationStart(user: VirtualUser, iteration: number): void {
    if (this.#has(HOOK.iterationStart)) this.#behaviour.iterationStart!(this, user, iteration);
  }

  /** Arms the controller for its next pass. */
  reInitialize(user: VirtualUser): void {
    this.current = 0;
    this.first = true;
    this.#waited = false;
    this.#iteration++;
    if (this.#has(HOOK.reInitialize)) this.#behaviour.reInitialize!(this, user);
  }

  triggerEndOfLoop(user: VirtualUser): void {
    if (this.#behaviour.triggerEndOfLoop === undefined) this.reInitialize(user);
    else this.#behaviour.triggerEndOfLoop(this, user);
  }

  startNextLoop(user: VirtualUser): void {
    if (this.#behaviour.startNextLoop === undefined) this.reInitialize(user);
    else this.#behaviour.startNextLoop(this, user);
  }

  breakLoop(user: VirtualUser): void {
    this.#behaviour.breakLoop?.(this, user);
  }

  threadFinished(user: VirtualUser): void {
    this.#behaviour.threadFinished?.(this, user);
    for (const child of this.children) if (isController(child)) child.threadFinished(user);
    this.#left?.forEach((child) => child.threadFinished(user));
  }

  sampleOccurred(user: VirtualUser, result: SampleResult): void {
    this.#behaviour.sampleOccurred?.(user, result);
  }
}
