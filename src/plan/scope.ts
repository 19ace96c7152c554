import type { JmxElement } from '../jmx/element.ts';

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
 * an empty text takes the value of the nearest config element that has one.
 */
export function withDefaults(sampler: JmxElement, scope: Scope): JmxElement {
  const defaults = innermostFirst(scope).filter((config) => PLAIN_CONFIG.has(config.testclass));
  if (defaults.length === 0) return sampler;
  const merged: JmxElement = { ...sampler, properties: new Map(sampler.properties) };
  for (const config of defaults) {
    if (merged.name === '') merged.name = config.name;
    for (const [name, property] of config.properties) {
      const own = merged.properties.get(name);
      if (own === undefined || ('value' in own && own.value === '')) merged.properties.set(name, property);
    }
  }
  return merged;
}
