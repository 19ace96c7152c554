import type { ElementDefinition } from '../definition.ts';

/** Login Config Element (config.LoginConfig): only FTP, JDBC, LDAP and HTTP samplers look at it. */
export const loginConfig = {
  testclass: 'org.apache.jmeter.config.LoginConfig',
  label: 'Login Config Element',
  role: 'config',
  properties: ['ConfigTestElement.username', 'ConfigTestElement.password'],
  compile: () => ({ kind: 'login' }),
} satisfies ElementDefinition;
