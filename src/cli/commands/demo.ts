import { startServer } from '../../server/server.ts';
import { command, parse } from '../command.ts';
import { correlationOptions } from '../correlation.ts';
import { DEMO_PLAN } from '../demo-plan.ts';
import { EXIT } from '../exit-code.ts';
import { loadProperties } from '../properties/load-properties.ts';
import { NO_WATCH } from '../watch-options.ts';
import { runAndReport } from '../report-run.ts';
import { NO_METRICS } from '../metrics/metrics-options.ts';
import { NO_REPORTS } from '../reports/report-options.ts';

const RESULTS = 'demo.jtl';

/** `wsmeter demo`: runs the echo plan against the demo server. */
export async function main(args: readonly string[]): Promise<number> {
  const program = command(
    'demo',
    `Starts the demo server, runs the echo plan on it and leaves its results in ${RESULTS}.`,
  );
  if (!parse(program, args)) return EXIT.ok;
  const log = { log: () => {} };
  const server = await startServer();
  try {
    const port = { kind: 'jmeter', name: 'port', value: String(server.port) } as const;
    const properties = await loadProperties({ baseFile: undefined, sources: [port] }, log, () => {});
    process.stdout.write(`${DEMO_PLAN}\nagainst the demo server on ${server.url}\n\n`);
    const exitCode = await runAndReport({
      planFile: DEMO_PLAN,
      properties,
      correlation: correlationOptions(properties),
      log,
      resultsFile: RESULTS,
      deleteResults: true,
      jsonFile: undefined,
      isQuiet: false,
      workers: 1,
      watch: NO_WATCH,
      reports: NO_REPORTS,
      metrics: NO_METRICS,
    });
    process.stdout.write(`\nEvery sample is in ${RESULTS}.\n`);
    return exitCode;
  } finally {
    await server.close();
  }
}
