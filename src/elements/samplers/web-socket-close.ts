import { parseInt32 } from '../../java/parse-number.ts';
import { frameText } from '../../websocket/frame.ts';
import type { ElementDefinition } from '../definition.ts';
import { webSocketSampler } from './web-socket-sampler.ts';
import { SampleFailure, swallow } from './web-socket-run.ts';
import { webSocketOf } from './web-socket-thread.ts';

const category = 'e.l.j.w.CloseWebSocketSampler';
const REASON = 'sampler requested close';

/** WebSocket Close: sends a close frame; the next frame must be one, too. */
export const webSocketClose = {
  testclass: 'eu.luminis.jmeter.wssampler.CloseWebSocketSampler',
  label: 'WebSocket Close',
  role: 'sampler',
  properties: ['statusCode', 'readTimeout'],
  compile(context, scope) {
    const statusCode = context.text('statusCode', '1000');
    return webSocketSampler(context, scope, () => ({
      category,
      opens: 'never',
      checksReadTimeout: true,
      begin({ user, result, connection }) {
        const status = parseInt32(statusCode.evaluate(user));
        result.samplerData = `Requested connection close with status ${status} and reason '${REASON}'.`;
        result.sentBytes = connection.sendClose(status, REASON);
        return true;
      },
      accept(run, frame) {
        const { user, result } = run;
        if (frame.kind !== 'close') {
          swallow(run, frame);
          throw new SampleFailure(
            'WebSocket error: unsuccesful close.',
            `WebSocket error: received not a close frame, but ${frameText(frame)}`,
            result.startUs,
          );
        }
        const { closeCode, text: reason } = frame;
        const code = closeCode === undefined ? '' : String(closeCode);
        result.responseCode = code;
        result.responseMessage =
          reason === '' ? 'Connection closed.' : `Connection closed; close reason: '${reason}'.`;
        result.responseData = reason === '' ? code : `${code}: ${reason}`;
        result.dataType = 'text';
        result.encoding = 'UTF-8';
        webSocketOf(user).closed(closeCode);
      },
      withoutConnection(user, result) {
        result.responseCode = '';
        result.responseMessage = 'No connection; nothing to close.';
        result.samplerData = 'No request sent.';
        user.log.log(
          'WARN',
          category,
          `Sampler '${result.label}': there is no connection; nothing to close.`,
        );
      },
    }));
  },
} satisfies ElementDefinition;
