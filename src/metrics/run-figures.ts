import { ownText } from '../results/own-text.ts';
import { OTHER_LABELS } from '../results/statistics.ts';
import type {
  CorrelationVerdict,
  MergingSink,
  RunEvent,
  SampleEvent,
  SampleResult,
  ThreadTimes,
} from '../types.ts';
import { GeneratorFigures } from './generator-figures.ts';
import type { FamilyName } from './families.ts';
import { observe, Registry, type FamilyData, type HistogramSeries, type NumberSeries } from './registry.ts';

/** Labels of samplers that have series of their own; labels may hold ids and never repeat. */
const MOST_LABELS = 200;
/** Response codes, close codes and reasons that have series of their own, for each metric. */
const MOST_KINDS = 50;
const OTHER_KINDS = '(other)';
/** Reasons are cut to so many characters. */
const LONGEST_KIND = 100;

type Result = 'success' | 'failure';

/** What is counted of transactions of one label; some of it only when it comes. */
interface TransactionFigures {
  readonly label: { readonly label: string };
  readonly counts: Readonly<Record<Result, NumberSeries>>;
  readonly durations: Partial<Record<Result, HistogramSeries>>;
}

interface SampleFigures extends TransactionFigures {
  readonly received: NumberSeries;
  readonly sent: NumberSeries;
  roundTrip?: HistogramSeries;
  readonly replies: Partial<Record<CorrelationVerdict['kind'], NumberSeries>>;
}

/** Texts that become values of labels, in bounded number. */
class Kinds {
  readonly #known = new Set<string>();
  readonly #most: number;
  readonly #other: string;

  constructor(most: number, other: string) {
    this.#most = most;
    this.#other = other;
  }

  of(text: string): string {
    if (this.#known.has(text)) return text;
    if (this.#known.size >= this.#most) return this.#other;
    const own = ownText(text);
    this.#known.add(own);
    return own;
  }
}

/** Counts what happens in a run, for those who ask while it goes on. On other workers it hands on what it counts. */
export class RunFigures implements MergingSink {
  readonly registry = new Registry();
  readonly #generator: GeneratorFigures;
  readonly #labels = new Kinds(MOST_LABELS, OTHER_LABELS);
  readonly #kinds = new Map<FamilyName, Kinds>();
  readonly #samples = new Map<string, SampleFigures>();
  readonly #transactions = new Map<string, TransactionFigures>();

  /**
   * @param worker 0 is the first.
   * @param threadTimes what the threads of this worker have done with their time.
   */
  constructor(worker: number, threadTimes: (nowUs: number) => ThreadTimes) {
    this.#generator = new GeneratorFigures(this.registry, worker, threadTimes);
  }

  sample({ result }: SampleEvent): void {
    this.#take(result);
  }

  event(event: RunEvent): void {
    const { registry } = this;
    switch (event.type) {
      case 'connection-opened':
        registry.number('connectionsOpen').value++;
        registry.number('connectionsOpened').value++;
        if (event.handshake !== undefined)
          observe(registry.histogram('handshakeDuration'), event.handshake.wholeUs);
        break;
      case 'connection-closed':
        registry.number('connectionsOpen').value--;
        registry.number('connectionsClosed', {
          by: event.by,
          code: event.code === undefined ? '' : this.#kind('connectionsClosed', String(event.code)),
        }).value++;
        break;
      case 'connection-failed':
        registry.number('handshakesFailed', {
          reason: this.#kind(
            'handshakesFailed',
            event.status === undefined ? event.reason : `HTTP ${event.status}`,
          ),
        }).value++;
        break;
      case 'never-answered':
        registry.number('unanswered', this.#label(event.label)).value += event.count;
        break;
      case 'passed-over':
        registry.number('passedOver', { ...this.#label(event.label), kind: event.kind }).value++;
        if (event.late !== undefined)
          observe(
            registry.histogram('lateRoundTrip', this.#label(event.late.answers)),
            event.late.roundTripUs,
          );
        break;
      case 'read-timeout':
        registry.number('readTimeouts', this.#label(event.label)).value++;
        break;
      case 'push-delay':
        observe(registry.histogram('pushDelay', this.#label(event.label)), event.delayUs);
    }
  }

  take(): FamilyData[] | undefined {
    this.#generator.look();
    const taken = this.registry.take();
    return taken.length === 0 ? undefined : taken;
  }

  add(data: readonly FamilyData[]): void {
    this.registry.add(data);
  }

  /** The figures of now. */
  families(): FamilyData[] {
    this.#generator.look();
    return this.registry.families();
  }

  close(): Promise<void> {
    this.#generator.close();
    return Promise.resolve();
  }

  /** A transaction is counted beside the samples in it. */
  #take(result: SampleResult): void {
    if (!result.isTransaction) this.#addSample(result);
    else {
      this.#count(this.#transactionFigures(result.label), 'transactionDuration', result);
      if (result.subResults !== undefined) for (const sub of result.subResults) this.#take(sub);
    }
  }

  #addSample(result: SampleResult): void {
    const { registry } = this;
    const figures = this.#sampleFigures(result.label);
    this.#count(figures, 'sampleDuration', result);
    figures.received.value += result.bytes;
    figures.sent.value += result.sentBytes;
    if (!result.success)
      registry.number('failures', { code: this.#kind('failures', result.responseCode ?? '') }).value++;
    if (result.roundTripUs !== undefined)
      observe((figures.roundTrip ??= registry.histogram('roundTrip', figures.label)), result.roundTripUs);
    const verdict = result.correlation;
    if (verdict === undefined) return;
    const { kind, answers, roundTripUs } = verdict;
    (figures.replies[kind] ??= registry.number('replies', { ...figures.label, kind })).value++;
    if (kind === 'late' && answers !== undefined && roundTripUs !== undefined)
      observe(registry.histogram('lateRoundTrip', this.#label(answers)), roundTripUs);
  }

  #count(figures: TransactionFigures, durations: FamilyName, result: SampleResult): void {
    const { startUs, endUs, idleUs } = result;
    const outcome = result.success ? 'success' : 'failure';
    figures.counts[outcome].value++;
    const duration = (figures.durations[outcome] ??= this.registry.histogram(durations, {
      ...figures.label,
      result: outcome,
    }));
    observe(duration, endUs === 0 ? 0 : endUs - startUs - idleUs);
  }

  #sampleFigures(name: string): SampleFigures {
    const known = this.#samples.get(name);
    if (known !== undefined) return known;
    const { registry } = this;
    const label = this.#label(name);
    return keep(this.#samples, label.label, () => ({
      label,
      counts: this.#counts('samples', label),
      durations: {},
      received: registry.number('received', label),
      sent: registry.number('sent', label),
      replies: {},
    }));
  }

  #transactionFigures(name: string): TransactionFigures {
    const known = this.#transactions.get(name);
    if (known !== undefined) return known;
    const label = this.#label(name);
    return keep(this.#transactions, label.label, () => ({
      label,
      counts: this.#counts('transactions', label),
      durations: {},
    }));
  }

  /** Both are there from the beginning: a rate of failures needs its 0. */
  #counts(name: FamilyName, label: { readonly label: string }): Record<Result, NumberSeries> {
    const of = (result: Result): NumberSeries => this.registry.number(name, { ...label, result });
    return { success: of('success'), failure: of('failure') };
  }

  #label(name: string): { label: string } {
    return { label: this.#labels.of(name) };
  }

  #kind(family: FamilyName, text: string): string {
    let kinds = this.#kinds.get(family);
    if (kinds === undefined) this.#kinds.set(family, (kinds = new Kinds(MOST_KINDS, OTHER_KINDS)));
    return kinds.of(text.slice(0, LONGEST_KIND));
  }
}

/** What a map holds under a key, or is to hold from now on. */
function keep<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
