import type { Properties } from '../../types.ts';
import type { ThreadCounts } from './backend-metrics.ts';
import type { BackendSample } from './backend-sample.ts';

/** When something is sent. */
export type Moment = 'start' | 'interval' | 'end';

/** Makes of samples what a backend is sent. */
export interface BackendClient {
  readonly intervalMs: number;
  /** Something is sent when the test starts. */
  readonly sendsAtStart: boolean;
  add(sample: BackendSample): void;
  /** What is to be sent now; empty: nothing. A new interval begins. */
  payload(moment: Moment, nowMs: number): string | Buffer;
}

/** What clients need to know about the run. */
export interface ClientEnvironment {
  readonly properties: Properties;
  readonly threads: () => ThreadCounts;
  /** Takes a text in a list of percentiles that is none. */
  readonly refusePercentile: (text: string) => void;
}
