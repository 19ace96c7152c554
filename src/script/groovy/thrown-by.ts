import { RegexBudgetError, RegexSyntaxError } from '../../regex/regex.ts';
import { JavaException } from '../../java/exception.ts';
import { javaError, ScriptThrow } from './exceptions.ts';

/**
 * An error on its way out of a script as the Throwable that Java would have thrown; undefined for what scripts cannot
 * catch (limits) and for mistakes of this program.
 */
export function thrownBy(error: unknown): ScriptThrow | undefined {
  if (error instanceof ScriptThrow) return error;
  if (error instanceof JavaException) return javaError(error.name, error.message);
  if (error instanceof RegexSyntaxError)
    return javaError('java.util.regex.PatternSyntaxException', error.message);
  if (error instanceof RegexBudgetError) return javaError('java.lang.StackOverflowError', null);
  // The stack is used up, or a text or number grew beyond what can be held.
  if (error instanceof RangeError)
    return /too many digits|Invalid string length|too many members/.test(error.message)
      ? javaError('java.lang.OutOfMemoryError', 'Java heap space')
      : javaError('java.lang.StackOverflowError', null);
  return undefined;
}
