import path from 'node:path';
import type { CorrelationOptions } from '../correlation/options.ts';
import type { ChildNode, ControllerNode } from '../elements/controllers/controller.ts';
import type { ElementDefinition, Role } from '../elements/definition.ts';
import { ElementContext, parseBoolean, type CompileEnvironment } from '../elements/element-context.ts';
import { elementDefinition } from '../elements/index.ts';
import { aliasOf } from '../jmx/aliases.ts';
import { elementPath, scalar, type JmxElement } from '../jmx/element.ts';
import { elementError, PlanError } from '../jmx/plan-error.ts';
import { TemplateError } from '../template/definition.ts';
import { compileTemplate, type TemplateEnvironment } from '../template/template.ts';
import type {
  BackendSpec,
  CollectorSpec,
  Config,
  IterationListener,
  Listener,
  Properties,
  Template,
  ThreadListener,
} from '../types.ts';
import { forEachCall, loadLibraries } from './libraries.ts';
import type { InitialVariables, Plan, PlanGroup, SamplePackage, TransactionScope } from './plan.ts';
import { resolve } from './resolve.ts';
import { innermostFirst, outermostFirst, within, withDefaults, type Scope } from './scope.ts';

export interface CompileOptions {
  readonly properties: Properties;
  readonly correlation: CorrelationOptions;
  readonly workingDirectory: string;
}

/** A compiled plan, or why there is none: every problem found, each a PlanError with its place. */
export interface Compilation {
  readonly plan: Plan;
  readonly problems: readonly PlanError[];
}

type RowOf<R extends Role> = Extract<ElementDefinition, { role: R }>;
/** Roles whose elements compile by themselves; samplers need their scope. */
type PlainRole = Exclude<Role, 'test-plan' | 'ignored' | 'sampler'>;
type Compiled<R extends PlainRole> =
  RowOf<R> extends { compile(context: ElementContext): infer T } ? T : never;

const ACTING: ReadonlySet<Role | undefined> = new Set<Role>([
  'config',
  'pre-processor',
  'timer',
  'post-processor',
  'assertion',
  'listener',
]);

/** Names that any element may carry. */
const COMMON_PROPERTY = /^(TestElement\.|TestPlan\.comments$)/;

/**
 * Compiles a plan once, before the run: XML, scope, `${…}`, regular expressions and scripts are not looked at again.
 * @param root the Test Plan element as read.
 */
export async function compilePlan(root: JmxElement, options: CompileOptions): Promise<Compilation> {
  const warnings: string[] = [];
  const problems: PlanError[] = [];
  let tree: JmxElement;
  try {
    tree = resolve(root, {
      workingDirectory: options.workingDirectory,
      includePrefix: options.properties.get('includecontroller.prefix') ?? '',
    });
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    problems.push(error);
    tree = { ...root, children: [] };
  }
  await loadLibraries(tree, problems);
  const compiler = new Compiler(tree, options, warnings, problems);
  return { plan: compiler.plan(), problems };
}

class Compiler {
  readonly #tree: JmxElement;
  readonly #warnings: string[];
  readonly #problems: PlanError[];
  readonly #environment: CompileEnvironment;
  readonly #templates: TemplateEnvironment;
  /** Each element is compiled once, whatever number of samplers it acts on. */
  readonly #compiled = new Map<JmxElement, unknown>();
  readonly #constants = new Map<string, Template>();
  /** Names of properties that an element was found to know. */
  readonly #knownProperties = new Map<ElementDefinition, Set<string>>();
  /** Texts with `${…}` that were looked at. */
  readonly #wellFormed = new Set<string>();
  #slots = 0;
  #occurrences = 0;

  constructor(tree: JmxElement, options: CompileOptions, warnings: string[], problems: PlanError[]) {
    this.#tree = tree;
    this.#warnings = warnings;
    this.#problems = problems;
    this.#templates = {
      planName: path.basename(tree.file),
      planFolder: path.dirname(path.resolve(tree.file)),
      workingDirectory: options.workingDirectory,
      properties: options.properties,
      slot: () => this.#slots++,
      nextOccurrence: () => `function ${this.#occurrences++}`,
      warn: (message) => this.#warnings.push(message),
    };
    this.#environment = {
      template: (source, element, line) => this.#template(source, element, line),
      properties: options.properties,
      correlation: options.correlation,
      planFolder: this.#templates.planFolder,
      workingDirectory: options.workingDirectory,
      slot: () => this.#slots++,
      warn: (element, message) => this.#warn(element, message),
    };
  }

  plan(): Plan {
    const tree = this.#tree;
    this.#checkEverything(tree);
    const flag = (name: string): boolean => parseBoolean(scalar(tree, name) ?? '');
    const groups = this.#all(tree, 'thread-group').flatMap(
      (element) => this.#attempt(() => this.#group(element)) ?? [],
    );
    return {
      file: tree.file,
      groups,
      initialVariables: this.#initialVariables(),
      serializeGroups: flag('TestPlan.serialize_threadgroups'),
      functionalMode: flag('TestPlan.functional_mode'),
      tearDownOnShutdown: flag('TestPlan.tearDown_on_shutdown'),
      collectors: this.#collectors(),
      warnings: this.#warnings,
    };
  }

  /**
   * Looks at every enabled element, also those that never run: JMeter refuses a plan for a malformed function
   * anywhere in it.
   */
  #checkEverything(element: JmxElement): void {
    const definition = elementDefinition(element.testclass);
    if (definition === undefined) this.#problems.push(unknownElement(element));
    else this.#checkProperties(element, definition);
    forEachCall(element, (text, line) => {
      if (this.#wellFormed.has(text)) return;
      this.#attempt(() => {
        this.#template(text, element, line, this.#scratch());
        this.#wellFormed.add(text);
      });
    });
    if (definition?.role !== 'ignored') for (const child of element.children) this.#checkEverything(child);
  }

  /** An environment for texts that are only looked at: what it hands out is not used. */
  #scratch(): TemplateEnvironment {
    return { ...this.#templates, slot: () => 0, nextOccurrence: () => '', warn: () => {} };
  }

  #checkProperties(element: JmxElement, definition: ElementDefinition): void {
    const { label, properties } = definition;
    let known = this.#knownProperties.get(definition);
    if (known === undefined) this.#knownProperties.set(definition, (known = new Set(properties)));
    if (known.has('*')) return;
    const unknown: string[] = [];
    for (const name of element.properties.keys()) {
      if (known.has(name)) continue;
      const isKnown =
        COMMON_PROPERTY.test(name) ||
        properties.some((pattern) => pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)));
      if (isKnown) known.add(name);
      else unknown.push(name);
    }
    if (unknown.length > 0) this.#warn(element, `${label} does not know ${unknown.join(', ')}: ignored`);
  }

  #group(element: JmxElement): PlanGroup {
    const factory = this.#compile(element, 'thread-group');
    // Elements of the Test Plan act in each group, behind the group's own; its controllers do not run.
    const shared = this.#tree.children.filter(
      (e) => !['thread-group', 'controller'].includes(this.#role(e) ?? ''),
    );
    const threadListeners: ThreadListener[] = [];
    const root = this.#controller(
      element,
      factory.controller,
      [...element.children, ...shared],
      { levels: [] },
      threadListeners,
    );
    return { name: this.#template(element.name, element, element.line), factory, root, threadListeners };
  }

  #controller(
    element: JmxElement,
    factory: ControllerNode['factory'],
    children: readonly JmxElement[],
    outer: Scope,
    threadListeners: ThreadListener[],
  ): ControllerNode {
    const scope = within(outer, this.#acting(children));
    const nodes: ChildNode[] = [];
    const iterationListeners: IterationListener[] = [];
    /** An element that steps with the passes of this controller, also below one of its samplers. */
    const listen = (child: JmxElement): void => {
      const role = this.#role(child);
      if (role !== 'config' && role !== 'pre-processor' && role !== 'assertion') return;
      const compiled = this.#attempt(() => this.#compile(child, role));
      if (compiled !== undefined && 'iterationStart' in compiled)
        iterationListeners.push(compiled as IterationListener);
    };
    for (const child of children) {
      switch (this.#role(child)) {
        case 'sampler': {
          const sample = this.#attempt(() =>
            this.#package(child, within(scope, this.#acting(child.children))),
          );
          if (sample === undefined) break;
          nodes.push(sample);
          threadListeners.push(sample.sampler as ThreadListener);
          child.children.forEach(listen);
          break;
        }
        case 'controller': {
          const inner = this.#attempt(() => this.#compile(child, 'controller'));
          if (inner !== undefined)
            nodes.push(this.#controller(child, inner, child.children, scope, threadListeners));
          break;
        }
        case 'thread-group': {
          // A group inside another one also runs in it, as a controller.
          const inner = this.#attempt(() => this.#compile(child, 'thread-group'));
          if (inner !== undefined)
            nodes.push(this.#controller(child, inner.controller, child.children, scope, threadListeners));
          break;
        }
        default:
          listen(child);
      }
    }
    const transaction: TransactionScope = {
      assertions: this.#each(innermostFirst(scope), 'assertion'),
      listeners: this.#listeners(scope),
    };
    return {
      kind: 'controller',
      name: this.#template(element.name, element, element.line),
      factory,
      children: nodes,
      iterationListeners,
      scope: transaction,
    };
  }

  /** Listeners that collect, as the plan has them: of those that share a file or a name, the first one counts. */
  #collectors(): (CollectorSpec | BackendSpec)[] {
    return this.#all(this.#tree, 'listener').flatMap((element) => {
      const listener = this.#compiled.get(element) as Listener | undefined;
      return listener?.kind === 'collect' ? [listener.spec] : [];
    });
  }

  /** The elements that act on samplers in their scope. Left to look through per sampler, so kept short. */
  #acting(children: readonly JmxElement[]): JmxElement[] {
    return children.filter((child) => ACTING.has(this.#role(child)));
  }

  #package(element: JmxElement, scope: Scope): SamplePackage {
    const definition = elementDefinition(element.testclass) as RowOf<'sampler'>;
    const context = new ElementContext(withDefaults(element, scope), this.#environment);
    const outer = outermostFirst(scope);
    return {
      kind: 'sample',
      name: context.name,
      sampler: definition.compile(context, {
        configs: this.#each(innermostFirst(scope), 'config') as Config[],
      }),
      preProcessors: this.#each(outer, 'pre-processor'),
      timers: this.#each(innermostFirst(scope), 'timer'),
      postProcessors: this.#each(outer, 'post-processor'),
      assertions: this.#each(outer, 'assertion'),
      listeners: this.#listeners(scope),
    };
  }

  #listeners(scope: Scope): Listener[] {
    return this.#each(innermostFirst(scope), 'listener');
  }

  /** The compiled elements of one role; one that cannot be compiled is left out and noted as a problem. */
  #each<R extends PlainRole>(elements: readonly JmxElement[], role: R): Compiled<R>[] {
    return elements.flatMap((element) =>
      this.#role(element) === role ? (this.#attempt(() => [this.#compile(element, role)]) ?? []) : [],
    );
  }

  /** @param _role of the element: it tells the type of what is compiled. */
  #compile<R extends PlainRole>(element: JmxElement, _role: R): Compiled<R> {
    if (!this.#compiled.has(element)) {
      const definition = elementDefinition(element.testclass) as unknown as {
        compile(c: ElementContext): Compiled<R>;
      };
      const compiled = definition.compile(new ElementContext(element, this.#environment));
      this.#compiled.set(element, compiled);
    }
    return this.#compiled.get(element) as Compiled<R>;
  }

  #initialVariables(): InitialVariables[] {
    const fromPlan = new ElementContext(this.#tree, this.#environment);
    const pairs = (context: ElementContext, property: string): InitialVariables[] => [
      { pairs: this.#attempt(() => context.arguments(property)) ?? [] },
    ];
    const elements = this.#allOfKind(this.#tree, 'user-defined-variables');
    return [...pairs(fromPlan, 'TestPlan.user_defined_variables'), ...elements];
  }

  #allOfKind(element: JmxElement, kind: string): InitialVariables[] {
    const own: InitialVariables[] = [];
    if (this.#role(element) === 'config') {
      const config = this.#attempt(() => this.#compile(element, 'config'));
      if (config?.kind === kind)
        own.push({ pairs: (config as Config & { variables: InitialVariables['pairs'] }).variables });
    }
    return [...own, ...element.children.flatMap((child) => this.#allOfKind(child, kind))];
  }

  #all(element: JmxElement, role: Role): JmxElement[] {
    return [
      ...(this.#role(element) === role ? [element] : []),
      ...element.children.flatMap((child) => this.#all(child, role)),
    ];
  }

  #role(element: JmxElement): Role | undefined {
    return elementDefinition(element.testclass)?.role;
  }

  #template(source: string, element: JmxElement, line: number, environment = this.#templates): Template {
    const known = this.#constants.get(source);
    if (known !== undefined) return known;
    try {
      const template = compileTemplate(source, environment);
      if (template.constant !== undefined) this.#constants.set(source, template);
      return template;
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw elementError(element, error.message, `Mend the function call in: ${source.slice(0, 120)}`, line);
    }
  }

  /** Runs one step of the compilation; a PlanError is noted, so that all of them are found. */
  #attempt<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      if (!this.#problems.some(({ message }) => message === error.message)) this.#problems.push(error);
      return undefined;
    }
  }

  #warn(element: JmxElement, message: string): void {
    const warning = `${element.file}:${element.line}, ${elementPath(element)}: ${message}`;
    if (!this.#warnings.includes(warning)) this.#warnings.push(warning);
  }
}

const unknownElement = (element: JmxElement): PlanError =>
  elementError(
    element,
    `${aliasOf(element.testclass)} is not supported`,
    'Disable or remove the element; `wsmeter check` lists all that a plan needs.',
  );
