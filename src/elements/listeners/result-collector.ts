import type { CollectorSpec } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { parseBoolean, type ElementContext } from '../element-context.ts';

/** The flags of a listener's saveConfig; undefined when it has none and the properties decide. */
function saveConfig(context: ElementContext): Map<string, boolean> | undefined {
  const property = context.element.properties.get('saveConfig');
  if (property?.kind !== 'object') return undefined;
  return new Map(Array.from(property.values, ([flag, value]) => [flag, parseBoolean(value)]));
}

/** What a listener that saves results asks for: where, which and what of them. */
export function collectorSpec(context: ElementContext): CollectorSpec {
  const flag = (property: string): boolean => parseBoolean(context.text(property).constant ?? '');
  return {
    kind: 'collector',
    name: context.name,
    filename: context.text('filename'),
    errorsOnly: flag('ResultCollector.error_logging'),
    successOnly: flag('ResultCollector.success_only_logging'),
    saveConfig: saveConfig(context),
  };
}

/**
 * Simple Data Writer, and every listener of JMeter that shows results and may write them to a file: View Results
 * Tree, Summary Report, Aggregate Report, View Results in Table and others (reporters.ResultCollector).
 */
export const resultCollector = {
  testclass: 'org.apache.jmeter.reporters.ResultCollector',
  label: 'View Results Tree, Summary Report, Aggregate Report, Simple Data Writer …',
  role: 'listener',
  // The pictures of the listeners have properties of their own.
  properties: ['*'],
  differs: 'Writes its file; shows nothing.',
  compile: (context) => ({ kind: 'collect', spec: collectorSpec(context) }),
} satisfies ElementDefinition;
