import type { ElementDefinition } from '../definition.ts';
import {
  CONNECTION_PROPERTIES,
  NO_CONNECTION_TO_REUSE,
  noConnection,
  webSocketSampler,
} from './web-socket-sampler.ts';

const category = 'e.l.j.w.OpenWebSocketSampler';

/** WebSocket Open Connection. */
export const webSocketOpenConnection = {
  testclass: 'eu.luminis.jmeter.wssampler.OpenWebSocketSampler',
  label: 'WebSocket Open Connection',
  role: 'sampler',
  properties: CONNECTION_PROPERTIES,
  compile: (context, scope) =>
    webSocketSampler(context, scope, () => ({
      category,
      opens: 'always',
      checksReadTimeout: true,
      begin: () => false,
      withoutConnection: noConnection(category, NO_CONNECTION_TO_REUSE),
    })),
} satisfies ElementDefinition;
