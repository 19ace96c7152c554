import type { GroupHost, GroupRun, ThreadHandle, ThreadStart } from '../elements/thread-groups/group.ts';
import type { Plan, PlanGroup } from '../plan/plan.ts';
import type {
  BackendSpec,
  Clock,
  CollectorSpec,
  GroupInfo,
  Logger,
  Properties,
  Sink,
  StopMode,
  Template,
} from '../types.ts';
import { LocalShared, type RunShared } from './shared.ts';
import { Thread, type RunContext } from './thread.ts';
import { ThreadTime } from './thread-time.ts';

const CATEGORY = 'o.a.j.e.StandardJMeterEngine';

/** The share of one worker in a run on several: threads whose number leaves `index` when divided by `count`. */
export interface Partition {
  readonly index: number;
  readonly count: number;
  createShared(onStop: (mode: StopMode) => void): RunShared;
  /**
   * Resolves when all workers have come this far: groups and phases begin and end together. Gives how the test was
   * stopped, the same answer to all.
   * @param once is called by one of them, when all have come and none goes on yet.
   */
  together(once: () => void): Promise<StopMode | undefined>;
  /** Variables as the first worker evaluated them; undefined for the first worker. */
  readonly initialVariables: ReadonlyMap<string, unknown> | undefined;
  /** Hands the evaluated variables of the first worker on. */
  publishVariables?(variables: ReadonlyMap<string, unknown>): void;
}

export interface RunOptions {
  readonly plan: Plan;
  readonly properties: Properties;
  readonly clock: Clock;
  readonly log: Logger;
  /** Sinks that see every sample: the results file, statistics. The caller closes them. */
  readonly sinks: readonly Sink[];
  /** Opens the sink of a listener of the plan; undefined when it writes nothing. Closed by the caller too. */
  openCollector(spec: CollectorSpec | BackendSpec, evaluate: (text: Template) => string): Sink | undefined;
  /** A thread group could not start (JMeter's text). The others run. */
  onGroupError(message: string): void;
  readonly partition?: Partition;
  /** Adds up what the threads do with their time, for whoever wants to know. */
  readonly threadTime?: ThreadTime;
}

export interface RunOutcome {
  /** How the test was stopped; undefined when it ended by itself. */
  readonly stopped: StopMode | undefined;
  /** Threads that did not end within `jmeterengine.threadstop.wait` of a stop. */
  readonly threadsLeft: number;
}

/** A test that runs. */
export interface Run {
  readonly finished: Promise<RunOutcome>;
  stop(mode: StopMode): void;
  readonly shared: RunShared;
  /** When the groups that run now end by their schedules, in milliseconds since the epoch; undefined: not known. */
  plannedEndMs(): number | undefined;
}

/** Starts a compiled plan: setUp groups, then main groups, then tearDown groups (StandardJMeterEngine). */
export function startRun(options: RunOptions): Run {
  const engine = new Engine(options);
  return {
    finished: engine.run(),
    stop: (mode) => engine.stop(mode),
    shared: engine.shared,
    plannedEndMs: () => engine.plannedEndMs(),
  };
}

class Engine {
  readonly shared: RunShared;
  readonly #options: RunOptions;
  readonly #threads = new Set<Thread>();
  /** Sleeping groups, to be woken by a stop. */
  readonly #sleepers = new Set<() => void>();
  readonly #groupIndex: Map<PlanGroup, number>;
  /** When each group that runs is to end, in milliseconds since the epoch; Infinity: not known. */
  readonly #ends = new Map<GroupRun, number>();
  #context: RunContext | undefined;
  #stopped: StopMode | undefined;
  /** Resolves when stopping took longer than it may. */
  #giveUp: (() => void) | undefined;
  #cancelGiveUp: (() => void) | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#groupIndex = new Map(options.plan.groups.map((group, index) => [group, index]));
    const onStop = (mode: StopMode): void => this.stop(mode);
    this.shared =
      options.partition?.createShared(onStop) ??
      new LocalShared(options.properties, Math.floor(options.clock.nowUs() / 1000), onStop);
  }

  stop(mode: StopMode): void {
    if (this.#stopped === 'now' || this.#stopped === mode) return;
    this.#stopped = mode;
    this.shared.releaseBarriers();
    for (const thread of this.#threads) {
      thread.stopThread();
      if (mode === 'now') thread.interrupt();
    }
    for (const wake of this.#sleepers) wake();
    if (mode === 'now') {
      const waitMs = Number(this.#options.properties.get('jmeterengine.threadstop.wait') ?? 5000);
      this.#cancelGiveUp = this.#options.clock.setTimer(waitMs, () => this.#giveUp?.());
    }
  }

  plannedEndMs(): number | undefined {
    // Groups that wait for their turn are not counted in.
    if (this.#options.plan.serializeGroups) return undefined;
    const latest = Math.max(...this.#ends.values());
    return Number.isFinite(latest) ? latest : undefined;
  }

  async run(): Promise<RunOutcome> {
    const { plan } = this.#options;
    const start = this.#startUser(new Map());
    const { partition } = this.#options;
    const variables = partition?.initialVariables ?? this.#initialVariables(start);
    partition?.publishVariables?.(variables);
    // Workers begin when all of them are ready.
    this.#stopped ??= await partition?.together(() => {});
    const user = this.#startUser(variables);
    const collectors = new Map<CollectorSpec | BackendSpec, Sink>();
    for (const spec of plan.collectors) {
      const sink = this.#options.openCollector(spec, (text) => text.evaluate(user));
      if (sink !== undefined) collectors.set(spec, sink);
    }
    this.#context = { ...this.#contextWith(variables), collectors };

    const tooLong = new Promise<void>((resolve) => {
      this.#giveUp = resolve;
    });
    await Promise.race([this.#phases(user), tooLong]);
    this.#cancelGiveUp?.();
    return { stopped: this.#stopped, threadsLeft: this.#threads.size };
  }

  async #phases(user: Thread): Promise<void> {
    const { plan } = this.#options;
    const groups = (phase: PlanGroup['factory']['phase']): PlanGroup[] =>
      plan.groups.filter((group) => group.factory.phase === phase);
    this.#info('Running the test!');
    // A test that was stopped while setting up ends there.
    if ((await this.#phase(groups('setUp'), user, true)) !== undefined) return;
    const tearDown = groups('tearDown');
    const stopped = await this.#phase(groups('main'), user, tearDown.length > 0);
    if (stopped !== undefined && !plan.tearDownOnShutdown) return;
    this.#cancelGiveUp?.();
    this.#stopped = undefined;
    await this.#phase(tearDown, user, false);
    this.#stopped ??= stopped;
  }

  /**
   * Runs the groups of one phase to their end and tells how the test was stopped.
   * @param isFollowed another phase begins after it, and counts its threads from 0.
   */
  async #phase(
    groups: readonly PlanGroup[],
    user: Thread,
    isFollowed: boolean,
  ): Promise<StopMode | undefined> {
    const running: Promise<void>[] = [];
    for (const [index, group] of groups.entries()) {
      const isElsewhere = group.factory.onFirstWorker === true && (this.#options.partition?.index ?? 0) > 0;
      const run = this.#stopped === undefined && !isElsewhere ? this.#prepare(group, user) : undefined;
      const finished = run === undefined ? Promise.resolve() : this.#runGroup(group, run, index + 1);
      running.push(finished);
      if (!this.#options.plan.serializeGroups) continue;
      await finished;
      if ((await this.#together()) !== undefined) break;
    }
    await Promise.all(running);
    return this.#together(isFollowed ? () => this.shared.phaseEnded() : undefined);
  }

  async #together(once = (): void => {}): Promise<StopMode | undefined> {
    const { partition } = this.#options;
    if (partition !== undefined) return partition.together(once);
    once();
    return this.#stopped;
  }

  #prepare(group: PlanGroup, user: Thread): GroupRun | undefined {
    try {
      return group.factory.prepare(user);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#options.log.log('ERROR', CATEGORY, `Error occurred starting thread group: ${message}`);
      this.#options.onGroupError(message);
      return undefined;
    }
  }

  async #runGroup(group: PlanGroup, run: GroupRun, groupNumber: number): Promise<void> {
    const info: GroupInfo = { ...run.info, index: this.#groupIndex.get(group) ?? 0 };
    this.#info(`Starting ${info.threads} threads for group ${info.name}.`);
    const isRunning = (): boolean => this.#stopped === undefined;
    const host: GroupHost = {
      clock: this.#options.clock,
      groupNumber,
      testStartUs: this.shared.testStartMs * 1000,
      get running() {
        return isRunning();
      },
      start: (thread) => this.#start(group, info, run, groupNumber, thread),
      sleep: (ms) => this.#sleep(ms),
      log: (level, message) => this.#options.log.log(level, 'o.a.j.t.ThreadGroup', message),
    };
    this.#ends.set(run, this.#options.clock.nowUs() / 1000 + (run.lastsMs ?? Infinity));
    await run.run(host);
    this.#ends.delete(run);
  }

  #start(
    group: PlanGroup,
    info: GroupInfo,
    run: GroupRun,
    groupNumber: number,
    start: ThreadStart,
  ): ThreadHandle {
    const { partition } = this.#options;
    if (
      partition !== undefined &&
      group.factory.onFirstWorker !== true &&
      start.number % partition.count !== partition.index
    )
      return ELSEWHERE;
    const name = start.name ?? `${info.name} ${groupNumber}-${start.number + 1}`;
    const thread = new Thread(this.#context!, info, run.onSampleError, start, name);
    this.#threads.add(thread);
    return new StartedThread(thread, thread.run(group, start.delayMs));
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        this.#sleepers.delete(end);
        resolve();
      };
      const cancel = this.#options.clock.setTimer(ms, end);
      this.#sleepers.add(end);
      if (this.#stopped !== undefined) end();
    });
  }

  #contextWith(initialVariables: ReadonlyMap<string, unknown>): RunContext {
    const { clock, log, sinks, properties, threadTime = new ThreadTime() } = this.#options;
    const names = properties.get('sample_variables') ?? '';
    return {
      clock,
      log,
      shared: this.shared,
      sinks,
      collectors: new Map(),
      sampleVariables: names === '' ? [] : names.split(','),
      initialVariables,
      threadTime,
      ended: (thread) => this.#threads.delete(thread),
    };
  }

  /** Stands in for a user while nothing runs yet: thread group settings and initial variables are evaluated with it. */
  #startUser(variables: ReadonlyMap<string, unknown>): Thread {
    const group: GroupInfo = { name: '', index: 0, threads: 0, sameUser: true };
    const start: ThreadStart = { number: 0, delayMs: 0, endUs: undefined };
    return new Thread(this.#contextWith(variables), group, 'continue', start, 'StandardJMeterEngine');
  }

  /**
   * The variables of the Test Plan and of User Defined Variables elements, each evaluated once in document order.
   * Texts of one element do not see its other variables; the first of equal names in an element counts.
   */
  #initialVariables(user: Thread): Map<string, unknown> {
    const { properties, plan } = this.#options;
    for (const name of ['START.MS', 'START.YMD', 'START.HMS']) user.variables.put(name, properties.get(name));
    const testStart = String(this.shared.testStartMs);
    properties.set('TESTSTART.MS', testStart);
    user.variables.put('TESTSTART.MS', testStart);
    for (const { pairs } of plan.initialVariables) {
      const values = new Map<string, string>();
      for (const { name, value } of pairs) {
        const key = name.evaluate(user);
        const text = value.evaluate(user);
        if (!values.has(key)) values.set(key, text);
      }
      for (const [key, value] of values) user.variables.put(key, value);
    }
    return new Map(user.variables.entries());
  }

  #info(message: string): void {
    this.#options.log.log('INFO', CATEGORY, message);
  }
}

class StartedThread implements ThreadHandle {
  readonly finished: Promise<void>;
  readonly #thread: Thread;

  constructor(thread: Thread, finished: Promise<void>) {
    this.#thread = thread;
    this.finished = finished;
  }

  stop(): void {
    this.#thread.stopThread();
  }

  interrupt(): void {
    this.#thread.stopThread();
    this.#thread.interrupt();
  }
}

/** A thread that another worker runs. */
const ELSEWHERE: ThreadHandle = { finished: Promise.resolve(), stop: () => {}, interrupt: () => {} };
