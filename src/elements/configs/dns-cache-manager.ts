import type { ElementDefinition } from '../definition.ts';

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
  compile: () => ({ kind: 'dns-cache-manager' }),
} satisfies ElementDefinition;
