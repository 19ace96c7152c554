import type { CorrelationOptions } from '../../src/correlation/options.ts';
import { ElementContext } from '../../src/elements/element-context.ts';
import { RunProperties } from '../../src/engine/properties.ts';
import type { JmxElement, JmxProperty } from '../../src/jmx/element.ts';
import { compileTemplate } from '../../src/template/template.ts';

/** A property of an element under test: a text, a list (collection), or the properties of an element in it. */
export type PropertyValue = string | readonly PropertyValue[] | Properties;
interface Properties {
  readonly [name: string]: PropertyValue;
}

const isList = (value: readonly PropertyValue[] | Properties): value is readonly PropertyValue[] =>
  Array.isArray(value);

function property(name: string, value: PropertyValue): JmxProperty {
  if (typeof value === 'string') return { kind: 'string', name, value, line: 1 };
  if (isList(value))
    return {
      kind: 'collection',
      name,
      items: value.map((item, i) => property(String(i), item)),
      line: 1,
    };
  return {
    kind: 'element',
    name,
    element: element('Element', '', value),
    line: 1,
  };
}

function element(testclass: string, name: string, properties: Properties): JmxElement {
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
  /** Off unless it is given. */
  correlation?: CorrelationOptions;
}

let occurrences = 0;
let slots = 0;

/** An element with these properties, ready to be compiled. Slots are unique among all elements of a test file. */
export function elementContext(properties: Properties, options: ElementOptions = {}): ElementContext {
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
    correlation: options.correlation ?? { mode: 'off', request: 'auto', reply: 'auto' },
    ...folders,
    slot: () => slots++,
    warn: (_element, message) => options.warnings?.push(message),
  });
}
