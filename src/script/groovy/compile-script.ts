import { castTo } from './coerce.ts';
import { compileMethod } from './compile-closure.ts';
import { compileBody } from './compile-statements.ts';
import { classDefinition, classesOf, resolveClass } from './class-registry.ts';
import { parseScript } from './parser.ts';
import { checkSleepingLoops } from './sleeping-loops.ts';
import { enforced, type Frame, Scope, type ScriptContext } from './scope.ts';
import { assignedNames } from './assigned-names.ts';
import { type Statement, UnsupportedGroovyError } from './syntax.ts';
import type { Value } from './value.ts';

/** A script that can run. */
export interface CompiledScript {
  /** Name of the class that Groovy would make of it. */
  readonly scriptClass: string;
  /** Inside of `runIn`. */
  run(): Value;
}

function readImports(statements: readonly Statement[], script: ScriptContext): void {
  for (const statement of statements) {
    if (statement.kind !== 'import') continue;
    const { name, alias, isStatic } = statement;
    const refuse = (what: string): never => {
      throw new UnsupportedGroovyError(what, statement);
    };
    const folder = name.slice(0, name.lastIndexOf('.'));
    if (isStatic) {
      const className = resolveClass(folder);
      if (className === undefined) refuse(`the class ${folder}`);
      else if (alias === '*') refuse(`import static ${name}`);
      else script.staticImports.set(alias, { className, member: name.slice(name.lastIndexOf('.') + 1) });
    } else if (alias === '*') {
      // Packages without any supported class are refused when one of their classes is used.
      for (const [simple, full] of classesOf(folder)) script.imports.set(simple, full);
    } else {
      const className = resolveClass(name);
      if (className === undefined || classDefinition(className) === undefined) refuse(`the class ${name}`);
      else script.imports.set(alias, className);
    }
  }
}

/**
 * Compiles a script.
 * @param bindings names of the variables that it is given.
 * @throws GroovySyntaxError, UnsupportedGroovyError.
 */
export function bindScript(
  source: string,
  bindings: ReadonlySet<string>,
  scriptClass: string,
): CompiledScript {
  const statements = parseScript(source);
  checkSleepingLoops(statements);
  const script: ScriptContext = {
    bindings,
    assigned: assignedNames(statements),
    methods: new Map(),
    imports: new Map(),
    staticImports: new Map(),
  };
  readImports(statements, script);
  for (const statement of statements) {
    if (statement.kind !== 'method') continue;
    const scope = new Scope(script, undefined);
    const returned = enforced(scope.type(statement.type));
    const isVoid = statement.type.name === 'void';
    const method = compileMethod(statement, scope, (value) =>
      isVoid ? null : returned === undefined ? value : castTo(value, returned),
    );
    const known = script.methods.get(statement.name);
    if (known === undefined) script.methods.set(statement.name, [method]);
    else known.push(method);
  }
  const body = compileBody(statements, new Scope(script, undefined));
  return {
    scriptClass,
    run() {
      const frame: Frame = { boxes: [], closure: undefined, outer: undefined, result: null };
      return body(frame);
    },
  };
}
