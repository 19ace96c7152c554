import { castTo } from './coerce.ts';
import { compileArguments } from './compile-call.ts';
import { compileExpression } from './compile-expression.ts';
import { javaError } from './exceptions.ts';
import { isNumber, toInt } from './numbers.ts';
import { runtime } from './runtime.ts';
import type { Run, Scope } from './scope.ts';
import { UnsupportedGroovyError, type Expression } from './syntax.ts';
import { JavaArray, JavaBytes, JavaChar, JavaDouble, type Value } from './value.ts';

const ZERO: Readonly<Record<string, Value>> = {
  int: 0,
  short: 0,
  long: 0n,
  boolean: false,
  char: new JavaChar(0),
  double: new JavaDouble(0),
};

/** `new byte[n]`, `new String[] { … }`. */
export function newArray(expression: Extract<Expression, { kind: 'new-array' }>, scope: Scope): Run {
  const { sizes, items } = expression;
  const component = scope.className(expression.type.name, expression.type.place);
  if (sizes.length > 1 || expression.type.dimensions > 1)
    throw new UnsupportedGroovyError('an array of arrays', expression);
  if (items !== undefined) {
    const members = compileArguments(items, scope);
    return (frame) => {
      const values = members(frame).map((item) => castTo(item, { name: component, dimensions: 0 }));
      return component === 'byte'
        ? new JavaBytes(Uint8Array.from(values, (value) => (isNumber(value) ? toInt(value) : 0)))
        : new JavaArray(component, values);
    };
  }
  const size = compileExpression(sizes[0]!, scope);
  return (frame) => {
    const given = size(frame);
    const length = isNumber(given) ? toInt(given) : 0;
    if (length < 0) throw javaError('java.lang.NegativeArraySizeException', String(length));
    runtime().allocate(component === 'byte' ? length : length * 8);
    if (component === 'byte') return new JavaBytes(new Uint8Array(length));
    return new JavaArray(
      component,
      Array.from({ length }, () => ZERO[component] ?? null),
    );
  };
}
