import { SampleResult } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';

/** Names and values, one `name=value` per line in order of the names' UTF-16 code units. */
function list(title: string, entries: Iterable<[string, unknown]>): string {
  const lines = [...entries].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `${title}:\n${lines.map(([name, value]) => `${name}=${String(value)}\n`).join('')}\n`;
}

/** Debug Sampler: a sample whose response lists variables and properties (sampler.DebugSampler). */
export const debugSampler = {
  testclass: 'org.apache.jmeter.sampler.DebugSampler',
  label: 'Debug Sampler',
  role: 'sampler',
  properties: ['displayJMeterVariables', 'displayJMeterProperties', 'displaySystemProperties'],
  differs: 'Lists the properties of this run; there are no Java system properties, so that list is empty.',
  compile(context) {
    const showVariables = context.boolean('displayJMeterVariables');
    const showProperties = context.boolean('displayJMeterProperties');
    const showSystem = context.boolean('displaySystemProperties');
    return {
      sample(user) {
        const result = new SampleResult();
        result.label = context.name.evaluate(user);
        result.startUs = user.clock.nowUs();
        let response = '';
        let request = '';
        const show = (title: string, entries: Iterable<[string, unknown]>): void => {
          response += list(title, entries);
          request += `${title}\n`;
        };
        if (showVariables(user)) show('JMeterVariables', user.variables.entries());
        if (showProperties(user)) show('JMeterProperties', user.shared.properties.entries());
        if (showSystem(user)) show('SystemProperties', []);
        result.responseData = response;
        result.encoding = 'UTF-8';
        result.bytes = Buffer.byteLength(response);
        result.dataType = 'text';
        result.samplerData = request;
        result.responseCode = '200';
        result.responseMessage = 'OK';
        result.success = true;
        result.endUs = user.clock.nowUs();
        return result;
      },
    };
  },
} satisfies ElementDefinition;
