import type { IterationListener, SampleResult, Template, VirtualUser } from '../../types.ts';

/** Run this sampler with all that is in its scope. The engine's package has more; controllers only pass it on. */
export interface SampleStep {
  readonly kind: 'sample';
  readonly name: Template;
}

/** Ask again once the promise has settled (a lock that another thread holds). */
export interface WaitStep {
  readonly kind: 'wait';
  readonly until: Promise<unknown>;
  /** The thread has nothing to do until then and does not count as active. */
  readonly idle?: true;
}

/** A step inside a Transaction Controller that generates a parent sample (JMeter's TransactionSampler). */
export interface TransactionStep {
  readonly kind: 'transaction';
  /** The running transaction; the same object for all steps of one pass. */
  readonly transaction: Transaction;
  /** What to run inside; null when the transaction has ended and is to be reported. */
  readonly step: Step | null;
}

/** One pass through a parent-mode Transaction Controller. */
export interface Transaction {
  /** The controller that started it. */
  readonly controller: Controller;
  readonly node: ControllerNode;
  readonly result: SampleResult;
  /** Listeners have had it. */
  isReported: boolean;
  /** Adds the result of a child. */
  add(child: SampleResult): void;
  /** Completes the result; called once. */
  end(user: VirtualUser): void;
}

export type Step = SampleStep | TransactionStep | WaitStep;

/**
 * A controller of one running thread (JMeter's Controller). `next` gives null when its pass is over; it is then armed
 * for the next pass. The names are those of JMeter's classes, since plans depend on their interplay.
 */
export interface Controller {
  readonly kind: 'controller';
  readonly node: ControllerNode;
  next(user: VirtualUser): Step | null;
  /** True when it never gives anything again: its parent drops it for the rest of the thread. */
  isDone(user: VirtualUser): boolean;
  /** Back to the state before the first pass. */
  initialize(user: VirtualUser): void;
  /** The parent starts a pass; `iteration` counts its passes from 1. */
  iterationStart(user: VirtualUser, iteration: number): void;
  readonly parent: Controller | undefined;
  /** True for what a "next iteration of current loop" continues: Loop, While, ForEach. */
  readonly isLoop: boolean;
  /** The flow was cut short inside: ends the pass. */
  triggerEndOfLoop(user: VirtualUser): void;
  startNextLoop(user: VirtualUser): void;
  breakLoop(user: VirtualUser): void;
  threadFinished(user: VirtualUser): void;
  /** A sample below it has ended (additional-sample transactions add it up). */
  sampleOccurred(user: VirtualUser, result: SampleResult): void;
  /** True for a Transaction Controller that generates a parent sample: what it holds is not seen above it. */
  readonly generatesParent: boolean;
}

/** A child of a controller before the run: a sampler to run, or what makes a controller. */
export type ChildNode = SampleStep | ControllerNode;

/** A controller with its place in the tree, shared by all threads. */
export interface ControllerNode {
  readonly kind: 'controller';
  readonly name: Template;
  readonly factory: ControllerFactory;
  readonly children: readonly ChildNode[];
  /** Elements that act when this controller starts a pass, in document order. */
  readonly iterationListeners: readonly IterationListener[];
  /** Compiled assertions and listeners of a Transaction Controller. */
  readonly scope: unknown;
}

/** A compiled controller element: makes the controller that one thread uses. */
export interface ControllerFactory {
  create(node: ControllerNode, parent: Controller | undefined, user: VirtualUser): Controller;
}

/** The controller of one thread for a node of the tree, with everything below it. */
export const createController = (
  node: ControllerNode,
  parent: Controller | undefined,
  user: VirtualUser,
): Controller => node.factory.create(node, parent, user);
