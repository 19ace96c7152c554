import type { BackendArguments } from './arguments.ts';
import type { BackendSample } from './backend-sample.ts';
import type { BackendClient } from './client.ts';
import { tagText } from './influx-client.ts';

/** How long lines are gathered; JMeter sends whenever its queue is empty. */
const INTERVAL_MS = 500;

/** One line for each sample (InfluxDBRawBackendListenerClient). */
export class InfluxRawClient implements BackendClient {
  readonly intervalMs = INTERVAL_MS;
  readonly sendsAtStart = false;
  readonly #measurement: string;
  #lines = '';

  constructor(values: BackendArguments) {
    this.#measurement = values.text('measurement', 'jmeter');
  }

  add(sample: BackendSample): void {
    const label = tagText(sample.label.replaceAll(/^[" ]+|[" ]+$/g, ''));
    const thread = sample.threadName.replaceAll(/\s/g, '');
    const status = sample.error === undefined ? 'ok' : 'ko';
    this.#lines +=
      `${this.#measurement},status=${status},transaction=${label},threadName=${thread}` +
      ` duration=${sample.elapsedMs},ttfb=${sample.latencyMs},connectTime=${sample.connectMs}` +
      ` ${sample.startMs}000000\n`;
  }

  payload(): string {
    const lines = this.#lines;
    this.#lines = '';
    return lines;
  }
}
