import type { JtlRow } from '../../results/jtl-reader.ts';
import type { RunEvent } from '../../types.ts';
import type { RowKind, RowTaker } from '../rows.ts';
import type { Criterion } from './criterion.ts';
import type { GeneratorShares } from './generator-shares.ts';
import type { Verdict } from './verdict.ts';
import { Watch } from './watch.ts';

/** Rows of a file may be so many seconds behind the latest; a second is over when one came that is farther ahead. */
const FILE_SLACK_S = 60;

export interface CriteriaOptions {
  /**
   * A run that is under way: time goes on by `advance`, and a row that comes late counts in the second that is open.
   * Otherwise rows come from a file and are time.
   */
  readonly isLive: boolean;
  /** A criterion that ends runs was triggered. */
  readonly onStop?: (criterion: Criterion) => void;
}

/** Criteria over the rows of a run or of a file. */
export class Criteria implements RowTaker {
  readonly #options: CriteriaOptions;
  readonly #watches: readonly Watch[];
  readonly #ofAll: readonly Watch[];
  readonly #byLabel = new Map<string, Watch[]>();
  #firstSecond = Infinity;
  #latestSecond = -Infinity;
  /** Seconds before this one are over. */
  #openFrom = -Infinity;
  #behind = 0;
  #untimed = 0;

  constructor(criteria: readonly Criterion[], options: CriteriaOptions = { isLive: false }) {
    this.#options = options;
    this.#watches = criteria.map((criterion) => new Watch(criterion));
    this.#ofAll = this.#watches.filter(({ criterion }) => criterion.label === undefined);
    for (const watch of this.#watches) {
      const { label } = watch.criterion;
      if (label !== undefined) this.#byLabel.set(label, [...(this.#byLabel.get(label) ?? []), watch]);
    }
  }

  row(row: JtlRow, kind: RowKind): void {
    const second = this.#secondOf(row);
    if (kind === 'sample') for (const watch of this.#ofAll) watch.add(row, second);
    const ofLabel = this.#byLabel.get(row.label ?? '');
    if (ofLabel !== undefined) for (const watch of ofLabel) watch.add(row, second);
    if (!this.#options.isLive && second !== undefined) this.advance(this.#latestSecond - FILE_SLACK_S);
  }

  event(event: RunEvent): void {
    const second = Math.max(Math.floor(Date.now() / 1000), this.#openFrom);
    const label = 'label' in event ? event.label : undefined;
    for (const watch of this.#ofAll) watch.event(event, second);
    if (label !== undefined) for (const watch of this.#byLabel.get(label) ?? []) watch.event(event, second);
  }

  /** Seconds before that one are over. */
  advance(second: number): void {
    if (second <= this.#openFrom) return;
    this.#openFrom = second;
    for (const watch of this.#watches) {
      const was = watch.isTriggered;
      watch.close(second);
      if (!was && watch.isTriggered && watch.criterion.stops) this.#options.onStop?.(watch.criterion);
    }
  }

  /**
   * What all came to, in their order. Nothing may come after.
   * @param generator how the generator of a run did.
   */
  verdicts(generator?: GeneratorShares): Verdict[] {
    this.advance(Infinity);
    return this.verdictsSoFar(generator);
  }

  /** What all have come to so far. */
  verdictsSoFar(generator?: GeneratorShares): Verdict[] {
    const judgement = { firstSecond: this.#firstSecond, isLive: this.#options.isLive, generator };
    return this.#watches.map((watch) => watch.verdict(judgement));
  }

  /** Why some could not be told; undefined when they could. */
  get problem(): string | undefined {
    const ofRun = this.#watches.find(({ criterion }) => criterion.subject.isOfRun === true);
    if (ofRun !== undefined && !this.#options.isLive)
      return `a results file does not tell what '${ofRun.criterion.text}' is about, a run does`;
    if (this.#watches.every(({ criterion }) => criterion.window === undefined)) return undefined;
    if (this.#untimed > 0) return 'criteria with a time frame need the columns timeStamp and elapsed';
    return this.#behind === 0
      ? undefined
      : `${this.#behind} rows are more than ${FILE_SLACK_S} s behind the rows before them, which criteria with a time frame cannot do with; sort the file by its first column`;
  }

  /** The second in which the sample ended. */
  #secondOf({ timeStamp, elapsed, IdleTime = 0 }: JtlRow): number | undefined {
    if (timeStamp === undefined || elapsed === undefined) {
      this.#untimed++;
      return undefined;
    }
    // A sample that never started its clock.
    if (timeStamp === 0) return undefined;
    const second = Math.floor((timeStamp + elapsed + IdleTime) / 1000);
    if (second < this.#firstSecond) this.#firstSecond = second;
    if (second > this.#latestSecond) this.#latestSecond = second;
    if (second >= this.#openFrom) return second;
    if (this.#options.isLive) return this.#openFrom;
    this.#behind++;
    return undefined;
  }
}
