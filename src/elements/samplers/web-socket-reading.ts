import { SampleResult } from '../../types.ts';
import { readTimedOut } from '../../websocket/errors.ts';
import { frameKindText, frameText, type Frame } from '../../websocket/frame.ts';
import { OPCODE } from '../../websocket/frame-writer.ts';
import type { FrameFilter, FrameMatcher } from '../configs/frame-filter.ts';
import { swallow, type SampleRun } from './web-socket-run.ts';

/** How frames that filters discard show up in results. */
export interface FilterSettings {
  /** In JMeter's order: the last one sees a frame first. */
  readonly filters: readonly FrameFilter[];
  /** `websocket.result.size_includes_filtered_frames` */
  readonly sizeIncludesFiltered: boolean;
  /** Not so with `subresults.disable_renaming`. */
  readonly renamesSubResults: boolean;
}

/**
 * The next frame for a sampler, behind `skip` frames that stay unread. With filters in scope the timeout is a budget
 * for the whole read, and a frame that comes as the budget is used up is lost: also the very first one when there is
 * no timeout.
 * @throws what a filter throws; a failed read is a frame with a `failure`, or an IoError.
 */
export function readFrame(
  run: SampleRun,
  settings: FilterSettings,
  timeoutMs: number,
  skip: number,
): Frame | Promise<Frame> {
  return settings.filters.length === 0
    ? receive(run, timeoutMs, skip)
    : readFiltered(run, settings, timeoutMs, skip);
}

/** The next frame behind those that stay unread. */
export function receive(
  { session, connection }: SampleRun,
  timeoutMs: number,
  skip: number,
): Frame | Promise<Frame> {
  if (skip === 0 && session.pushes > 0) session.pushes--;
  return connection.receive(timeoutMs, skip);
}

async function readFiltered(
  run: SampleRun,
  settings: FilterSettings,
  timeoutMs: number,
  skip: number,
): Promise<Frame> {
  const { clock } = run.user;
  const matchers = settings.filters.map((filter) => filter.begin(run.user));
  let leftMs = timeoutMs;
  for (;;) {
    const waitedFromUs = clock.nowUs();
    const frame = await receive(run, leftMs, skip);
    if (frame.failure !== undefined) return frame;
    leftMs -= Math.floor(Math.max(0, frame.arrivalUs - waitedFromUs) / 1000);
    const late = leftMs <= 0;
    const by = filterFor(frame, matchers, late);
    if (by !== undefined) await discard(run, settings, frame, by, matchers[by]!, waitedFromUs);
    else if (!late) return frame;
    if (late) {
      if (by === undefined) swallow(run, frame);
      throw readTimedOut();
    }
  }
}

/** Which filter discards the frame. A frame that comes too late is only seen by the first that looks. */
function filterFor(frame: Frame, matchers: readonly FrameMatcher[], late: boolean): number | undefined {
  const last = matchers.length - 1;
  for (let i = last; i >= (late ? last : 0); i--) if (matchers[i]!.discards(frame)) return i;
  return undefined;
}

/** Makes a sub-result of a discarded frame, and answers a ping when the filter says so. */
async function discard(
  run: SampleRun,
  settings: FilterSettings,
  frame: Frame,
  index: number,
  matcher: FrameMatcher,
  waitedFromUs: number,
): Promise<void> {
  swallow(run, frame);
  const sub = new SampleResult();
  sub.label = `Discarded ${frameKindText(frame)} frame (by filter '${settings.filters[index]!.name.evaluate(run.user)}')`;
  sub.responseMessage = `Received ${frameText(frame)}`;
  sub.success = true;
  sub.startUs = waitedFromUs;
  sub.endUs = Math.max(waitedFromUs, frame.arrivalUs);
  sub.bytes = frame.wireSize;
  if (frame.kind === 'text') {
    sub.responseData = frame.text;
    sub.encoding = 'UTF-8';
  } else if (frame.kind === 'binary') sub.responseData = frame.data;
  else if (frame.kind === 'ping' && matcher.answersPing()) {
    sub.sentBytes = run.connection.send(OPCODE.pong, frame.data);
    await run.connection.flushing();
  }
  const { result } = run;
  const { bytes, sentBytes } = result;
  result.addSubResult(sub, settings.renamesSubResults);
  if (settings.sizeIncludesFiltered) return;
  result.bytes = bytes;
  result.sentBytes = sentBytes;
}
