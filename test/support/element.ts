import { ElementContext } from '../../src/elements/element-context.ts';
import type { ElementDefinition, SamplerScope } from '../../src/elements/definition.ts';
import { RunProperties } from '../../src/engine/properties.ts';
import type { JmxElement, JmxProperty } from '../../src/jmx/element.ts';
import { compileTemplate } from '../../src/template/template.ts';

/** A property of an element under test: a text, a list (collection), or the properties of an element in it. */
export type PropertyValue = string | readonly PropertyValue[] | { readonly [name: string]: PropertyValue };

function property(name: string, value: PropertyValue): JmxProperty {
  if (typeof value === 'string') return { kind: 'string', name, value, line: 1 };
  if (Array.isArray(value))
    return {
      kind: 'collection',
      name,
      items: value.map((item: PropertyValue, i) => property(String(i), item)),
      line: 1,
    };
  return {
    kind: 'element',
    name,
    element: element('Element', '', value as Record<string, PropertyValue>),
    line: 1,
  };
}

function element(testclass: string, name: string, properties: Record<string, PropertyValue>): JmxElement {
  return {
    tag: testclass,
    testclass,
    guiclass: '',
    name,
    enabled: true,
    properties: new Map(Object.entries(properties).map(([key, value]) => [key, property(key, value)])),
    children: [],
    parent: undefined,
    file: 'plan.jmx',
    line: 1,
  };
}

/** The value of an Arguments property. */
export const argumentsOf = (pairs: Record<string, string>): PropertyValue => ({
  'Arguments.arguments': Object.entries(pairs).map(([name, value]) => ({
    'Argument.name': name,
    'Argument.value': value,
  })),
});

export interface ElementOptions {
  name?: string;
  /** JMeter properties at compile time. */
  jmeterProperties?: Record<string, string>;
  planFolder?: string;
  workingDirectory?: string;
  /** Collects the warnings. */
  warnings?: string[];
}

let occurrences = 0;
let slots = 0;

/** An element with these properties, ready to be compiled. Slots are unique among all elements of a test file. */
export function elementContext(
  properties: Record<string, PropertyValue>,
  options: ElementOptions = {},
): ElementContext {
  const runProperties = new RunProperties(Object.entries(options.jmeterProperties ?? {}));
  const folders = {
    planFolder: options.planFolder ?? process.cwd(),
    workingDirectory: options.workingDirectory ?? process.cwd(),
  };
  return new ElementContext(element('Element', options.name ?? 'element', properties), {
    template: (source) =>
      compileTemplate(source, {
        ...folders,
        planName: 'plan.jmx',
        properties: runProperties,
        slot: () => slots++,
        nextOccurrence: () => String(occurrences++),
        warn: (message) => options.warnings?.push(message),
      }),
    properties: runProperties,
    correlation: { mode: 'off', request: 'auto', reply: 'auto' },
    ...folders,
    slot: () => slots++,
    warn: (_element, message) => options.warnings?.push(message),
  });
}

type Compilable = Extract<ElementDefinition, { compile: unknown }>;
type Definition<R extends Compilable['role']> = Extract<Compilable, { role: R }>;

/** Compiles an element of that role. */
export function compileElement<R extends Compilable['role']>(
  definition: ElementDefinition,
  role: R,
  properties: Record<string, PropertyValue> = {},
  options?: ElementOptions,
): ReturnType<Definition<R>['compile']> {
  if (definition.role !== role) throw new Error(`${definition.label} is no ${role}`);
  const compile: (context: ElementContext, scope: SamplerScope) => unknown = (definition as Compilable)
    .compile;
  return compile(elementContext(properties, options), { configs: [] }) as ReturnType<
    Definition<R>['compile']
  >;
}
