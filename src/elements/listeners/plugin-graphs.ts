import type { CollectorSpec } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { ElementContext } from '../element-context.ts';
import { collectorSpec } from './result-collector.ts';

/** The listeners of JMeter Plugins always save the numbers of threads. */
function graphSpec(context: ElementContext): CollectorSpec {
  const spec = collectorSpec(context);
  return spec.saveConfig === undefined
    ? spec
    : { ...spec, saveConfig: new Map([...spec.saveConfig, ['threadCounts', true]]) };
}

const graph = (testclass: string, label: string): ElementDefinition => ({
  testclass,
  label,
  role: 'listener',
  properties: ['*'],
  differs: 'Writes its file; draws nothing.',
  compile: (context) => ({ kind: 'collect', spec: graphSpec(context) }),
});

/** The graphs of JMeter Plugins, which may write results to a file like JMeter's own listeners. */
export const pluginGraphs: readonly ElementDefinition[] = [
  graph(
    'kg.apc.jmeter.vizualizers.CorrectedResultCollector',
    'jp@gc - Response Times Over Time, Transactions per Second, Active Threads Over Time …',
  ),
  graph('kg.apc.jmeter.vizualizers.CompositeResultCollector', 'jp@gc - Composite Graph'),
  {
    ...graph('kg.apc.jmeter.reporters.LoadosophiaUploader', 'jp@gc - BlazeMeter Sense Uploader'),
    differs: 'Writes its file; uploads nothing.',
  },
];
