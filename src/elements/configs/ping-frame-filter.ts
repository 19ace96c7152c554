import { illegalArgumentException } from '../../java/exception.ts';
import type { ElementDefinition } from '../definition.ts';
import { identityOf, type FrameFilter } from './frame-filter.ts';

const DISCARDED: Readonly<Record<string, readonly string[]>> = {
  FilterAll: ['ping', 'pong'],
  FilterPingOnly: ['ping'],
  FilterPongOnly: ['pong'],
};

/** WebSocket Ping/Pong Frame Filter. */
export const pingFrameFilter = {
  testclass: 'eu.luminis.jmeter.wssampler.PingFrameFilter',
  label: 'WebSocket Ping/Pong Frame Filter',
  role: 'config',
  properties: ['replyToPing', 'filterType'],
  compile(context): FrameFilter {
    const type = context.text('filterType', 'FilterAll');
    const replyToPing = context.boolean('replyToPing');
    return {
      kind: 'frame-filter',
      name: context.name,
      identity: identityOf(context),
      begin: (user) => ({
        discards(frame) {
          const name = type.evaluate(user);
          const kinds = DISCARDED[name];
          if (kinds === undefined)
            throw illegalArgumentException(
              `No enum constant eu.luminis.jmeter.wssampler.PingFrameFilter.PingFilterType.${name}`,
            );
          return kinds.includes(frame.kind);
        },
        answersPing: () => replyToPing(user),
      }),
    };
  },
} satisfies ElementDefinition;
