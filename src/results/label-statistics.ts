import type { CorrelationVerdict, RunEvent, SampleResult } from '../types.ts';
import { DurationCounts } from './duration-counts.ts';

type PassedOverKind = Extract<RunEvent, { type: 'passed-over' }>['kind'];

/** A message that was under way for more than a day, or arrived a day before it was sent, tells another time. */
export const LONGEST_PUSH_US = 24 * 3600 * 1e6;

/** What correlation found under one label. */
export interface CorrelationCounts {
  /** Replies that samples took, by what they answer. */
  readonly taken: Readonly<Record<CorrelationVerdict['kind'], number>>;
  /** Frames that samples read past on the way to their own reply. */
  readonly passedOver: Readonly<Record<PassedOverKind, number>>;
  /** Requests without an answer when their connection ended. */
  readonly neverAnswered: number;
}

/** The figures of one label as plain data, for another process; `merge` adds them up. */
export interface LabelData {
  label: string;
  count: number;
  errors: number;
  sumUs: number;
  minUs: number | null;
  maxUs: number | null;
  receivedBytes: number;
  sentBytes: number;
  firstStartUs: number | null;
  lastEndUs: number | null;
  elapsed: number[];
  lateRoundTrips: number[];
  roundTrips: number[];
  readTimeouts: number;
  pushDelays: number[];
  earliestPushUs: number | null;
  implausiblePushes: number;
  correlation: CorrelationCounts;
}

const smallest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b);
const greatest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

/** Adds the counts of `from` to those of the same keys. */
export function addCounts<K extends string>(to: Record<K, number>, from: Readonly<Record<K, number>>): void {
  for (const key in to) to[key] += from[key];
}

/** Running figures of one label. Durations are microseconds, each sample's own without its pauses. */
export class LabelStatistics {
  readonly label: string;
  count = 0;
  errors = 0;
  sumUs = 0;
  minUs: number | null = null;
  maxUs: number | null = null;
  receivedBytes = 0;
  sentBytes = 0;
  firstStartUs: number | null = null;
  lastEndUs: number | null = null;
  readonly elapsed = new DurationCounts();
  /** From sending a request to the arrival of its reply, for replies that came after their sample had ended. */
  lateRoundTrips: DurationCounts | undefined;
  /** From sending a message to the arrival of its reply, of samples that saw both. */
  roundTrips: DurationCounts | undefined;
  /** Samples that waited for a frame in vain. */
  readTimeouts = 0;
  /** From the send time that a message carries to its arrival; what arrived before it was sent counts as 0. */
  pushDelays: DurationCounts | undefined;
  /** The shortest; negative where clocks differ. */
  earliestPushUs: number | null = null;
  /** Messages with a send time that cannot be one. */
  implausiblePushes = 0;
  readonly taken = { 'in-order': 0, late: 0, 'out-of-order': 0, duplicate: 0, unmatched: 0 };
  readonly passedOver = { late: 0, duplicate: 0, 'out-of-order': 0, push: 0 };
  neverAnswered = 0;

  constructor(label: string) {
    this.label = label;
  }

  add(result: SampleResult): void {
    const { startUs, endUs } = result;
    const elapsedUs = endUs === 0 ? 0 : Math.max(0, Math.round(endUs - startUs - result.idleUs));
    this.count++;
    if (!result.success) this.errors++;
    this.sumUs += elapsedUs;
    if (this.minUs === null || elapsedUs < this.minUs) this.minUs = elapsedUs;
    if (this.maxUs === null || elapsedUs > this.maxUs) this.maxUs = elapsedUs;
    this.receivedBytes += result.bytes;
    this.sentBytes += result.sentBytes;
    if (startUs > 0) {
      if (this.firstStartUs === null || startUs < this.firstStartUs) this.firstStartUs = startUs;
      if (this.lastEndUs === null || endUs > this.lastEndUs) this.lastEndUs = endUs;
    }
    this.elapsed.record(elapsedUs);
    if (result.roundTripUs !== undefined)
      (this.roundTrips ??= new DurationCounts()).record(Math.round(result.roundTripUs));
    if (result.correlation !== undefined) this.taken[result.correlation.kind]++;
  }

  addLateRoundTrip(us: number): void {
    (this.lateRoundTrips ??= new DurationCounts()).record(Math.max(0, Math.round(us)));
  }

  addPushDelay(us: number): void {
    if (Math.abs(us) > LONGEST_PUSH_US) {
      this.implausiblePushes++;
      return;
    }
    this.earliestPushUs = smallest(this.earliestPushUs, us);
    (this.pushDelays ??= new DurationCounts()).record(Math.max(0, Math.round(us)));
  }

  data(): LabelData {
    return {
      label: this.label,
      count: this.count,
      errors: this.errors,
      sumUs: this.sumUs,
      minUs: this.minUs,
      maxUs: this.maxUs,
      receivedBytes: this.receivedBytes,
      sentBytes: this.sentBytes,
      firstStartUs: this.firstStartUs,
      lastEndUs: this.lastEndUs,
      elapsed: this.elapsed.sparse(),
      lateRoundTrips: this.lateRoundTrips?.sparse() ?? [],
      roundTrips: this.roundTrips?.sparse() ?? [],
      readTimeouts: this.readTimeouts,
      pushDelays: this.pushDelays?.sparse() ?? [],
      earliestPushUs: this.earliestPushUs,
      implausiblePushes: this.implausiblePushes,
      correlation: {
        taken: { ...this.taken },
        passedOver: { ...this.passedOver },
        neverAnswered: this.neverAnswered,
      },
    };
  }

  merge(data: LabelData): void {
    this.count += data.count;
    this.errors += data.errors;
    this.sumUs += data.sumUs;
    this.minUs = smallest(this.minUs, data.minUs);
    this.maxUs = greatest(this.maxUs, data.maxUs);
    this.receivedBytes += data.receivedBytes;
    this.sentBytes += data.sentBytes;
    this.firstStartUs = smallest(this.firstStartUs, data.firstStartUs);
    this.lastEndUs = greatest(this.lastEndUs, data.lastEndUs);
    this.elapsed.merge(data.elapsed);
    if (data.lateRoundTrips.length > 0)
      (this.lateRoundTrips ??= new DurationCounts()).merge(data.lateRoundTrips);
    if (data.roundTrips.length > 0) (this.roundTrips ??= new DurationCounts()).merge(data.roundTrips);
    this.readTimeouts += data.readTimeouts;
    if (data.pushDelays.length > 0) (this.pushDelays ??= new DurationCounts()).merge(data.pushDelays);
    this.earliestPushUs = smallest(this.earliestPushUs, data.earliestPushUs);
    this.implausiblePushes += data.implausiblePushes;
    addCounts(this.taken, data.correlation.taken);
    addCounts(this.passedOver, data.correlation.passedOver);
    this.neverAnswered += data.correlation.neverAnswered;
  }
}
