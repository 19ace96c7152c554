import { memoize } from '../../java/memoize.ts';
import type { VirtualUser } from '../../types.ts';
import { bindScript, type CompiledScript } from './compile-script.ts';
import { ScriptThrow, throwableText, type Throwable } from './exceptions.ts';
import { loadLibrary } from './library.ts';
import { Runtime, runIn, ScriptLimitError } from './runtime.ts';
import { GroovySyntaxError, UnsupportedGroovyError, type Place } from './syntax.ts';
import { javaText } from './text.ts';
import { thrownBy } from './thrown-by.ts';
import type { Value } from './value.ts';

export { UnsupportedGroovyError };
export type { CompiledScript, Value };

/** A script that failed; the message is what `Throwable.toString()` would give. */
export class GroovyError extends Error {
  override readonly name = 'GroovyError';
  readonly throwable: Throwable;

  constructor(throwable: Throwable) {
    super(throwableText(throwable));
    this.throwable = throwable;
  }
}

loadLibrary();

/** Scripts of the process so far: Groovy names their classes by number. */
let scripts = 0;

const failing = (throwable: Throwable): CompiledScript => ({
  scriptClass: '',
  run: () => {
    throw new ScriptThrow(throwable);
  },
});

/** Groovy's text for a script that it cannot read. */
function startupFailed(
  source: string,
  { message, place }: GroovySyntaxError,
  scriptClass: string,
): Throwable {
  const line = source.split('\n')[place.line - 1] ?? '';
  return {
    className: 'org.codehaus.groovy.control.MultipleCompilationErrorsException',
    message:
      `startup failed:\n${scriptClass}.groovy: ${place.line}: ${message} @ line ${place.line}, column ${place.column}.\n` +
      `   ${line}\n   ${' '.repeat(place.column - 1)}^\n\n1 error\n`,
    cause: null,
  };
}

const SCRIPTS = 1000;
type Compiler = (source: string) => CompiledScript | UnsupportedGroovyError;
const compilers = new WeakMap<readonly string[], Compiler>();

function compilerFor(bindings: readonly string[]): Compiler {
  let compiler = compilers.get(bindings);
  if (compiler === undefined) {
    const names = new Set(bindings);
    compiler = memoize(SCRIPTS, (source) => {
      const scriptClass = `Script${++scripts}`;
      try {
        return bindScript(source, names, scriptClass);
      } catch (error) {
        if (error instanceof GroovySyntaxError) return failing(startupFailed(source, error, scriptClass));
        if (error instanceof RangeError)
          return new UnsupportedGroovyError('a script nested this deeply', TOP);
        if (error instanceof UnsupportedGroovyError) return error;
        throw error;
      }
    });
    compilers.set(bindings, compiler);
  }
  return compiler;
}

const TOP: Place = { line: 1, column: 1 };

/**
 * Looks at a script before the run: undefined when it can run or is no Groovy at all (it then fails when it runs, as in
 * JMeter), else what of it is not supported.
 * @param bindings names of the variables that it is given.
 */
export function checkGroovy(source: string, bindings: readonly string[]): UnsupportedGroovyError | undefined {
  try {
    bindScript(source, new Set(bindings), 'Script1');
    return undefined;
  } catch (error) {
    if (error instanceof UnsupportedGroovyError) return error;
    if (error instanceof RangeError) return new UnsupportedGroovyError('a script nested this deeply', TOP);
    if (error instanceof GroovySyntaxError) return undefined;
    throw error;
  }
}

/** True when a text is a script that can be read. */
export function isGroovy(source: string, bindings: readonly string[]): boolean {
  try {
    bindScript(source, new Set(bindings), 'Script1');
    return true;
  } catch (error) {
    return !(error instanceof GroovySyntaxError);
  }
}

/** Where a script runs. */
export interface GroovyPlace {
  readonly workingDirectory: string;
  readonly planFolder: string;
  /** Category of the log lines that the script writes. */
  readonly category: string;
}

/** What a run gave, and how long it slept on its clock. */
export interface GroovyOutcome {
  readonly value: Value;
  /** What `toString()` gives; undefined for null. */
  readonly text: string | undefined;
}

/**
 * Runs a script. What it has slept is added to `user.owedSleepMs`.
 *
 * @param names of the variables that such scripts are given: one array for all of them.
 * @param binding those variables; the script may set them, and others.
 * @throws GroovyError for a script that fails.
 */
export function runGroovy(
  source: string,
  names: readonly string[],
  binding: Map<string, Value>,
  user: VirtualUser,
  place: GroovyPlace,
): GroovyOutcome {
  const script = compilerFor(names)(source);
  if (script instanceof UnsupportedGroovyError)
    throw new GroovyError({
      className: 'java.lang.UnsupportedOperationException',
      message: `${script.message} in line ${script.place.line} is beyond the Groovy that wsmeter runs`,
      cause: null,
    });
  const run = new Runtime(user, { ...place, scriptClass: script.scriptClass }, binding);
  try {
    return runIn(run, () => {
      const value = script.run();
      return { value, text: value === null ? undefined : javaText(value) };
    });
  } catch (error) {
    throw failure(error);
  } finally {
    user.owedSleepMs += run.sleptMs;
  }
}

function failure(error: unknown): unknown {
  if (error instanceof ScriptLimitError)
    return new GroovyError({ className: 'java.lang.Error', message: error.message, cause: null });
  const thrown = thrownBy(error);
  return thrown === undefined ? error : new GroovyError(thrown.throwable);
}
