import type { ElementDefinition } from '../definition.ts';

/** Java Request Defaults (protocol.java.config.JavaConfig): merged into Java Requests by the plan compiler. */
export const javaRequestDefaults = {
  testclass: 'org.apache.jmeter.protocol.java.config.JavaConfig',
  label: 'Java Request Defaults',
  role: 'config',
  properties: ['arguments', 'classname'],
  compile: () => ({ kind: 'defaults' }),
} satisfies ElementDefinition;
