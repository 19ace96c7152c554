import type { MergingSink, SampleEvent } from '../types.ts';

/** Where the plan opened its first connection, and with which headers of its own. Plain data. */
export interface ProbeTarget {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What the samplers of the plugin say of a connection that they opened. */
const OPENED = /^Connect URL:\n(wss?:[^\n]*)\n(?!\(using existing connection\))/;

/** An extension would change what frames hold. */
const NOT_TAKEN_OVER = /^sec-websocket-extensions$/i;

/** Looks for the first WebSocket connection that a sample opened, on all workers. */
export class ProbeTargetSearch implements MergingSink {
  readonly #found: ((target: ProbeTarget) => void) | undefined;
  #target: ProbeTarget | undefined;
  #isHandedOn = false;

  /** @param found is told once; absent in workers that hand it on. */
  constructor(found?: (target: ProbeTarget) => void) {
    this.#found = found;
  }

  sample({ result }: SampleEvent): void {
    if (this.#target !== undefined || result.connectUs === 0 || !result.success) return;
    const { samplerData = '', requestHeaders } = result;
    const url = OPENED.exec(samplerData)?.[1];
    if (url === undefined) return;
    const headers = requestHeaders.split('\n').flatMap((line): [string, string][] => {
      const colon = line.indexOf(': ');
      const name = line.slice(0, colon);
      return colon > 0 && !NOT_TAKEN_OVER.test(name) ? [[name, line.slice(colon + 2)]] : [];
    });
    this.add({ url, headers });
  }

  take(): ProbeTarget | undefined {
    if (this.#isHandedOn || this.#target === undefined) return undefined;
    this.#isHandedOn = true;
    return this.#target;
  }

  add(target: ProbeTarget): void {
    if (this.#target !== undefined) return;
    this.#target = target;
    this.#found?.(target);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
