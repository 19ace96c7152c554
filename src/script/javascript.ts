import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten';
import type { VirtualUser } from '../types.ts';
import { bindingsSource, callHost } from './javascript-bindings.ts';
import { syntaxBeyondRhino } from './javascript-syntax.ts';

/** A script that failed; its message says why, without a stack. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

const MEMORY_LIMIT_BYTES = 64 * 1024 * 1024;
const STACK_LIMIT_BYTES = 128 * 1024;
/** JMeter has no limit; here one endless script would hold up all users of the process. */
const TIME_LIMIT_MS = 2000;

let engine: QuickJSWASMModule | undefined;

/** Loads the engine; awaited once before the first evaluation. */
export async function loadJavaScript(): Promise<void> {
  engine ??= await (await import('quickjs-emscripten')).getQuickJS();
}

/** The one runtime, and in it the function that gives a script's globals the bindings. */
interface Sandbox {
  readonly runtime: QuickJSRuntime;
  readonly library: QuickJSContext;
  readonly install: QuickJSHandle;
}

let sandbox: Sandbox | undefined;
/** Whose variables the running script sees. */
let currentUser: VirtualUser | undefined;

function openSandbox(): Sandbox {
  if (engine === undefined) throw new Error('loadJavaScript was not awaited');
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(MEMORY_LIMIT_BYTES);
  runtime.setMaxStackSize(STACK_LIMIT_BYTES);
  const library = runtime.newContext();
  const host = library.newFunction('host', (operation, ...args) => {
    const value = callHost(
      currentUser!,
      library.getString(operation),
      args.map((argument): unknown => library.dump(argument)),
    );
    switch (typeof value) {
      case 'string':
        return library.newString(value);
      case 'number':
        return library.newNumber(value);
      case 'boolean':
        return value ? library.true : library.false;
      default:
        return library.null;
    }
  });
  const install = library.unwrapResult(
    library.callFunction(evaluate(library, bindingsSource), library.undefined, host),
  );
  return { runtime, library, install };
}

/** Names that make a script's value depend on more than its text. */
const IMPURE = /\b(?:vars|props|ctx|log|sampler|sampleResult|threadName|Date|random|eval|Function)\b/;
const BINDINGS = /\b(?:vars|props|ctx|log|sampler|sampleResult|threadName)\b/;

/** Values of scripts that depend on their text alone, as conditions with the variables filled in do. */
const KNOWN_VALUES = 1000;
const knownValues = new Map<string, string>();

/**
 * The value of a script's last statement, as text; each script starts with fresh globals.
 * @param withBindings gives it `vars`, `props`, `ctx`, `log`, `threadName`, `sampler` and `sampleResult`.
 * @throws ScriptError.
 */
export function evaluateJavaScript(source: string, user: VirtualUser, withBindings: boolean): string {
  const known = knownValues.get(source);
  if (known !== undefined) return known;
  const value = run(source, withBindings && BINDINGS.test(source) ? user : undefined);
  if (!IMPURE.test(source)) {
    if (knownValues.size >= KNOWN_VALUES) knownValues.delete(knownValues.keys().next().value!);
    knownValues.set(source, value);
  }
  return value;
}

/**
 * A condition of the If Controller in JavaScript mode: true when its value is `true`. Anything but true and false
 * is logged and false, as are errors. Conditions see no `vars`.
 */
export function evaluateCondition(condition: string, user: VirtualUser, name = 'If Controller'): boolean {
  let reason: string;
  try {
    const value = evaluateJavaScript(condition, user, false).toLowerCase();
    if (value === 'true' || value === 'false') return value === 'true';
    reason = `expected true or false, not ${value}`;
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    reason = error.message;
  }
  user.log.log('ERROR', 'o.a.j.c.IfController', `${name}: error while processing [${condition}]: ${reason}`);
  return false;
}

function run(source: string, user: VirtualUser | undefined): string {
  const beyond = syntaxBeyondRhino(source);
  if (beyond !== undefined) throw new ScriptError(`JMeter's JavaScript has no ${beyond}`);
  const opened = (sandbox ??= openSandbox());
  const deadline = performance.now() + TIME_LIMIT_MS;
  opened.runtime.setInterruptHandler(() => performance.now() > deadline);
  const context = opened.runtime.newContext();
  const before = currentUser;
  currentUser = user;
  try {
    if (user !== undefined) installBindings(opened, context);
    const value = evaluate(context, source);
    const text = context.getString(value);
    value.dispose();
    context.dispose();
    return text;
  } catch (error) {
    if (!(error instanceof ScriptError)) {
      // What the engine itself could not bear leaves it in an unknown state.
      sandbox = undefined;
      throw new ScriptError(error instanceof Error ? error.message : String(error));
    }
    context.dispose();
    throw error;
  } finally {
    currentUser = before;
  }
}

function installBindings({ install, library }: Sandbox, context: QuickJSContext): void {
  library.unwrapResult(library.callFunction(install, library.undefined, context.global)).dispose();
}

function evaluate(context: QuickJSContext, source: string): QuickJSHandle {
  const result = context.evalCode(source, 'script');
  if (result.error === undefined) return result.value;
  const thrown: unknown = context.dump(result.error);
  result.error.dispose();
  throw new ScriptError(
    typeof thrown === 'object' && thrown !== null && 'message' in thrown
      ? `${'name' in thrown ? String(thrown.name) : 'Error'}: ${String(thrown.message)}`
      : String(thrown),
  );
}
