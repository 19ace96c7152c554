/**
 * The contracts that cross folders. This file imports nothing.
 *
 * Times inside are microseconds since the epoch, taken from the monotonic clock (`Us`); results files get
 * JMeter's milliseconds.
 */

/** A point in time source. `nowUs` is microseconds since the epoch and never goes back. */
export interface Clock {
  nowUs(): number;
  /** Calls back once after `ms` milliseconds; the returned function cancels it. */
  setTimer(ms: number, callback: () => void): () => void;
}

export type LogLevel = 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL';

/** Writes one line of the log file (jmeter.log). `category` is JMeter's short class name, as in `o.a.j.t.JMeterThread`. */
export interface Logger {
  log(level: LogLevel, category: string, message: string): void;
}

/** JMeter properties, with the system properties behind them, as `__P` sees them. Shared by the whole run. */
export interface Properties {
  get(name: string): string | undefined;
  /** Sets or, with `undefined`, removes a property; returns the value before. */
  set(name: string, value: string | undefined): string | undefined;
  entries(): Iterable<[string, string]>;
}

/** The variables of one virtual user (JMeterVariables). Values may be any object; `text` is what `${name}` prints. */
export interface Variables {
  get(name: string): unknown;
  text(name: string): string | undefined;
  /** `undefined` and `null` remove the variable. */
  put(name: string, value: unknown): void;
  entries(): Iterable<[string, unknown]>;
}

/** A compiled text with `${…}` references. Evaluating may have side effects (`__counter`). */
export interface Template {
  /** The text as it stands in the plan. */
  readonly source: string;
  /** The value when the text has no reference at all, else undefined. */
  readonly constant: string | undefined;
  /**
   * The text for this user at this moment.
   * @param dynamic collects, in order, what each `${…}` gave (correlation looks for ids there).
   */
  evaluate(user: VirtualUser, dynamic?: string[]): string;
}

/** What happens to the flow of a thread after a sample (JMeter's TestLogicalAction). */
export type LogicalAction =
  'continue' | 'start-next-thread-loop' | 'start-next-iteration' | 'break-current-loop';

/** How a running test or thread is ended: `graceful` lets running samplers finish, `now` interrupts what can be. */
export type StopMode = 'graceful' | 'now';

export interface AssertionResult {
  name: string;
  failure: boolean;
  error: boolean;
  /** null when the assertion set no message (a passing JSON assertion sets an empty one). */
  message: string | null;
}

/** What correlation found out about the reply that a sample took. */
export interface CorrelationVerdict {
  kind: 'in-order' | 'late' | 'out-of-order' | 'duplicate' | 'unmatched';
  /** Label of the sample whose request the reply answers; undefined when it answers none. */
  answers: string | undefined;
  /** Arrival of the reply minus sending of the request it answers; undefined when it answers none. */
  roundTripUs: number | undefined;
  /** How many samples of the connection ago that request was sent: 0 by the sample itself. */
  samplesAgo: number | undefined;
  /** The sample has the wrong reply and fails. */
  fails: boolean;
}

/** Milliseconds from the start of a sample to `us`, pauses left out, each time cut to milliseconds as JMeter does. */
const msAfterStart = (result: SampleResult, us: number): number =>
  Math.floor(us / 1000) - Math.floor(result.startUs / 1000) - Math.floor(result.idleUs / 1000);

/** The outcome of one sample: one row of the results file, with its sub-results as rows of their own. */
export class SampleResult {
  label = '';
  /** null prints as `null` in CSV. */
  responseCode: string | null = '';
  responseMessage: string | null = '';
  success = false;
  /** `text`, `bin` or empty. */
  dataType = '';
  /** Charset of the response data; empty when the sampler set none. */
  encoding = '';
  threadName = '';
  /** 0 when the sampler never started its clock. */
  startUs = 0;
  endUs = 0;
  /** Paused time that elapsed leaves out. */
  idleUs = 0;
  latencyUs = 0;
  connectUs = 0;
  /** Received bytes, headers included. */
  bytes = 0;
  sentBytes = 0;
  /** From sending a message to the arrival of its reply; undefined when the sample saw no such pair. */
  roundTripUs: number | undefined;
  /** Threads of the group, and of all groups, that ran when the sample ended. */
  grpThreads = 0;
  allThreads = 0;
  url: string | undefined;
  /** Response body: text, or the bytes of a binary frame or an HTTP response. */
  responseData: string | Uint8Array = '';
  /** How bytes in responseData are read as text; undefined: as UTF-8. */
  decodeText: ((bytes: Buffer) => string) | undefined;
  samplerData: string | undefined;
  requestHeaders = '';
  responseHeaders = '';
  /** File that Save Responses wrote. */
  filename = '';
  sampleCount = 1;
  /** Set by setIgnore(): the sample writes no row. */
  ignored = false;
  /** True for the sample of a Transaction Controller (summaries leave it out). */
  isTransaction = false;
  /** HTTP samples have another element name in XML results. */
  isHttp = false;
  /** Where an HTTP redirect leads. */
  redirectLocation: string | undefined;
  subResults: SampleResult[] | undefined;
  assertionResults: AssertionResult[] | undefined;
  correlation: CorrelationVerdict | undefined;
  /** The sample asks its thread, or the test, to stop after it. */
  stop: 'thread' | 'test' | 'test-now' | undefined;
  /** The flow action the sample asks for (Result Status Action, scripts). */
  action: LogicalAction = 'continue';

  /** Elapsed milliseconds as JMeter computes them: both ends cut to milliseconds; 0 for a sample without an end. */
  get elapsedMs(): number {
    return this.endUs === 0 ? 0 : msAfterStart(this, this.endUs);
  }

  /** Like elapsedMs, so that a response that arrives with the end of the sample has the same figure. */
  get latencyMs(): number {
    return msAfterStart(this, this.startUs + this.idleUs + this.latencyUs);
  }

  get connectMs(): number {
    return msAfterStart(this, this.startUs + this.idleUs + this.connectUs);
  }

  get idleMs(): number {
    return Math.floor(this.idleUs / 1000);
  }

  /** The message for the failureMessage column: the first assertion message that is not null. */
  get failureMessage(): string {
    if (this.assertionResults !== undefined)
      for (const assertion of this.assertionResults) if (assertion.message !== null) return assertion.message;
    return '';
  }

  /** The response body as text. */
  get responseText(): string {
    const data = this.responseData;
    if (typeof data === 'string') return data;
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    return this.decodeText?.(bytes) ?? bytes.toString('utf8');
  }

  addAssertionResult(result: AssertionResult): void {
    (this.assertionResults ??= []).push(result);
    if (result.failure || result.error) this.success = false;
  }

  /**
   * Adds a sub-result as JMeter's addSubResult does: the parent ends no earlier than it, and takes over its sizes.
   * @param rename label it `<parent label>-<n>`.
   */
  addSubResult(sub: SampleResult, rename: boolean): void {
    const subs = (this.subResults ??= []);
    if (rename) sub.label = `${this.label}-${subs.length}`;
    sub.threadName = this.threadName;
    this.endUs = Math.max(this.endUs, sub.endUs);
    this.bytes += sub.bytes;
    this.sentBytes += sub.sentBytes;
    subs.push(sub);
  }
}

/** Durations of an opening handshake and its parts. The rest is name resolution, and what a proxy takes for its tunnel. */
export interface HandshakeTimes {
  /** From the beginning, name resolution included, to the end of the answer. */
  readonly wholeUs: number;
  /** To the proxy, if there is one. */
  readonly tcpUs: number;
  readonly tlsUs: number | undefined;
  /** From sending the upgrade request to the end of the answer. */
  readonly upgradeUs: number;
}

/** What went over a connection: text and binary messages, and all bytes on the wire (inside TLS), heads included. */
export interface Traffic {
  readonly sentMessages: number;
  readonly sentBytes: number;
  readonly receivedMessages: number;
  readonly receivedBytes: number;
}

/** What happened that is not a sample; sinks count it. */
export type RunEvent =
  | { type: 'never-answered'; label: string; count: number }
  /** Frames that a `match` sampler read past on the way to its own reply. */
  | {
      type: 'passed-over';
      label: string;
      kind: 'late' | 'duplicate' | 'out-of-order' | 'push';
      /** Of a late reply: the label of its request, and its round trip. */
      late?: { answers: string; roundTripUs: number };
    }
  | { type: 'connection-opened'; handshake?: HandshakeTimes }
  /** A connection that was not to be had: the HTTP status of the answer, or else the reason. */
  | { type: 'connection-failed'; status: number | undefined; reason: string }
  /** A sample waited for a frame in vain. */
  | { type: 'read-timeout'; label: string }
  /** From the send time that a message carries to its arrival; negative where clocks differ. */
  | { type: 'push-delay'; label: string; delayUs: number }
  /** `by` tells which side ended the connection and how. */
  | {
      type: 'connection-closed';
      by: 'client' | 'server' | 'reset' | 'thread-end';
      code: number | undefined;
      sessionUs: number;
      traffic?: Traffic;
    };

/** One finished sample on its way to the results. */
export interface SampleEvent {
  result: SampleResult;
  /** Values of `sample_variables` at that moment, in their order; undefined where a variable is not set. */
  variables: readonly (string | undefined)[];
}

/** Where samples go: a results file, statistics, a summary. Never blocks the caller. */
export interface Sink {
  sample(event: SampleEvent): void;
  event?(event: RunEvent): void;
  /** Writes out what is still buffered and closes. */
  close(): Promise<void>;
}

/** A Sink in a run on several workers: what it took in on one is added to the Sink of the same place in the first. */
export interface MergingSink extends Sink {
  /**
   * What came in since the last call, as plain data; undefined when it has nothing to hand on yet.
   * @param last the worker has finished: nothing comes after it.
   */
  take(last: boolean): unknown;
  add(data: unknown): void;
}

/** What the threads of a worker have done with their time so far, in microseconds summed over threads. */
export interface ThreadTimes {
  /** From the start of a thread to its end or to now. */
  readonly threadUs: number;
  /** Waits that the plan asks for: timers, pauses, barriers, waiting for work. */
  readonly waitingUs: number;
  /** What lies between samples beyond such waits: no sample covers it. */
  readonly uncoveredUs: number;
}

/** A result listener of the plan as data; the command line opens a Sink for it. */
export interface CollectorSpec {
  kind: 'collector' | 'summariser';
  /** Evaluated at test start, like the file. */
  name: Template;
  /** File as evaluated at test start; empty for a listener that writes nothing. */
  filename: Template;
  errorsOnly: boolean;
  successOnly: boolean;
  /** saveConfig flags by their name in the plan; undefined: the property defaults (`-l`). An absent flag is false. */
  saveConfig: ReadonlyMap<string, boolean> | undefined;
}

/** A Backend Listener of the plan as data: the command line opens a Sink that sends figures while the test runs. */
export interface BackendSpec {
  kind: 'backend';
  name: Template;
  client: 'influx' | 'influx-raw' | 'graphite';
  /** Evaluated at test start, like the name. */
  arguments: readonly { name: Template; value: Template }[];
}

/** Facts about the thread group that a virtual user runs in. */
export interface GroupInfo {
  readonly name: string;
  readonly index: number;
  /** Configured number of threads. */
  readonly threads: number;
  /** ThreadGroup.same_user_on_next_iteration. */
  readonly sameUser: boolean;
}

/**
 * State that all users of the run share: the one door through which a plan means the same on one worker and on
 * several. A cell is a number identified by a text key.
 */
export interface Shared {
  readonly properties: Properties;
  /** Test start, milliseconds since the epoch (TESTSTART.MS). */
  readonly testStartMs: number;
  /** Finds or makes the cell of that key; it starts at 0. */
  cell(key: string): number;
  /** Replaces the cell's value with f(value) as one step and returns the value before. f must be pure. */
  update(cell: number, f: (value: number) => number): number;
  /** Waits for the lock of that name; the returned function releases it. */
  lock(name: string): Promise<() => void>;
  /**
   * A barrier: resolves true once `parties` callers wait on that key, or false after `timeoutMs` (0: no limit).
   * Stopping the test releases all.
   */
  barrier(key: string, parties: number, timeoutMs: number): Promise<boolean>;
  /** Threads that run now, in all groups or in one. */
  activeThreads(group?: number): number;
  startedThreads(): number;
  finishedThreads(): number;
  stopTest(mode: StopMode): void;
}

/** What a running thread offers to the elements that act in it. */
export interface VirtualUser {
  readonly threadName: string;
  /** 0-based number of the thread in its group. */
  readonly threadNum: number;
  readonly group: GroupInfo;
  readonly variables: Variables;
  readonly shared: Shared;
  readonly clock: Clock;
  readonly log: Logger;
  /** Per-user state; compiled elements own the slots they allocated (`ElementContext.slot`). */
  readonly slots: unknown[];
  /** Name of the sampler that is running or ran last (`__samplerName`). */
  samplerName: Template | undefined;
  /** Result of the latest sample (`prev`). */
  previousResult: SampleResult | undefined;
  /** Iterations of the thread group, from 1 (`vars.getIteration()`). */
  iteration: number;
  /** The thread's one WebSocket connection; only the WebSocket samplers look inside. */
  connection: unknown;
  /** The time this thread must end at (scheduler), or undefined. */
  readonly endUs: number | undefined;
  /** False once the thread was asked to stop. */
  readonly running: boolean;
  /** The controller that gave the running step; only controllers and the engine look inside. */
  controller: object | undefined;
  /** The flow action to take after the running sample. */
  action: LogicalAction;
  /** Milliseconds that scripts have slept on their clock: the thread waits them before its sampler or after it. */
  owedSleepMs: number;
  /** Asks this thread to stop after the running sample. */
  stopThread(): void;
  /** Stops the test as another thread would do it: this one may still come to its next sampler. */
  stopTestSoon(mode: StopMode): void;
  /** Waits; false when `interrupt` cut it short. */
  sleep(ms: number): Promise<boolean>;
  /** Cuts short what this thread waits for: a `sleep`, or what `onInterrupt` was told of (Sample Timeout, stop test now). */
  interrupt(): void;
  /** Says how the running sampler is interrupted; the returned function takes that back. */
  onInterrupt(callback: () => void): () => void;
  emit(event: RunEvent): void;
  /** Sends a result that no sampler made (a transaction) to the listeners of the latest sampler. */
  report(result: SampleResult): void;
}

/** Ends the thread without a result (JMeterStopThreadException). */
export class StopThreadError extends Error {
  override readonly name = 'StopThreadError';
}

/** A value that is yet to come: a promise, or what costs less. `then` is called once; one of the two is called back. */
export interface Pending<T> {
  then(done: (value: T) => void, failed: (error: unknown) => void): unknown;
}

/** A compiled sampler. */
export interface Sampler {
  /**
   * Runs one sample. null writes no row (Flow Control Action). A thrown error writes no row either: it is logged
   * as `Error while processing sampler` and the thread goes on.
   *
   * What waits gives the result later.
   */
  sample(user: VirtualUser): SampleResult | null | Pending<SampleResult | null>;
}

export interface PreProcessor {
  process(user: VirtualUser): void;
}

/** A pre-processor that watches the sample itself (JMeter's SampleMonitor: Sample Timeout). */
export interface SampleMonitor {
  /** The timers have been waited for, the sampler is about to run. */
  sampleStarting(user: VirtualUser): void;
  sampleEnded(user: VirtualUser): void;
}

export interface Timer {
  /** Milliseconds to wait before the sampler; what a barrier waits is inside the promise. */
  delayMs(user: VirtualUser): number | Promise<number>;
}

export interface PostProcessor {
  process(user: VirtualUser, result: SampleResult): void;
}

export interface Assertion {
  /** Checks one result and adds its outcome with `result.addAssertionResult`. */
  check(user: VirtualUser, result: SampleResult): void;
}

/** A listener that acts (Result Status Action, Save Responses) or one that collects into a Sink. */
export type Listener =
  | { kind: 'act'; sampleOccurred(user: VirtualUser, result: SampleResult): void }
  | { kind: 'collect'; spec: CollectorSpec | BackendSpec };

/** A config element that acts when the nearest controller above it starts a pass (CSV Data Set, Counter). */
export interface IterationListener {
  iterationStart(user: VirtualUser): void;
}

/** A compiled config element; `kind` tells samplers what it is. */
export interface Config {
  readonly kind: string;
}

/** Hooks at the ends of a thread. */
export interface ThreadListener {
  threadStarted?(user: VirtualUser): void;
  threadFinished?(user: VirtualUser): void | Promise<void>;
}
