import type { IterationListener, LogicalAction, Template, VirtualUser } from '../../types.ts';

/**
 * The next thing a thread does: run a sampler with all that is in its scope (the compiled package is opaque to
 * controllers), end or continue a parent-mode transaction, or wait (a lock) and ask again.
 */
export type Step =
  | { readonly kind: 'sample'; readonly name: Template }
  | TransactionStep
  | { readonly kind: 'wait'; readonly until: Promise<unknown> };

/** A step inside a Transaction Controller that generates a parent sample; `step` is undefined when it has ended. */
export interface TransactionStep {
  readonly kind: 'transaction';
  readonly transaction: unknown;
  readonly step: Step | undefined;
}

/** A controller of one running thread. `next` gives null when its pass is over; it is then armed for the next pass. */
export interface Controller {
  next(user: VirtualUser): Step | null;
  /** True when the controller never has anything again: its parent drops it for the rest of the thread. */
  readonly isDone: boolean;
  /** Back to the state before the first pass. */
  initialize(user: VirtualUser): void;
  /** The flow is cut short (next iteration, break): ends the pass of this controller as the action says. */
  endOfLoop(user: VirtualUser, action: LogicalAction): void;
}

/** A child of a controller before the run. */
export type ChildFactory =
  { readonly name: Template; create(user: VirtualUser): Controller } | (Step & { kind: 'sample' });

/** A compiled controller element: makes the controller of one thread. */
export interface ControllerFactory {
  create(
    user: VirtualUser,
    children: readonly ChildFactory[],
    iterationListeners: readonly IterationListener[],
  ): Controller;
}
