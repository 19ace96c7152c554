import type { BackendSample } from './backend-sample.ts';
import { SamplerMetric } from './sampler-metric.ts';
import type { WindowSettings } from './settings.ts';
import { SlidingWindow } from './sliding-window.ts';

/** Labels that are kept apart; labels may hold ids and never repeat. Others count in the sum of all. */
const MOST_LABELS = 2000;

/** Threads of the phase that runs (setUp, main or tearDown). */
export interface ThreadCounts {
  readonly started: number;
  readonly finished: number;
}

/** What a client keeps of samples: figures by label, figures of all, and how many threads ran. */
export class BackendMetrics {
  readonly #settings: WindowSettings;
  readonly #all: SamplerMetric;
  readonly #byLabel = new Map<string, SamplerMetric>();
  /** The metric of each label that has come; null: not asked for. */
  readonly #known = new Map<string, SamplerMetric | null>();
  readonly #wants: (label: string) => boolean;
  readonly #activeThreads: SlidingWindow;

  /**
   * @param nameOfAll the label under which the sum of all is kept, together with samples of that label.
   * @param wants the labels that are asked for.
   */
  constructor(settings: WindowSettings, nameOfAll: string, wants: (label: string) => boolean) {
    this.#settings = settings;
    this.#wants = wants;
    this.#all = new SamplerMetric(settings);
    this.#byLabel.set(nameOfAll, this.#all);
    this.#activeThreads = new SlidingWindow(settings.size);
  }

  add(sample: BackendSample): void {
    this.#activeThreads.add(sample.activeThreads);
    this.#metricOf(sample.label)?.add(sample, sample);
    this.#all.add(sample, sample.cumulated);
  }

  /** Figures by label, those of all among them. */
  labels(): Iterable<[string, SamplerMetric]> {
    return this.#byLabel;
  }

  /** Active threads as the latest samples saw them, in whole numbers. */
  get threads(): { readonly min: number; readonly max: number; readonly mean: number } {
    const whole = (value: number): number => Math.trunc(value) || 0;
    const { min, max, mean } = this.#activeThreads;
    return { min: whole(min), max: whole(max), mean: whole(mean) };
  }

  /** The next interval begins. */
  reset(): void {
    for (const metric of this.#byLabel.values()) metric.reset();
  }

  #metricOf(label: string): SamplerMetric | null {
    let metric = this.#known.get(label);
    if (metric === undefined) {
      if (this.#known.size >= MOST_LABELS) return null;
      metric = this.#wants(label) ? (this.#byLabel.get(label) ?? new SamplerMetric(this.#settings)) : null;
      this.#known.set(label, metric);
      if (metric !== null) this.#byLabel.set(label, metric);
    }
    return metric;
  }
}
