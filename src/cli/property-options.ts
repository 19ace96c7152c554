import type { Command } from 'commander';
import { UsageError } from './exit-code.ts';
import type { PropertySettings, PropertySource } from './properties/load-properties.ts';

/** Adds `-J`, `-D`, `-q`, `-S` and `-p` to a command. */
export function addPropertyOptions(program: Command): Command {
  const sources: PropertySource[] = [];
  const add = (source: PropertySource): PropertySource[] => {
    sources.push(source);
    return sources;
  };
  return program
    .option(
      '-J, --property <name=value>',
      'set a JMeter property (`${__P(name)}` in the plan)',
      (text: string) => add({ kind: 'jmeter', ...pair(text) }),
    )
    .option('-D, --system-property <name=value>', 'set a system property', (text: string) =>
      add({ kind: 'system', ...pair(text) }),
    )
    .option('-q, --properties <file>', 'read a JMeter properties file; later settings win', (file: string) =>
      add({ kind: 'jmeter-file', file }),
    )
    .option('-S, --system-properties <file>', 'read a system properties file', (file: string) =>
      add({ kind: 'system-file', file }),
    )
    .option('-p, --base-properties <file>', 'replace the built-in jmeter.properties');
}

/** What these options were given as, in their order. */
export function propertySettings(program: Command): PropertySettings {
  const options = program.opts<{
    property?: PropertySource[];
    systemProperty?: PropertySource[];
    properties?: PropertySource[];
    systemProperties?: PropertySource[];
    baseProperties?: string;
  }>();
  // All four gather into the same list, so that the order between them holds.
  const { property, systemProperty, properties, systemProperties, baseProperties } = options;
  return {
    baseFile: baseProperties,
    sources: property ?? systemProperty ?? properties ?? systemProperties ?? [],
  };
}

function pair(text: string): { name: string; value: string } {
  const equals = text.indexOf('=');
  if (equals === 0 || text === '') throw new UsageError(`-J and -D take name=value, not '${text}'.`);
  return equals < 0
    ? { name: text, value: '' }
    : { name: text.slice(0, equals), value: text.slice(equals + 1) };
}
