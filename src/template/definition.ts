import type { Properties, Template, VirtualUser } from '../types.ts';

/** What a function knows when it is compiled. */
export interface FunctionContext {
  /** File name of the plan (`__TestPlanName`). */
  readonly planName: string;
  /** A key no other occurrence of a function in the plan has; names its shared cells. */
  readonly occurrence: string;
  readonly properties: Properties;
  /** A slot in `VirtualUser.slots` that this occurrence owns. */
  slot(): number;
}

/**
 * One JMeter function: one file, one row in the table.
 *
 * `compile` gets the arguments as templates (each is evaluated by the function, as JMeter does) and returns what
 * runs per call. It throws an Error for what JMeter finds at compile time.
 */
export interface FunctionDefinition {
  /** With its underscores: `__counter`. */
  readonly name: string;
  readonly minArgs: number;
  readonly maxArgs: number;
  /** One line for the compatibility table. */
  readonly summary: string;
  /** How it differs from JMeter, for the compatibility table. */
  readonly differs?: string;
  /** Loads what is too heavy to load at every start; awaited before `compile`. */
  readonly load?: () => Promise<unknown>;
  compile(args: readonly Template[], context: FunctionContext): (user: VirtualUser) => string;
}
