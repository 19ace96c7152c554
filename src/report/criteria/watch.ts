import type { JtlRow } from '../../results/jtl-reader.ts';
import type { RunEvent } from '../../types.ts';
import type { Criterion } from './criterion.ts';
import { Figures } from './figures.ts';
import type { GeneratorShares } from './generator-shares.ts';
import { percentageOf } from './subjects.ts';
import type { Verdict } from './verdict.ts';

interface Second {
  readonly second: number;
  readonly figures: Figures;
}

/** `0:12`, counted from the first second of the run. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What a criterion is judged by, besides its rows and events. */
export interface Judgement {
  readonly firstSecond: number;
  /** The run could be ended. */
  readonly isLive: boolean;
  /** undefined: nobody watched the generator. */
  readonly generator: GeneratorShares | undefined;
}

/** One criterion over a run: its figures, and whether it was triggered. */
export class Watch {
  readonly criterion: Criterion;
  readonly #whole: Figures;
  /** Seconds that are not over yet. */
  readonly #open = new Map<number, Figures>();
  /** Seconds inside the window (`within`, `over`). */
  readonly #buffer: Second[] = [];
  /** First and last second of an unbroken series of seconds that met the condition (`for`). */
  #since: number | undefined;
  #triggered: { readonly value: number; readonly from: number; readonly to: number } | undefined;
  #latest: number | undefined;
  #rows = 0;

  constructor(criterion: Criterion) {
    this.criterion = criterion;
    this.#whole = new Figures(criterion.subject);
  }

  get isTriggered(): boolean {
    return this.#triggered !== undefined;
  }

  /** @param second of the end of the sample; undefined when it has no time. */
  add(row: JtlRow, second: number | undefined): void {
    this.#rows++;
    const value = this.criterion.subject.measure?.(row);
    if (value === undefined) return;
    this.#whole.add(value);
    this.#inSecond(second)?.add(value);
  }

  /** @param second in which it happened. */
  event(event: RunEvent, second: number): void {
    const { subject } = this.criterion;
    const value = subject.measureEvent?.(event);
    if (value === undefined) return;
    for (const figures of [this.#whole, this.#inSecond(second)]) {
      // What is counted besides rows is a share of the rows.
      if (subject.isCount && figures !== undefined) figures.sum += value;
      else figures?.add(value);
    }
  }

  /** The figures of a second, if they are of interest. */
  #inSecond(second: number | undefined): Figures | undefined {
    const { subject, window } = this.criterion;
    if (window === undefined || second === undefined || this.isTriggered) return undefined;
    let figures = this.#open.get(second);
    if (figures === undefined) this.#open.set(second, (figures = new Figures(subject)));
    return figures;
  }

  /** Seconds before that one are over: nothing comes to them any more. */
  close(before: number): void {
    if (this.#open.size === 0) return;
    const closed = [...this.#open.keys()].filter((second) => second < before).toSorted((a, b) => a - b);
    for (const second of closed) {
      const figures = this.#open.get(second);
      this.#open.delete(second);
      if (figures !== undefined && !this.isTriggered) this.#closeSecond({ second, figures });
    }
  }

  verdict({ firstSecond, isLive, generator }: Judgement): Verdict {
    const { criterion } = this;
    const { unit, window, fails } = criterion;
    const share = criterion.subject.share === undefined ? undefined : generator?.[criterion.subject.share];
    const missing = share === undefined ? this.#missing(isLive) : undefined;
    if (missing !== undefined)
      return { criterion, isTriggered: fails, isFailed: fails, stopped: false, reason: missing };
    if (window === undefined) {
      const value = share ?? this.#valueOf(this.#whole);
      const isTriggered = criterion.meets(value);
      return {
        criterion,
        isTriggered,
        isFailed: isTriggered && fails,
        stopped: false,
        reason: `is ${unit.text(value)}`,
      };
    }
    const triggered = this.#triggered;
    if (triggered === undefined)
      return {
        criterion,
        isTriggered: false,
        isFailed: false,
        stopped: false,
        reason: `did not happen ${window.logic} ${window.seconds} s${this.#latest === undefined ? '' : `, was ${unit.text(this.#latest)} at the end`}`,
      };
    return {
      criterion,
      isTriggered: true,
      isFailed: fails,
      stopped: criterion.stops && isLive,
      reason: `was ${unit.text(triggered.value)} ${this.#span(triggered.from - firstSecond, triggered.to - firstSecond)}`,
    };
  }

  /** Why there is nothing to judge. */
  #missing(isLive: boolean): string | undefined {
    const { label, subject } = this.criterion;
    if (subject.isOfRun === true && !isLive) return 'a results file does not tell';
    if (this.#rows === 0)
      return label === undefined ? 'there is no sample' : `no sample is called '${label}'`;
    return this.#whole.count === 0 ? subject.without : undefined;
  }

  /** `at 0:12 of the run`, or from when to when it met the condition. */
  #span(from: number, to: number): string {
    return from === to ? `at ${clock(to)} of the run` : `from ${clock(from)} to ${clock(to)} of the run`;
  }

  #valueOf(figures: Figures): number {
    return this.criterion.isPercentage ? percentageOf(figures) : this.criterion.subject.value(figures);
  }

  #closeSecond(closed: Second): void {
    const { window } = this.criterion;
    if (window?.logic === 'for') this.#closeFor(closed, window.seconds);
    else if (window !== undefined) this.#closeWindow(closed, window.seconds, window.logic === 'over');
  }

  /** `for`: each second of so many met the condition. Seconds without a sample say nothing. */
  #closeFor({ second, figures }: Second, seconds: number): void {
    const value = (this.#latest = this.#valueOf(figures));
    if (!this.criterion.meets(value)) {
      this.#since = undefined;
      return;
    }
    this.#since ??= second;
    if (second - this.#since + 1 >= seconds) this.#triggered = { value, from: this.#since, to: second };
  }

  /** `within` and `over`: the samples of so many seconds taken together; with `over` only once they are complete. */
  #closeWindow(closed: Second, seconds: number, mustBeFull: boolean): void {
    const { second } = closed;
    const buffer = this.#buffer;
    buffer.push(closed);
    while (buffer[0] !== undefined && buffer[0].second <= second - seconds) buffer.shift();
    const figures = new Figures(this.criterion.subject);
    for (const each of buffer) figures.merge(each.figures);
    const value = (this.#latest = this.#valueOf(figures));
    const from = buffer[0]?.second ?? second;
    if (this.criterion.meets(value) && (!mustBeFull || second - from + 1 >= seconds))
      this.#triggered = { value, from, to: second };
  }
}
