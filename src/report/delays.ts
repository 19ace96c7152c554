import { LONGEST_PUSH_US } from '../results/label-statistics.ts';
import { ownText } from '../results/own-text.ts';
import type { RunEvent } from '../types.ts';
import { DurationHistogram } from './duration-histogram.ts';

/** Three decimal digits. */
const BITS = 10;
/** Labels that are kept apart. */
const MAX_LABELS = 200;

/** Times that samples do not show, in milliseconds. */
export interface DelayData {
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** From the send time in messages to their arrival. */
export interface PushDelayData extends DelayData {
  readonly label: string;
}

function dataOf(microseconds: DurationHistogram): DelayData {
  const [medianMs = 0, p95Ms = 0, p99Ms = 0] = microseconds.percentiles([50, 95, 99]).map((us) => us / 1000);
  return { count: microseconds.count, medianMs, p95Ms, p99Ms, maxMs: microseconds.greatest / 1000 };
}

/** Push delays by label, and opening handshakes, as events of a run tell them. */
export class Delays {
  readonly #pushes = new Map<string, DurationHistogram>();
  readonly #handshakes = new DurationHistogram(BITS);

  event(event: RunEvent): void {
    if (event.type === 'connection-opened' && event.handshake !== undefined)
      this.#handshakes.record(event.handshake.wholeUs);
    // Where clocks differ a message can come before it was sent. A send time that cannot be one is none.
    else if (event.type === 'push-delay' && Math.abs(event.delayUs) <= LONGEST_PUSH_US)
      this.#of(event.label)?.record(event.delayUs);
  }

  /** By label, in the order in which they came. */
  pushes(): PushDelayData[] {
    return Array.from(this.#pushes, ([label, delays]) => ({ label, ...dataOf(delays) }));
  }

  /** undefined when there was none. */
  handshakes(): DelayData | undefined {
    return this.#handshakes.count === 0 ? undefined : dataOf(this.#handshakes);
  }

  #of(label: string): DurationHistogram | undefined {
    let known = this.#pushes.get(label);
    if (known === undefined && this.#pushes.size < MAX_LABELS)
      this.#pushes.set(ownText(label), (known = new DurationHistogram(BITS)));
    return known;
  }
}
