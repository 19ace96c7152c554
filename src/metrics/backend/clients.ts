import type { BackendSpec, Properties } from '../../types.ts';
import { HttpSender } from '../http-sender.ts';
import type { Report, Sender } from '../sender.ts';
import { BackendArgumentError, type BackendArguments } from './arguments.ts';
import type { ThreadCounts } from './backend-metrics.ts';
import type { BackendClient, ClientEnvironment } from './client.ts';
import { GraphiteClient, graphitePickle, graphiteText } from './graphite-client.ts';
import { InfluxClient } from './influx-client.ts';
import { InfluxRawClient } from './influx-raw-client.ts';
import { positiveInteger } from './settings.ts';
import { TcpSender } from './tcp-sender.ts';
import { UdpSender } from './udp-sender.ts';

/** A listener that can begin. */
export interface Backend {
  readonly client: BackendClient;
  readonly sender: Sender;
  /** Where figures go, without secrets. */
  readonly target: string;
}

interface Environment {
  readonly properties: Properties;
  readonly threads: () => ThreadCounts;
  readonly report: Report;
}

const INFLUX = 'org.apache.jmeter.visualizers.backend.influxdb.';
const GRAPHITE = 'org.apache.jmeter.visualizers.backend.graphite.';
const DEFAULT_GRAPHITE_PORT = '2003';

/**
 * Makes ready what a Backend Listener is asked for.
 * @throws BackendArgumentError when its arguments do not say that.
 */
export function openBackend(
  name: BackendSpec['client'],
  values: BackendArguments,
  { report, ...run }: Environment,
): Backend {
  const environment: ClientEnvironment = {
    ...run,
    refusePercentile: (text) => report(`"${text}" is no percentile, and left out`),
  };
  if (name === 'graphite') return graphite(values, environment, report);
  const client = name === 'influx' ? new InfluxClient(values, environment) : new InfluxRawClient(values);
  return { client, ...influxSender(values, run.properties, report) };
}

const senderError = (className: string, supported: readonly string[]): BackendArgumentError =>
  new BackendArgumentError(
    `the sender ${className || '(none)'} is not supported; there are ${supported.join(' and ')}`,
  );

function influxSender(
  values: BackendArguments,
  properties: Properties,
  report: Report,
): Pick<Backend, 'sender' | 'target'> {
  const className = values.text('influxdbMetricsSender');
  const url = values.text('influxdbUrl');
  if (className === `${INFLUX}UdpMetricsSender`) {
    const [, host, port] = /^([^:]+):(\d{1,5})$/.exec(url) ?? [];
    if (host === undefined || Number(port) > 65_535)
      throw new BackendArgumentError(`influxdbUrl "${url}" is not of the form host:port`);
    const target = `udp://${url}`;
    return { target, sender: new UdpSender(host, Number(port), to(target, report)) };
  }
  if (className !== `${INFLUX}HttpMetricsSender`)
    throw senderError(className, [`${INFLUX}HttpMetricsSender`, `${INFLUX}UdpMetricsSender`]);
  return influxHttp(url, values.text('influxdbToken'), properties, report);
}

/**
 * The way to an InfluxDB server.
 * @throws BackendArgumentError when that is no URL.
 */
function influxHttp(
  text: string,
  token: string,
  properties: Properties,
  report: Report,
): Pick<Backend, 'sender' | 'target'> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new BackendArgumentError(`influxdbUrl "${text}" is no URL of http or https`);
  // Users and passwords stand before the host or in the query.
  const target = `${url.protocol}//${url.host}${url.pathname}`;
  const sender = new HttpSender(
    {
      url,
      headers: {
        'Content-Type': 'text/plain; charset=UTF-8',
        'User-Agent': 'wsmeter',
        ...(token.trim() === '' ? {} : { Authorization: `Token ${token}` }),
      },
      connectTimeoutMs: positiveInteger(properties, 'backend_influxdb.connection_timeout', 1000),
      readTimeoutMs: positiveInteger(properties, 'backend_influxdb.socket_timeout', 3000),
    },
    to(target, report),
  );
  return { sender, target };
}

function graphite(values: BackendArguments, environment: ClientEnvironment, report: Report): Backend {
  const className = values.text('graphiteMetricsSender');
  const formats = { TextGraphiteMetricsSender: graphiteText, PickleGraphiteMetricsSender: graphitePickle };
  const format = Object.entries(formats).find(([name]) => className === GRAPHITE + name)?.[1];
  if (format === undefined)
    throw senderError(
      className,
      Object.keys(formats).map((name) => GRAPHITE + name),
    );
  const host = values.text('graphiteHost');
  const portText = values.text('graphitePort', DEFAULT_GRAPHITE_PORT);
  const port = Number(/^\d{1,5}$/.test(portText) ? portText : DEFAULT_GRAPHITE_PORT);
  const target = `tcp://${host}:${port}`;
  return {
    client: new GraphiteClient(values, environment, format),
    sender: new TcpSender(host, port, to(target, report)),
    target,
  };
}

const to =
  (target: string, report: Report): Report =>
  (problem) =>
    report(`${target}: ${problem}`);
