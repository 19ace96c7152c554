import { illegalArgumentException } from '../../java/exception.ts';
import type { VirtualUser } from '../../types.ts';
import type { Frame } from '../../websocket/frame.ts';
import type { ElementContext } from '../element-context.ts';
import type { ElementDefinition } from '../definition.ts';
import { judgeReply } from './web-socket-correlation.ts';
import { takeDataFrame } from './web-socket-data-frame.ts';
import {
  CONNECTION_PROPERTIES,
  NO_CONNECTION_TO_REUSE,
  noConnection,
  webSocketSampler,
} from './web-socket-sampler.ts';
import { unexpectedFrame } from './web-socket-run.ts';

const category = 'e.l.j.w.SingleReadWebSocketSampler';

const KINDS: Readonly<Record<string, readonly Frame['kind'][]>> = {
  Text: ['text'],
  Binary: ['binary'],
  Any: ['text', 'binary'],
};

/** The kinds of frame that the sampler wants; plans of old versions only say whether it is binary. */
function wantedKinds(context: ElementContext): (user: VirtualUser) => readonly Frame['kind'][] {
  const dataType = context.text('dataType');
  const binary = context.boolean('binaryPayload');
  return (user) => {
    const name = dataType.evaluate(user) || (binary(user) ? 'Binary' : 'Text');
    const kinds = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (kinds === undefined)
      throw illegalArgumentException(
        `No enum constant eu.luminis.jmeter.wssampler.SingleReadWebSocketSampler.DataType.${name}`,
      );
    return kinds;
  };
}

/** WebSocket Single Read Sampler: takes the next frame. */
export const webSocketSingleRead = {
  testclass: 'eu.luminis.jmeter.wssampler.SingleReadWebSocketSampler',
  label: 'WebSocket Single Read Sampler',
  role: 'sampler',
  differs: 'A reply that answers another request fails the sample, unless correlation is off.',
  properties: ['createNewConnection', ...CONNECTION_PROPERTIES, 'dataType', 'binaryPayload', 'optional'],
  compile(context, scope) {
    const wanted = wantedKinds(context);
    const optional = context.boolean('optional');
    return webSocketSampler(context, scope, (correlation) => ({
      category,
      opens: { byDefault: false },
      checksReadTimeout: true,
      begin: () => true,
      accept(run, frame) {
        if (!wanted(run.user).includes(frame.kind)) throw unexpectedFrame(run, frame);
        takeDataFrame(run, frame);
        judgeReply(run, correlation, frame);
      },
      acceptsTimeout({ user, result }) {
        if (!optional(user)) return false;
        result.success = true;
        result.responseCode = 'No response';
        result.responseMessage = 'Read timeout, no response received.';
        return true;
      },
      withoutConnection: noConnection(category, NO_CONNECTION_TO_REUSE),
    }));
  },
} satisfies ElementDefinition;
