import type { MergingSink, SampleEvent } from '../types.ts';

/** How many samples there were and how many of them failed; all that a progress line needs. */
export class SampleCounts implements MergingSink {
  samples = 0;
  failed = 0;

  sample({ result }: SampleEvent): void {
    this.samples++;
    if (!result.success) this.failed++;
  }

  take(): { samples: number; failed: number } | undefined {
    const { samples, failed } = this;
    this.samples = 0;
    this.failed = 0;
    return samples === 0 ? undefined : { samples, failed };
  }

  add(data: { samples: number; failed: number }): void {
    this.samples += data.samples;
    this.failed += data.failed;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
