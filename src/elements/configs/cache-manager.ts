import type { ElementDefinition } from '../definition.ts';
import type { WithoutHttpEffect } from './without-http-effect.ts';

/** HTTP Cache Manager (protocol.http.control.CacheManager): acts on HTTP requests only. */
export const cacheManager = {
  testclass: 'org.apache.jmeter.protocol.http.control.CacheManager',
  label: 'HTTP Cache Manager',
  role: 'config',
  properties: ['clearEachIteration', 'useExpires', 'maxSize', 'CacheManager.controlledByThread'],
  differs: 'Without effect: every HTTP Request in its scope is sent in full.',
  compile: (context): WithoutHttpEffect => ({
    kind: 'without-http-effect',
    warn: () => context.warn('nothing is cached: every HTTP Request is sent in full'),
  }),
} satisfies ElementDefinition;
