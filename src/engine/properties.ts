import type { Properties } from '../types.ts';

/** JMeter properties over system properties, in memory. */
export class RunProperties implements Properties {
  readonly #own = new Map<string, string>();
  readonly #system: ReadonlyMap<string, string>;

  constructor(
    own: Iterable<readonly [string, string]> = [],
    system: ReadonlyMap<string, string> = new Map(),
  ) {
    for (const [name, value] of own) this.#own.set(name, value);
    this.#system = system;
  }

  get(name: string): string | undefined {
    return this.#own.get(name) ?? this.#system.get(name);
  }

  set(name: string, value: string | undefined): string | undefined {
    const before = this.get(name);
    if (value === undefined) this.#own.delete(name);
    else this.#own.set(name, value);
    return before;
  }

  entries(): Iterable<[string, string]> {
    return this.#own.entries();
  }
}
