import type { MergingSink, RunEvent, SampleEvent } from '../types.ts';
import { DurationCounts } from './duration-counts.ts';

/** What came in on one worker since it was handed on last. */
interface Findings {
  readonly samples: number;
  readonly failed: number;
  readonly open: number;
  /** Sparse, as DurationCounts has it. */
  readonly elapsed: readonly number[];
}

/** What is shown of a run while it goes on: counts of the whole run, and times since they were last taken. */
export class LiveFigures implements MergingSink {
  samples = 0;
  failed = 0;
  /** Connections that are open now. */
  open = 0;
  #elapsed = new DurationCounts();

  sample({ result }: SampleEvent): void {
    this.samples++;
    if (!result.success) this.failed++;
    const { startUs, endUs, idleUs } = result;
    this.#elapsed.record(endUs === 0 ? 0 : Math.max(0, Math.round(endUs - startUs - idleUs)));
  }

  event(event: RunEvent): void {
    if (event.type === 'connection-opened') this.open++;
    else if (event.type === 'connection-closed') this.open--;
  }

  /** The durations since the last call. */
  takeElapsed(): DurationCounts {
    const elapsed = this.#elapsed;
    this.#elapsed = new DurationCounts();
    return elapsed;
  }

  take(): Findings | undefined {
    const { samples, failed, open } = this;
    if (samples === 0 && open === 0) return undefined;
    this.samples = this.failed = this.open = 0;
    return { samples, failed, open, elapsed: this.takeElapsed().sparse() };
  }

  add({ samples, failed, open, elapsed }: Findings): void {
    this.samples += samples;
    this.failed += failed;
    this.open += open;
    this.#elapsed.merge(elapsed);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
