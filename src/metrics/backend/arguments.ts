import { compileRegex, RegexBudgetError } from '../../regex/regex.ts';

/** A listener that cannot work as the plan has it: a message for the user. */
export class BackendArgumentError extends Error {
  override readonly name = 'BackendArgumentError';
}

/** The arguments of a Backend Listener, as they are at test start (BackendListenerContext). */
export class BackendArguments {
  readonly #values: ReadonlyMap<string, string>;

  /** @param pairs of equal names the first counts. */
  constructor(pairs: Iterable<readonly [string, string]>) {
    const values = new Map<string, string>();
    for (const [name, value] of pairs) if (!values.has(name)) values.set(name, value);
    this.#values = values;
  }

  text(name: string, fallback = ''): string {
    return this.#values.get(name) ?? fallback;
  }

  boolean(name: string, fallback: boolean): boolean {
    const text = this.#values.get(name);
    return text === undefined ? fallback : text.toLowerCase() === 'true';
  }

  entries(): Iterable<[string, string]> {
    return this.#values;
  }

  /**
   * What the labels are chosen by.
   * @param how `find` looks for a match in the label, `matches` wants one of the whole label.
   * @throws BackendArgumentError
   */
  pattern(name: string, how: 'find' | 'matches'): (label: string) => boolean {
    const text = this.text(name);
    try {
      const regex = compileRegex(text, 'java');
      return (label) => {
        try {
          return how === 'find' ? regex.test(label) : regex.matches(label) !== null;
        } catch (error) {
          if (error instanceof RegexBudgetError) return false;
          throw error;
        }
      };
    } catch (error) {
      // Java draws the pattern below the message.
      const [reason] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
      throw new BackendArgumentError(`${name} "${text}" is no regular expression: ${reason ?? ''}`);
    }
  }
}

/** A percentile that is asked for. */
export interface Percentile {
  /** Single precision, as JMeter reads it. */
  readonly percent: number;
  /** As Java prints it: 99.0. */
  readonly text: string;
}

/** The shortest digits that tell a number of single precision from its neighbours, as `Float.toString` prints it. */
function floatText(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value)
      return Number.isInteger(Number(text)) ? `${Number(text)}.0` : text;
  }
  return String(value);
}

/**
 * Reads `99;95;90`. What is no percentile is left out.
 * @param refuse takes what was left out.
 */
export function readPercentiles(text: string, refuse: (text: string) => void): Percentile[] {
  const percentiles = new Map<number, Percentile>();
  for (const part of text.split(';').map((each) => each.trim())) {
    if (part === '') continue;
    const percent = Math.fround(Number(part));
    if (percent > 0 && percent <= 100) percentiles.set(percent, { percent, text: floatText(percent) });
    else refuse(part);
  }
  return [...percentiles.values()];
}
