import type { ElementDefinition } from '../definition.ts';
import { judgeReply } from './web-socket-correlation.ts';
import { takeDataFrame } from './web-socket-data-frame.ts';
import { PAYLOAD_PROPERTIES, payloadReader } from './web-socket-payload.ts';
import {
  CONNECTION_PROPERTIES,
  NO_CONNECTION_TO_REUSE,
  noConnection,
  webSocketSampler,
} from './web-socket-sampler.ts';
import { unexpectedFrame } from './web-socket-run.ts';
import { sendPayload } from './web-socket-sending.ts';

const category = 'e.l.j.w.RequestResponseWebSocketSampler';

/** WebSocket request-response Sampler: sends a message and takes the next frame as its reply. */
export const webSocketRequestResponse = {
  testclass: 'eu.luminis.jmeter.wssampler.RequestResponseWebSocketSampler',
  label: 'WebSocket request-response Sampler',
  role: 'sampler',
  differs: 'A reply that answers another request fails the sample, unless correlation is off.',
  properties: ['createNewConnection', ...CONNECTION_PROPERTIES, ...PAYLOAD_PROPERTIES],
  compile(context, scope) {
    const payload = payloadReader(context, category);
    return webSocketSampler(context, scope, (correlation) => ({
      category,
      opens: { byDefault: true },
      checksReadTimeout: true,
      begin(run) {
        sendPayload(run, payload, correlation);
        return true;
      },
      accept(run, frame) {
        const binary = payload.isBinary(run.user);
        if (frame.kind !== (binary ? 'binary' : 'text')) {
          run.log(
            'WARN',
            binary
              ? 'Expected type is Binary, but received frame is not a binary'
              : 'Expected type is Text, but received frame is not a text frame',
          );
          throw unexpectedFrame(run, frame);
        }
        takeDataFrame(run, frame);
        judgeReply(run, correlation, frame);
      },
      withoutConnection: noConnection(category, NO_CONNECTION_TO_REUSE),
    }));
  },
} satisfies ElementDefinition;
