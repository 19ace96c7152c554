import { loadProperties } from '../properties/load-properties.ts';
import { reportResults } from '../reports/report-results.ts';
import type { GivenOption } from './parse-arguments.ts';
import { propertySources } from './property-sources.ts';
import { reportRequest } from './report-request.ts';

const warn = (line: string): void => void process.stderr.write(`wsmeter: ${line}\n`);

/** Makes a report of a results file as `jmeter -g … -o …` does. */
export async function report(given: readonly GivenOption[]): Promise<number> {
  const valueOf = (short: string): string | undefined => given.find((g) => g.option.short === short)?.value;
  const properties = await loadProperties(
    { baseFile: valueOf('p'), sources: propertySources(given) },
    { log: () => {} },
    (file) => warn(`The properties file ${file} cannot be read; the report is made without it.`),
  );
  const { exitCode, lines, notes } = await reportResults(
    valueOf('g') ?? '',
    reportRequest(given),
    properties,
  );
  for (const line of lines) process.stdout.write(`${line}\n`);
  for (const note of notes) warn(note);
  return exitCode;
}
