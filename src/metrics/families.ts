/** What a metric counts or measures. Histograms are of seconds. */
export type MetricType = 'counter' | 'gauge' | 'histogram';

/** A metric, whatever its labels. */
export interface Family {
  /** OpenTelemetry's way: `wsmeter.sample.duration`. Prometheus' is made of it: `wsmeter_sample_duration_seconds`. */
  readonly name: string;
  readonly type: MetricType;
  /** As in UCUM: `s` seconds, `By` bytes, `1` a share or nothing to name. */
  readonly unit: 's' | 'By' | '1';
  readonly help: string;
}

const counter = (name: string, help: string, unit: Family['unit'] = '1'): Family => ({
  name,
  type: 'counter',
  unit,
  help,
});
const gauge = (name: string, help: string, unit: Family['unit'] = '1'): Family => ({
  name,
  type: 'gauge',
  unit,
  help,
});
const histogram = (name: string, help: string): Family => ({ name, type: 'histogram', unit: 's', help });

/** Every metric of a run. Names and labels are stable: docs/metrics.md lists them. */
export const FAMILIES = {
  info: gauge('wsmeter.run.info', 'Always 1; the label tells the plan that runs.'),
  samples: counter('wsmeter.samples', 'Samples by label and result.'),
  sampleDuration: histogram('wsmeter.sample.duration', 'Elapsed time of samples, pauses left out.'),
  failures: counter('wsmeter.failures', 'Failed samples by response code.'),
  received: counter('wsmeter.received', 'Bytes that samples received.', 'By'),
  sent: counter('wsmeter.sent', 'Bytes that samples sent.', 'By'),
  transactions: counter('wsmeter.transactions', 'Transactions by label and result.'),
  transactionDuration: histogram('wsmeter.transaction.duration', 'Elapsed time of transactions.'),
  connectionsOpen: gauge('wsmeter.connections.open', 'WebSocket connections that are open now.'),
  connectionsOpened: counter('wsmeter.connections.opened', 'WebSocket connections that were opened.'),
  connectionsClosed: counter(
    'wsmeter.connections.closed',
    'WebSocket connections that ended, by who ended them and the close code.',
  ),
  handshakesFailed: counter(
    'wsmeter.handshakes.failed',
    'Connections that were not to be had: refused by an HTTP status, or for another reason.',
  ),
  handshakeDuration: histogram('wsmeter.handshake.duration', 'Opening handshakes, name resolution included.'),
  roundTrip: histogram('wsmeter.round_trip.duration', 'From sending a message to the arrival of its reply.'),
  replies: counter('wsmeter.replies', 'Replies that samples took, by what they answer.'),
  lateRoundTrip: histogram(
    'wsmeter.late_reply.duration',
    'Round trips of replies that came after their sample had ended.',
  ),
  passedOver: counter(
    'wsmeter.frames.passed_over',
    'Frames that samples read past on the way to their reply.',
  ),
  unanswered: counter('wsmeter.requests.unanswered', 'Requests without a reply when their connection ended.'),
  readTimeouts: counter('wsmeter.read_timeouts', 'Samples that waited for a frame in vain.'),
  pushDelay: histogram('wsmeter.push.delay', 'From the send time that a message carries to its arrival.'),
  threadsActive: gauge('wsmeter.threads.active', 'Threads (virtual users) that run now.'),
  threadTime: counter(
    'wsmeter.thread.time',
    'Time of threads: all of it, waits that the plan asks for, and what neither they nor samples cover.',
    's',
  ),
  generatorTime: counter('wsmeter.generator.time', 'Time that each worker was watched.', 's'),
  generatorBusy: counter(
    'wsmeter.generator.busy',
    'Time in which the event loop of a worker was busy: near all of the time, the generator is the limit.',
    's',
  ),
  generatorDelay: histogram(
    'wsmeter.generator.delay',
    'How late the event loop of a worker came to what was due.',
  ),
  generatorCpu: counter('wsmeter.generator.cpu', 'CPU time of the generator, all workers together.', 's'),
  generatorMemory: gauge('wsmeter.generator.memory', 'Resident memory of the generator.', 'By'),
} as const satisfies Readonly<Record<string, Family>>;

export type FamilyName = keyof typeof FAMILIES;

/** Upper bounds of the buckets of histograms, in seconds; one more bucket holds what is above. */
export const BOUNDS_S: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];
