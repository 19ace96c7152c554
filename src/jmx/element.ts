/** One property of a test element, typed by its tag. Values stay texts: JMeter's accessors parse on use. */
export type JmxProperty =
  | {
      kind: 'string' | 'bool' | 'int' | 'long' | 'double' | 'float';
      name: string;
      value: string;
      line: number;
    }
  | { kind: 'collection' | 'map'; name: string; items: JmxProperty[]; line: number }
  | { kind: 'element'; name: string; element: JmxElement; line: number }
  /** `objProp`: the flags of a listener's saveConfig by name. */
  | { kind: 'object'; name: string; values: Map<string, string>; line: number };

/** A test element as it stands in the plan, with its subtree. */
export interface JmxElement {
  /** Tag as written. */
  tag: string;
  /** Fully-qualified class that the tag stands for. */
  testclass: string;
  guiclass: string;
  name: string;
  enabled: boolean;
  properties: Map<string, JmxProperty>;
  children: JmxElement[];
  parent: JmxElement | undefined;
  file: string;
  /** 1-based line of the start tag. */
  line: number;
}

/** Where an element stands: `Test Plan > Thread Group > Open`. */
export function elementPath(element: JmxElement): string {
  const names: string[] = [];
  for (let e: JmxElement | undefined = element; e !== undefined; e = e.parent) names.unshift(e.name || e.tag);
  return names.join(' > ');
}

/** Value of a scalar property; undefined when it is absent or not a scalar. */
export function scalar(element: JmxElement, property: string): string | undefined {
  const p = element.properties.get(property);
  return p !== undefined && 'value' in p ? p.value : undefined;
}
