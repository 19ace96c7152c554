import type {
  Assertion,
  Config,
  IterationListener,
  Listener,
  PostProcessor,
  PreProcessor,
  SampleMonitor,
  Sampler,
  ThreadListener,
  Timer,
} from '../types.ts';
import type { JmxElement } from '../jmx/element.ts';
import type { ControllerFactory } from './controllers/controller.ts';
import type { ElementContext } from './element-context.ts';
import type { GroupFactory } from './thread-groups/group.ts';

/** What every row of the element table says. */
interface Row {
  /** Fully-qualified class; the tag in a plan may be this or an alias. */
  readonly testclass: string;
  /** JMeter's menu label. */
  readonly label: string;
  /** Property names that the element reads; others draw a warning. A trailing `*` stands for any rest. */
  readonly properties: readonly string[];
  /** Differences from JMeter, for the compatibility table; absent: none known. */
  readonly differs?: string;
  /** Loads what is too heavy to load at every start; awaited before `compile`. */
  readonly load?: (element: JmxElement) => Promise<unknown>;
}

/** What a sampler sees of the elements around it: config elements in scope, innermost first. */
export interface SamplerScope {
  readonly configs: readonly Config[];
}

/**
 * One JMeter element: one file, one row. `role` says which menu it belongs to and what `compile` gives.
 * A `compile` throws a PlanError (`context.fail`) for what cannot run.
 */
export type ElementDefinition = Row &
  (
    | { readonly role: 'test-plan' }
    /** Accepted and without effect headless (pictures, comments). */
    | { readonly role: 'ignored' }
    | { readonly role: 'thread-group'; compile(context: ElementContext): GroupFactory }
    | { readonly role: 'controller'; compile(context: ElementContext): ControllerFactory }
    | {
        readonly role: 'sampler';
        compile(context: ElementContext, scope: SamplerScope): Sampler & ThreadListener;
      }
    | { readonly role: 'config'; compile(context: ElementContext): Config | (Config & IterationListener) }
    | {
        readonly role: 'pre-processor';
        compile(context: ElementContext): PreProcessor & Partial<IterationListener & SampleMonitor>;
      }
    | { readonly role: 'timer'; compile(context: ElementContext): Timer }
    | { readonly role: 'post-processor'; compile(context: ElementContext): PostProcessor }
    | { readonly role: 'assertion'; compile(context: ElementContext): Assertion & Partial<IterationListener> }
    | { readonly role: 'listener'; compile(context: ElementContext): Listener }
  );

export type Role = ElementDefinition['role'];
