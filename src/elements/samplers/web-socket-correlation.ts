import { compileCorrelation, type Correlation } from '../../correlation/correlation.ts';
import { failureMessage } from '../../correlation/failure-message.ts';
import type { Choice } from '../../correlation/ledger.ts';
import { compileSendTime, pushDelayOf, type SendTime } from '../../correlation/push-delay.ts';
import { CorrelationSettingError, optionsOfComment } from '../../correlation/settings.ts';
import { scalar } from '../../jmx/element.ts';
import { readTimedOut } from '../../websocket/errors.ts';
import type { Frame } from '../../websocket/frame.ts';
import type { ElementContext } from '../element-context.ts';
import { readFrame, receive, type FilterSettings } from './web-socket-reading.ts';
import { payloadOf, swallow, type SampleRun } from './web-socket-run.ts';

/** Correlation for one sampler: that of the run, changed by `@correlation …` in the sampler's comment. */
export function correlationOf(context: ElementContext): Correlation {
  const comment = scalar(context.element, 'TestPlan.comments') ?? '';
  try {
    return compileCorrelation(optionsOfComment(comment, context.environment.correlation));
  } catch (error) {
    if (!(error instanceof CorrelationSettingError)) throw error;
    throw context.fail(error.message, "Mend the sampler's comment.");
  }
}

/** Reads the send time of messages as `@push-delay …` in the sampler's comment says, or `wsmeter.push-delay`. */
export function sendTimeOf(context: ElementContext): SendTime | undefined {
  const comment = scalar(context.element, 'TestPlan.comments') ?? '';
  try {
    const options = pushDelayOf(comment, context.environment.properties.get('wsmeter.push-delay'));
    return options && compileSendTime(options);
  } catch (error) {
    if (!(error instanceof CorrelationSettingError)) throw error;
    throw context.fail(error.message, "Mend the sampler's comment, or the property.");
  }
}

/** A frame that holds a whole message; of a fragment nothing can be told. */
const messageOf = (frame: Frame) => (frame.final && !frame.continuation ? payloadOf(frame) : undefined);

/** Looks whether the frame that a sample took is its reply; one that answers another request fails the sample. */
export function judgeReply(run: SampleRun, correlation: Correlation, frame: Frame): void {
  const { session, request, result } = run;
  // Unless the reply turns out to be another's, it is the answer to what the sample sent.
  if (run.sentUs !== undefined && frame.arrivalUs >= run.sentUs)
    result.roundTripUs = frame.arrivalUs - run.sentUs;
  if (session.ledger === undefined) return;
  const verdict =
    run.chosen === undefined
      ? session.ledger.judge(correlation, messageOf(frame), frame.arrivalUs, request)
      : run.chosen.verdict;
  if (verdict === undefined) return;
  result.correlation = verdict;
  result.roundTripUs = verdict.kind === 'in-order' ? verdict.roundTripUs : undefined;
  const message = failureMessage(verdict);
  if (message !== undefined)
    result.addAssertionResult({ name: 'Correlation', failure: true, error: false, message });
}

/** Frames that `match` samplers leave unread on a connection; beyond that the oldest are dropped. */
const MAX_LEFT = 1_024;

/**
 * Reads on until the reply to the request of this sample, or the deadline. Replies that nobody waits for any more
 * are dropped; pushes, and replies to requests that are still outstanding, stay for the samplers they are for.
 * Pushes that stayed before are not looked at again, unless a filter may want them.
 */
export async function readOwnReply(
  run: SampleRun,
  correlation: Correlation,
  settings: FilterSettings,
): Promise<Frame> {
  const { user, session, request } = run;
  const endUs = user.clock.nowUs() + run.readTimeoutMs * 1000;
  let leftMs = run.readTimeoutMs;
  if (settings.filters.length > 0) session.pushes = 0;
  for (let skip = session.pushes; ;) {
    const frame = await readFrame(run, settings, leftMs, skip);
    if (frame.failure !== undefined || (frame.kind !== 'text' && frame.kind !== 'binary')) return frame;
    const choice = session.ledger!.choose(correlation, messageOf(frame), frame.arrivalUs, request);
    if (choice.action === 'take') {
      run.chosen = choice;
      return frame;
    }
    countPassedOver(run, frame, choice);
    if (choice.action === 'leave') {
      run.connection.leave(frame, skip);
      if (choice.kind === 'push' && session.pushes === skip) session.pushes++;
      if (skip < MAX_LEFT) skip++;
      else swallow(run, await receive(run, 0, 0));
    }
    if (run.readTimeoutMs > 0) {
      leftMs = Math.ceil((endUs - user.clock.nowUs()) / 1000);
      if (leftMs <= 0) throw readTimedOut();
    }
  }
}

function countPassedOver(
  { user, session, result }: SampleRun,
  frame: Frame,
  choice: Exclude<Choice, { action: 'take' }>,
): void {
  const seen = (session.passedOver ??= new WeakSet());
  if (seen.has(frame)) return;
  seen.add(frame);
  const { label } = result;
  if (choice.action === 'discard' && choice.kind === 'late') {
    const { answers, roundTripUs } = choice;
    user.emit({ type: 'passed-over', label, kind: 'late', late: { answers, roundTripUs } });
  } else user.emit({ type: 'passed-over', label, kind: choice.kind });
}
