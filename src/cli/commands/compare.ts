import { InvalidArgumentError } from 'commander';
import { CompareCollector, type LabelTimes } from '../../report/compare/compare-collector.ts';
import { compareText } from '../../report/compare/compare-text.ts';
import { compareRuns, isWorse } from '../../report/compare/compare.ts';
import { command, parse } from '../command.ts';
import { CannotRunError, EXIT } from '../exit-code.ts';
import { readResults } from '../reports/read-results.ts';
import { toExitCode } from '../reports/report-options.ts';

/** Columns of what is not a terminal. */
const PLAIN_WIDTH = 140;

interface Options {
  readonly threshold: number;
  readonly exitCode: number;
}

/** `wsmeter compare`: which labels of a run are slower than in an earlier one, beyond noise. */
export async function main(args: readonly string[]): Promise<number> {
  const program = command(
    'compare',
    `Compares two runs of a plan by their results files, CSV or XML. Ends with ${EXIT.failed} when a label became slower beyond noise, fails more, or is missing.`,
  )
    .argument('<base>', 'the results file of the earlier run')
    .argument('<new>', 'the results file of the later run')
    .option('--threshold <percent>', 'how much slower is still as good', toPercent, 10)
    .option(
      '--exit-code <number>',
      'exit code when something became worse',
      toExitCode,
      EXIT.failed as number,
    );
  if (!parse(program, args)) return EXIT.ok;
  const { threshold, exitCode } = program.opts<Options>();
  const [base = '', now = ''] = program.args;
  const comparisons = compareRuns(await timesOf(base), await timesOf(now), threshold / 100);
  process.stdout.write(compareText(comparisons, process.stdout.columns ?? PLAIN_WIDTH));
  return comparisons.some(isWorse) ? exitCode : EXIT.ok;
}

async function timesOf(file: string): Promise<LabelTimes[]> {
  const collector = new CompareCollector();
  await readResults(file, [collector]);
  const labels = collector.labels();
  if (labels.length === 0) throw new CannotRunError(`There is no sample in ${file}.`);
  if (collector.isIncomplete)
    process.stderr.write(`wsmeter: ${file} has more labels than can be compared; some are left out.\n`);
  return labels;
}

function toPercent(text: string): number {
  if (/^\d+(?:\.\d+)?%?$/.test(text)) return Number(text.replace('%', ''));
  throw new InvalidArgumentError('A threshold is a number of per cents.');
}
