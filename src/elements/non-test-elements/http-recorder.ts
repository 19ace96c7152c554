import type { ElementDefinition } from '../definition.ts';

/** HTTP(S) Test Script Recorder: a tool of JMeter's editor; nothing of it, or below it, runs. */
export const httpRecorder = {
  testclass: 'org.apache.jmeter.protocol.http.proxy.ProxyControl',
  label: 'HTTP(S) Test Script Recorder',
  role: 'ignored',
  properties: ['*'],
} satisfies ElementDefinition;

/** HTTP Mirror Server: the same. */
export const httpMirrorServer = {
  testclass: 'org.apache.jmeter.protocol.http.control.HttpMirrorControl',
  label: 'HTTP Mirror Server',
  role: 'ignored',
  properties: ['*'],
} satisfies ElementDefinition;
