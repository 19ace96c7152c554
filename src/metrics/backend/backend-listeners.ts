import type { BackendSpec, Logger, MergingSink, Properties, SampleEvent, Template } from '../../types.ts';
import type { Sender } from '../sender.ts';
import { BackendArgumentError, BackendArguments } from './arguments.ts';
import type { ThreadCounts } from './backend-metrics.ts';
import { backendSample, type BackendSample } from './backend-sample.ts';
import type { BackendClient, Moment } from './client.ts';
import { openBackend } from './clients.ts';

/** What the Backend Listeners of a plan need to know about its run. */
export interface BackendEnvironment {
  readonly properties: Properties;
  readonly log: Logger;
  readonly threads: () => ThreadCounts;
  /** Takes a line for the user about a server that does not take its figures. */
  readonly warn: (line: string) => void;
}

const CATEGORY = 'o.a.j.v.b.BackendListener';

/** The Backend Listeners of a run. Those of one name are one: the first of them says where to, as in JMeter. */
export class BackendListeners {
  readonly #environment: BackendEnvironment;
  readonly #byName = new Map<string, Session>();

  constructor(environment: BackendEnvironment) {
    this.#environment = environment;
  }

  /**
   * Opens a listener when the test starts.
   * @throws BackendArgumentError when it cannot work as it is written.
   */
  open(spec: BackendSpec, evaluate: (text: Template) => string): MergingSink | undefined {
    const name = evaluate(spec.name);
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const values = spec.arguments.map((each) => [evaluate(each.name), evaluate(each.value)] as const);
    const session = this.#start(name, spec.client, new BackendArguments(values));
    if (session !== undefined) this.#byName.set(name, session);
    return session;
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#byName.values(), (session) => session.end()));
  }

  #start(name: string, client: BackendSpec['client'], values: BackendArguments): Session | undefined {
    const { log, warn, ...environment } = this.#environment;
    const title = `Backend Listener "${name}"`;
    let isWarned = false;
    const report = (problem: string): void => {
      log.log('ERROR', CATEGORY, `${name}: ${problem}`);
      if (!isWarned) warn(`${title}: ${problem}. The run goes on; the log file has all such failures.`);
      isWarned = true;
    };
    try {
      const backend = openBackend(client, values, { ...environment, report });
      log.log('INFO', CATEGORY, `${name}: sending to ${backend.target}`);
      return new Session(backend.client, backend.sender);
    } catch (error) {
      if (!(error instanceof BackendArgumentError)) throw error;
      throw new BackendArgumentError(`${title}: ${error.message}.`);
    }
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

  close(): Promise<void> {
    return Promise.resolve();
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sender.close(this.#client.payload('end', Date.now()));
  }

  #send(moment: Moment): void {
    const payload = this.#client.payload(moment, Date.now());
    if (payload.length > 0) this.#sender.send(payload);
  }
}
