import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts with the recorded cases, of which one file takes as long as all others together. */
class RecordedFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isRecorded = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/conformance/core');
    // oxlint-disable-next-line unicorn/no-array-sort -- it is vitest's method
    const usual = await super.sort(files);
    return [...usual.filter(isRecorded), ...usual.filter((file) => !isRecorded(file))];
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxConcurrency: 6,
    // Most tests wait for timeouts, so that one worker would leave a machine of two cores half idle.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    // Files share what they import: loading it again for each takes a third of the unit tests' time.
    isolate: false,
    sequence: { sequencer: RecordedFirst },
  },
});
