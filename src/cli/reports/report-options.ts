import { InvalidArgumentError, type Command } from 'commander';
import { parseAddress, type Address } from '../address.ts';
import { EXIT } from '../exit-code.ts';

/** What decides whether a run has passed, and what is written about it. */
export interface ReportRequest {
  /** Texts and file names of `--criteria`. */
  readonly criteria: readonly string[];
  /** What a run ends with that has failed. */
  readonly failedExitCode: number;
  /** A failed sample fails the run even when there are criteria. */
  readonly failOnError: boolean;
  readonly junitFile: string | undefined;
  readonly markdownFile: string | undefined;
  /** Step summary and annotations for GitHub Actions. */
  readonly github: boolean;
  readonly statisticsFile: string | undefined;
  /** Folder of the HTML report. */
  readonly folder: string | undefined;
  /** What stands in the way of the HTML report is replaced. */
  readonly replaceFolder: boolean;
  /** Where to show the report while the run goes on. */
  readonly dashboard: Address | undefined;
}

interface Options {
  readonly criteria?: string[];
  readonly criteriaExitCode?: number;
  readonly failOnError?: true;
  readonly junit?: string;
  readonly markdown?: string;
  readonly github?: true;
  readonly statistics?: string;
  readonly output?: string;
  readonly force?: true;
  readonly dashboard?: string;
}

export function toExitCode(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 255) return Number(text);
  throw new InvalidArgumentError('An exit code is a number from 1 to 255.');
}

/** Adds the options that `run` and `report` share. */
export function addReportOptions(program: Command): Command {
  return program
    .option(
      '-c, --criteria <text or file>',
      'fail when this happens: p95 of echo>50ms, fail>1% for 10s, or a YAML or JSON file of such; repeatable',
      (text: string, before: string[] | undefined) => [...(before ?? []), text],
    )
    .option(
      '--criteria-exit-code <number>',
      `exit code of a run that failed (${EXIT.failed} without this)`,
      toExitCode,
    )
    .option('--fail-on-error', 'fail when a sample failed, even with criteria')
    .option('-o, --output <folder>', 'write the HTML report and statistics.json into this folder')
    .option('--junit <file>', 'write JUnit XML: a test case for each label and each criterion')
    .option('--markdown <file>', 'write a summary in Markdown')
    .option('--github', 'on GitHub Actions: add to the step summary, and annotate errors')
    .option('--statistics <file>', "write JMeter's statistics.json");
}

/** What these options were given as. */
export function reportRequest(program: Command): ReportRequest {
  const options = program.opts<Options>();
  return {
    criteria: options.criteria ?? [],
    failedExitCode: options.criteriaExitCode ?? EXIT.failed,
    failOnError: options.failOnError === true,
    junitFile: options.junit,
    markdownFile: options.markdown,
    github: options.github === true,
    statisticsFile: options.statistics,
    folder: options.output,
    replaceFolder: options.force === true,
    dashboard:
      options.dashboard === undefined ? undefined : parseAddress('--dashboard', options.dashboard, 0),
  };
}

/** JMeter's way of a run: nothing but its samples. */
export const NO_REPORTS: ReportRequest = {
  criteria: [],
  failedExitCode: EXIT.failed,
  failOnError: false,
  junitFile: undefined,
  markdownFile: undefined,
  github: false,
  statisticsFile: undefined,
  folder: undefined,
  replaceFolder: false,
  dashboard: undefined,
};
