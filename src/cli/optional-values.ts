import { isAddress } from './address.ts';

const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/** Options whose value may be left out, by what their values look like: anything else behind them is not theirs. */
const OPTIONAL_VALUES: Readonly<Record<string, (text: string) => boolean>> = {
  dashboard: isAddress,
  prometheus: isAddress,
  otlp: isHttpUrl,
};

/** Is the text behind that option its value? */
export const isValueOf = (option: string, text: string): boolean => OPTIONAL_VALUES[option]?.(text) === true;

/** Puts such values into the argument of their option, so that a plan behind an option is not taken for its value. */
export function attachValues(args: readonly string[]): string[] {
  const attached: string[] = [];
  for (const [i, argument] of args.entries()) {
    const [, before = ''] = /^--(\S+)$/.exec(args[i - 1] ?? '') ?? [];
    const [, option = ''] = /^--(\S+)$/.exec(argument) ?? [];
    if (isValueOf(before, argument)) attached[attached.length - 1] = `--${before}=${argument}`;
    else attached.push(Object.hasOwn(OPTIONAL_VALUES, option) ? `${argument}=` : argument);
  }
  return attached;
}
