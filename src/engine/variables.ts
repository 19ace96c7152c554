import type { Variables } from '../types.ts';

const LAST_SAMPLE_OK = 'JMeterThread.last_sample_ok';

/**
 * Variables of one virtual user: its own values over the ones that all users start with. Most users of a large run
 * never set one, so the own map is made on first use.
 */
export class UserVariables implements Variables {
  /** `JMeterThread.last_sample_ok`, which changes with every sample; undefined once the plan itself sets or removes it. */
  #lastSampleOk: boolean | undefined;
  readonly #initial: ReadonlyMap<string, unknown>;
  /** undefined as a value hides an initial variable that was removed. */
  #own: Map<string, unknown> | undefined;
  /** What was put last: most samples put the same again. */
  #latestName: string | undefined;
  #latestValue: unknown;

  constructor(initial: ReadonlyMap<string, unknown>) {
    this.#initial = initial;
  }

  get lastSampleOk(): boolean {
    return this.get(LAST_SAMPLE_OK) === 'true';
  }

  set lastSampleOk(ok: boolean) {
    if (this.#lastSampleOk === ok) return;
    this.put(LAST_SAMPLE_OK, String(ok));
    this.#lastSampleOk = ok;
  }

  get(name: string): unknown {
    if (this.#own !== undefined && this.#own.has(name)) return this.#own.get(name);
    return this.#initial.get(name);
  }

  text(name: string): string | undefined {
    const value = this.get(name);
    return value === undefined || typeof value === 'string' ? value : String(value);
  }

  put(name: string, value: unknown): void {
    if (name === this.#latestName && value === this.#latestValue) return;
    if (name === LAST_SAMPLE_OK) this.#lastSampleOk = undefined;
    this.#latestName = name;
    this.#latestValue = value;
    (this.#own ??= new Map()).set(name, value ?? undefined);
  }

  *entries(): Iterable<[string, unknown]> {
    for (const entry of this.#initial) if (this.#own?.has(entry[0]) !== true) yield entry;
    if (this.#own !== undefined) for (const entry of this.#own) if (entry[1] !== undefined) yield entry;
  }
}
