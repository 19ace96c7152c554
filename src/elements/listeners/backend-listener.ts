import type { BackendSpec, Listener } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { ElementContext } from '../element-context.ts';

const BACKEND = 'org.apache.jmeter.visualizers.backend';

interface Client {
  readonly name: BackendSpec['client'];
  /** The argument that says by which class figures are sent. */
  readonly sender: string;
  readonly senders: readonly string[];
}

const influx = (name: BackendSpec['client']): Client => ({
  name,
  sender: 'influxdbMetricsSender',
  senders: ['HttpMetricsSender', 'UdpMetricsSender'].map((sender) => `${BACKEND}.influxdb.${sender}`),
});

/** The clients that JMeter brings along. */
const CLIENTS: Readonly<Record<string, Client>> = {
  [`${BACKEND}.influxdb.InfluxdbBackendListenerClient`]: influx('influx'),
  [`${BACKEND}.influxdb.InfluxDBRawBackendListenerClient`]: influx('influx-raw'),
  [`${BACKEND}.graphite.GraphiteBackendListenerClient`]: {
    name: 'graphite',
    sender: 'graphiteMetricsSender',
    senders: ['TextGraphiteMetricsSender', 'PickleGraphiteMetricsSender'].map(
      (sender) => `${BACKEND}.graphite.${sender}`,
    ),
  },
};

/** Backend Listener: sends figures to InfluxDB or Graphite while the test runs (visualizers.backend.BackendListener). */
export const backendListener = {
  testclass: `${BACKEND}.BackendListener`,
  label: 'Backend Listener',
  role: 'listener',
  properties: ['classname', 'arguments', 'QUEUE_SIZE'],
  differs:
    "Has JMeter's clients for InfluxDB and Graphite; others send nothing. No sampler waits for a full queue. What InfluxDB is sent of single samples goes twice a second.",
  compile(context: ElementContext): Listener {
    const className = context.text('classname').source.trim();
    const client = CLIENTS[className];
    if (client === undefined) return nothing(context, `There is no client ${className || '(none)'}`);
    const values = context.arguments('arguments');
    const sender = values.find(({ name }) => name.constant === client.sender)?.value.constant ?? '';
    if (sender !== '' && !client.senders.includes(sender))
      return nothing(context, `There is no sender ${sender}`);
    return {
      kind: 'collect',
      spec: { kind: 'backend', name: context.name, client: client.name, arguments: values },
    };
  },
} satisfies ElementDefinition;

function nothing(context: ElementContext, reason: string): Listener {
  context.warn(`Backend Listener has no effect here. ${reason}: nothing is sent to its server.`);
  return { kind: 'act', sampleOccurred: () => {} };
}
