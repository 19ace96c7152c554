import { systemClock } from '../clock.ts';
import { intervalsOf, Timeline, type Combine, type Interval } from '../results/timeline.ts';
import type { Usage, Watchable } from './resource-usage.ts';

const LOOK_MS = 250;
const INTERVAL_US = 500_000;
const MAX_INTERVALS = 400;

/** Figures of an interval: greatest memory and most open connections, CPU time and the time it was counted in. */
const FIGURES = { memoryBytes: 'max', open: 'max', cpuUs: 'sum', wallUs: 'sum' } as const satisfies Record<
  string,
  Combine
>;
export type ServerFigure = keyof typeof FIGURES;

/** What was seen of a server. */
export interface ServerData {
  readonly name: string;
  readonly limitBytes: number | undefined;
  /** Before the run. */
  readonly baselineBytes: number;
  readonly intervals: readonly Interval<ServerFigure>[];
  /** Memory after each round of the plan, its connections closed. */
  readonly afterRounds: readonly number[];
  /** When the first round was over; undefined: there is only one. */
  readonly firstRoundUs: number | undefined;
  /** It ended during the run. */
  readonly isGone: boolean;
}

/** Follows memory and CPU of a server through a run, beside the connections that the run has open. */
export class ServerWatch {
  readonly #target: Watchable;
  readonly #openConnections: () => number;
  readonly #baseline: Usage;
  readonly #timeline = new Timeline(FIGURES, INTERVAL_US, MAX_INTERVALS);
  readonly #timer: NodeJS.Timeout;
  readonly #afterRounds: number[] = [];
  #firstRoundUs: number | undefined;
  #latest: Usage;
  #latestUs = systemClock.nowUs();
  #isGone = false;

  /**
   * Begins to watch.
   * @param baseline what the target used before the run.
   * @param openConnections that the run has now.
   */
  constructor(target: Watchable, baseline: Usage, openConnections: () => number) {
    this.#target = target;
    this.#openConnections = openConnections;
    this.#baseline = this.#latest = baseline;
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** A round of the plan is over and its connections are closed. */
  roundEnded(): void {
    this.#look();
    this.#firstRoundUs ??= this.#latestUs;
    this.#afterRounds.push(this.#latest.memoryBytes);
  }

  /** Ends watching. */
  end(): ServerData {
    clearInterval(this.#timer);
    this.#look();
    return {
      name: this.#target.name,
      limitBytes: this.#target.limitBytes,
      baselineBytes: this.#baseline.memoryBytes,
      intervals: intervalsOf(this.#timeline.data()),
      afterRounds: this.#afterRounds,
      firstRoundUs: this.#firstRoundUs,
      isGone: this.#isGone,
    };
  }

  #look(): void {
    const usage = this.#target.read();
    if (usage === undefined) {
      this.#isGone = true;
      clearInterval(this.#timer);
      return;
    }
    const nowUs = systemClock.nowUs();
    this.#timeline.add(nowUs, {
      memoryBytes: usage.memoryBytes,
      open: this.#openConnections(),
      cpuUs: usage.cpuUs - this.#latest.cpuUs,
      wallUs: nowUs - this.#latestUs,
    });
    this.#latest = usage;
    this.#latestUs = nowUs;
  }
}
