import type { ElementDefinition } from '../definition.ts';

/**
 * Simple Config Element and the defaults elements that share its class, told apart by their guiclass. The plan
 * compiler merges their properties into the samplers in scope, so there is nothing to compile.
 */
export const configTestElement = {
  testclass: 'org.apache.jmeter.config.ConfigTestElement',
  label: 'Simple Config Element',
  role: 'config',
  properties: ['*'],
  compile: () => ({ kind: 'defaults' }),
} satisfies ElementDefinition;
