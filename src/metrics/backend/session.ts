import type { BackendSpec, Logger, MergingSink, Properties, SampleEvent } from '../../types.ts';
import { warnOnce, type Sender } from '../sender.ts';
import { BackendArgumentError, type BackendArguments } from './arguments.ts';
import type { ThreadCounts } from './backend-metrics.ts';
import { backendSample, type BackendSample } from './backend-sample.ts';
import type { BackendClient, Moment } from './client.ts';
import { openBackend } from './clients.ts';

/** What those who send figures need to know about the run. */
export interface BackendEnvironment {
  readonly properties: Properties;
  readonly log: Logger;
  readonly threads: () => ThreadCounts;
  /** Takes a line for the user about a server that does not take its figures. */
  readonly warn: (line: string) => void;
}

const CATEGORY = 'o.a.j.v.b.BackendListener';

/**
 * Begins to send what comes in; the last of it when it is closed.
 * @param title what messages begin with.
 * @throws BackendArgumentError when the arguments do not say where to.
 */
export function openSession(
  title: string,
  name: BackendSpec['client'],
  values: BackendArguments,
  { properties, threads, log, warn }: BackendEnvironment,
): MergingSink {
  const report = warnOnce(title, CATEGORY, log, warn);
  try {
    const { client, sender, target } = openBackend(name, values, { properties, threads, report });
    log.log('INFO', CATEGORY, `${title}: sending to ${target}`);
    return new Session(client, sender);
  } catch (error) {
    if (!(error instanceof BackendArgumentError)) throw error;
    throw new BackendArgumentError(`${title}: ${error.message}.`);
  }
}

/** One listener at work. */
class Session implements MergingSink {
  readonly #client: BackendClient;
  readonly #sender: Sender;
  readonly #timer: NodeJS.Timeout;

  constructor(client: BackendClient, sender: Sender) {
    this.#client = client;
    this.#sender = sender;
    if (client.sendsAtStart) this.#send('start');
    this.#timer = setInterval(() => this.#send('interval'), client.intervalMs).unref();
  }

  sample({ result }: SampleEvent): void {
    this.#client.add(backendSample(result));
  }

  take(): undefined {
    return undefined;
  }

  /** @param data what a BackendGatherer gave. */
  add(data: readonly BackendSample[]): void {
    for (const sample of data) this.#client.add(sample);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sender.close(this.#client.payload('end', Date.now()));
  }

  #send(moment: Moment): void {
    const payload = this.#client.payload(moment, Date.now());
    if (payload.length > 0) this.#sender.send(payload);
  }
}
