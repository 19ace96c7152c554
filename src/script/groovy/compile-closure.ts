import { castTo } from './coerce.ts';
import { isSequence } from './compare.ts';
import { compileBody } from './compile-statements.ts';
import { compileExpression } from './compile-expression.ts';
import { missingMethod } from './dispatch.ts';
import { runtime } from './runtime.ts';
import { enforced, type Box, type Frame, Scope, type ScriptMethod, type Run } from './scope.ts';
import type { Expression, FunctionBody, Parameter } from './syntax.ts';
import { Closure, JavaArray, type Value } from './value.ts';

/** Fills the parameters of a call; undefined: the arguments do not fit. */
type Binder = (frame: Frame, args: readonly Value[]) => boolean;

function compileParameters(
  parameters: readonly Parameter[],
  scope: Scope,
): { bind: Binder; least: number; most: number } {
  const slots = parameters.map(({ name, type, fallback, variable }) => {
    const value = fallback === undefined ? undefined : compileExpression(fallback, scope);
    const known = scope.type(type);
    const kept = enforced(variable ? { ...known, dimensions: 0 } : known);
    return { slot: scope.declare(name, kept).slot, type: kept, value, variable };
  });
  const optional = slots.filter(({ value }) => value !== undefined).length;
  const rest = slots.at(-1)?.variable === true;
  const least = slots.length - optional - (rest ? 1 : 0);
  return {
    least,
    most: rest ? Infinity : slots.length,
    bind(frame, args) {
      if (args.length < least || (!rest && args.length > slots.length)) return false;
      let given = 0;
      let spare = args.length - least;
      for (const { slot, type, value, variable } of slots) {
        let argument: Value;
        if (variable) argument = new JavaArray(type?.name ?? 'java.lang.Object', args.slice(given));
        else if (value !== undefined && spare <= 0) argument = value(frame);
        else {
          argument = args[given++]!;
          if (value !== undefined) spare--;
        }
        frame.boxes[slot] = { value: type === undefined || variable ? argument : castTo(argument, type) };
      }
      return true;
    },
  };
}

/** A closure as written: when it is reached it takes the variables that it uses with it. */
export function compileClosure(
  { code, implicit }: Extract<Expression, { kind: 'closure' }>,
  outer: Scope,
): Run {
  const scope = new Scope(outer.script, outer);
  const declared: readonly Parameter[] = implicit
    ? [
        {
          name: 'it',
          type: { name: 'def', dimensions: 0, place: { line: 1, column: 1 } },
          fallback: undefined,
          variable: false,
        },
      ]
    : code.parameters;
  const { bind, least, most } = compileParameters(declared, scope);
  const body = compileBody(code.body, scope);
  const { captures } = scope;
  return (outside) => {
    const taken: { slot: number; box: Box }[] = captures.map(({ from, to }) => ({
      slot: to,
      box: (outside.boxes[from] ??= { value: null }),
    }));
    const closure = new Closure(implicit ? undefined : declared.length, (args) => {
      const run = runtime();
      run.enter();
      try {
        const frame: Frame = { boxes: [], closure, outer: outside, result: null };
        for (const { slot, box } of taken) frame.boxes[slot] = box;
        if (!bind(frame, fitted(args, implicit, least, most)))
          throw missingMethod('Script1$_run_closure1', 'doCall', args);
        return body(frame);
      } finally {
        run.leave();
      }
    });
    return closure;
  };
}

/** A closure without parameters gets `it`; one with several takes a list apart. */
function fitted(args: readonly Value[], implicit: boolean, least: number, most: number): readonly Value[] {
  if (implicit && args.length === 0) return [null];
  const [only] = args;
  if (
    args.length === 1 &&
    least > 1 &&
    isSequence(only) &&
    only.items.length >= least &&
    only.items.length <= most
  )
    return only.items;
  return args;
}

/** A method of the script: it sees no variables of the script but undeclared ones. */
export function compileMethod(
  { name, code }: { readonly name: string; readonly code: FunctionBody },
  scope: Scope,
  returns: (value: Value) => Value,
): ScriptMethod {
  const { bind, least, most } = compileParameters(code.parameters, scope);
  const body: Run = compileBody(code.body, scope);
  return {
    least,
    most,
    invoke(args) {
      const run = runtime();
      run.enter();
      try {
        const frame: Frame = { boxes: [], closure: undefined, outer: undefined, result: null };
        if (!bind(frame, args)) throw missingMethod(run.scriptClass, name, args);
        return returns(body(frame));
      } finally {
        run.leave();
      }
    },
  };
}
