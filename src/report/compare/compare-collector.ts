import { ownText } from '../../results/own-text.ts';
import type { JtlRow } from '../../results/jtl-reader.ts';
import { DurationHistogram } from '../duration-histogram.ts';
import type { RowKind, RowTaker } from '../rows.ts';
import { TimeSeries } from '../time-series.ts';

/** Labels that are compared; labels may hold ids and never repeat. */
const MAX_LABELS = 500;
/** Pieces of time that a run is cut into, and how exact times are there: to one per cent. */
const MAX_PIECES = 64;
const PIECE_BITS = 7;
const WHOLE_BITS = 10;
/** A piece with fewer samples has no p95 worth the name. */
const MIN_PIECE_SAMPLES = 20;

/** What of one label is compared. Times are those of passed samples, in milliseconds. */
export interface LabelTimes {
  readonly label: string;
  readonly count: number;
  readonly errors: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** The same for each piece of time with enough samples. */
  readonly pieces: readonly { readonly medianMs: number; readonly p95Ms: number }[];
}

class LabelTimeFigures {
  readonly label: string;
  #count = 0;
  #errors = 0;
  readonly #passed = new DurationHistogram(WHOLE_BITS);
  readonly #series = new TimeSeries(MAX_PIECES, PIECE_BITS);

  constructor(label: string) {
    this.label = label;
  }

  add({ timeStamp = 0, elapsed = 0, IdleTime = 0, success }: JtlRow): void {
    this.#count++;
    if (success !== true) {
      this.#errors++;
      return;
    }
    this.#passed.record(elapsed);
    if (timeStamp > 0) this.#series.add(timeStamp + elapsed + IdleTime, elapsed, false, 0);
  }

  times(): LabelTimes {
    const both = (histogram: DurationHistogram): { medianMs: number; p95Ms: number } => {
      const [medianMs = 0, p95Ms = 0] = histogram.percentiles([50, 95]);
      return { medianMs, p95Ms };
    };
    return {
      label: this.label,
      count: this.#count,
      errors: this.#errors,
      ...both(this.#passed),
      pieces: this.#series
        .pieces()
        .filter(({ count }) => count >= MIN_PIECE_SAMPLES)
        .map(both),
    };
  }
}

/** Gathers what of a run is compared with another. */
export class CompareCollector implements RowTaker {
  readonly #labels = new Map<string, LabelTimeFigures>();
  /** Labels for which there was no room. */
  #others = new Set<string>();

  row(row: JtlRow, kind: RowKind): void {
    if (kind === 'sub-result') return;
    const { label = '' } = row;
    let figures = this.#labels.get(label);
    if (figures === undefined) {
      if (this.#labels.size >= MAX_LABELS) {
        if (this.#others.size < MAX_LABELS) this.#others.add(ownText(label));
        return;
      }
      this.#labels.set(label, (figures = new LabelTimeFigures(ownText(label))));
    }
    figures.add(row);
  }

  /** Are there labels that are not compared? */
  get isIncomplete(): boolean {
    return this.#others.size > 0;
  }

  labels(): LabelTimes[] {
    return Array.from(this.#labels.values(), (label) => label.times());
  }
}
