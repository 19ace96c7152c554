import type { ElementDefinition } from '../definition.ts';

/** HTTP Authorization Manager (protocol.http.control.AuthManager): acts on HTTP requests only. */
export const authManager = {
  testclass: 'org.apache.jmeter.protocol.http.control.AuthManager',
  label: 'HTTP Authorization Manager',
  role: 'config',
  properties: [
    'AuthManager.auth_list',
    'AuthManager.clearEachIteration',
    'AuthManager.controlledByThreadGroup',
  ],
  compile: () => ({ kind: 'auth-manager' }),
} satisfies ElementDefinition;
