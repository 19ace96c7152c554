import {
  createController,
  type Controller,
  type Step,
  type Transaction,
  type TransactionStep,
  type WaitStep,
} from '../elements/controllers/controller.ts';
import type { OnSampleError, ThreadStart } from '../elements/thread-groups/group.ts';
import type { PlanGroup, SamplePackage, TransactionScope } from '../plan/plan.ts';
import {
  StopThreadError,
  type BackendSpec,
  type CollectorSpec,
  type GroupInfo,
  type Listener,
  type LogicalAction,
  type LogLevel,
  type RunEvent,
  type SampleEvent,
  type SampleResult,
  type Sampler,
  type Sink,
  type StopMode,
  type Template,
  type VirtualUser,
} from '../types.ts';
import { drive, TURN, type Routine } from './routine.ts';
import { UserVariables } from './variables.ts';
import type { RunShared } from './shared.ts';
import { ThreadStopwatch, type ThreadTime } from './thread-time.ts';
import type { Clock, Logger } from '../types.ts';

const CATEGORY = 'o.a.j.t.JMeterThread';
/** Samples that may come as promises before other threads, timers and signals have their turn. */
const MOST_PROMISES = 64;
const NO_VARIABLES: readonly undefined[] = [];
/** The thread in which JMeter stops a test for a script has begun by then. */
const STOP_SOON_MS = 20;

/** What all threads of a run have in common. */
export interface RunContext {
  readonly clock: Clock;
  readonly log: Logger;
  readonly shared: RunShared;
  /** Sinks that see every sample, as a listener at the end of the Test Plan does. */
  readonly sinks: readonly Sink[];
  /** Sinks of the plan's own listeners; one that writes nothing has none. */
  readonly collectors: ReadonlyMap<CollectorSpec | BackendSpec, Sink>;
  /** Names in `sample_variables`. */
  readonly sampleVariables: readonly string[];
  /** Variables that every thread starts with. */
  readonly initialVariables: ReadonlyMap<string, unknown>;
  readonly threadTime: ThreadTime;
  /** A thread has ended. */
  ended(thread: Thread): void;
}

/** A running thread: one virtual user going through the plan (JMeterThread). */
export class Thread implements VirtualUser {
  // What every sample needs stands together, and is in the processor's cache together.
  readonly #run: RunContext;
  #running = true;
  /** A sampler has begun and not ended. */
  #sampling = false;
  /** Set when a sample did not wait for anything: other threads must get their turn. */
  #sinceYield = 0;
  /** Samples that were promises. */
  #promises = 0;
  /** The package that ran last: a transaction is reported to its listeners. */
  #package: SamplePackage | undefined;
  #stopwatch: ThreadStopwatch | undefined;
  readonly #onSampleError: OnSampleError;
  /** A script asked to stop the test: done once that many samples have ended. */
  #stopSoon: { mode: StopMode; samples: number } | undefined;
  owedSleepMs = 0;
  action: LogicalAction = 'continue';
  samplerName: Template | undefined;
  previousResult: SampleResult | undefined;
  controller: object | undefined;
  connection: unknown;
  readonly variables: UserVariables;
  readonly threadName: string;
  readonly group: GroupInfo;
  readonly shared: RunShared;
  readonly clock: Clock;
  readonly endUs: number | undefined;
  readonly slots: unknown[] = [];
  readonly log: Logger;
  readonly threadNum: number;
  iteration = 0;
  #starting = true;
  #wake: ((complete: boolean) => void) | undefined;
  #cancelTimer: (() => void) | undefined;
  #interruptSampler: (() => void) | undefined;

  constructor(
    run: RunContext,
    group: GroupInfo,
    onSampleError: OnSampleError,
    start: ThreadStart,
    name: string,
  ) {
    this.#run = run;
    this.#onSampleError = onSampleError;
    this.threadName = name;
    this.threadNum = start.number;
    this.group = group;
    this.shared = run.shared;
    this.clock = run.clock;
    this.log = run.log;
    this.endUs = start.endUs;
    this.variables = new UserVariables(run.initialVariables);
  }

  get running(): boolean {
    return this.#running;
  }

  /** Lets the running sample finish, then ends the thread; one that waits for its start does not start. */
  stopThread(): void {
    this.#running = false;
    if (this.#starting) this.interrupt();
  }

  interrupt(): void {
    this.#wake?.(false);
    this.#interruptSampler?.();
  }

  stopTestSoon(mode: StopMode): void {
    this.#stopSoon = { mode, samples: 2 };
    this.clock.setTimer(STOP_SOON_MS, () => {
      if (this.#stopSoon !== undefined) this.shared.stopTest(mode);
    });
  }

  onInterrupt(callback: () => void): () => void {
    this.#interruptSampler = callback;
    return () => {
      this.#interruptSampler = undefined;
    };
  }

  sleep(ms: number): Promise<boolean> {
    const fromUs = this.clock.nowUs();
    return new Promise((resolve) => {
      const end = (complete: boolean): void => {
        this.#stopwatch?.waited(complete ? ms * 1000 : this.clock.nowUs() - fromUs);
        this.#wake = undefined;
        this.#cancelTimer?.();
        this.#cancelTimer = undefined;
        resolve(complete);
      };
      this.#wake = end;
      this.#cancelTimer = this.clock.setTimer(ms, () => end(true));
    });
  }

  emit(event: RunEvent): void {
    for (const sink of this.#run.sinks) sink.event?.(event);
  }

  /** Runs the group's tree until it is done, stopped or out of time. Never rejects. */
  async run(group: PlanGroup, delayMs: number): Promise<void> {
    try {
      if (delayMs > 0) await this.sleep(delayMs);
      this.#starting = false;
      if (!this.#running) return;
      this.shared.threadStarted(this.group.index);
      this.#stopwatch = new ThreadStopwatch(this.#run.threadTime, this.clock);
      this.#info(`Thread started: ${this.threadName}`);
      this.variables.lastSampleOk = true;
      let root: Controller | undefined;
      try {
        root = createController(group.root, undefined, this);
        root.initialize(this);
        for (const listener of group.threadListeners) listener.threadStarted?.(this);
        await drive(this.#loop(root));
      } catch (error) {
        if (error instanceof StopThreadError) this.#info(`Stopping Thread: ${error.message}`);
        else this.#log('ERROR', `Test failed! ${describe(error)}`);
      }
      this.#running = false;
      this.#stopwatch.finished();
      root?.threadFinished(this);
      for (const listener of group.threadListeners) await listener.threadFinished?.(this);
      this.#info(`Thread finished: ${this.threadName}`);
      this.shared.threadFinished(this.group.index);
    } finally {
      this.#run.ended(this);
    }
  }

  *#loop(root: Controller): Routine {
    while (this.#running) {
      let step = root.next(this);
      while (this.#running && step !== null) {
        if (step.kind === 'wait') yield this.#wait(step);
        else {
          let transaction: Transaction | undefined;
          let inner: Step | null = step;
          while (inner?.kind === 'transaction') {
            transaction = inner.transaction;
            inner = inner.step;
          }
          if (inner !== null) {
            const pack = inner as SamplePackage;
            try {
              this.#prepare(pack);
              if (pack.timers.length > 0 || this.owedSleepMs > 0) yield this.#delay(pack);
              if (this.#running) {
                const begun = this.#begin(pack);
                const waits = begun !== null && 'then' in begun;
                const result = waits ? ((yield begun) as SampleResult | null) : begun;
                this.#ended(pack, waits);
                if (result !== null) this.#take(result, pack, transaction);
                if (waits) yield TURN;
              }
            } catch (error) {
              this.#failed(pack, error);
            }
            if (this.owedSleepMs > 0) yield this.#paySleep();
            this.#checkEnd();
          }
          if (step.kind === 'transaction') this.#closeTransactions(step, undefined);
          if (++this.#sinceYield > 1) yield this.#yield();
          if (this.#actionPending()) {
            this.#cutShort(step);
            break;
          }
        }
        step = root.next(this);
      }
      if (root.isDone(this)) {
        this.#running = false;
        this.#info(`Thread is done: ${this.threadName}`);
      }
    }
  }

  async #wait({ until, idle }: WaitStep): Promise<void> {
    if (idle === true) this.shared.threadIdle(this.group.index);
    await (this.#stopwatch?.wait(until) ?? until);
    if (idle === true) this.shared.threadBusy(this.group.index);
  }

  /** Lets timers and sockets have their turn between samples that never wait. */
  #yield(): Promise<void> {
    this.#sinceYield = 0;
    return new Promise((resolve) => setImmediate(resolve));
  }

  #actionPending(): boolean {
    // What the group does after an error outweighs what the sample asked for.
    if (this.#onSampleError === 'startnextloop' && !this.variables.lastSampleOk)
      this.action = 'start-next-thread-loop';
    return this.action !== 'continue';
  }

  /** Unwinds the controllers above the sampler as the action says. */
  #cutShort(step: Step): void {
    const action = this.action;
    let controller = this.controller as Controller | undefined;
    while (controller !== undefined) {
      const isRoot = controller.parent === undefined;
      const stopsHere = isRoot || (action !== 'start-next-thread-loop' && controller.isLoop);
      if (!stopsHere) controller.triggerEndOfLoop(this);
      else if (action === 'break-current-loop') controller.breakLoop(this);
      else controller.startNextLoop(this);
      if (stopsHere) break;
      controller = controller.parent;
    }
    if (step.kind === 'transaction') this.#endTransaction(step.transaction, undefined);
    this.variables.lastSampleOk = true;
    this.action = 'continue';
  }

  /** Reports the transactions of a step that have ended, the inner ones to those around them. */
  #closeTransactions(
    { transaction, step }: TransactionStep,
    outer: Transaction | undefined,
  ): SampleResult | undefined {
    const inner = step?.kind === 'transaction' ? this.#closeTransactions(step, transaction) : undefined;
    if (inner !== undefined) transaction.add(inner);
    // A thread that stops in the middle still reports the transaction it is in.
    return step === null || !this.#running ? this.#endTransaction(transaction, outer) : undefined;
  }

  #endTransaction(transaction: Transaction, outer: Transaction | undefined): SampleResult {
    const { result, node, controller, isReported } = transaction;
    const scope = node.scope as TransactionScope;
    this.#fillThread(result);
    for (const assertion of scope.assertions) assertion.check(this, result);
    this.variables.lastSampleOk = result.success;
    // One that was cut short and goes on all the same comes again: results files have it already.
    if (outer === undefined && !isReported) {
      transaction.isReported = true;
      this.#notify(scope.listeners, result, controller.parent);
    }
    return result;
  }

  // The parts of JMeterThread.executeSamplePackage, in their order.

  #prepare(pack: SamplePackage): void {
    this.samplerName = pack.name;
    for (const element of pack.preProcessors) element.process(this);
    this.#package = pack;
  }

  #begin(pack: SamplePackage): ReturnType<Sampler['sample']> {
    this.#stopwatch?.sampling();
    this.#sampling = true;
    for (const element of pack.preProcessors) element.sampleStarting?.(this);
    return pack.sampler.sample(this);
  }

  /** @param waited other threads had their turn meanwhile. */
  #ended(pack: SamplePackage, waited: boolean): void {
    this.#sampling = false;
    // A promise may be there without a turn of the event loop: now and then one is taken all the same.
    if (waited) this.#sinceYield = ++this.#promises % MOST_PROMISES === 0 ? 1 : 0;
    for (const element of pack.preProcessors) element.sampleEnded?.(this);
  }

  /** An element that throws costs the sample its row, not the thread its life, unless it asks for that. */
  #failed(pack: SamplePackage, error: unknown): void {
    if (this.#sampling) this.#ended(pack, false);
    if (error instanceof StopThreadError) {
      this.#info(`Stopping Thread: ${error.message}`);
      this.#running = false;
      return;
    }
    // JMeter reads the name once more for this line: a name that throws ends the thread.
    const name = pack.name.evaluate(this);
    this.#log('ERROR', `Error while processing sampler: '${name}'. ${describe(error)}`);
  }

  /** Waits for what scripts have slept. */
  async #paySleep(): Promise<void> {
    const ms = this.owedSleepMs;
    this.owedSleepMs = 0;
    await this.sleep(ms);
    this.#sinceYield = 0;
  }

  #checkEnd(): void {
    if (this.#stopSoon !== undefined && --this.#stopSoon.samples === 0) {
      const { mode } = this.#stopSoon;
      this.#stopSoon = undefined;
      this.shared.stopTest(mode);
    }
    if (this.endUs === undefined || !this.#running || this.clock.nowUs() < this.endUs) return;
    this.#running = false;
    this.#info(`Stopping because end time detected by thread: ${this.threadName}`);
  }

  /** What follows a sampler: post-processors, assertions, listeners, and what the result asks for. */
  #take(result: SampleResult, pack: SamplePackage, transaction: Transaction | undefined): void {
    this.#stopwatch?.sampled(result);
    // A script gave the sampler another name for this sample.
    if (this.samplerName !== pack.name) result.label = this.samplerName?.evaluate(this) ?? result.label;
    if (result.ignored) this.variables.lastSampleOk = result.success;
    else {
      this.#fillThread(result);
      result.subResults?.forEach((sub) => this.#fillThread(sub));
      this.previousResult = result;
      for (const element of pack.postProcessors) element.process(this, result);
      for (const assertion of pack.assertions) assertion.check(this, result);
      this.variables.lastSampleOk = result.success;
      // A post-processor may have asked to ignore the sample.
      if (!(result as { ignored: boolean }).ignored) {
        const listeners =
          transaction === undefined
            ? pack.listeners
            : onlyInside(pack.listeners, transaction.node.scope as TransactionScope);
        this.#notify(listeners, result, this.controller as Controller | undefined, transaction !== undefined);
        transaction?.add(result);
      }
    }
    this.#stopIfAsked(result);
  }

  #stopIfAsked(result: SampleResult): void {
    const onError = result.success ? 'continue' : this.#onSampleError;
    if (result.stop === 'thread' || onError === 'stopthread') {
      this.#info(`Stop Thread detected by thread: ${this.threadName}`);
      this.#running = false;
    }
    if (result.stop === 'test' || onError === 'stoptest') {
      this.#info(`Stop Test detected by thread: ${this.threadName}`);
      this.shared.stopTest('graceful');
    }
    if (result.stop === 'test-now' || onError === 'stoptestnow') {
      this.#info(`Stop Test Now detected by thread: ${this.threadName}`);
      this.shared.stopTest('now');
    }
    if (result.action !== 'continue') this.action = result.action;
  }

  async #delay(pack: SamplePackage): Promise<void> {
    let totalMs = this.owedSleepMs;
    this.owedSleepMs = 0;
    for (const timer of pack.timers) {
      const delay = timer.delayMs(this);
      totalMs += typeof delay === 'number' ? delay : await (this.#stopwatch?.wait(delay) ?? delay);
    }
    if (totalMs <= 0 || !this.#running) return;
    if (this.endUs !== undefined && this.clock.nowUs() + totalMs * 1000 > this.endUs) {
      this.#running = false;
      return;
    }
    await this.sleep(totalMs);
    this.#sinceYield = 0;
  }

  #fillThread(result: SampleResult): void {
    result.threadName = this.threadName;
    result.grpThreads = this.shared.activeThreads(this.group.index);
    result.allThreads = this.shared.activeThreads();
  }

  report(result: SampleResult): void {
    if (this.#package === undefined) this.#log('WARN', 'Could not fetch SamplePackage');
    else this.#deliver(this.#package.listeners, result, true);
  }

  /**
   * @param insideTransaction the sample becomes part of a parent sample: the run's own sinks see only that one.
   */
  #notify(
    listeners: readonly Listener[],
    result: SampleResult,
    controller: Controller | undefined,
    insideTransaction = false,
  ): void {
    this.#deliver(listeners, result, !insideTransaction);
    for (let c = controller; c !== undefined && !c.generatesParent; c = c.parent) {
      // A direct child of a parent-mode transaction stands among its listeners, which do not see the samples inside.
      if (c.parent?.generatesParent !== true) c.sampleOccurred(this, result);
    }
  }

  #deliver(listeners: readonly Listener[], result: SampleResult, toRun: boolean): void {
    const { sampleVariables, sinks, collectors } = this.#run;
    const event: SampleEvent = {
      result,
      variables:
        sampleVariables.length === 0
          ? NO_VARIABLES
          : sampleVariables.map((name) => this.variables.text(name)),
    };
    for (const listener of listeners) {
      if (listener.kind === 'act') listener.sampleOccurred(this, result);
      else collectors.get(listener.spec)?.sample(event);
    }
    if (toRun) for (const sink of sinks) sink.sample(event);
  }

  #info(message: string): void {
    this.#log('INFO', message);
  }

  #log(level: LogLevel, message: string): void {
    this.log.log(level, CATEGORY, message);
  }
}

/** Listeners that also receive the transaction do not receive the samples in it. */
const onlyInside = (listeners: readonly Listener[], scope: TransactionScope): readonly Listener[] =>
  listeners.length === 0 ? listeners : listeners.filter((listener) => !scope.listeners.includes(listener));

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
