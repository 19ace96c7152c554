import type { Verdict } from './criteria/verdict.ts';
import { escapeAttribute as attribute, escapeMarkup } from './escape.ts';
import { count, milliseconds, percent } from './format.ts';
import type { LabelData } from './label-figures.ts';
import type { ReportData } from './report-collector.ts';

export interface JUnitOptions {
  /** What was run: the name of all suites together. */
  readonly name: string;
  /** Failed samples fail the case of their label; otherwise only criteria fail. */
  readonly samplesFail: boolean;
}

interface Case {
  readonly name: string;
  readonly seconds: number;
  readonly failure: { readonly type: string; readonly message: string } | undefined;
  readonly output: string;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const timesText = ({ count: samples, errors, medianMs, p95Ms, p99Ms, maxMs }: LabelData): string =>
  `${count(samples)} samples, ${count(errors)} failed; median ${milliseconds(medianMs)} ms, p95 ${milliseconds(p95Ms)} ms, p99 ${milliseconds(p99Ms)} ms, max ${milliseconds(maxMs)} ms`;

const labelCase = (label: LabelData, samplesFail: boolean): Case => ({
  name: label.label,
  seconds: label.meanMs,
  failure:
    samplesFail && label.errors > 0
      ? {
          type: 'failed samples',
          message: `${count(label.errors)} of ${count(label.count)} samples failed (${percent(label.errors, label.count)})`,
        }
      : undefined,
  output: timesText(label),
});

const criterionCase = ({ criterion, isFailed, reason }: Verdict): Case => ({
  name: criterion.name,
  seconds: 0,
  failure: isFailed ? { type: 'criterion', message: reason } : undefined,
  output: `${criterion.text}: ${reason}`,
});

const caseLines = (classname: string, { name, seconds: ms, failure, output }: Case): string =>
  `    <testcase classname="${classname}" name="${attribute(name)}" time="${seconds(ms)}">\n` +
  (failure === undefined
    ? ''
    : `      <failure type="${failure.type}" message="${attribute(failure.message)}">${escapeMarkup(`${name}: ${failure.message}`)}</failure>\n`) +
  `      <system-out>${escapeMarkup(output)}</system-out>\n    </testcase>\n`;

/**
 * JUnit's XML, as Jenkins, GitLab and the actions of GitHub read it: a suite `samples` with a case for each label,
 * whose time is the mean of its samples, and a suite `criteria` with a case for each criterion. Without a sample
 * there is one case, and it fails.
 */
export function junitXml(data: ReportData, verdicts: readonly Verdict[], options: JUnitOptions): string {
  const samples = data.samples.map((label) => labelCase(label, options.samplesFail));
  if (samples.length === 0)
    samples.push({
      name: 'at least one sample',
      seconds: 0,
      failure: { type: 'no sample', message: 'there is no sample' },
      output: 'there is no sample',
    });
  const { firstMs, lastMs } = data.total;
  const lasted = seconds((lastMs ?? 0) - (firstMs ?? 0));
  const started = firstMs === null ? '' : ` timestamp="${new Date(firstMs).toISOString().slice(0, 19)}"`;
  const failures = (cases: readonly Case[]): number =>
    cases.filter(({ failure }) => failure !== undefined).length;
  const suite = (name: string, cases: readonly Case[], time: string): string =>
    `  <testsuite name="${name}" tests="${cases.length}" failures="${failures(cases)}" errors="0" skipped="0" time="${time}"${started}>\n` +
    `${cases.map((each) => caseLines(`wsmeter.${name}`, each)).join('')}  </testsuite>\n`;

  const criteria = verdicts.map(criterionCase);
  const all = [...samples, ...criteria];
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<testsuites name="${attribute(options.name)}" tests="${all.length}" failures="${failures(all)}" errors="0" time="${lasted}">\n` +
    suite('samples', samples, lasted) +
    (criteria.length === 0 ? '' : suite('criteria', criteria, '0.000')) +
    `</testsuites>\n`
  );
}
