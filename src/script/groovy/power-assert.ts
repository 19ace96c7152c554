import { isTrue } from './compare.ts';
import { compileExpression, recording } from './compile-expression.ts';
import type { Exec } from './compile-statements.ts';
import { javaError, POWER_ASSERTION } from './exceptions.ts';
import type { Run, Scope } from './scope.ts';
import type { Expression, Statement } from './syntax.ts';
import { groovyText, inspect } from './text.ts';
import { Closure, type Value } from './value.ts';

interface Recorded {
  /** 1-based, in the text of the assertion. */
  readonly column: number;
  readonly value: Value;
}

/** Parts whose values Groovy shows. */
const SHOWN: ReadonlySet<Expression['kind']> = new Set([
  'name',
  'property',
  'call',
  'index',
  'binary',
  'unary',
  'new',
  'type-test',
  'cast',
  'method-reference',
]);

/** `assert`: its text shows the values of the parts (`org.codehaus.groovy.runtime.powerassert`). */
export function compileAssert(statement: Extract<Statement, { kind: 'assert' }>, scope: Scope): Exec {
  const { test, text } = statement;
  if (statement.message !== undefined) return withMessage(test, statement.message, scope);
  const values: Recorded[] = [];
  const record = (expression: Expression, run: Run): Run => {
    if (!SHOWN.has(expression.kind) || expression.line !== statement.line) return run;
    const column = expression.column - statement.column + 1;
    return (frame) => {
      const value = run(frame);
      // A class name has no value of its own.
      if (!(expression.kind === 'name' && /^\p{Lu}/u.test(expression.name))) values.push({ column, value });
      return value;
    };
  };
  const run = recording(record, () => compileExpression(test, scope));
  return (frame) => {
    values.length = 0;
    if (isTrue(run(frame))) return undefined;
    throw javaError(
      POWER_ASSERTION,
      `Assertion failed: \n\n${render(text.replace(/\s*\n\s*/g, ' '), values)}\n`,
    );
  };
}

function withMessage(test: Expression, message: Expression, scope: Scope): Exec {
  const run = compileExpression(test, scope);
  const text = compileExpression(message, scope);
  const source = sourceOf(test);
  const names = namesIn(test).map((name) => ({
    name,
    run: compileExpression({ ...test, kind: 'name', name }, scope),
  }));
  return (frame) => {
    if (isTrue(run(frame))) return undefined;
    const shown = names.map((entry) => `${entry.name} = ${groovyText(entry.run(frame))}`).join(', ');
    throw javaError(
      'java.lang.AssertionError',
      `${groovyText(text(frame))}. Expression: ${source}${shown === '' ? '' : `. Values: ${shown}`}`,
    );
  };
}

/** The lines under the text of an assertion: a bar at each value's column, the value at the bar's end. */
function render(text: string, values: readonly Recorded[]): string {
  const lines = [text, ''];
  /** Columns from which the lines are taken; a value fits on a line when it ends before. */
  const taken = [0, 0];
  const sorted = values.toSorted((a, b) => b.column - a.column);
  sorted.forEach(({ column, value }, i) => {
    if (column < 1 || sorted[i + 1]?.column === column) return;
    const shown = shownText(value);
    const parts = shown.split(/\r\n|\r|\n/);
    const end = parts.length === 1 ? column + shown.length : Infinity;
    for (let line = 1; line < lines.length; line++) {
      if (end < taken[line]!) {
        lines[line] = placed(lines[line]!, shown, column);
        taken[line] = column;
        return;
      }
      lines[line] = placed(lines[line]!, '|', column);
      if (line > 1) taken[line] = column + 1;
    }
    for (const part of parts) {
      lines.push(placed('', part, column));
      taken.push(column);
    }
  });
  return lines.join('\n');
}

function placed(line: string, text: string, column: number): string {
  const padded = line.padEnd(column, ' ');
  return padded.slice(0, column - 1) + text + padded.slice(column - 1 + text.length);
}

function shownText(value: Value): string {
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (value instanceof Closure) return groovyText(value);
  return typeof value === 'object' && value !== null ? inspect(value) : groovyText(value);
}

const namesIn = (expression: Expression): string[] =>
  expression.kind === 'name'
    ? [expression.name]
    : expression.kind === 'binary'
      ? [...new Set([...namesIn(expression.left), ...namesIn(expression.right)])]
      : expression.kind === 'unary'
        ? namesIn(expression.operand)
        : [];

/** The expression as Groovy writes it in the message of an assertion. */
function sourceOf(expression: Expression): string {
  switch (expression.kind) {
    case 'binary':
      return `(${sourceOf(expression.left)} ${expression.operator} ${sourceOf(expression.right)})`;
    case 'name':
      return expression.name;
    case 'number':
      return expression.text;
    case 'constant':
      return String(expression.value);
    case 'property':
      return `${sourceOf(expression.object)}.${String(expression.name)}`;
    case 'call': {
      const args = expression.args.map(({ value }) => sourceOf(value)).join(', ');
      const object = expression.object === undefined ? 'this' : sourceOf(expression.object);
      return `${object}.${String(expression.name)}(${args})`;
    }
    case 'unary':
      return `${expression.operator}${sourceOf(expression.operand)}`;
    default:
      return '…';
  }
}
