import type { JmxElement, JmxProperty } from '../jmx/element.ts';

const PLAIN_CONFIG = new Set([
  'org.apache.jmeter.config.ConfigTestElement',
  'org.apache.jmeter.config.LoginConfig',
  'org.apache.jmeter.protocol.java.config.JavaConfig',
]);

/**
 * What acts on one sampler or transaction: the elements that are its children or children of anything above it, by
 * level, outermost first (JMeter's TestCompiler). Elements of the Test Plan stand behind those of the group.
 */
export interface Scope {
  readonly levels: readonly (readonly JmxElement[])[];
}

export const outermostFirst = ({ levels }: Scope): JmxElement[] => levels.flat();
export const innermostFirst = ({ levels }: Scope): JmxElement[] => levels.toReversed().flat();
/** The scope of a child: this one and the child's own children. */
export const within = ({ levels }: Scope, children: readonly JmxElement[]): Scope => ({
  levels: [...levels, children],
});

/**
 * A sampler as it is once the plain config elements in its scope gave it what it lacks: a property that is absent or
 * an empty text takes the value of the nearest config element that has one. Collections grow: parameters of HTTP
 * Request Defaults come behind those of the sampler.
 */
export function withDefaults(sampler: JmxElement, scope: Scope): JmxElement {
  const defaults = innermostFirst(scope).filter((config) => PLAIN_CONFIG.has(config.testclass));
  return defaults.reduce(mergedElement, sampler);
}

/** AbstractTestElement.mergeIn */
function mergedElement(own: JmxElement, other: JmxElement): JmxElement {
  const properties = new Map(own.properties);
  for (const [name, property] of other.properties)
    properties.set(name, mergedProperty(properties.get(name), property));
  return { ...own, name: own.name === '' ? other.name : own.name, properties };
}

function mergedProperty(own: JmxProperty | undefined, other: JmxProperty): JmxProperty {
  if (own === undefined || ('value' in own && own.value === '')) return other;
  if ('items' in own && 'items' in other) return { ...own, items: [...own.items, ...other.items] };
  if (own.kind === 'element' && other.kind === 'element')
    return { ...own, element: mergedElement(own.element, other.element) };
  return own;
}
