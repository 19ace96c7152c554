import { anyInt, text } from './arguments.ts';
import { formatText } from './format.ts';
import { iterate } from './iterate.ts';
import { isSequence } from './compare.ts';
import { runtime, ScriptLimitError } from './runtime.ts';
import { groovyText } from './text.ts';
import { methodTable, type Value } from './value.ts';

/** Milliseconds that one run of a script may sleep. */
const MAX_SLEEP_MS = 3_600_000;

/** Sleeps on the script's clock; the user waits for it afterwards. */
export function sleep(ms: number): null {
  const run = runtime();
  run.step();
  run.sleptMs += Math.max(0, ms);
  if (run.sleptMs > MAX_SLEEP_MS) throw new ScriptLimitError('the script sleeps for more than an hour');
  return null;
}

export const print = (value: Value): null => {
  process.stdout.write(groovyText(value));
  return null;
};

export const printLine = (value: Value | undefined): null => {
  process.stdout.write(`${value === undefined ? '' : groovyText(value)}\n`);
  return null;
};

/** Functions that every script has. */
export const scriptFunctions = methodTable<unknown>({
  'println 0 1': (_, [value]) => printLine(value),
  'print 1': (_, [value]) => print(value!),
  'printf 1 *': (_, [format, ...args]) => {
    const [only] = args;
    return print(formatText(text(format), args.length === 1 && isSequence(only) ? iterate(only) : args));
  },
  'sprintf 1 *': (_, [format, ...args]) => {
    const [only] = args;
    return formatText(text(format), args.length === 1 && isSequence(only) ? iterate(only) : args);
  },
  'sleep 1 2': (_, [ms]) => sleep(anyInt(ms)),
});
