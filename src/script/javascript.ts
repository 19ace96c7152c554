import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten';
import type { VirtualUser } from '../types.ts';
import { bindingsSource, callHost } from './javascript-bindings.ts';
import { syntaxBeyondRhino } from './javascript-syntax.ts';

/** A script that failed; its message says why, without a stack. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

const MEMORY_LIMIT_BYTES = 64 * 1024 * 1024;
const STACK_LIMIT_BYTES = 512 * 1024;
/** JMeter has no limit; here one endless script would hold up all users of the process. */
const TIME_LIMIT_MS = 5000;

let engine: QuickJSWASMModule | undefined;
let sandbox: QuickJSRuntime | undefined;

/** Loads the engine; awaited once before the first evaluation. */
export async function loadJavaScript(): Promise<void> {
  engine ??= await (await import('quickjs-emscripten')).getQuickJS();
}

function runtime(): QuickJSRuntime {
  if (sandbox !== undefined) return sandbox;
  if (engine === undefined) throw new Error('loadJavaScript was not awaited');
  sandbox = engine.newRuntime();
  sandbox.setMemoryLimit(MEMORY_LIMIT_BYTES);
  sandbox.setMaxStackSize(STACK_LIMIT_BYTES);
  return sandbox;
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
  const deadline = performance.now() + TIME_LIMIT_MS;
  const js = runtime();
  js.setInterruptHandler(() => performance.now() > deadline);
  const context = js.newContext();
  try {
    if (user !== undefined) bind(context, user);
    const value = evaluate(context, source);
    try {
      return context.getString(value);
    } finally {
      value.dispose();
    }
  } finally {
    context.dispose();
  }
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

function bind(context: QuickJSContext, user: VirtualUser): void {
  const host = context.newFunction('host', (operation, ...args) => {
    const value = callHost(
      user,
      context.getString(operation),
      args.map((argument): unknown => context.dump(argument)),
    );
    switch (typeof value) {
      case 'string':
        return context.newString(value);
      case 'number':
        return context.newNumber(value);
      case 'boolean':
        return value ? context.true : context.false;
      default:
        return context.null;
    }
  });
  const install = evaluate(context, bindingsSource);
  try {
    const result = context.callFunction(install, context.undefined, context.global, host);
    (result.error ?? result.value).dispose();
  } finally {
    install.dispose();
    host.dispose();
  }
}
