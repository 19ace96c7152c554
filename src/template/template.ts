import type { Properties, SampleResult, Template, VirtualUser } from '../types.ts';
import {
  TemplateError,
  type FunctionCall,
  type FunctionContext,
  type FunctionDefinition,
} from './definition.ts';
import { functionNamed, functions } from './functions/index.ts';
import { parseTemplate, type ParsedText, type ParserHost, type Reference } from './parser.ts';

/** What a plan lends to the texts in it. */
export interface TemplateEnvironment {
  /** File name of the plan. */
  readonly planName: string;
  readonly planFolder: string;
  readonly workingDirectory: string;
  readonly properties: Properties;
  /** A fresh slot in `VirtualUser.slots`. */
  slot(): number;
  /** A fresh key; the same sequence whenever the same plan is compiled. */
  nextOccurrence(): string;
  warn(message: string): void;
}

/**
 * Compiles a text of a plan. A text without a reference is a constant, and then its backslashes stay.
 *
 * Property `function.cache.per.iteration` is read here: with it, a text is evaluated once per user and sample,
 * however often it is read.
 *
 * @throws TemplateError for a malformed function call, with JMeter's message.
 */
export function compileTemplate(source: string, environment: TemplateEnvironment): Template {
  const parsed = parseTemplate(source, functionHost(environment, true));
  if (!parsed.hasFunction) return constantTemplate(source, source);
  const template = join(source, parsed);
  return environment.properties.get('function.cache.per.iteration')?.trim().toLowerCase() === 'true'
    ? cachedPerSample(template, environment.slot())
    : template;
}

/**
 * The functions that a text calls, however deeply nested: their `load` has to be awaited before it is compiled.
 * With `__eval` that is any function.
 */
export function functionsIn(source: string): FunctionDefinition[] {
  const found: FunctionDefinition[] = [];
  const host: ParserHost<undefined> = {
    isFunction: (name) => functionNamed(name) !== undefined,
    call(name, args) {
      const definition = functionNamed(name)!;
      found.push(definition);
      if (definition.compilesTexts === true)
        found.push(...functions.filter(({ load }) => load !== undefined));
      for (const argument of args) parseTemplate(argument, host);
      return undefined;
    },
    warn: () => {},
  };
  try {
    parseTemplate(source, host);
  } catch (error) {
    // Compiling the text reports it, with its place.
    if (!(error instanceof TemplateError)) throw error;
  }
  return found;
}

function constantTemplate(source: string, text: string): Template {
  return { source, constant: text, evaluate: () => text };
}

/** Compiles an argument: unlike a text of the plan it always loses its escapes. */
function compileArgument(source: string, host: ParserHost<FunctionCall>): Template {
  const parsed = parseTemplate(source, host);
  return parsed.references.length === 0
    ? constantTemplate(source, parsed.literals.join(''))
    : join(source, parsed);
}

function functionHost(
  environment: TemplateEnvironment,
  inPlan: boolean,
  onStateful?: () => void,
): ParserHost<FunctionCall> {
  const host: ParserHost<FunctionCall> = {
    isFunction: (name) => functionNamed(name) !== undefined,
    warn: (message) => environment.warn(message),
    call(name, texts) {
      const definition = functionNamed(name)!;
      const args = texts.map((text) => compileArgument(text, host));
      checkCount(definition, args.length);
      if (definition.stateful === true) onStateful?.();
      return definition.compile(args, functionContext(environment, inPlan));
    },
  };
  return host;
}

function functionContext(environment: TemplateEnvironment, inPlan: boolean): FunctionContext {
  const { planName, planFolder, workingDirectory, properties } = environment;
  return {
    planName,
    planFolder,
    workingDirectory,
    properties,
    occurrence: inPlan ? environment.nextOccurrence() : undefined,
    slot: () => environment.slot(),
    compile: (source) => compileAtRunTime(source, environment),
    warn: (message) => environment.warn(message),
  };
}

function checkCount({ name, minArgs, maxArgs }: FunctionDefinition, actual: number): void {
  if (actual >= minArgs && actual <= maxArgs) return;
  const expected =
    minArgs === maxArgs
      ? `Expected: ${minArgs}.`
      : maxArgs === Infinity
        ? `Expected at least: ${minArgs}.`
        : `Expected: >= ${minArgs} and <= ${maxArgs}`;
  throw new TemplateError(`${name} called with wrong number of parameters. Actual: ${actual}. ${expected}`);
}

/** Texts of `__eval`, each with the template it gave; the oldest goes when there are more. */
const RUN_TIME_TEMPLATES = 1000;
const runTimeTemplates = new WeakMap<TemplateEnvironment, Map<string, Template>>();

function compileAtRunTime(source: string, environment: TemplateEnvironment): Template {
  let known = runTimeTemplates.get(environment);
  if (known === undefined) runTimeTemplates.set(environment, (known = new Map()));
  const before = known.get(source);
  if (before !== undefined) return before;
  let stateful = false;
  const template = compileArgument(
    source,
    functionHost(environment, false, () => (stateful = true)),
  );
  if (!stateful) {
    if (known.size >= RUN_TIME_TEMPLATES) known.delete(known.keys().next().value!);
    known.set(source, template);
  }
  return template;
}

function evaluator(reference: Reference<FunctionCall>): FunctionCall {
  if (reference.kind === 'function') return reference.call;
  const { name } = reference;
  const missing = `\${${name}}`;
  return (user) => user.variables.text(name) ?? missing;
}

function join(source: string, { literals, references }: ParsedText<FunctionCall>): Template {
  if (references.length === 0) return constantTemplate(source, literals.join(''));
  const first = literals[0]!;
  const rest = literals.slice(1);
  const evaluators = references.map(evaluator);
  const count = evaluators.length;
  if (count === 1 && first === '' && rest[0] === '') {
    const only = evaluators[0]!;
    return {
      source,
      constant: undefined,
      evaluate(user, dynamic) {
        const value = only(user);
        dynamic?.push(value);
        return value;
      },
    };
  }
  return {
    source,
    constant: undefined,
    evaluate(user, dynamic) {
      let text = first;
      for (let i = 0; i < count; i++) {
        const value = evaluators[i]!(user);
        dynamic?.push(value);
        text += value + rest[i]!;
      }
      return text;
    },
  };
}

/** What one evaluation gave, and between which samples. */
class Evaluation {
  readonly values: string[] = [];
  readonly text: string;
  readonly #iteration: number;
  readonly #previousResult: SampleResult | undefined;

  constructor(template: Template, user: VirtualUser) {
    this.#iteration = user.iteration;
    this.#previousResult = user.previousResult;
    this.text = template.evaluate(user, this.values);
  }

  holdsFor(user: VirtualUser): boolean {
    return this.#iteration === user.iteration && this.#previousResult === user.previousResult;
  }
}

/** JMeter forgets the value at the next iteration, and after each sample. */
function cachedPerSample(template: Template, slot: number): Template {
  if (template.constant !== undefined) return template;
  return {
    source: template.source,
    constant: undefined,
    evaluate(user, dynamic) {
      const before = user.slots[slot];
      const { text, values } =
        before instanceof Evaluation && before.holdsFor(user)
          ? before
          : (user.slots[slot] = new Evaluation(template, user));
      dynamic?.push(...values);
      return text;
    },
  };
}
