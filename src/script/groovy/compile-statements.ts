import { castTo } from './coerce.ts';
import { isSequence, isTrue } from './compare.ts';
import { compileExpression } from './compile-expression.ts';
import { javaError, isSubclass, ScriptThrow, throwableType, type Throwable } from './exceptions.ts';
import { iterate } from './iterate.ts';
import { isCase } from './operators.ts';
import { compileAssert } from './power-assert.ts';
import { runtime } from './runtime.ts';
import { enforced, type Box, type Frame, type Run, type Scope } from './scope.ts';
import { UnsupportedGroovyError, type Statement } from './syntax.ts';
import { thrownBy } from './thrown-by.ts';
import { dataOf, type Value } from './value.ts';

/** How a statement ended, when not at its end. */
type Signal = 'break' | 'continue' | 'return' | undefined;
export type Exec = (frame: Frame) => Signal;

/**
 * The body of a function: its value is that of `return` or of the last statement, as Groovy has it.
 * @param scope holds the parameters already.
 */
export function compileBody(statements: readonly Statement[], scope: Scope): Run {
  const exec = compileSequence(statements, scope, true);
  return (frame) => {
    exec(frame);
    return frame.result;
  };
}

function compileSequence(statements: readonly Statement[], scope: Scope, isTail: boolean): Exec {
  const execs = statements.map((statement, i) =>
    compileStatement(statement, scope, isTail && i === statements.length - 1),
  );
  if (execs.length === 1) return execs[0]!;
  return (frame) => {
    for (const exec of execs) {
      const signal = exec(frame);
      if (signal !== undefined) return signal;
    }
    return undefined;
  };
}

const compileBlock = (statements: readonly Statement[], scope: Scope, isTail: boolean): Exec =>
  scope.block(() => compileSequence(statements, scope, isTail));

/** A value as the statement's, when it is the last of its function. */
const valued =
  (run: Run, isTail: boolean): Exec =>
  (frame) => {
    const value = run(frame);
    if (isTail) frame.result = value;
    return undefined;
  };

function compileStatement(statement: Statement, scope: Scope, isTail: boolean): Exec {
  switch (statement.kind) {
    case 'expression':
      return valued(compileExpression(statement.expression, scope), isTail);
    case 'declare':
      return compileDeclaration(statement, scope, isTail);
    case 'declare-many':
      return compileManyDeclarations(statement, scope);
    case 'if': {
      const test = compileExpression(statement.test, scope);
      const consequent = compileBlock(statement.consequent, scope, isTail);
      const otherwise =
        statement.otherwise === undefined ? undefined : compileBlock(statement.otherwise, scope, isTail);
      return (frame) => (isTrue(test(frame)) ? consequent(frame) : otherwise?.(frame));
    }
    case 'for':
      return compileFor(statement, scope);
    case 'for-in':
      return compileForIn(statement, scope);
    case 'while': {
      const test = compileExpression(statement.test, scope);
      const body = compileBlock(statement.body, scope, false);
      const { testFirst } = statement;
      return (frame) => {
        let goesOn = !testFirst || isTrue(test(frame));
        while (goesOn) {
          runtime().step();
          const signal = body(frame);
          if (signal === 'break') break;
          if (signal === 'return') return signal;
          goesOn = isTrue(test(frame));
        }
        return undefined;
      };
    }
    case 'switch':
      return compileSwitch(statement, scope, isTail);
    case 'try':
      return compileTry(statement, scope, isTail);
    case 'throw': {
      const value = compileExpression(statement.value, scope);
      return (frame) => {
        const object = value(frame);
        const throwable = dataOf(object, throwableType);
        if (throwable === undefined)
          throw javaError(
            'org.codehaus.groovy.runtime.typehandling.GroovyCastException',
            'Cannot cast object to class java.lang.Throwable',
          );
        throw new ScriptThrow(throwable, object as ScriptThrow['object']);
      };
    }
    case 'return': {
      const value = statement.value === undefined ? undefined : compileExpression(statement.value, scope);
      return (frame) => {
        frame.result = value?.(frame) ?? null;
        return 'return';
      };
    }
    case 'break':
    case 'continue': {
      const { kind } = statement;
      return () => kind;
    }
    case 'assert':
      return compileAssert(statement, scope);
    case 'block':
      return compileBlock(statement.body, scope, isTail);
    default:
      // Methods and imports are read before anything else.
      return () => undefined;
  }
}

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

const ZERO: Readonly<Record<string, Value>> = { int: 0, long: 0n, boolean: false, short: 0, byte: 0 };

function compileDeclaration(statement: Of<'declare'>, scope: Scope, isTail: boolean): Exec {
  const type = enforced(scope.type(statement.type));
  const parts = statement.names.map(({ name, init }) => {
    const value = init === undefined ? undefined : compileExpression(init, scope);
    const { slot } = scope.declare(name, type);
    return (frame: Frame): void => {
      const given = value === undefined ? null : value(frame);
      const initial =
        type === undefined
          ? given
          : value === undefined
            ? type.dimensions === 0
              ? (ZERO[type.name] ?? null)
              : null
            : castTo(given, type);
      frame.boxes[slot] = { value: initial };
      if (isTail) frame.result = initial;
    };
  });
  return (frame) => {
    for (const part of parts) part(frame);
    return undefined;
  };
}

function compileManyDeclarations(statement: Of<'declare-many'>, scope: Scope): Exec {
  const init = compileExpression(statement.init, scope);
  const targets = statement.targets.map(({ name, type }) => {
    const kept = enforced(scope.type(type));
    return { slot: scope.declare(name, kept).slot, type: kept };
  });
  return (frame) => {
    const value = init(frame);
    const items = isSequence(value) ? value.items : iterate(value);
    targets.forEach(({ slot, type }, i) => {
      const item = items[i] ?? null;
      frame.boxes[slot] = { value: type === undefined ? item : castTo(item, type) };
    });
    return undefined;
  };
}

function compileFor(statement: Of<'for'>, scope: Scope): Exec {
  return scope.block(() => {
    const init = compileSequence(statement.init, scope, false);
    const test = statement.test === undefined ? undefined : compileExpression(statement.test, scope);
    const update = statement.update.map((expression) => compileExpression(expression, scope));
    const body = compileBlock(statement.body, scope, false);
    return (frame) => {
      const passes = (): boolean => test === undefined || isTrue(test(frame));
      for (init(frame); passes(); update.forEach((run) => run(frame))) {
        runtime().step();
        const signal = body(frame);
        if (signal === 'break') break;
        if (signal === 'return') return signal;
      }
      return undefined;
    };
  });
}

function compileForIn(statement: Of<'for-in'>, scope: Scope): Exec {
  const items = compileExpression(statement.items, scope);
  return scope.block(() => {
    const type = enforced(scope.type(statement.type));
    const { slot } = scope.declare(statement.name, type);
    const body = compileBlock(statement.body, scope, false);
    return (frame) => {
      for (const item of iterate(items(frame))) {
        runtime().step();
        frame.boxes[slot] = { value: type === undefined ? item : castTo(item, type) };
        const signal = body(frame);
        if (signal === 'break') break;
        if (signal === 'return') return signal;
      }
      return undefined;
    };
  });
}

function compileSwitch(statement: Of<'switch'>, scope: Scope, isTail: boolean): Exec {
  const subject = compileExpression(statement.subject, scope);
  const cases = scope.block(() =>
    statement.cases.map(({ test, body }, i) => ({
      test: test === undefined ? undefined : compileExpression(test, scope),
      // Groovy returns the value of the statement before `break`, and of the last case.
      body: compileSequence(
        body.at(-1)?.kind === 'break' ? body.slice(0, -1) : body,
        scope,
        isTail && (body.at(-1)?.kind === 'break' || i === statement.cases.length - 1),
      ),
      ends: body.at(-1)?.kind === 'break',
    })),
  );
  return (frame) => {
    const value = subject(frame);
    let from = cases.findIndex(({ test }) => test !== undefined && isCase(test(frame), value));
    if (from < 0) from = cases.findIndex(({ test }) => test === undefined);
    if (from < 0) return undefined;
    for (const { body, ends } of cases.slice(from)) {
      const signal = body(frame);
      if (signal === 'break' || (signal === undefined && ends)) return undefined;
      if (signal !== undefined) return signal;
    }
    return undefined;
  };
}

interface Handler {
  readonly types: readonly string[];
  readonly slot: number;
  readonly body: Exec;
}

function compileTry(statement: Of<'try'>, scope: Scope, isTail: boolean): Exec {
  const body = compileBlock(statement.body, scope, isTail);
  const handlers = statement.catches.map(({ types, name, body: statements }): Handler =>
    scope.block(() => {
      const names = types.map((type) => {
        const found = scope.className(type.name, type.place);
        if (!isSubclass(found, 'java.lang.Throwable'))
          throw new UnsupportedGroovyError(`catch (${type.name} …)`, type.place);
        return found;
      });
      const { slot } = scope.declare(name, undefined);
      return { types: names, slot, body: compileSequence(statements, scope, isTail) };
    }),
  );
  const last = statement.last === undefined ? undefined : compileBlock(statement.last, scope, false);
  return (frame) => {
    let signal: Signal;
    try {
      signal = guarded(frame, body, handlers);
    } catch (error) {
      // What `finally` returns takes the place of what was thrown.
      const ended = last?.(frame);
      if (ended !== undefined) return ended;
      throw error;
    }
    const result = frame.result;
    const ended = last?.(frame);
    if (ended !== undefined) return ended;
    frame.result = result;
    return signal;
  };
}

function guarded(frame: Frame, body: Exec, handlers: readonly Handler[]): Signal {
  try {
    return body(frame);
  } catch (error) {
    const thrown = thrownBy(error);
    const handler =
      thrown === undefined ? undefined : handlers.find(({ types }) => isCaught(thrown.throwable, types));
    if (thrown === undefined || handler === undefined) throw error;
    const box: Box = { value: thrown.object };
    frame.boxes[handler.slot] = box;
    return handler.body(frame);
  }
}

const isCaught = ({ className }: Throwable, types: readonly string[]): boolean =>
  types.some((type) => isSubclass(className, type));
