import { RunProperties } from '../../src/engine/properties.ts';
import { startRun, type Run, type RunOutcome } from '../../src/engine/run.ts';
import type { ThreadTime } from '../../src/engine/thread-time.ts';
import { parsePlan } from '../../src/jmx/read-plan.ts';
import { compilePlan } from '../../src/plan/compile.ts';
import type { Clock, SampleEvent, SampleResult } from '../../src/types.ts';

/**
 * A clock that stands still while anything runs, and jumps to the next timer when nothing does: tests of hours take
 * milliseconds, and times are exact.
 */
export class JumpingClock implements Clock {
  #nowUs = 1_796_000_000_000_000;
  readonly #timers = new Map<object, { atUs: number; callback: () => void }>();
  #scheduled = false;

  nowUs(): number {
    return this.#nowUs;
  }

  setTimer(ms: number, callback: () => void): () => void {
    const key = {};
    this.#timers.set(key, { atUs: this.#nowUs + ms * 1000, callback });
    this.#jumpWhenIdle();
    return () => this.#timers.delete(key);
  }

  #jumpWhenIdle(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Promises and immediates that are due run before the second immediate from now.
    setImmediate(() =>
      setImmediate(() => {
        this.#scheduled = false;
        const next = [...this.#timers].toSorted((a, b) => a[1].atUs - b[1].atUs)[0];
        if (next === undefined) return;
        this.#timers.delete(next[0]);
        this.#nowUs = Math.max(this.#nowUs, next[1].atUs);
        next[1].callback();
        if (this.#timers.size > 0) this.#jumpWhenIdle();
      }),
    );
  }
}

export interface PlanRun {
  readonly outcome: RunOutcome;
  /** Every result in the order of the results file, sub-results behind their parents. */
  readonly rows: readonly SampleResult[];
  readonly labels: readonly string[];
  /** Start of each row in milliseconds after the first. */
  readonly startsMs: readonly number[];
  readonly groupErrors: readonly string[];
  readonly log: readonly string[];
  readonly events: readonly SampleEvent[];
}

/** Runs a plan text in this process on a JumpingClock. */
export async function runPlan(
  xml: string,
  options: {
    properties?: Record<string, string>;
    onSample?: (result: SampleResult, run: Run) => void;
    threadTime?: ThreadTime;
  } = {},
): Promise<PlanRun> {
  const properties = new RunProperties(Object.entries(options.properties ?? {}));
  const { plan, problems } = await compilePlan(parsePlan(xml, 'plan.jmx'), {
    properties,
    correlation: { mode: 'off', request: 'auto', reply: 'auto' },
    workingDirectory: process.cwd(),
  });
  if (problems[0] !== undefined) throw problems[0];
  const rows: SampleResult[] = [];
  const groupErrors: string[] = [];
  const log: string[] = [];
  const events: SampleEvent[] = [];
  const collect = (result: SampleResult): void => {
    rows.push(result);
    result.subResults?.forEach(collect);
  };
  const run = startRun({
    plan,
    properties,
    clock: new JumpingClock(),
    log: { log: (level, category, message) => void log.push(`${level} ${category}: ${message}`) },
    sinks: [
      {
        sample(event) {
          events.push(event);
          collect(event.result);
          options.onSample?.(event.result, run);
        },
        close: () => Promise.resolve(),
      },
    ],
    openCollector: () => undefined,
    onGroupError: (message) => groupErrors.push(message),
    ...(options.threadTime === undefined ? {} : { threadTime: options.threadTime }),
  });
  const outcome = await run.finished;
  const first = rows[0]?.startUs ?? 0;
  return {
    outcome,
    rows,
    labels: rows.map(({ label }) => label),
    startsMs: rows.map(({ startUs }) => (startUs - first) / 1000),
    groupErrors,
    log,
    events,
  };
}
