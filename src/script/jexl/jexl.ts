import { memoize } from '../../java/memoize.ts';
import type { VirtualUser } from '../../types.ts';
import type { Dialect } from './arithmetic.ts';
import { hostObject } from './host-objects.ts';
import { Interpreter } from './interpreter.ts';
import { parseScript } from './parser.ts';
import { JexlError } from './syntax.ts';
import { valueText } from './value.ts';

export type { Dialect } from './arithmetic.ts';
export { JexlError };

const SCRIPTS = 1000;
const parsers = {
  jexl2: memoize(SCRIPTS, (source) => parseScript(source, false)),
  jexl3: memoize(SCRIPTS, (source) => parseScript(source, true)),
} as const;

/**
 * Runs a script of Apache Commons JEXL and gives its value as text; undefined for null. It sees `vars`, `props`,
 * `ctx`, `log`, `threadName`, `sampler` and `sampleResult`, and can call a fixed set of methods on them, on texts,
 * numbers, lists and maps; there are no classes and no constructors.
 *
 * @param category of the log lines that the script writes.
 * @throws JexlError for a script that does not parse or fails.
 */
export function evaluateJexl(
  source: string,
  dialect: Dialect,
  user: VirtualUser,
  category: string,
): string | undefined {
  try {
    const statements = parsers[dialect](source);
    const value = new Interpreter(dialect, (name) => hostObject(user, name, category)).run(statements);
    return value === null ? undefined : valueText(value);
  } catch (error) {
    // The stack, or a number or text beyond what the runtime holds.
    throw error instanceof RangeError ? new JexlError(error.message) : error;
  }
}
