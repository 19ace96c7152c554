import type { SampleResult } from '../../types.ts';

/** What backends are told of a sample, as plain data: it may come from another worker. */
export interface BackendSample {
  readonly label: string;
  readonly threadName: string;
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  readonly elapsedMs: number;
  readonly latencyMs: number;
  readonly connectMs: number;
  /** What failed; undefined for a sample that succeeded. */
  readonly error: BackendError | undefined;
  readonly sampleCount: number;
  /** The sample, or the samples in a transaction, and all sub-results. */
  readonly hits: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** The same without transactions that only sum up samples of their own: those were told before. */
  readonly cumulated: { readonly hits: number; readonly sentBytes: number; readonly receivedBytes: number };
  /** Threads that ran when the sample ended. */
  readonly activeThreads: number;
}

/** One kind of error (JMeter's ErrorMetric). */
export interface BackendError {
  readonly code: string;
  readonly message: string;
}

function errorOf(result: SampleResult): BackendError {
  const assertion = result.failureMessage;
  const code = assertion === '' ? (result.responseCode ?? '') : 'Assertion failed';
  const message = assertion === '' ? (result.responseMessage ?? '') : assertion;
  return {
    code: code === '' ? '0' : code.trim(),
    message: message === '' ? 'None' : message.trim(),
  };
}

const NO_SUB_RESULTS: readonly SampleResult[] = [];

/** Hits of a sample (SamplerMetric.addHits). */
function countHits(result: SampleResult, isCumulated: boolean): number {
  const subs = result.subResults ?? NO_SUB_RESULTS;
  if (isCumulated && isSum(result)) return 0;
  const own = result.isTransaction && subs.length > 0 ? 0 : result.sampleCount;
  return subs.reduce((sum, sub) => sum + countHits(sub, isCumulated), own);
}

/** The row of a transaction whose samples have rows of their own. */
const isSum = (result: SampleResult): boolean =>
  result.isTransaction && (result.subResults ?? NO_SUB_RESULTS).length === 0;

const NOTHING = { hits: 0, sentBytes: 0, receivedBytes: 0 } as const;

export function backendSample(result: SampleResult): BackendSample {
  const { sentBytes, bytes: receivedBytes } = result;
  return {
    label: result.label,
    threadName: result.threadName,
    startMs: Math.floor(result.startUs / 1000),
    elapsedMs: result.elapsedMs,
    latencyMs: result.latencyMs,
    connectMs: result.connectMs,
    error: result.success ? undefined : errorOf(result),
    sampleCount: result.sampleCount,
    hits: countHits(result, false),
    sentBytes,
    receivedBytes,
    cumulated: isSum(result) ? NOTHING : { hits: countHits(result, true), sentBytes, receivedBytes },
    activeThreads: result.allThreads,
  };
}
