import type { Command } from 'commander';
import { parseAddress, type Address } from '../address.ts';

/** Who is told figures while a plan runs. */
export interface MetricsRequest {
  /** Where Prometheus asks. */
  readonly prometheus: Address | undefined;
  /** Where metrics are exported to by OTLP; empty: as the environment says. */
  readonly otlp: string | undefined;
  /** The URL that InfluxDB takes lines at. */
  readonly influx: string | undefined;
}

export const NO_METRICS: MetricsRequest = { prometheus: undefined, otlp: undefined, influx: undefined };

/** The port that JMeter's Prometheus plugin listens on. */
const PROMETHEUS_PORT = 9270;

interface Options {
  readonly prometheus?: string | undefined;
  readonly otlp?: string | undefined;
  readonly influx?: string | undefined;
}

export const METRICS_HELP = {
  prometheus: `serve metrics to Prometheus while the plan runs: at port ${PROMETHEUS_PORT} of this machine, at this port, or at host:port for others to reach`,
  otlp: 'export metrics by OTLP (HTTP, JSON) to this URL, or to that of OTEL_EXPORTER_OTLP_ENDPOINT',
  influx: 'send figures to InfluxDB at this URL, as a Backend Listener does; INFLUX_TOKEN is its token',
} as const;

/** Adds the options that say who is told figures while a plan runs. */
export const addMetricsOptions = (program: Command): Command =>
  program
    .option('--prometheus [port]', METRICS_HELP.prometheus)
    .option('--otlp [url]', METRICS_HELP.otlp)
    .option('--influx <url>', METRICS_HELP.influx);

/**
 * What these options were given as.
 * @throws UsageError
 */
export function metricsRequest({ prometheus, otlp, influx }: Options): MetricsRequest {
  return {
    prometheus:
      prometheus === undefined ? undefined : parseAddress('--prometheus', prometheus, PROMETHEUS_PORT),
    otlp,
    influx,
  };
}
