import { parseAddress } from '../address.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import type { ReportRequest } from '../reports/report-options.ts';
import type { GivenOption } from './parse-arguments.ts';

/** JMeter's default of -o. */
const FOLDER = 'report-output';

/** What is to be reported, by JMeter's own options and ours. */
export function reportRequest(given: readonly GivenOption[]): ReportRequest {
  const values = (name: string): string[] =>
    given.filter(({ option }) => option.long === name).map(({ value }) => value);
  const has = (name: string): boolean => given.some(({ option }) => option.long === name);
  const [exitCode] = values('criteria-exit-code');
  const wantsReport = has('reportatendofloadtests') || has('reportonly');
  return {
    criteria: values('criteria'),
    failedExitCode: exitCode === undefined ? EXIT.failed : exitCodeOf(exitCode),
    failOnError: has('fail-on-error'),
    junitFile: values('junit')[0],
    markdownFile: values('markdown')[0],
    github: has('github'),
    statisticsFile: undefined,
    folder: wantsReport ? (values('reportoutputfolder')[0] ?? FOLDER) : undefined,
    replaceFolder: has('forceDeleteResultFile'),
    dashboard: has('dashboard') ? parseAddress('--dashboard', values('dashboard')[0] ?? '', 0) : undefined,
  };
}

function exitCodeOf(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 255) return Number(text);
  throw new UsageError(`--criteria-exit-code takes a number from 1 to 255, not '${text}'.`);
}
