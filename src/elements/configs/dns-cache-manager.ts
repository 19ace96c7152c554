import type { ElementDefinition } from '../definition.ts';
import type { WithoutHttpEffect } from './without-http-effect.ts';

/** DNS Cache Manager (protocol.http.control.DNSCacheManager): acts on HTTP requests only. */
export const dnsCacheManager = {
  testclass: 'org.apache.jmeter.protocol.http.control.DNSCacheManager',
  label: 'DNS Cache Manager',
  role: 'config',
  properties: [
    'DNSCacheManager.servers',
    'DNSCacheManager.hosts',
    'DNSCacheManager.clearEachIteration',
    'DNSCacheManager.isCustomResolver',
  ],
  differs: 'Without effect: names are resolved by the system.',
  compile: (context): WithoutHttpEffect => ({
    kind: 'without-http-effect',
    warn: () => context.warn('without effect: names are resolved by the system'),
  }),
} satisfies ElementDefinition;
