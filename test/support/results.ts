import { RunProperties } from '../../src/engine/properties.ts';
import { openResults, type Results } from '../../src/results/index.ts';
import { SampleResult, type CollectorSpec, type Template } from '../../src/types.ts';

/** A text without references. */
export const constantTemplate = (text: string): Template => ({
  source: text,
  constant: text,
  evaluate: () => text,
});

/** Names of all saveConfig flags that JMeter's GUI saves, all on. */
export const ALL_FLAGS: ReadonlyMap<string, boolean> = new Map(
  (
    'time latency timestamp success label code message threadName dataType encoding assertions subresults ' +
    'responseData samplerData fieldNames responseHeaders requestHeaders responseDataOnError ' +
    'saveAssertionResultsFailureMessage bytes sentBytes url fileName hostname threadCounts sampleCount idleTime connectTime'
  )
    .split(' ')
    .map((flag) => [flag, true] as const),
);

export const collector = (filename: string, more: Partial<CollectorSpec> = {}): CollectorSpec => ({
  kind: 'collector',
  name: constantTemplate('collector'),
  filename: constantTemplate(filename),
  errorsOnly: false,
  successOnly: false,
  saveConfig: undefined,
  ...more,
});

export interface TestResults extends Results {
  readonly errors: string[];
  readonly printed: string[];
  readonly logged: string[];
}

/** The results of a run in `folder`. */
export function testResults(folder: string, properties: Record<string, string> = {}): TestResults {
  const errors: string[] = [];
  const printed: string[] = [];
  const logged: string[] = [];
  const results = openResults({
    properties: new RunProperties(Object.entries(properties)),
    workingDirectory: folder,
    planFolder: `${folder}/plans`,
    functionalMode: properties['functional'] === 'true',
    evaluate: (template) => template.source,
    onError: (message) => errors.push(message),
    print: (line) => printed.push(line),
    log: { log: (level, category, message) => void logged.push(`${level} ${category}: ${message}`) },
    threads: () => ({ active: 2, started: 5, finished: 3 }),
  });
  return { ...results, errors, printed, logged };
}

/** A sample with what a finished sampler sets. */
export const sample = (fields: Partial<SampleResult> = {}): SampleResult =>
  Object.assign(
    new SampleResult(),
    {
      label: 'a',
      responseCode: '200',
      responseMessage: 'OK',
      threadName: 'TG 1-1',
      dataType: 'text',
      success: true,
      startUs: 1_796_044_708_068_000,
      endUs: 1_796_044_708_068_000,
      grpThreads: 1,
      allThreads: 1,
    },
    fields,
  );
