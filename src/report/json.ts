import type {
  DurationSummary,
  LabelSummary,
  PushDelaySummary,
  StatisticsSummary,
} from '../results/statistics-summary.ts';
import type { GeneratorSummary } from '../watch/generator-summary.ts';
import type { KernelSummary } from '../watch/kernel.ts';
import type { ProbeSummary } from '../watch/probe.ts';
import type { ServerSummary } from '../watch/server-summary.ts';
import { connectionsJson, type ConnectionsJson } from './connections-json.ts';
import { generatorJson, type GeneratorJson } from './generator-json.ts';
import { probeJson, type ProbeJson } from './probe-json.ts';
import { serverJson, type ServerJson } from './server-json.ts';

/** Changes when a field goes or means something else; new fields do not change it. */
export const SUMMARY_VERSION = 1;

/** Durations in milliseconds. */
export interface DurationJson {
  count: number;
  median: number;
  p95: number;
  p99: number;
  max: number;
}

export interface CorrelationJson {
  /** Replies that samples took: the own one, one to a request that was given up, one to another open request, a second
   *  one to an answered request, and frames that answer no request. */
  inOrder: number;
  late: number;
  outOfOrder: number;
  duplicate: number;
  unmatched: number;
  /** Frames that samples read past on the way to their own reply. */
  passedOver: { late: number; outOfOrder: number; duplicate: number; push: number };
  /** Requests without an answer when their connection ended. */
  neverAnswered: number;
  /** True round trips of replies that came after their sample had ended, at the label of the request; null: none. */
  lateRoundTrip: DurationJson | null;
}

export interface LabelJson {
  label: string;
  count: number;
  errors: number;
  /** errors / count · 100; 0 when there is no sample. */
  errorPercent: number;
  /** Milliseconds to the microsecond; percentiles to three significant digits. All 0 when there is no sample. */
  elapsed: { min: number; mean: number; median: number; p90: number; p95: number; p99: number; max: number };
  /** Samples per second from the first start to the last end; null when these are one moment. */
  throughput: number | null;
  receivedBytes: number;
  sentBytes: number;
  /** Milliseconds since the epoch; null when no sample started. */
  firstStart: number | null;
  lastEnd: number | null;
  /** From sending a message to the arrival of its reply; null: no sample saw both. */
  roundTrip: DurationJson | null;
  /** Samples that waited for a frame in vain. */
  readTimeouts: number;
  /**
   * From the send time that messages carry to their arrival; those before it count as 0, and the earliest is how far
   * they were before. implausible: messages with a send time more than a day away, not counted. null: there was none.
   */
  pushDelay: (DurationJson & { earliest: number; implausible: number }) | null;
  correlation: CorrelationJson;
}

/** The summary of a run for programs. */
export interface SummaryJson {
  version: typeof SUMMARY_VERSION;
  /** All samples; transactions are not in it. */
  total: LabelJson;
  /** In the order in which the labels appeared. */
  labels: LabelJson[];
  transactions: LabelJson[];
  /** Rows of a results file that are sub-results of samples. */
  subResults: number;
  /** The most frequent first. */
  errors: { responseCode: string; message: string; count: number }[];
  /** Failed samples whose kind is not in `errors`. */
  otherErrors: number;
  connections: ConnectionsJson;
  /** How the generator itself fared; absent when nobody watched it. */
  generator?: GeneratorJson;
  /** What the kernel of this machine counted during the run, and what head-room there was; absent where it is not known. */
  kernel?: KernelSummary;
  /** The server, when it was watched. */
  server?: ServerJson;
  /** A connection outside the load, when there was one. */
  probe?: ProbeJson;
}

/** What was watched besides the samples. */
export interface Watched {
  readonly generator?: GeneratorSummary;
  readonly kernel?: KernelSummary | undefined;
  readonly server?: ServerSummary | undefined;
  readonly probe?: ProbeSummary | undefined;
}

export const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export const durationJson = (durations: DurationSummary): DurationJson | null =>
  durations.count === 0
    ? null
    : {
        count: durations.count,
        median: rounded(durations.percentileMs(50)),
        p95: rounded(durations.percentileMs(95)),
        p99: rounded(durations.percentileMs(99)),
        max: rounded(durations.percentileMs(100)),
      };

function pushDelayJson(delays: PushDelaySummary): LabelJson['pushDelay'] {
  const { implausible } = delays;
  const counted = durationJson(delays);
  if (counted === null && implausible === 0) return null;
  const none = { count: 0, median: 0, p95: 0, p99: 0, max: 0 };
  return { ...(counted ?? none), earliest: rounded(delays.earliestMs), implausible };
}

function labelJson(label: LabelSummary): LabelJson {
  const { count, errors, throughput } = label;
  const { taken, passedOver, neverAnswered } = label.correlation;
  const percentile = (percent: number): number => (count === 0 ? 0 : rounded(label.percentileMs(percent)));
  return {
    label: label.label,
    count,
    errors,
    errorPercent: count === 0 ? 0 : rounded((errors / count) * 100),
    elapsed: {
      min: rounded(label.minMs),
      mean: rounded(label.meanMs),
      median: percentile(50),
      p90: percentile(90),
      p95: percentile(95),
      p99: percentile(99),
      max: rounded(label.maxMs),
    },
    throughput: throughput === undefined ? null : rounded(throughput),
    receivedBytes: label.receivedBytes,
    sentBytes: label.sentBytes,
    firstStart: label.firstStartMs ?? null,
    lastEnd: label.lastEndMs ?? null,
    roundTrip: durationJson(label.roundTrips),
    readTimeouts: label.readTimeouts,
    pushDelay: pushDelayJson(label.pushDelays),
    correlation: {
      inOrder: taken['in-order'],
      late: taken.late,
      outOfOrder: taken['out-of-order'],
      duplicate: taken.duplicate,
      unmatched: taken.unmatched,
      passedOver: {
        late: passedOver.late,
        outOfOrder: passedOver['out-of-order'],
        duplicate: passedOver.duplicate,
        push: passedOver.push,
      },
      neverAnswered,
      lateRoundTrip: durationJson(label.lateRoundTrips),
    },
  };
}

/** Makes the summary of a run for programs; to be written with JSON.stringify. */
export function summaryJson(summary: StatisticsSummary, watched: Watched = {}): SummaryJson {
  return {
    version: SUMMARY_VERSION,
    total: labelJson(summary.total),
    labels: summary.samples.map(labelJson),
    transactions: summary.transactions.map(labelJson),
    subResults: summary.subResults,
    errors: summary.errors.map((kind) => ({ ...kind })),
    otherErrors: summary.otherErrors,
    connections: connectionsJson(summary.connections),
    ...(watched.generator === undefined ? {} : { generator: generatorJson(watched.generator) }),
    ...(watched.kernel === undefined ? {} : { kernel: { ...watched.kernel } }),
    ...(watched.server === undefined ? {} : { server: serverJson(watched.server) }),
    ...(watched.probe === undefined ? {} : { probe: probeJson(watched.probe) }),
  };
}
