import type { MergingSink, SampleEvent } from '../../types.ts';
import { backendSample, type BackendSample } from './backend-sample.ts';

/** Stands for a Backend Listener on another worker: the first one sends. */
export const gatherForBackend = (): MergingSink => new BackendGatherer();

class BackendGatherer implements MergingSink {
  #samples: BackendSample[] = [];

  sample({ result }: SampleEvent): void {
    this.#samples.push(backendSample(result));
  }

  take(): readonly BackendSample[] | undefined {
    const samples = this.#samples;
    this.#samples = [];
    return samples.length === 0 ? undefined : samples;
  }

  add(): void {}

  close(): Promise<void> {
    return Promise.resolve();
  }
}
