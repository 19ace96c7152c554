import { castTo } from './coerce.ts';
import { isTrue } from './compare.ts';
import { compileExpression, compileMemberName } from './compile-expression.ts';
import { compileQualifiedClass } from './compile-name.ts';
import { getProperty, setProperty } from './dispatch.ts';
import { iterate } from './iterate.ts';
import { calculate, getAt, putAt, stepped } from './operators.ts';
import { runtime } from './runtime.ts';
import type { Frame, Run, Scope } from './scope.ts';
import { UnsupportedGroovyError, type Expression } from './syntax.ts';
import type { Value } from './value.ts';

type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

/** A place that can be read and written; what stands before it is worked out once. */
type Place = (frame: Frame) => { get(): Value; set(value: Value): Value };

function compilePlace(target: Expression, scope: Scope): Place {
  switch (target.kind) {
    case 'name':
      return compileVariable(target, scope);
    case 'property': {
      if (compileQualifiedClass(target, scope) !== undefined)
        throw new UnsupportedGroovyError('an assignment to a class', target);
      const object = compileExpression(target.object, scope);
      const name = compileMemberName(target.name, scope);
      const isSafe = target.mode === 'safe';
      return (frame) => {
        const owner = object(frame);
        const member = name(frame);
        return {
          get: () => (isSafe && owner === null ? null : getProperty(owner, member)),
          set: (value) => {
            if (!(isSafe && owner === null)) setProperty(owner, member, value);
            return value;
          },
        };
      };
    }
    case 'index': {
      const object = compileExpression(target.object, scope);
      const index = compileExpression(target.index, scope);
      return (frame) => {
        const owner = object(frame);
        const at = index(frame);
        return {
          get: () => getAt(owner, at),
          set: (value) => {
            putAt(owner, at, value);
            return value;
          },
        };
      };
    }
    default:
      throw new UnsupportedGroovyError('an assignment to this expression', target);
  }
}

function compileVariable(target: Of<'name'>, scope: Scope): Place {
  const variable = scope.find(target.name);
  const read = compileExpression(target, scope);
  if (variable === undefined) {
    const { name } = target;
    return (frame) => ({
      get: () => read(frame),
      set: (value) => {
        const delegate = frame.closure?.delegate ?? null;
        if (delegate === null || runtime().binding.has(name)) runtime().binding.set(name, value);
        else setProperty(delegate, name, value);
        return value;
      },
    });
  }
  const { slot, type } = variable;
  return (frame) => ({
    get: () => frame.boxes[slot]?.value ?? null,
    set: (value) => {
      const kept = type === undefined ? value : castTo(value, type);
      const box = frame.boxes[slot];
      if (box === undefined) frame.boxes[slot] = { value: kept };
      else box.value = kept;
      return kept;
    },
  });
}

export function compileAssign({ operator, target, value }: Of<'assign'>, scope: Scope): Run {
  const place = compilePlace(target, scope);
  const run = compileExpression(value, scope);
  if (operator === '=') return (frame) => place(frame).set(run(frame));
  if (operator === '?=')
    return (frame) => {
      const at = place(frame);
      const before = at.get();
      return isTrue(before) ? before : at.set(run(frame));
    };
  const calculation = operator.slice(0, -1);
  return (frame) => {
    const at = place(frame);
    return at.set(calculate(calculation, at.get(), run(frame)));
  };
}

/** `(a, b) = [1, 2]`, which stands as a list before the `=`. */
export function compileMultiAssign({ targets, value }: Of<'multi-assign'>, scope: Scope): Run {
  const places = targets.map((target) => compilePlace(target, scope));
  const run = compileExpression(value, scope);
  return (frame) => {
    const result = run(frame);
    const items = iterate(result);
    places.forEach((place, i) => place(frame).set(items[i] ?? null));
    return result;
  };
}

export function compileStep({ operator, prefix, target }: Of<'step'>, scope: Scope): Run {
  if (!['name', 'property', 'index'].includes(target.kind)) {
    const run = compileExpression(target, scope);
    return (frame) => (prefix ? stepped(run(frame), operator) : run(frame));
  }
  const place = compilePlace(target, scope);
  return (frame) => {
    const at = place(frame);
    const before = at.get();
    const after = at.set(stepped(before, operator));
    return prefix ? after : before;
  };
}
