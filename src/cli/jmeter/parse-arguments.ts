import { UsageError } from '../exit-code.ts';
import { isValueOf } from '../optional-values.ts';
import { JMETER_OPTIONS, type JMeterOption } from './options.ts';

/** One option as given. `name` and `value` are the two parts of a pair; other values stand in `value`. */
export interface GivenOption {
  readonly option: JMeterOption;
  readonly name: string;
  readonly value: string;
}

const byShort = new Map(JMETER_OPTIONS.map((option) => [option.short, option]));
const byLong = new Map(JMETER_OPTIONS.map((option) => [option.long, option]));

/**
 * Splits a command line as JMeter 5.6.3 does: options by letter, several letters behind one dash, values attached
 * (`-tplan.jmx`, `-t=plan.jmx`, `--testfile=plan.jmx`) or in the next argument, `--` before plain arguments.
 * A pair without `=` takes the next argument as its value unless that starts with a dash.
 * @throws UsageError for what JMeter refuses.
 */
export function parseArguments(args: readonly string[]): GivenOption[] {
  const given: GivenOption[] = [];
  let i = 0;

  /** Reads what an option takes; `attached` is the rest of its argument, undefined when nothing is attached. */
  const take = (option: JMeterOption, spelling: string, attached: string | undefined): void => {
    const missing = new UsageError(`Missing argument to option ${spelling}`);
    if (option.takes === 'value or nothing') {
      const follows = attached === undefined && isValueOf(option.long, args[i] ?? '');
      given.push({ option, name: '', value: (follows ? args[i++] : attached) ?? '' });
      return;
    }
    const text = attached ?? args[i++];
    if (text === undefined || (option.takes === 'value' && text === '')) throw missing;
    if (option.takes === 'value') {
      given.push({ option, name: '', value: text });
      return;
    }
    const equals = text.indexOf('=');
    const name = equals < 0 ? text : text.slice(0, equals);
    if (name === '') throw new UsageError(`Unable to parse first argument for option ${spelling}`);
    let value = text.slice(name.length + 1);
    const next = args[i];
    if (equals < 0 && next !== undefined && !next.startsWith('-')) {
      value = next;
      i++;
    }
    given.push({ option, name, value });
  };

  const long = (text: string): void => {
    const equals = text.indexOf('=');
    const name = equals < 0 ? text : text.slice(0, equals);
    const option = byLong.get(name);
    if (option === undefined) throw new UsageError(`Unknown option --${name}`);
    if (option.takes !== 'nothing')
      return take(option, `--${name}`, equals < 0 ? undefined : text.slice(equals + 1));
    if (equals >= 0) throw stray(text.slice(equals + 1));
    given.push({ option, name: '', value: '' });
  };

  const cluster = (letters: string): void => {
    for (let at = 0; at < letters.length; at++) {
      const letter = letters.charAt(at);
      const option = byShort.get(letter);
      if (option === undefined) throw new UsageError(`Unknown option -${letter}`);
      if (option.takes === 'nothing') {
        given.push({ option, name: '', value: '' });
        continue;
      }
      const rest = letters.slice(at + 1);
      const attached = option.takes === 'value' && rest.startsWith('=') ? rest.slice(1) : rest;
      return take(option, `-${letter}`, rest === '' ? undefined : attached);
    }
  };

  while (i < args.length) {
    const argument = args[i++] ?? '';
    if (argument === '--') {
      if (i < args.length) throw stray(args[i] ?? '');
    } else if (argument.startsWith('--')) long(argument.slice(2));
    else if (argument === '-') throw new UsageError('Malformed option -');
    else if (argument.startsWith('-')) cluster(argument.slice(1));
    else throw stray(argument);
  }
  refuseDuplicates(given);
  return given;
}

const stray = (argument: string): UsageError => new UsageError(`Unknown arg: ${argument}`);

function refuseDuplicates(given: readonly GivenOption[]): void {
  const seen = new Set<JMeterOption>();
  for (const { option } of given) {
    if (seen.has(option) && option.repeatable !== true)
      throw new UsageError(`Duplicate options for -${option.short}/--${option.long} found.`);
    seen.add(option);
  }
}
