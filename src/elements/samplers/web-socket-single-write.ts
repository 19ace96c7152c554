import type { ElementDefinition } from '../definition.ts';
import { PAYLOAD_PROPERTIES, payloadReader } from './web-socket-payload.ts';
import {
  CONNECTION_PROPERTIES,
  NO_CONNECTION_TO_REUSE,
  noConnection,
  webSocketSampler,
} from './web-socket-sampler.ts';
import { sendPayload } from './web-socket-sending.ts';

const category = 'e.l.j.w.SingleWriteWebSocketSampler';

/** WebSocket Single Write Sampler. */
export const webSocketSingleWrite = {
  testclass: 'eu.luminis.jmeter.wssampler.SingleWriteWebSocketSampler',
  label: 'WebSocket Single Write Sampler',
  role: 'sampler',
  properties: ['createNewConnection', ...CONNECTION_PROPERTIES, ...PAYLOAD_PROPERTIES],
  compile(context, scope) {
    const payload = payloadReader(context, category);
    return webSocketSampler(context, scope, (correlation) => ({
      category,
      opens: { byDefault: false },
      checksReadTimeout: false,
      begin(run) {
        sendPayload(run, payload, correlation);
        return false;
      },
      withoutConnection: noConnection(category, NO_CONNECTION_TO_REUSE),
    }));
  },
} satisfies ElementDefinition;
