import path from 'node:path';
import { existsSync } from 'node:fs';
import { classOf } from '../jmx/aliases.ts';
import { scalar, type JmxElement } from '../jmx/element.ts';
import { elementError, PlanError } from '../jmx/plan-error.ts';
import { readElements } from '../jmx/read-plan.ts';

const PLAN = classOf('TestPlan');
const MODULE = classOf('ModuleController');
const INCLUDE = classOf('IncludeController');
const FRAGMENT = classOf('TestFragmentController');
const CONTROLLER_PACKAGE = 'org.apache.jmeter.control.';
const MAX_DEPTH = 100;

export interface ResolveOptions {
  readonly workingDirectory: string;
  readonly includePrefix: string;
}

/**
 * The tree that runs: Module and Include Controllers hold copies of what they point to, disabled elements are gone.
 * @throws PlanError for a missing target or file, and for one that contains itself.
 */
export function resolve(plan: JmxElement, options: ResolveOptions): JmxElement {
  return copy(plan, undefined, { ...options, plan }, []);
}

interface Resolution extends ResolveOptions {
  /** Root of the file that is being resolved: Module Controllers look from here. */
  readonly plan: JmxElement;
}

function copy(
  element: JmxElement,
  parent: JmxElement | undefined,
  resolution: Resolution,
  /** Targets and files being copied, to find one that contains itself. */
  inside: readonly (JmxElement | string)[],
): JmxElement {
  if (inside.length > MAX_DEPTH)
    throw elementError(
      element,
      'Module and Include Controllers are nested too deeply',
      'Break the chain of references.',
    );
  const result: JmxElement = { ...element, parent, children: [] };
  const children = (
    from: readonly JmxElement[],
    within: Resolution,
    path_: readonly (JmxElement | string)[],
  ): JmxElement[] => from.filter((child) => child.enabled).map((child) => copy(child, result, within, path_));

  if (element.testclass === MODULE) {
    const target = moduleTarget(element, resolution.plan);
    if (inside.includes(target) || isAncestor(target, element))
      throw elementError(
        element,
        `The Module Controller's target '${target.name}' contains it`,
        'Choose another target.',
      );
    // The target keeps its own kind: the module's place is taken by a controller that holds it.
    result.children = [copy(target, result, resolution, [...inside, target])];
    return result;
  }
  if (element.testclass === INCLUDE) {
    const file = includedFile(element, resolution);
    if (inside.includes(file))
      throw elementError(element, `${file} includes itself`, 'Break the chain of includes.');
    const elements = readElements(file);
    const fragment = firstFragment(elements);
    const included = elements.find((e) => e.testclass === PLAN) ?? fragment ?? resolution.plan;
    result.children = children(fragment?.children ?? [], { ...resolution, plan: included }, [
      ...inside,
      file,
    ]);
    return result;
  }
  result.children = children(element.children, resolution, inside);
  return result;
}

/** The element that `ModuleController.node_path` names: root label, plan name, then names downwards; the last match wins. */
function moduleTarget(module: JmxElement, plan: JmxElement): JmxElement {
  const property = module.properties.get('ModuleController.node_path');
  const names =
    property !== undefined && 'items' in property
      ? property.items.flatMap((item) => ('value' in item ? [item.value] : []))
      : [];
  let found: readonly JmxElement[] = [plan].filter((root) => root.name === names[1]);
  for (const name of names.slice(2))
    found = found.flatMap((e) =>
      e.testclass === MODULE ? [] : e.children.filter((child) => child.name === name),
    );
  const target = found.at(-1);
  if (target === undefined || names.length < 3)
    throw elementError(
      module,
      `ModuleController:${module.name} has no selected Controller (path: ${names.join(' / ') || 'none'})`,
      'Did you rename an element on the way to it? Select the target again in JMeter.',
    );
  return target;
}

const isAncestor = (candidate: JmxElement, element: JmxElement): boolean => {
  for (let e = element.parent; e !== undefined; e = e.parent) if (e === candidate) return true;
  return false;
};

/** The file of an Include Controller: from the working directory, else beside the plan. Functions in it are not evaluated. */
function includedFile(element: JmxElement, options: ResolveOptions): string {
  const name = options.includePrefix + (scalar(element, 'IncludeController.includepath') ?? '').trim();
  const places = [options.workingDirectory, path.dirname(path.resolve(element.file))].map((d) =>
    path.resolve(d, name),
  );
  const file = places.find((place) => existsSync(place));
  if (name === '' || file === undefined)
    throw new PlanError(
      `The included file '${name}' does not exist`,
      { file: element.file, line: element.line, element },
      `Looked for ${places.join(' and ')}.`,
    );
  return file;
}

/** The first Test Fragment of an included file, or its first controller; those of a Test Plan are looked at, too. */
function firstFragment(elements: readonly JmxElement[]): JmxElement | undefined {
  const enabled = elements
    .flatMap((element) => (element.testclass === PLAN ? element.children : [element]))
    .filter((element) => element.enabled);
  return (
    enabled.find((child) => child.testclass === FRAGMENT) ??
    enabled.find((child) => child.testclass.startsWith(CONTROLLER_PACKAGE))
  );
}
