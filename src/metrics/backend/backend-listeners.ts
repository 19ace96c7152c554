import type { BackendSpec, MergingSink, Template } from '../../types.ts';
import { BackendArguments } from './arguments.ts';
import { openSession, type BackendEnvironment } from './session.ts';

/** The Backend Listeners of a run. Those of one name are one, as in JMeter. */
export class BackendListeners {
  readonly #environment: BackendEnvironment;
  readonly #byName = new Map<string, MergingSink>();

  constructor(environment: BackendEnvironment) {
    this.#environment = environment;
  }

  /**
   * Opens a listener when the test starts. It stays open until all are closed.
   * @throws BackendArgumentError when it cannot work as it is written.
   */
  open(spec: BackendSpec, evaluate: (text: Template) => string): MergingSink {
    const name = evaluate(spec.name);
    let session = this.#byName.get(name);
    if (session === undefined) {
      const values = spec.arguments.map((each) => [evaluate(each.name), evaluate(each.value)] as const);
      const title = `Backend Listener "${name}"`;
      session = openSession(title, spec.client, new BackendArguments(values), this.#environment);
      this.#byName.set(name, session);
    }
    return session;
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#byName.values(), (session) => session.close()));
  }
}
