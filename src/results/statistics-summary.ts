import type { Histogram } from 'hdr-histogram-js';
import { DurationCounts, lowestEquivalent } from './duration-counts.ts';
import type { ErrorKind } from './error-counts.ts';
import { LabelStatistics, type CorrelationCounts } from './label-statistics.ts';
import {
  CONNECTION_TIMES,
  type ConnectionCounts,
  type ConnectionData,
  type ConnectionTime,
} from './connection-statistics.ts';
import { openConnections, type ConnectionInterval } from './open-connections.ts';

/** Durations in milliseconds, to the microsecond; percentiles to three significant digits. */
export interface DurationSummary {
  readonly count: number;
  percentileMs(percent: number): number;
}

/** What is known about one label, or about all. */
export interface LabelSummary {
  readonly label: string;
  readonly count: number;
  readonly errors: number;
  /** 0 when nothing was counted, like the other times. */
  readonly minMs: number;
  readonly meanMs: number;
  readonly maxMs: number;
  percentileMs(percent: number): number;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  /** Milliseconds since the epoch; undefined when no sample started its clock. */
  readonly firstStartMs: number | undefined;
  readonly lastEndMs: number | undefined;
  /** Samples per second between the first start and the last end; undefined when these are the same moment. */
  readonly throughput: number | undefined;
  readonly correlation: CorrelationCounts;
  /** True round trips of replies that came after their sample had ended, under the label of their request. */
  readonly lateRoundTrips: DurationSummary;
  /** From sending a message to the arrival of its reply. */
  readonly roundTrips: DurationSummary;
  /** Samples that waited for a frame in vain. */
  readonly readTimeouts: number;
  readonly pushDelays: PushDelaySummary;
}

/** From the send time that messages carry to their arrival; what arrived before it was sent counts as 0. */
export interface PushDelaySummary extends DurationSummary {
  /** The shortest; negative where clocks differ. */
  readonly earliestMs: number;
  /** Messages with a send time more than a day away, which are not counted. */
  readonly implausible: number;
}

/** What became of the connections. */
export interface ConnectionSummary extends ConnectionCounts {
  readonly times: Readonly<Record<ConnectionTime, DurationSummary>>;
  readonly overTime: readonly ConnectionInterval[];
}

export interface StatisticsSummary {
  /** All samples, without transactions. */
  readonly total: LabelSummary;
  /** By label, in the order in which labels appeared. */
  readonly samples: readonly LabelSummary[];
  readonly transactions: readonly LabelSummary[];
  /** Rows below samples that are no transactions. */
  readonly subResults: number;
  /** The most frequent first. */
  readonly errors: readonly ErrorKind[];
  /** Failed samples of kinds for which there was no room. */
  readonly otherErrors: number;
  readonly connections: ConnectionSummary;
}

type Library = typeof import('hdr-histogram-js');

/** Percentiles; the histogram is filled when the first one is asked for, so ask before the run goes on. */
function percentiles(
  { build }: Library,
  counts: DurationCounts,
  minUs: number,
  maxUs: number,
): (percent: number) => number {
  let histogram: Histogram | undefined;
  return (percent) => {
    if (histogram === undefined) {
      histogram = build({
        bitBucketSize: 64,
        numberOfSignificantValueDigits: 3,
        autoResize: true,
        highestTrackableValue: 2,
      });
      counts.foldInto(histogram);
    }
    const us = lowestEquivalent(histogram.getValueAtPercentile(percent));
    return Math.min(maxUs, Math.max(minUs, us)) / 1000;
  };
}

function labelSummary(library: Library, label: LabelStatistics): LabelSummary {
  const { count, firstStartUs, lastEndUs, lateRoundTrips } = label;
  const durationUs = (lastEndUs ?? 0) - (firstStartUs ?? 0);
  const minUs = label.minUs ?? 0;
  const maxUs = label.maxUs ?? 0;
  return {
    label: label.label,
    count,
    errors: label.errors,
    minMs: minUs / 1000,
    meanMs: count === 0 ? 0 : label.sumUs / count / 1000,
    maxMs: maxUs / 1000,
    percentileMs: percentiles(library, label.elapsed, minUs, maxUs),
    receivedBytes: label.receivedBytes,
    sentBytes: label.sentBytes,
    firstStartMs: firstStartUs === null ? undefined : Math.floor(firstStartUs / 1000),
    lastEndMs: lastEndUs === null ? undefined : Math.floor(lastEndUs / 1000),
    throughput: durationUs > 0 ? (count / durationUs) * 1e6 : undefined,
    correlation: {
      taken: { ...label.taken },
      passedOver: { ...label.passedOver },
      neverAnswered: label.neverAnswered,
    },
    lateRoundTrips: durations(library, lateRoundTrips),
    roundTrips: durations(library, label.roundTrips),
    readTimeouts: label.readTimeouts,
    pushDelays: {
      ...durations(library, label.pushDelays),
      earliestMs: (label.earliestPushUs ?? 0) / 1000,
      implausible: label.implausiblePushes,
    },
  };
}

const durations = (library: Library, counts: DurationCounts | undefined): DurationSummary =>
  counts === undefined
    ? { count: 0, percentileMs: () => 0 }
    : { count: counts.count, percentileMs: percentiles(library, counts, 0, Infinity) };

function connectionSummary(library: Library, data: ConnectionData): ConnectionSummary {
  const times = CONNECTION_TIMES.map((name) => {
    const counts = new DurationCounts();
    counts.merge(data.times[name]);
    return [name, durations(library, counts)] as const;
  });
  return {
    ...data,
    times: Object.fromEntries(times) as Record<ConnectionTime, DurationSummary>,
    overTime: openConnections(data.timeline),
  };
}

/** Makes running figures readable; loads the histogram library. */
export async function summarise(
  figures: Omit<StatisticsSummary, 'total' | 'samples' | 'transactions' | 'connections'> & {
    readonly connections: ConnectionData;
    readonly samples: readonly LabelStatistics[];
    readonly transactions: readonly LabelStatistics[];
  },
): Promise<StatisticsSummary> {
  const library = await import('hdr-histogram-js');
  const total = new LabelStatistics('TOTAL');
  for (const label of figures.samples) total.merge(label.data());
  return {
    ...figures,
    total: labelSummary(library, total),
    samples: figures.samples.map((label) => labelSummary(library, label)),
    transactions: figures.transactions.map((label) => labelSummary(library, label)),
    connections: connectionSummary(library, figures.connections),
  };
}
