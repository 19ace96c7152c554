import type { Frame } from '../../websocket/frame.ts';
import { notePush, type SampleRun } from './web-socket-run.ts';

/** Makes a text or binary frame the response of the sample. */
export function takeDataFrame(run: SampleRun, frame: Frame): void {
  const { user, result } = run;
  notePush(run, frame);
  if (frame.kind === 'text') {
    result.responseData = frame.text;
    result.dataType = 'text';
    result.encoding = 'UTF-8';
  } else {
    result.responseData = frame.data;
    result.dataType = 'bin';
  }
  user.variables.put('websocket.last_frame_final', String(frame.final));
}
