import { calibrationText } from '../report/calibration.ts';
import type { SummaryJson } from '../report/json.ts';
import { EXIT } from './exit-code.ts';
import { OtherRuns, withoutOptions } from './other-runs.ts';

/** Columns of what is not a terminal. */
const PLAIN_WIDTH = 120;

/** Options of a run that are about its files, its verdict or how it is repeated: not for the run to compare with. */
const NOT_AGAIN = [
  '--calibrate',
  '-l, --log <file>',
  '-f, --force',
  '--json <file>',
  '-j, --jmeter-log <file>',
  '-o, --output <folder>',
  '--junit <file>',
  '--markdown <file>',
  '--github',
  '--statistics <file>',
  '--criteria-exit-code <number>',
  '--fail-on-error',
  '-c, --criteria <text or file>',
  '--rounds <n>',
  '-w, --workers <n>',
  '--dashboard [port]',
  '--prometheus [port]',
  '--otlp [url]',
  '--influx <url>',
];

/**
 * Runs the same load over one more worker and prints whether the figures move.
 * @param args of the run that has been.
 */
export async function calibrate(
  args: readonly string[],
  workers: number,
  summary: SummaryJson,
): Promise<void> {
  process.stderr.write(`wsmeter: Calibrating: the same load with ${workers + 1} workers.\n`);
  const runs = new OtherRuns();
  const again = await runs
    .run([...withoutOptions(args, NOT_AGAIN), '--workers', String(workers + 1)])
    .finally(() => runs.close());
  if (again.summary === undefined || ![EXIT.ok, EXIT.failed].includes(again.exitCode as 0)) {
    process.stderr.write('wsmeter: The run to compare with did not come to its end: nothing can be said.\n');
    return;
  }
  process.stdout.write(
    `\n${calibrationText(summary, again.summary, workers, process.stdout.columns ?? PLAIN_WIDTH)}`,
  );
}
