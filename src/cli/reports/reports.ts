import fs from 'node:fs';
import { Criteria } from '../../report/criteria/criteria.ts';
import type { Criterion } from '../../report/criteria/criterion.ts';
import type { GeneratorShares } from '../../report/criteria/generator-shares.ts';
import { verdictLine, type Verdict } from '../../report/criteria/verdict.ts';
import type { GeneratorSeries } from '../../report/generator-series.ts';
import { ReportCollector, type ReportData } from '../../report/report-collector.ts';
import type { RowTaker } from '../../report/rows.ts';
import { STATISTICS_DEFAULTS, StatisticsJson, type StatisticsOptions } from '../../report/statistics-json.ts';
import type { Properties } from '../../types.ts';
import { CannotRunError, reasonOf } from '../exit-code.ts';
import { exitCodeOf, hasFailed, samplesDecide, type Outcome } from './outcome.ts';
import { openReportFolder, type ReportFolder } from './report-folder.ts';
import type { ReportRequest } from './report-options.ts';

/** What a run, or a results file, adds to its rows. */
export interface ReportContext {
  /** What was run. */
  readonly title: string;
  /** What is to be known about the figures. */
  readonly notes: readonly string[];
  /** How the generator did, in sentences. */
  readonly generator: readonly string[];
  /** How it did over time; undefined when nobody watched it. */
  readonly generatorSeries: GeneratorSeries | undefined;
  /** For criteria about it; undefined when nobody watched it. */
  readonly generatorShares: GeneratorShares | undefined;
}

/** The same at the end. */
export interface ReportEnd
  extends ReportContext, Pick<Outcome, 'signalExitCode' | 'isIncomplete' | 'isStrict'> {}

/** Labels that are shown while a run is under way: working them out takes time from the generator. */
const MAX_LIVE_LABELS = 100;

/** What has come in so far. */
export interface Figures {
  readonly data: ReportData;
  readonly verdicts: readonly Verdict[];
}

export interface Reported extends Figures {
  readonly exitCode: number;
  /** undefined: nothing decides. */
  readonly state: 'passed' | 'failed' | undefined;
  /** Lines about criteria. */
  readonly lines: readonly string[];
}

/** A file that is there before the run: one that cannot be written is found out before the run is worth something. */
interface OpenFile {
  readonly name: string;
  readonly descriptor: number;
}

function open(name: string | undefined, what: string, flags: 'a' | 'w' = 'w'): OpenFile | undefined {
  if (name === undefined) return undefined;
  try {
    return { name, descriptor: fs.openSync(name, flags) };
  } catch (error) {
    throw new CannotRunError(`${what} cannot be written to ${name}: ${reasonOf(error)}.`);
  }
}

function write(file: OpenFile | undefined, text: () => string): void {
  if (file === undefined) return;
  try {
    fs.writeFileSync(file.descriptor, text());
    fs.closeSync(file.descriptor);
  } catch (error) {
    throw new CannotRunError(`${file.name} cannot be written: ${reasonOf(error)}.`);
  }
}

/** `aggregate_rpt_pct1` to `3` and `jmeter.reportgenerator.statistic_window`. */
function statisticsOptions(properties: Properties): StatisticsOptions {
  const number = (name: string, fallback: number, most: number): number => {
    const value = Number(properties.get(name)?.trim() || NaN);
    return value > 0 && value <= most ? value : fallback;
  };
  const [first, second, third] = STATISTICS_DEFAULTS.percentiles;
  return {
    percentiles: [
      number('aggregate_rpt_pct1', first, 100),
      number('aggregate_rpt_pct2', second, 100),
      number('aggregate_rpt_pct3', third, 100),
    ],
    window: Math.floor(
      number('jmeter.reportgenerator.statistic_window', STATISTICS_DEFAULTS.window, 1_000_000),
    ),
  };
}

export interface ReportsSetup {
  readonly request: ReportRequest;
  readonly criteria: readonly Criterion[];
  readonly properties: Properties;
  /** The rows come from a run that is under way. */
  readonly isLive: boolean;
  /** Ends the run, because a criterion says so. */
  readonly onStop?: (criterion: Criterion) => void;
}

function stateOf(outcome: Outcome): Reported['state'] {
  if (!samplesDecide(outcome) && !outcome.hasCriteria) return undefined;
  return hasFailed(outcome) ? 'failed' : 'passed';
}

/** Everything that is made of the rows of a run or of a results file: the verdict and the files about it. */
export class Reports {
  readonly criteria: Criteria;
  readonly takers: readonly RowTaker[];
  readonly #setup: ReportsSetup;
  readonly #collector = new ReportCollector();
  readonly #statistics: StatisticsJson | undefined;
  readonly #folder: ReportFolder | undefined;
  readonly #junit: OpenFile | undefined;
  readonly #markdown: OpenFile | undefined;
  readonly #stepSummary: OpenFile | undefined;
  readonly #statisticsFile: OpenFile | undefined;

  /** @throws CannotRunError when a file or folder cannot be written. */
  constructor(setup: ReportsSetup) {
    const { request, criteria, properties, isLive, onStop } = setup;
    this.#setup = setup;
    this.criteria = new Criteria(criteria, { isLive, ...(onStop === undefined ? {} : { onStop }) });
    this.#folder =
      request.folder === undefined ? undefined : openReportFolder(request.folder, request.replaceFolder);
    this.#junit = open(request.junitFile, 'JUnit XML');
    this.#markdown = open(request.markdownFile, 'The summary');
    this.#statisticsFile = open(request.statisticsFile, 'Statistics');
    if (request.github) this.#stepSummary = open(process.env['GITHUB_STEP_SUMMARY'], 'The step summary', 'a');
    const wantsStatistics = this.#folder !== undefined || this.#statisticsFile !== undefined;
    this.#statistics = wantsStatistics ? new StatisticsJson(statisticsOptions(properties)) : undefined;
    this.takers = [
      this.#collector,
      ...(criteria.length === 0 ? [] : [this.criteria]),
      ...(this.#statistics === undefined ? [] : [this.#statistics]),
    ];
  }

  /** The rows may go on. */
  figures(generator: GeneratorShares): Figures {
    return { data: this.#collector.data(MAX_LIVE_LABELS), verdicts: this.criteria.verdictsSoFar(generator) };
  }

  /** Judges, and writes all files. */
  async finish(end: ReportEnd): Promise<Reported> {
    const { request, criteria } = this.#setup;
    const verdicts = this.criteria.verdicts(end.generatorShares);
    const { problem } = this.criteria;
    const data = this.#collector.data();
    const outcome: Outcome = {
      ...end,
      isIncomplete: end.isIncomplete || problem !== undefined,
      samples: data.total.count,
      errors: data.total.errors,
      hasCriteria: criteria.length > 0,
      failedCriteria: verdicts.filter(({ isFailed }) => isFailed).length,
      failOnError: request.failOnError,
    };
    await this.#write(data, verdicts, outcome, end);
    return {
      exitCode: exitCodeOf(outcome, request.failedExitCode),
      state: stateOf(outcome),
      data,
      verdicts,
      lines: [
        ...verdicts.map((verdict) => `Criterion ${verdictLine(verdict)}`),
        ...(problem === undefined ? [] : [`Criteria cannot be told: ${problem}.`]),
      ],
    };
  }

  async #write(
    data: ReportData,
    verdicts: readonly Verdict[],
    outcome: Outcome,
    end: ReportEnd,
  ): Promise<void> {
    const { title } = end;
    const isFailed = hasFailed(outcome);
    const samplesFail = samplesDecide(outcome);
    if (this.#junit !== undefined) {
      const { junitXml } = await import('../../report/junit.ts');
      write(this.#junit, () => junitXml(data, verdicts, { name: title, samplesFail }));
    }
    if (this.#markdown !== undefined || this.#stepSummary !== undefined) {
      const { summaryMarkdown } = await import('../../report/markdown.ts');
      const text = (): string => summaryMarkdown(data, verdicts, { title, isFailed });
      write(this.#markdown, text);
      write(this.#stepSummary, text);
    }
    if (this.#setup.request.github) {
      const { annotations } = await import('../../report/annotations.ts');
      process.stdout.write(annotations(data, verdicts, samplesFail));
    }
    const statistics = (): string => `${JSON.stringify(this.#statistics?.records(), undefined, 2)}\n`;
    write(this.#statisticsFile, statistics);
    if (this.#folder !== undefined) {
      const { htmlReport } = await import('../../report/html/html-report.ts');
      const page = htmlReport(data, verdicts, { ...end, state: stateOf(outcome) });
      write(open(this.#folder.page, 'The report'), () => page);
      write(open(this.#folder.statistics, 'Statistics'), statistics);
    }
  }
}
