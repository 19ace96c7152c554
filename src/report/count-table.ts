import { ownText } from '../results/own-text.ts';

/** Counts by one or more texts. Further combinations than there is room for are counted together. */
export class CountTable {
  readonly #max: number;
  readonly #counts = new Map<string, { readonly texts: readonly string[]; count: number }>();
  others = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(texts: readonly string[]): void {
    const key = texts.join('\0');
    const known = this.#counts.get(key);
    if (known !== undefined) known.count++;
    else if (this.#counts.size < this.#max) this.#counts.set(key, { texts: texts.map(ownText), count: 1 });
    else this.others++;
  }

  /** The most frequent first. */
  entries(): (readonly [texts: readonly string[], count: number])[] {
    return [...this.#counts.values()]
      .map(({ texts, count }) => [texts, count] as const)
      .toSorted(([, a], [, b]) => b - a);
  }
}
