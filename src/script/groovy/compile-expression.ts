import { compileCall, compileArguments } from './compile-call.ts';
import { compileClosure } from './compile-closure.ts';
import { asType, castTo, numberLiteral } from './coerce.ts';
import { isTrue } from './compare.ts';
import { callMethod, getProperty } from './dispatch.ts';
import { constructObject } from './class-registry.ts';
import { iterate } from './iterate.ts';
import { compileName, compileQualifiedClass } from './compile-name.ts';
import { compileAssign, compileMultiAssign, compileStep } from './compile-assign.ts';
import { newArray } from './new-array.ts';
import { calculate, compareValues, getAt, negated, range } from './operators.ts';
import { patternOf } from './regex-values.ts';
import { concatenated, runtime } from './runtime.ts';
import type { Run, Scope } from './scope.ts';
import { UnsupportedGroovyError, type Expression, type MapItem } from './syntax.ts';
import { groovyText } from './text.ts';
import { isInstance } from './types.ts';
import { Closure, JavaList, JavaMap } from './value.ts';

type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

const COMPARISONS: ReadonlySet<string> = new Set('== != === !== <=> < <= > >= =~ ==~ in !in'.split(' '));

/** Set while the test of an `assert` is compiled: wraps what each part gives. */
export type Recorder = (expression: Expression, run: Run) => Run;
let recorder: Recorder | undefined;

export function recording<T>(record: Recorder | undefined, compile: () => T): T {
  const before = recorder;
  recorder = record;
  try {
    return compile();
  } finally {
    recorder = before;
  }
}

/** @throws UnsupportedGroovyError. */
export function compileExpression(expression: Expression, scope: Scope): Run {
  const run = compilePlain(expression, scope);
  return recorder === undefined ? run : recorder(expression, run);
}

function compilePlain(expression: Expression, scope: Scope): Run {
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return () => value;
    }
    case 'number': {
      const value = numberLiteral(expression.text);
      if (value === undefined) throw new UnsupportedGroovyError('the type float', expression);
      return () => value;
    }
    case 'gstring':
      return compileGString(expression, scope);
    case 'name':
      return compileName(expression, scope);
    case 'list': {
      const items = compileArguments(expression.items, scope);
      return (frame) => {
        const members = items(frame);
        runtime().allocate(members.length * 8 + 8);
        return new JavaList(members);
      };
    }
    case 'map':
      return compileMap(expression.items, scope);
    case 'closure':
      return recording(undefined, () => compileClosure(expression, scope));
    case 'property':
      return compileProperty(expression, scope);
    case 'call':
      return compileCall(expression, scope);
    case 'method-reference':
      return compileReference(expression, scope);
    case 'index': {
      const object = compileExpression(expression.object, scope);
      const index = compileExpression(expression.index, scope);
      const { safe } = expression;
      return (frame) => {
        const target = object(frame);
        return safe && target === null ? null : getAt(target, index(frame));
      };
    }
    case 'new': {
      const className = scope.className(expression.type.name, expression.type.place);
      const args = compileArguments(expression.args, scope);
      const create = constructObject(className);
      if (create === undefined)
        throw new UnsupportedGroovyError(`new ${expression.type.name}(…)`, expression);
      return (frame) => create(args(frame));
    }
    case 'new-array':
      return newArray(expression, scope);
    case 'unary':
      return compileUnary(expression, scope);
    case 'step':
      return compileStep(expression, scope);
    case 'binary':
      return compileBinary(expression, scope);
    case 'type-test': {
      const operand = compileExpression(expression.operand, scope);
      const type = scope.type(expression.type);
      const { negated: isNegated } = expression;
      return (frame) => isInstance(operand(frame), type.name) !== isNegated;
    }
    case 'cast': {
      const operand = compileExpression(expression.operand, scope);
      const type = scope.type(expression.type);
      return expression.as
        ? (frame) => asType(operand(frame), type)
        : (frame) => castTo(operand(frame), type);
    }
    case 'conditional': {
      const test = compileExpression(expression.test, scope);
      const consequent =
        expression.consequent === undefined ? undefined : compileExpression(expression.consequent, scope);
      const otherwise = compileExpression(expression.otherwise, scope);
      return (frame) => {
        const value = test(frame);
        return isTrue(value)
          ? (consequent?.(frame) ?? (consequent === undefined ? value : null))
          : otherwise(frame);
      };
    }
    case 'assign':
      return compileAssign(expression, scope);
    default:
      return compileMultiAssign(expression, scope);
  }
}

function compileGString({ parts }: Of<'gstring'>, scope: Scope): Run {
  const runs = parts.map((part): Run => {
    if (typeof part === 'string') return () => part;
    return compileExpression(part, scope);
  });
  return (frame) => {
    let text = '';
    for (const run of runs) text = concatenated(text, groovyText(run(frame)));
    return text;
  };
}

export function compileMap(items: readonly MapItem[], scope: Scope): Run {
  const runs = items.map(({ key, value }) => ({
    key: key === undefined ? undefined : compileExpression(key, scope),
    value: compileExpression(value, scope),
  }));
  return (frame) => {
    runtime().allocate(runs.length * 8 + 8);
    const map = new JavaMap();
    for (const { key, value } of runs) {
      if (key !== undefined) map.set(key(frame), value(frame));
      else {
        const spread = value(frame);
        if (spread instanceof JavaMap) for (const [k, v] of spread.entries()) map.set(k, v);
      }
    }
    return map;
  };
}

/** The name of a member: fixed, or worked out each time. */
export function compileMemberName(
  name: string | Expression,
  scope: Scope,
): (frame: Parameters<Run>[0]) => string {
  if (typeof name === 'string') return () => name;
  const run = compileExpression(name, scope);
  return (frame) => groovyText(run(frame));
}

function compileProperty(expression: Of<'property'>, scope: Scope): Run {
  const qualified = compileQualifiedClass(expression, scope);
  if (qualified !== undefined) return qualified;
  const object = compileExpression(expression.object, scope);
  const { mode } = expression;
  const name = compileMemberName(expression.name, scope);
  if (mode === 'spread')
    return (frame) => {
      const target = object(frame);
      const member = name(frame);
      return target === null
        ? null
        : new JavaList(iterate(target).map((item) => (item === null ? null : getProperty(item, member))));
    };
  return (frame) => {
    const target = object(frame);
    return mode === 'safe' && target === null ? null : getProperty(target, name(frame));
  };
}

function compileReference(expression: Of<'method-reference'>, scope: Scope): Run {
  const { object, name } = expression;
  if (object.kind === 'name' && object.name === 'this') {
    const { methods } = scope.script;
    return () =>
      new Closure(undefined, (args) => {
        const method = methods
          .get(name)
          ?.find(({ least, most }) => args.length >= least && args.length <= most);
        return method === undefined ? callMethod(null, name, args) : method.invoke(args);
      });
  }
  const target = compileExpression(object, scope);
  return (frame) => {
    const value = target(frame);
    return new Closure(undefined, (args) => callMethod(value, name, args));
  };
}

function compileUnary({ operator, operand }: Of<'unary'>, scope: Scope): Run {
  const run = compileExpression(operand, scope);
  switch (operator) {
    case '!':
      return (frame) => !isTrue(run(frame));
    case '-':
      return (frame) => negated(run(frame));
    case '+':
      return (frame) => calculate('+', 0, run(frame));
    default:
      return (frame) => {
        const value = run(frame);
        if (typeof value === 'number') return ~value;
        return typeof value === 'bigint' ? ~value : patternOf(value);
      };
  }
}

function compileBinary({ operator, left, right }: Of<'binary'>, scope: Scope): Run {
  const a = compileExpression(left, scope);
  const b = compileExpression(right, scope);
  if (operator === '&&') return (frame) => isTrue(a(frame)) && isTrue(b(frame));
  if (operator === '||') return (frame) => isTrue(a(frame)) || isTrue(b(frame));
  if (operator === '..' || operator === '..<') return (frame) => range(a(frame), b(frame), operator === '..');
  if (COMPARISONS.has(operator)) return (frame) => compareValues(operator, a(frame), b(frame));
  return (frame) => calculate(operator, a(frame), b(frame));
}
