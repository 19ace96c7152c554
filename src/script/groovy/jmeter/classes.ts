import { text } from '../arguments.ts';
import type { ClassDefinition } from '../class-registry.ts';
import { runtime } from '../runtime.ts';
import { hostObject, type HostType, methodTable } from '../value.ts';
import { assertionResultType } from './assertion-result.ts';
import { contextServiceMethods, logicalActions, logicalActionType } from './context.ts';
import { propertiesType } from './properties.ts';
import { newSampleResult } from './sample-result.ts';

const fileServerType: HostType<null> = {
  name: 'org.apache.jmeter.services.FileServer',
  text: () => 'org.apache.jmeter.services.FileServer@1b2c3d4e',
  methods: methodTable<null>({ getBaseDir: () => runtime().planFolder }),
};

/** Classes of JMeter that scripts import. */
export const jmeterClasses: readonly ClassDefinition[] = [
  { name: 'org.apache.jmeter.samplers.SampleResult', construct: newSampleResult },
  {
    name: 'org.apache.jmeter.assertions.AssertionResult',
    construct: ([name]) =>
      hostObject(assertionResultType, { name: text(name), failure: false, error: false, message: null }),
  },
  {
    name: 'org.apache.jmeter.util.JMeterUtils',
    statics: methodTable<unknown>({
      'getProperty 1': (_, [name]) => runtime().user.shared.properties.get(text(name)) ?? null,
      'getPropDefault 2': (_, [name, fallback]) =>
        runtime().user.shared.properties.get(text(name)) ?? fallback!,
      'setProperty 2': (_, [name, value]) =>
        runtime().user.shared.properties.set(text(name), text(value)) ?? null,
      getJMeterProperties: () => hostObject(propertiesType, runtime().user.shared.properties),
    }),
  },
  {
    name: 'org.apache.jmeter.threads.JMeterContextService',
    statics: contextServiceMethods,
  },
  { name: 'org.apache.jmeter.threads.JMeterContext' },
  { name: 'org.apache.jmeter.threads.JMeterVariables' },
  {
    name: 'org.apache.jmeter.threads.JMeterContext$TestLogicalAction',
    fields: Object.fromEntries(
      Object.entries(logicalActions).map(([name, action]) => [
        name,
        () => hostObject(logicalActionType, action),
      ]),
    ),
  },
  {
    name: 'org.apache.jmeter.services.FileServer',
    statics: methodTable<unknown>({ getFileServer: () => hostObject(fileServerType, null) }),
  },
];
