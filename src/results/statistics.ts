import type { MergingSink, RunEvent, SampleEvent, SampleResult } from '../types.ts';
import { ConnectionStatistics, type ConnectionData } from './connection-statistics.ts';
import { ErrorCounts, type ErrorKind } from './error-counts.ts';
import { LabelStatistics, type LabelData } from './label-statistics.ts';
import { ownText } from './own-text.ts';
import { summarise, type StatisticsSummary } from './statistics-summary.ts';

/** Labels that are kept apart; labels may hold ids and never repeat. */
const MAX_LABELS = 2000;
export const OTHER_LABELS = '(other labels)';

/** Statistics as plain data, for another process. */
export interface StatisticsData {
  samples: LabelData[];
  transactions: LabelData[];
  subResults: number;
  errors: ErrorKind[];
  otherErrors: number;
  connections: ConnectionData;
}

/**
 * Figures of a run, per label and in total.
 *
 * Each run of a sampler counts once: those inside a parent-mode transaction too, while transactions are kept
 * apart and the sub-results of a sampler are only counted as rows. So samples + transactions + subResults is the
 * number of rows of a results file.
 */
export class Statistics implements MergingSink {
  readonly #samples = new Map<string, LabelStatistics>();
  readonly #transactions = new Map<string, LabelStatistics>();
  readonly #errors = new ErrorCounts();
  #subResults = 0;
  readonly #connections: ConnectionStatistics;

  /** @param nowUs the clock by which events get their place in time; undefined: the system's. */
  constructor(nowUs?: () => number) {
    this.#connections = new ConnectionStatistics(nowUs);
  }

  sample(event: SampleEvent): void {
    this.#add(event.result);
  }

  event(event: RunEvent): void {
    switch (event.type) {
      case 'never-answered':
        labelIn(this.#samples, event.label).neverAnswered += event.count;
        break;
      case 'passed-over':
        labelIn(this.#samples, event.label).passedOver[event.kind]++;
        if (event.late !== undefined)
          labelIn(this.#samples, event.late.answers).addLateRoundTrip(event.late.roundTripUs);
        break;
      case 'connection-opened':
        this.#connections.opened(event.handshake);
        break;
      case 'connection-closed':
        this.#connections.closed(event);
        break;
      case 'connection-failed':
        this.#connections.failed(event.status, event.reason);
        break;
      case 'push-delay':
        labelIn(this.#samples, event.label).addPushDelay(event.delayUs);
        break;
      case 'read-timeout':
        labelIn(this.#samples, event.label).readTimeouts++;
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The figures so far, to be read. */
  summary(): Promise<StatisticsSummary> {
    return summarise({
      samples: [...this.#samples.values()],
      transactions: [...this.#transactions.values()],
      subResults: this.#subResults,
      errors: this.#errors.kinds(),
      otherErrors: this.#errors.others,
      connections: this.#connections.data(),
    });
  }

  /** The figures so far, to be sent; `merge` of another Statistics takes them. */
  data(): StatisticsData {
    return {
      samples: Array.from(this.#samples.values(), (label) => label.data()),
      transactions: Array.from(this.#transactions.values(), (label) => label.data()),
      subResults: this.#subResults,
      errors: this.#errors.kinds(),
      otherErrors: this.#errors.others,
      connections: this.#connections.data(),
    };
  }

  take(last: boolean): StatisticsData | undefined {
    return last ? this.data() : undefined;
  }

  add(data: StatisticsData): void {
    this.merge(data);
  }

  merge(data: StatisticsData): void {
    for (const label of data.samples) labelIn(this.#samples, label.label).merge(label);
    for (const label of data.transactions) labelIn(this.#transactions, label.label).merge(label);
    this.#subResults += data.subResults;
    this.#errors.merge(data.errors, data.otherErrors);
    this.#connections.merge(data.connections);
  }

  #add(result: SampleResult): void {
    if (result.isTransaction) {
      labelIn(this.#transactions, result.label).add(result);
      if (result.subResults !== undefined) for (const sub of result.subResults) this.#add(sub);
      return;
    }
    labelIn(this.#samples, result.label).add(result);
    if (!result.success) this.#errors.add(result);
    if (result.subResults !== undefined) this.#subResults += countSubResults(result);
    const verdict = result.correlation;
    if (verdict?.kind === 'late' && verdict.answers !== undefined && verdict.roundTripUs !== undefined)
      labelIn(this.#samples, verdict.answers).addLateRoundTrip(verdict.roundTripUs);
  }
}

function labelIn(labels: Map<string, LabelStatistics>, label: string): LabelStatistics {
  let known = labels.get(label);
  if (known === undefined) {
    const name = labels.size < MAX_LABELS ? ownText(label) : OTHER_LABELS;
    known = labels.get(name);
    if (known === undefined) labels.set(name, (known = new LabelStatistics(name)));
  }
  return known;
}

const countSubResults = (result: SampleResult): number =>
  (result.subResults ?? []).reduce((count, sub) => count + 1 + countSubResults(sub), 0);
