import { elementDefinition } from '../elements/index.ts';
import type { JmxElement, JmxProperty } from '../jmx/element.ts';
import { elementError, type PlanError } from '../jmx/plan-error.ts';
import { functionsIn } from '../template/template.ts';

/** Loads what elements and functions of this plan need, and nothing else. */
export async function loadLibraries(tree: JmxElement, problems: PlanError[]): Promise<void> {
  const loading: (() => Promise<unknown>)[] = [];
  const texts = new Set<string>();
  const visit = (element: JmxElement): void => {
    const definition = elementDefinition(element.testclass);
    if (definition?.load !== undefined) {
      const { load, label } = definition;
      loading.push(() =>
        load(element).catch((error: unknown) => {
          problems.push(
            elementError(element, `${label} cannot be loaded: ${String(error)}`, 'Reinstall wsmeter.'),
          );
        }),
      );
    }
    forEachCall(element, (text) => {
      if (texts.has(text)) return;
      texts.add(text);
      for (const { load } of functionsIn(text)) if (load !== undefined) loading.push(load);
    });
    element.children.forEach(visit);
  };
  visit(tree);
  for (const load of loading) await load();
}

/** Gives every text of an element with `${…}` in it, those in its collections and inner elements included. */
export function forEachCall(element: JmxElement, take: (text: string, line: number) => void): void {
  if (element.name.includes('${')) take(element.name, element.line);
  const visit = (property: JmxProperty): void => {
    if ('value' in property) {
      if (property.kind !== 'bool' && property.value.includes('${')) take(property.value, property.line);
    } else if ('items' in property) property.items.forEach(visit);
    else if (property.kind === 'element') forEachCall(property.element, take);
  };
  element.properties.forEach(visit);
}
