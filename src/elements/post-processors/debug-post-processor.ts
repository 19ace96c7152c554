import { SampleResult } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';

/**
 * Debug PostProcessor: adds a sub-sample whose response lists variables and properties
 * (extractor.DebugPostProcessor).
 */
export const debugPostProcessor = {
  testclass: 'org.apache.jmeter.extractor.DebugPostProcessor',
  label: 'Debug PostProcessor',
  role: 'post-processor',
  properties: [
    'displayJMeterVariables',
    'displayJMeterProperties',
    'displaySamplerProperties',
    'displaySystemProperties',
  ],
  differs:
    'Lists the properties of this run; there are no Java system properties, and those of the sampler are not listed.',
  compile(context) {
    const showVariables = context.boolean('displayJMeterVariables');
    const showProperties = context.boolean('displayJMeterProperties');
    const showSampler = context.boolean('displaySamplerProperties');
    const showSystem = context.boolean('displaySystemProperties');
    return {
      process(user, result) {
        const sub = new SampleResult();
        sub.startUs = user.clock.nowUs();
        let response = '';
        let request = '';
        const show = (title: string, entries: Iterable<[string, unknown]>): void => {
          const lines = [...entries].toSorted(([a], [b]) => compareAlphaNumeric(a, b));
          response += `${title}:\n${lines.map(([name, value]) => `${name}=${String(value)}\n`).join('')}\n`;
          request += `${title}\n`;
        };
        if (showSampler(user)) show('SamplerProperties', []);
        if (showVariables(user)) show('JMeterVariables', user.variables.entries());
        if (showProperties(user)) show('JMeterProperties', user.shared.properties.entries());
        if (showSystem(user)) show('SystemProperties', []);
        Object.assign(sub, {
          label: context.name.evaluate(user),
          responseData: response,
          encoding: 'UTF-8',
          bytes: Buffer.byteLength(response),
          dataType: 'text',
          samplerData: request,
          responseCode: '200',
          responseMessage: 'OK',
          success: true,
          grpThreads: user.group.threads,
          allThreads: user.shared.activeThreads(),
          endUs: user.clock.nowUs(),
        });
        result.addSubResult(sub, true);
      },
    };
  },
} satisfies ElementDefinition;

/** Numbers inside of names compare by value: `v_2` comes before `v_10`. */
function compareAlphaNumeric(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? []);
  for (let i = 0; i < Math.min(left!.length, right!.length); i++) {
    const [x, y] = [left![i]!, right![i]!];
    const numeric = /^\d/.test(x) && /^\d/.test(y) ? Number(x) - Number(y) : 0;
    if (numeric !== 0) return numeric;
    if (x !== y) return x < y ? -1 : 1;
  }
  return left!.length - right!.length;
}
