import { isKnownPackage } from './class-registry.ts';
import { callIfPresent, findProperty, unknownName } from './dispatch.ts';
import { runtime } from './runtime.ts';
import type { Frame, Run, Scope } from './scope.ts';
import { UnsupportedGroovyError, type Expression } from './syntax.ts';
import { ClassReference, hostObject, JavaMap, methodTable, type HostType, type Value } from './value.ts';

/** First parts of the names of packages. */
const ROOTS: ReadonlySet<string> = new Set([
  'java',
  'javax',
  'groovy',
  'groovyx',
  'org',
  'com',
  'net',
  'io',
  'eu',
  'kg',
  'sun',
  'jdk',
  'de',
]);

/** `this` in a script. */
const scriptType: HostType<null> = {
  name: 'groovy.lang.Script',
  text: () => 'Script1@1b2c3d4e',
  methods: methodTable<null>({}),
};

/** True when a name is a variable somewhere: declared, given by the place of the script, or assigned in it. */
export const isVariable = (name: string, scope: Scope): boolean =>
  scope.find(name) !== undefined || scope.script.bindings.has(name) || scope.script.assigned.has(name);

/** A variable, a class or something undeclared. */
export function compileName({ name, ...place }: Extract<Expression, { kind: 'name' }>, scope: Scope): Run {
  const variable = scope.find(name);
  if (variable !== undefined) {
    const { slot } = variable;
    return (frame) => frame.boxes[slot]?.value ?? null;
  }
  if (name === 'this') return () => hostObject(scriptType, null);
  if (scope.isClosure && ['delegate', 'owner', 'thisObject'].includes(name))
    return (frame) => frame.closure?.delegate ?? hostObject(scriptType, null);
  if (scope.script.bindings.has(name) || scope.script.assigned.has(name))
    return (frame) => undeclared(name, frame);
  const className = scope.classNamed(name);
  if (className !== undefined) {
    const reference = new ClassReference(className);
    return () => reference;
  }
  const imported = scope.script.staticImports.get(name);
  if (imported !== undefined) {
    const holder = new ClassReference(imported.className);
    return () => findProperty(holder, imported.member) ?? null;
  }
  if (/^\p{Lu}\p{L}*\p{Ll}/u.test(name)) throw new UnsupportedGroovyError(`the class ${name}`, place);
  return (frame) => undeclared(name, frame);
}

/** What a name means that is declared nowhere: a variable of the binding, or a property of what `with` is about. */
function undeclared(name: string, frame: Frame): Value {
  const { binding } = runtime();
  if (binding.has(name)) return binding.get(name)!;
  for (let at: Frame | undefined = frame; at !== undefined; at = at.outer) {
    const delegate = at.closure?.delegate ?? null;
    if (delegate === null) continue;
    const value = findProperty(delegate, name);
    if (value !== undefined && !(delegate instanceof JavaMap && !delegate.has(name))) return value;
  }
  throw unknownName(name);
}

/** A method that is declared nowhere, of what `with` is about; undefined: there is none. */
export function delegated(name: string, args: readonly Value[], frame: Frame): Value | undefined {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.outer) {
    const delegate = at.closure?.delegate ?? null;
    const value = delegate === null ? undefined : callIfPresent(delegate, name, args);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** `a.b.C` as the names in it; undefined when it is something else. */
function dottedName(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind !== 'property' || typeof expression.name !== 'string' || expression.mode !== 'plain')
    return undefined;
  const before = dottedName(expression.object);
  return before === undefined ? undefined : `${before}.${expression.name}`;
}

/**
 * `java.time.Instant`: a class by its full name. undefined when the expression is none.
 * @throws UnsupportedGroovyError for a class that is not supported.
 */
export function compileQualifiedClass(expression: Expression, scope: Scope): Run | undefined {
  const name = dottedName(expression);
  if (name === undefined) return undefined;
  const root = name.slice(0, name.indexOf('.'));
  if (isVariable(root, scope)) return undefined;
  const className = scope.classNamed(name);
  if (className !== undefined) {
    const reference = new ClassReference(className);
    return () => reference;
  }
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (ROOTS.has(root) && /^\p{Lu}/u.test(last) && !isKnownPackage(name) && !hasClassBefore(name, scope))
    throw new UnsupportedGroovyError(`the class ${name}`, expression);
  return undefined;
}

/** `java.math.RoundingMode.HALF_UP`: what stands before the last part is a class. */
const hasClassBefore = (name: string, scope: Scope): boolean =>
  scope.classNamed(name.slice(0, name.lastIndexOf('.'))) !== undefined;
