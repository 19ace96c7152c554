import { illegalArgumentException } from '../../java/exception.ts';
import { NO_BYTES } from '../../websocket/frame.ts';
import { OPCODE } from '../../websocket/frame-writer.ts';
import type { ElementDefinition } from '../definition.ts';
import { noConnection, webSocketSampler } from './web-socket-sampler.ts';
import { unexpectedFrame } from './web-socket-run.ts';

const category = 'e.l.j.w.PingPongSampler';

/** WebSocket Ping/Pong: a ping that must be answered by the next frame, or a pong alone. */
export const webSocketPingPong = {
  testclass: 'eu.luminis.jmeter.wssampler.PingPongSampler',
  label: 'WebSocket Ping/Pong',
  role: 'sampler',
  properties: ['type', 'readTimeout'],
  compile(context, scope) {
    const type = context.text('type', 'PingPong');
    return webSocketSampler(context, scope, () => ({
      category,
      opens: 'never',
      checksReadTimeout: true,
      begin(run) {
        const name = type.evaluate(run.user);
        if (name !== 'PingPong' && name !== 'Pong')
          throw illegalArgumentException(
            `No enum constant eu.luminis.jmeter.wssampler.PingPongSampler.Type.${name}`,
          );
        const isPing = name === 'PingPong';
        run.result.sentBytes = run.connection.send(isPing ? OPCODE.ping : OPCODE.pong, NO_BYTES);
        run.sentUs = run.user.clock.nowUs();
        return isPing;
      },
      accept(run, frame) {
        if (frame.kind !== 'pong') throw unexpectedFrame(run, frame);
        run.result.roundTripUs = frame.arrivalUs - run.sentUs!;
      },
      withoutConnection: noConnection(
        category,
        'Sampler must use existing connection, but there is no connection',
      ),
    }));
  },
} satisfies ElementDefinition;
