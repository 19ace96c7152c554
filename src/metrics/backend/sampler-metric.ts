import type { BackendError, BackendSample } from './backend-sample.ts';
import type { WindowSettings } from './settings.ts';
import { SlidingWindow } from './sliding-window.ts';

/** Kinds of errors of one label that are told apart in an interval; messages may hold ids and never repeat. */
const MOST_ERRORS = 500;
const OTHER_ERRORS: BackendError = { code: '0', message: '(other errors)' };

/** Figures of one label, or of all: counts of the running interval, times of a sliding window (SamplerMetric). */
export class SamplerMetric {
  readonly #settings: WindowSettings;
  readonly #ok: SlidingWindow;
  readonly #ko: SlidingWindow;
  readonly #all: SlidingWindow;
  /** Percentiles of all samples are those of the latest, in timed mode too. */
  readonly #latest: SlidingWindow;
  /** By code and message in lower case. */
  readonly #errors = new Map<string, { readonly error: BackendError; count: number }>();
  successes = 0;
  failures = 0;
  hits = 0;
  sentBytes = 0;
  receivedBytes = 0;

  constructor(settings: WindowSettings) {
    const size = settings.isTimed ? settings.timedSize : settings.size;
    this.#settings = settings;
    this.#ok = new SlidingWindow(size);
    this.#ko = new SlidingWindow(size);
    this.#all = new SlidingWindow(size);
    this.#latest = new SlidingWindow(settings.size);
  }

  /** @param traffic hits and bytes that count here. */
  add(sample: BackendSample, traffic: BackendSample['cumulated']): void {
    if (sample.error === undefined) {
      this.successes += sample.sampleCount;
      this.#ok.add(sample.elapsedMs);
    } else {
      this.failures++;
      this.#ko.add(sample.elapsedMs);
      this.#count(sample.error);
    }
    this.#all.add(sample.elapsedMs);
    this.#latest.add(sample.elapsedMs);
    this.hits += traffic.hits;
    this.sentBytes += traffic.sentBytes;
    this.receivedBytes += traffic.receivedBytes;
  }

  get total(): number {
    return this.successes + this.failures;
  }

  get errors(): Iterable<{ readonly error: BackendError; readonly count: number }> {
    return this.#errors.values();
  }

  /** Times of those samples, milliseconds; NaN when there were none. */
  times(of: 'ok' | 'ko' | 'all'): Times {
    const window = of === 'ok' ? this.#ok : of === 'ko' ? this.#ko : this.#all;
    const { estimator } = this.#settings;
    const ranked = of === 'all' ? this.#latest : window;
    return {
      min: window.min,
      max: window.max,
      mean: window.mean,
      percentile: (percent) => ranked.percentile(percent, estimator),
    };
  }

  /** The next interval begins. */
  reset(): void {
    if (this.#settings.isTimed) for (const window of [this.#ok, this.#ko, this.#all]) window.clear();
    this.#errors.clear();
    this.successes = this.failures = this.hits = this.sentBytes = this.receivedBytes = 0;
  }

  #count(error: BackendError): void {
    const keyOf = ({ code, message }: BackendError): string => `${code}\n${message}`.toLowerCase();
    let key = keyOf(error);
    let known = this.#errors.get(key);
    if (known === undefined && this.#errors.size >= MOST_ERRORS) {
      key = keyOf((error = OTHER_ERRORS));
      known = this.#errors.get(key);
    }
    if (known === undefined) this.#errors.set(key, (known = { error, count: 0 }));
    known.count++;
  }
}

export interface Times {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly percentile: (percent: number) => number;
}
