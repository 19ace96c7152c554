import type { ControllerNode } from '../elements/controllers/controller.ts';
import type { GroupFactory } from '../elements/thread-groups/group.ts';
import type {
  Assertion,
  BackendSpec,
  CollectorSpec,
  Listener,
  PostProcessor,
  PreProcessor,
  SampleMonitor,
  Sampler,
  Template,
  ThreadListener,
  Timer,
} from '../types.ts';

/** A sampler with everything that is in its scope, in the order in which it acts (JMeter's SamplePackage). */
export interface SamplePackage {
  readonly kind: 'sample';
  readonly name: Template;
  readonly sampler: Sampler;
  /** Outermost scope first. */
  readonly preProcessors: readonly (PreProcessor & Partial<SampleMonitor>)[];
  /** Innermost scope first. */
  readonly timers: readonly Timer[];
  /** Outermost scope first. */
  readonly postProcessors: readonly PostProcessor[];
  /** Outermost scope first. */
  readonly assertions: readonly Assertion[];
  /** Innermost scope first. */
  readonly listeners: readonly Listener[];
}

/** What a Transaction Controller's own sample meets: elements in the scope of the controller. */
export interface TransactionScope {
  readonly assertions: readonly Assertion[];
  readonly listeners: readonly Listener[];
}

export interface PlanGroup {
  readonly name: Template;
  readonly factory: GroupFactory;
  /** The controller that loops over the children, with all below it. */
  readonly root: ControllerNode;
  /** Elements of the group that act when a thread ends. */
  readonly threadListeners: readonly ThreadListener[];
}

/** The variables that one User Defined Variables element gives every thread. */
export interface InitialVariables {
  readonly pairs: readonly { readonly name: Template; readonly value: Template }[];
}

/** A compiled plan: immutable and shared by all virtual users. */
export interface Plan {
  readonly file: string;
  /** In document order, over all phases. */
  readonly groups: readonly PlanGroup[];
  /** Test Plan first, then the elements in document order. */
  readonly initialVariables: readonly InitialVariables[];
  readonly serializeGroups: boolean;
  readonly functionalMode: boolean;
  readonly tearDownOnShutdown: boolean;
  /** Every result listener of the plan, once. */
  readonly collectors: readonly (CollectorSpec | BackendSpec)[];
  /** One line each, with place: what was ignored, what differs. */
  readonly warnings: readonly string[];
}
