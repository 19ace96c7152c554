import path from 'node:path';
import type { JtlCounts } from '../../results/jtl-reader.ts';
import type { Properties } from '../../types.ts';
import { EXIT } from '../exit-code.ts';
import { criteriaOf } from './criteria-options.ts';
import { readResults } from './read-results.ts';
import type { ReportRequest } from './report-options.ts';
import { Reports, type Reported } from './reports.ts';

/**
 * Reports on a results file, as it was asked for.
 * @returns its figures, the exit code, which is never 0 for a file without a sample, and what to know about them.
 * @throws CannotRunError when the file cannot be read, or a report cannot be written.
 */
export async function reportResults(
  file: string,
  request: ReportRequest,
  properties: Properties,
): Promise<Reported & { readonly notes: readonly string[] }> {
  const criteria = await criteriaOf(request.criteria, '');
  const reports = new Reports({ request, criteria, properties, isLive: false });
  const notes = notesOn(await readResults(file, reports.takers));
  const reported = await reports.finish({
    title: path.basename(file),
    notes,
    generator: [],
    generatorSeries: undefined,
    generatorShares: undefined,
    signalExitCode: undefined,
    isIncomplete: false,
    isStrict: false,
  });
  if (reported.data.total.count > 0) return { ...reported, notes };
  const exitCode = reported.exitCode === EXIT.ok ? request.failedExitCode : reported.exitCode;
  return { ...reported, exitCode, notes: [...notes, `There is no sample in ${file}.`] };
}

const notesOn = ({ skipped, firstSkipped }: JtlCounts): string[] =>
  skipped === 0
    ? []
    : [
        `${skipped} rows could not be read and are left out; the first is row ${firstSkipped ?? '?'} of the file.`,
      ];
