import type { ElementDefinition } from '../definition.ts';

/** HTTP Cache Manager (protocol.http.control.CacheManager): acts on HTTP requests only. */
export const cacheManager = {
  testclass: 'org.apache.jmeter.protocol.http.control.CacheManager',
  label: 'HTTP Cache Manager',
  role: 'config',
  properties: ['clearEachIteration', 'useExpires', 'maxSize', 'CacheManager.controlledByThread'],
  compile: () => ({ kind: 'cache-manager' }),
} satisfies ElementDefinition;
