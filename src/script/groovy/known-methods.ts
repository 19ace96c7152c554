import { assertionResultType } from './jmeter/assertion-result.ts';
import { contextType } from './jmeter/context.ts';
import { logType } from './jmeter/log.ts';
import { outType } from './jmeter/out.ts';
import { propertiesType } from './jmeter/properties.ts';
import { sampleEventType } from './jmeter/sample-event.ts';
import { sampleResultType } from './jmeter/sample-result.ts';
import { samplerType } from './jmeter/sampler.ts';
import { variablesType } from './jmeter/variables.ts';
import { objectMethods } from './object-methods.ts';

/** Types of the variables that JMeter gives a script. */
const BINDINGS: Readonly<Record<string, { readonly methods: { keys(): Iterable<string> } }>> = {
  vars: variablesType,
  props: propertiesType,
  ctx: contextType,
  log: logType,
  OUT: outType,
  prev: sampleResultType,
  SampleResult: sampleResultType,
  sampleResult: sampleResultType,
  sampler: samplerType,
  AssertionResult: assertionResultType,
  sampleEvent: sampleEventType,
};

/** Methods of the variable that JMeter gives a script under that name; undefined for a plain value. */
export function bindingMethods(name: string): Set<string> | undefined {
  const type = BINDINGS[name];
  return type === undefined ? undefined : new Set([...type.methods.keys(), ...objectMethods.keys()]);
}
