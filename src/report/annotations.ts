import type { Verdict } from './criteria/verdict.ts';
import { wellFormed } from './escape.ts';
import { count, percent } from './format.ts';
import type { ReportData } from './report-collector.ts';

/** GitHub shows so many errors of one step. */
const MAX_ANNOTATIONS = 10;

const escapeData = (text: string): string =>
  wellFormed(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/**
 * Workflow commands of GitHub Actions, a line each: an error for each failed criterion and, when failed samples fail
 * the run, for each kind of them; a notice for a criterion that was triggered without failing.
 */
export function annotations(data: ReportData, verdicts: readonly Verdict[], samplesFail: boolean): string {
  const command = (level: 'error' | 'notice', title: string, text: string): string =>
    `::${level} title=${escapeProperty(title)}::${escapeData(text)}\n`;
  const lines = verdicts
    .filter(({ isTriggered }) => isTriggered)
    .map(({ criterion, isFailed, reason }) =>
      isFailed
        ? command('error', 'Criterion failed', `${criterion.name}: ${reason}`)
        : command('notice', 'Criterion noticed', `${criterion.name}: ${reason}`),
    );
  if (data.total.count === 0) lines.push(command('error', 'No sample', 'There is no sample.'));
  if (samplesFail)
    lines.push(
      ...data.errors.map(({ kind, responseCode, message, count: times }) =>
        command(
          'error',
          `${count(times)} samples failed (${percent(times, data.total.count)}): ${kind}`,
          [responseCode, message].filter((text) => text !== '').join(': ') || 'no code and no message',
        ),
      ),
    );
  return lines.slice(0, MAX_ANNOTATIONS).join('');
}
