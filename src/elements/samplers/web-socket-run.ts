import type { Message } from '../../correlation/message.ts';
import type { SendTime } from '../../correlation/push-delay.ts';
import type { Request } from '../../correlation/request.ts';
import { JavaException } from '../../java/exception.ts';
import { RegexSyntaxError } from '../../regex/regex.ts';
import type { CorrelationVerdict, Pending, RunEvent, SampleResult, VirtualUser } from '../../types.ts';
import type { WebSocketConnection } from '../../websocket/connection.ts';
import { IoError, UpgradeError } from '../../websocket/errors.ts';
import { frameKindText, frameText, type Frame } from '../../websocket/frame.ts';
import type { FrameReceiver } from '../../websocket/inbox.ts';
import type { ResponseHead } from '../../websocket/response-head.ts';
import type { Session } from './web-socket-thread.ts';

/** One WebSocket sample under way. It stands for its result while it waits for its frame (`whenFrameArrives`). */
export class SampleRun implements FrameReceiver, Pending<SampleResult> {
  readonly user: VirtualUser;
  readonly result: SampleResult;
  readonly session: Session;
  /** Short name of the plugin's class in the log. */
  readonly category: string;
  readonly readTimeoutMs: number;
  /** Limit for TCP when this sample opens the connection, else undefined. */
  readonly connectTimeoutMs: number | undefined;
  /** When the message of this sample was sent; undefined while there is none. */
  sentUs: number | undefined;
  /** Reads the send time that messages carry; undefined when no rule says where. */
  sendTime: SendTime | undefined;
  /** The answer to the upgrade, when this sample opened the connection. */
  upgrade: ResponseHead | undefined;
  /** The request of this sample, for the reply that is to be paired with it. */
  request: Request | undefined;
  /** Set while a frame is waited for. */
  reading = false;
  #done: ((result: SampleResult) => void) | undefined;
  #complete: ((run: SampleRun, frame: Frame) => SampleResult) | undefined;
  /** Set when a `match` sampler chose its frame, with what it found out. */
  chosen: { readonly verdict: CorrelationVerdict | undefined } | undefined;

  constructor(
    user: VirtualUser,
    result: SampleResult,
    session: Session,
    category: string,
    readTimeoutMs: number,
    connectTimeoutMs: number | undefined,
  ) {
    this.user = user;
    this.result = result;
    this.session = session;
    this.category = category;
    this.readTimeoutMs = readTimeoutMs;
    this.connectTimeoutMs = connectTimeoutMs;
  }

  get connection(): WebSocketConnection {
    return this.session.connection;
  }

  /** When the sample's work began, for what follows at once: opening a connection comes before. */
  get workedFromUs(): number {
    return this.upgrade === undefined ? this.result.startUs : this.user.clock.nowUs();
  }

  /** The sample's result once its frame has come. `complete` makes the result; it does not throw. */
  whenFrameArrives(complete: (run: SampleRun, frame: Frame) => SampleResult): this {
    this.#complete = complete;
    return this;
  }

  /** Each sample waits here: a promise would cost it half a kilobyte. */
  // oxlint-disable-next-line unicorn/no-thenable -- a Pending
  then(done: (result: SampleResult) => void): void {
    this.#done = done;
  }

  frameArrived(frame: Frame): void {
    this.#done!(this.#complete!(this, frame));
  }

  log(level: 'WARN' | 'ERROR', message: string): void {
    this.user.log.log(level, this.category, message);
  }
}

/** Ends a sample with that code and message. */
export class SampleFailure extends Error {
  override readonly name = 'SampleFailure';
  readonly responseCode: string;
  /** When the sample ends; undefined: now. */
  readonly endUs: number | undefined;

  constructor(responseCode: string, responseMessage: string, endUs?: number) {
    super(responseMessage);
    this.responseCode = responseCode;
    this.endUs = endUs;
  }
}

/** A frame of another kind than the sampler expects. */
export function unexpectedFrame(run: SampleRun, frame: Frame): SampleFailure {
  swallow(run, frame);
  run.log('ERROR', `Unexpected frame type received in sampler '${run.result.label}': ${frameText(frame)}`);
  return new SampleFailure(
    `Sampler error: unexpected frame type (${frameKindText(frame)}).`,
    `Received: ${frameText(frame)}`,
  );
}

/** The payload of a data frame. */
export const payloadOf = (frame: Frame): Message => (frame.kind === 'text' ? frame.text : frame.data);

/** Notes how long a message was under way, where it says when it was sent. */
export function notePush({ sendTime, user, result }: SampleRun, frame: Frame): void {
  if (sendTime === undefined || !frame.final || frame.continuation) return;
  if (frame.kind !== 'text' && frame.kind !== 'binary') return;
  const sentUs = sendTime(payloadOf(frame));
  if (sentUs === undefined) return;
  user.emit({ type: 'push-delay', label: result.label, delayUs: frame.arrivalUs - sentUs });
}

/** Tells the ledger of a data frame that no sample takes for its reply. */
export function swallow(run: SampleRun, frame: Frame): void {
  const { session } = run;
  notePush(run, frame);
  if (session.ledger !== undefined && (frame.kind === 'text' || frame.kind === 'binary'))
    session.ledger.swallowed(payloadOf(frame));
}

/** Why a connection was not to be had. */
export const connectionFailed = (error: unknown): RunEvent => ({
  type: 'connection-failed',
  status: error instanceof UpgradeError ? error.statusCode : undefined,
  reason: error instanceof Error ? error.message : String(error),
});

/** Fills in why the sample failed. */
export function describeFailure(run: SampleRun, error: unknown): void {
  const { result } = run;
  result.success = false;
  if (error instanceof SampleFailure) {
    result.responseCode = error.responseCode;
    result.responseMessage = error.message;
    if (error.endUs !== undefined) result.endUs = error.endUs;
  } else if (error instanceof IoError) {
    result.responseCode = 'Websocket I/O error';
    result.responseMessage = `WebSocket I/O error: ${error.message}`;
  } else if (error instanceof UpgradeError) {
    result.responseCode = error.statusCode === undefined ? '' : String(error.statusCode);
    result.responseMessage = error.message;
  } else {
    const text = exceptionText(error);
    result.responseCode = 'Sampler error';
    result.responseMessage = `Sampler error: ${text}`;
    run.log('ERROR', `Unhandled error in sampler '${result.label}'. ${text}`);
  }
}

function exceptionText(error: unknown): string {
  if (error instanceof RegexSyntaxError) return `java.util.regex.PatternSyntaxException: ${error.message}`;
  if (error instanceof JavaException || error instanceof Error) return `${error.name}: ${error.message}`;
  return String(error);
}
