import { decimalFormat } from '../java/decimal-format.ts';
import type { Logger, MergingSink, Properties, SampleResult } from '../types.ts';

export interface ThreadCounts {
  readonly active: number;
  readonly started: number;
  readonly finished: number;
}

/** What summaries need to know about the run. */
export interface SummariserEnvironment {
  readonly properties: Properties;
  readonly log: Logger;
  print(line: string): void;
  threads(): ThreadCounts;
  /**
   * Set on a worker that hands all on to the first one: nothing is written or reported here. Called when much has
   * been gathered.
   */
  gather?(): void;
}

/** A report is due in the first seconds of an interval of the wall clock, and that long after the one before. */
const WINDOW_S = 5;
/** What JMeter prints as minimum and maximum of no samples. */
const NO_MINIMUM = '9223372036854775807';
const NO_MAXIMUM = '-9223372036854775808';

/** What one worker hands on of a stretch. */
type Figures = Pick<Tally, 'count' | 'errors' | 'sumMs' | 'minMs' | 'maxMs'>;

/** Figures over a stretch of the run (JMeter's SummariserRunningSample). */
class Tally {
  count = 0;
  errors = 0;
  sumMs = 0;
  minMs = Infinity;
  maxMs = -Infinity;
  startMs = Date.now();
  /** When the latest figures came in. */
  endMs = this.startMs;

  add(result: SampleResult): void {
    const elapsed = result.elapsedMs;
    this.count += result.sampleCount;
    if (!result.success) this.errors++;
    this.sumMs += elapsed;
    if (elapsed < this.minMs) this.minMs = elapsed;
    if (elapsed > this.maxMs) this.maxMs = elapsed;
    this.endMs = Date.now();
  }

  addAll(other: Figures): void {
    this.count += other.count;
    this.errors += other.errors;
    this.sumMs += other.sumMs;
    this.minMs = Math.min(this.minMs, other.minMs);
    this.maxMs = Math.max(this.maxMs, other.maxMs);
    this.endMs = Date.now();
  }
}

const printRate = decimalFormat('#0.0');
const printShare = decimalFormat('#0.00%');
const twoDigits = (value: number): string => String(value).padStart(2, '0');

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
}

function summaryLine(name: string, type: '+' | '=', tally: Tally): string {
  const { count, errors } = tally;
  const elapsedMs = count === 0 ? 0 : tally.endMs - tally.startMs;
  const rate = elapsedMs > 0 ? printRate((count / elapsedMs) * 1000).padStart(6) : '******';
  const average = count === 0 ? 0 : Math.trunc(tally.sumMs / count);
  const minimum = tally.minMs === Infinity ? NO_MINIMUM : String(tally.minMs).padStart(5);
  const maximum = tally.maxMs === -Infinity ? NO_MAXIMUM : String(tally.maxMs).padStart(5);
  const share = printShare(count === 0 ? 0 : errors / count);
  return (
    `${name} ${type} ${String(count).padStart(6)} in ${duration(Math.floor((elapsedMs + 500) / 1000))} = ${rate}/s` +
    ` Avg: ${String(average).padStart(5)} Min: ${minimum} Max: ${maximum}` +
    ` Err: ${String(errors).padStart(5)} (${share})`
  );
}

/** The series of one name: what came since the last report, and all before. */
interface Series {
  readonly name: string;
  delta: Tally;
  readonly total: Tally;
  /** Second of the last report. */
  reportedS: number;
}

/**
 * The summaries of a run (JMeter's Summariser): `name +` lines for the latest interval and `name =` lines for the
 * whole, to standard output and to the log.
 *
 * Intervals are those of the wall clock, and a report is made when a sample comes in, so a silent run reports
 * nothing. Summaries of one name share their figures. The last lines of all come when the last one is closed.
 */
export class Summarisers {
  readonly #environment: SummariserEnvironment;
  readonly #intervalS: number;
  readonly #toOut: boolean;
  readonly #toLog: boolean;
  readonly #ignoresTransactions: boolean;
  readonly #gathers: boolean;
  readonly #series = new Map<string, Series>();
  #open = 0;

  constructor(environment: SummariserEnvironment) {
    const flag = (name: string): boolean =>
      (environment.properties.get(`summariser.${name}`) ?? 'true').toLowerCase() === 'true';
    this.#environment = environment;
    this.#gathers = environment.gather !== undefined;
    this.#intervalS = Number(environment.properties.get('summariser.interval') ?? 30) || 30;
    this.#toOut = flag('out');
    this.#toLog = flag('log');
    this.#ignoresTransactions = flag('ignore_transaction_controller_sample_result');
  }

  open(name: string): MergingSink {
    let series = this.#series.get(name);
    if (series === undefined) {
      series = { name, delta: new Tally(), total: new Tally(), reportedS: 0 };
      this.#series.set(name, series);
    }
    this.#open++;
    const own = series;
    return {
      sample: ({ result }) => {
        if (this.#ignoresTransactions && result.isTransaction) return;
        own.delta.add(result);
        if (!this.#gathers) this.#reportWhenDue(own);
      },
      take() {
        const { count, errors, sumMs, minMs, maxMs } = own.delta;
        own.delta = new Tally();
        return count === 0 ? undefined : { count, errors, sumMs, minMs, maxMs };
      },
      add: (data) => {
        own.delta.addAll(data as Figures);
        this.#reportWhenDue(own);
      },
      close: () => {
        this.#open--;
        if (this.#open === 0 && !this.#gathers) for (const each of this.#series.values()) this.#finish(each);
        return Promise.resolve();
      },
    };
  }

  #reportWhenDue(series: Series): void {
    const nowS = Math.floor(series.delta.endMs / 1000);
    if (nowS <= series.reportedS + WINDOW_S || nowS % this.#intervalS > WINDOW_S) return;
    series.reportedS = nowS;
    const isFirst = series.total.count === 0;
    this.#report(series.name, '+', series.delta);
    this.#moveDelta(series);
    if (!isFirst) this.#report(series.name, '=', series.total);
  }

  #finish(series: Series): void {
    if (series.delta.count > 0 && series.total.count > 0) this.#report(series.name, '+', series.delta);
    this.#moveDelta(series);
    this.#report(series.name, '=', series.total);
  }

  #moveDelta(series: Series): void {
    series.total.addAll(series.delta);
    series.delta = new Tally();
  }

  #report(name: string, type: '+' | '=', tally: Tally): void {
    let line = summaryLine(name, type, tally);
    if (type === '+') {
      const { active, started, finished } = this.#environment.threads();
      line += ` Active: ${active} Started: ${started} Finished: ${finished}`;
    }
    if (this.#toLog) this.#environment.log.log('INFO', 'o.a.j.r.Summariser', line);
    if (this.#toOut) this.#environment.print(line);
  }
}
