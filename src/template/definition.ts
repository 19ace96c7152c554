import type { Properties, Template, VirtualUser } from '../types.ts';

/** What a function knows when it is compiled. */
export interface FunctionContext {
  /** File name of the plan (`__TestPlanName`). */
  readonly planName: string;
  /** Folder of the plan file; only `__CSVRead` looks there for what the working directory lacks. */
  readonly planFolder: string;
  /** Where relative file names start. */
  readonly workingDirectory: string;
  readonly properties: Properties;
  /**
   * A key no other occurrence of a function in the plan has; names its shared cells. undefined in a text that is
   * compiled while the test runs (`__eval`): what it keeps ends with that one evaluation.
   */
  readonly occurrence: string | undefined;
  /** A slot in `VirtualUser.slots` that this occurrence owns. Only for an occurrence in the plan. */
  slot(): number;
  /** Compiles a text while the test runs, for `__eval`. */
  compile(source: string): Template;
  warn(message: string): void;
}

/** What a function does per call; the text replaces its `${…}`. */
export type FunctionCall = (user: VirtualUser) => string;

/**
 * One JMeter function: one file, one row in the table.
 *
 * `compile` gets the arguments as templates (each is evaluated by the function, as JMeter does) and returns what
 * runs per call. It throws a TemplateError for what JMeter finds at compile time.
 */
export interface FunctionDefinition {
  /** With its underscores: `__counter`. */
  readonly name: string;
  readonly minArgs: number;
  /** Infinity: no limit. */
  readonly maxArgs: number;
  /** One line for the compatibility table. */
  readonly summary: string;
  /** How it differs from JMeter, for the compatibility table. */
  readonly differs?: string;
  /** True when a call depends on earlier calls of the same occurrence (`__counter`). */
  readonly stateful?: boolean;
  /** True when it compiles texts while the test runs, which may call any function. */
  readonly compilesTexts?: boolean;
  /** Loads what is too heavy to load at every start; awaited before `compile`. */
  readonly load?: () => Promise<unknown>;
  compile(args: readonly Template[], context: FunctionContext): FunctionCall;
}

/** A text whose functions are malformed. Its message is JMeter's; the plan compiler says where it stands. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}
