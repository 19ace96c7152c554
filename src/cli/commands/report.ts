import { command, parse } from '../command.ts';
import { CannotRunError, EXIT } from '../exit-code.ts';
import { loadProperties } from '../properties/load-properties.ts';
import { addPropertyOptions, propertySettings } from '../property-options.ts';
import { addReportOptions, reportRequest } from '../reports/report-options.ts';
import { reportResults } from '../reports/report-results.ts';

/** Columns of what is not a terminal. */
const PLAIN_WIDTH = 120;

/** `wsmeter report`: reports and verdicts of a results file, JMeter's or ours. */
export async function main(args: readonly string[]): Promise<number> {
  const program = addReportOptions(
    addPropertyOptions(
      command(
        'report',
        'Sums up a results file, CSV or XML, and makes reports of it. Criteria decide the exit code, as in a run.',
      ).argument('<results>', 'the results file (JTL)'),
    ),
  ).option('-f, --force', 'replace a report that is in the folder already');
  if (!parse(program, args)) return EXIT.ok;
  const properties = await loadProperties(propertySettings(program), { log: () => {} }, (missing) => {
    throw new CannotRunError(`The properties file ${missing} cannot be read.`);
  });
  const { exitCode, data, lines, notes } = await reportResults(
    program.args[0] ?? '',
    reportRequest(program),
    properties,
  );
  const { reportText } = await import('../../report/report-text.ts');
  process.stdout.write(reportText(data, process.stdout.columns ?? PLAIN_WIDTH));
  if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
  for (const note of notes) process.stderr.write(`wsmeter: ${note}\n`);
  return exitCode;
}
