import type { Logger } from '../../types.ts';
import { command, parse } from '../command.ts';
import { correlationOptions } from '../correlation.ts';
import { CannotRunError, EXIT } from '../exit-code.ts';
import { LogFile } from '../log-file.ts';
import { loadProperties } from '../properties/load-properties.ts';
import { addPropertyOptions, propertySettings } from '../property-options.ts';
import { runAndReport } from '../report-run.ts';
import { setPushDelay } from '../push-delay.ts';
import { attachValues } from '../optional-values.ts';
import { addMetricsOptions, metricsRequest } from '../metrics/metrics-options.ts';
import { addReportOptions, reportRequest } from '../reports/report-options.ts';
import { addWatchOptions, watchRequest } from '../watch-options.ts';
import { workerCount } from '../worker-count.ts';

interface Options {
  readonly log?: string;
  readonly force?: true;
  readonly json?: string;
  readonly quiet?: true;
  readonly correlation?: string;
  readonly pushDelay?: string;
  readonly workers?: string;
  readonly calibrate?: true;
  readonly jmeterLog?: string;
}

/** `wsmeter run`: runs one plan, with progress and a summary. */
export async function main(given: readonly string[]): Promise<number> {
  const args = attachValues(given);
  const program = addMetricsOptions(
    addWatchOptions(
      addReportOptions(
        addPropertyOptions(
          command(
            'run',
            'Runs a plan, with progress and a summary. Fails (exit code 3) by its criteria or, without any, when a sample failed.',
          ).argument('<plan>', 'the plan (.jmx)'),
        ),
      ),
    ),
  )
    .option('-l, --log <file>', 'write every sample to this results file (JTL)')
    .option('-f, --force', 'delete results files and the report that are there, instead of adding to them')
    .option('--json <file>', 'write the summary for programs')
    .option('--quiet', 'no progress while the plan runs')
    .option('-j, --jmeter-log <file>', 'write what happens in the run to this log file')
    .option(
      '--correlation <setting>',
      'pairing of replies with requests: auto, flag, match or off, and request=RULE reply=RULE',
    )
    .option(
      '--push-delay <setting>',
      'where pushed messages carry their send time: RULE unit=UNIT, as in "$.sentAt unit=ms"',
    )
    .option('-w, --workers <n>', 'threads of this machine that share the run: a number, or auto')
    .option(
      '--dashboard [port]',
      'show the report while the run goes on: at any free port, at this one, or at host:port for others to see',
    )
    .option(
      '--calibrate',
      'run the same load once more over one more worker, and tell whether medians and 99th percentiles move',
    );
  if (!parse(program, args)) return EXIT.ok;
  const options = program.opts<Options>();
  const log = openLog(options.jmeterLog);
  try {
    const properties = await loadProperties(propertySettings(program), log, (file) => {
      throw new CannotRunError(`The properties file ${file} cannot be read.`);
    });
    setPushDelay(properties, options.pushDelay);
    const workers = workerCount(options.workers ?? properties.get('wsmeter.workers'));
    return await runAndReport({
      planFile: program.args[0] ?? '',
      properties,
      correlation: correlationOptions(properties, options.correlation),
      workers,
      log,
      resultsFile: options.log,
      deleteResults: options.force === true,
      jsonFile: options.json,
      isQuiet: options.quiet === true,
      reports: reportRequest(program),
      watch: watchRequest(program),
      metrics: metricsRequest(program.opts()),
      async afterwards(summary) {
        if (options.calibrate === undefined) return;
        const { calibrate } = await import('../calibrate.ts');
        await calibrate(args, workers, summary);
      },
    });
  } finally {
    log.close();
  }
}

const openLog = (file: string | undefined): Logger & { close(): void } =>
  file === undefined ? { log: () => {}, close: () => {} } : new LogFile(file, []);
