import type { Correlation } from '../../correlation/correlation.ts';
import { OPCODE } from '../../websocket/frame-writer.ts';
import { PayloadError, type Payload, type PayloadReader } from './web-socket-payload.ts';
import { SampleFailure, type SampleRun } from './web-socket-run.ts';

/** Sends the payload of a sampler, and notes it as a request that awaits its reply. */
export function sendPayload(run: SampleRun, reader: PayloadReader, correlation: Correlation): void {
  const { user, result, connection, session } = run;
  const { ledger } = session;
  const values: string[] | undefined =
    ledger?.wantsValues(correlation, result.label) === true ? [] : undefined;
  let payload: Payload;
  try {
    payload = reader.read(user, values);
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error;
    run.log('ERROR', `Sampler '${result.label}': ${error.logged}`);
    throw new SampleFailure('Sampler Error', error.message);
  }
  const { requestText } = session;
  result.samplerData =
    result.samplerData === requestText.plain
      ? requestText.of(payload)
      : `${result.samplerData}\nRequest data:\n${payload.shown}\n`;
  // Making a payload may take its time; the round trip begins behind it.
  run.sentUs = reader.varies ? user.clock.nowUs() : run.workedFromUs;
  result.sentBytes =
    payload.text === undefined
      ? connection.send(OPCODE.binary, payload.data)
      : connection.sendText(payload.text);
  run.request = ledger?.sent(
    correlation,
    payload.text ?? payload.data,
    values ?? reader.varies,
    result.label,
    run.sentUs,
  );
}
