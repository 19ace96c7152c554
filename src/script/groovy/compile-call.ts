import { classDefinition } from './class-registry.ts';
import { compileExpression, compileMap, compileMemberName } from './compile-expression.ts';
import { compileQualifiedClass, delegated, isVariable } from './compile-name.ts';
import { callMethod, findProperty, missingMethod } from './dispatch.ts';
import { iterate } from './iterate.ts';
import { bindingMethods } from './known-methods.ts';
import { runtime } from './runtime.ts';
import type { Frame, Run, Scope } from './scope.ts';
import { scriptFunctions } from './script-functions.ts';
import { UnsupportedGroovyError, type Argument, type Expression } from './syntax.ts';
import { ClassReference, Closure, JavaList, JavaMap, methodNames, overloads, type Value } from './value.ts';

type Call = Extract<Expression, { kind: 'call' }>;

/** The values of arguments or of a list's members, spread ones taken apart. */
export function compileArguments(args: readonly Argument[], scope: Scope): (frame: Frame) => Value[] {
  const runs = args.map(({ value, spread }) => ({ run: compileExpression(value, scope), spread }));
  if (runs.some(({ spread }) => spread))
    return (frame) => runs.flatMap(({ run, spread }) => (spread ? iterate(run(frame)) : [run(frame)]));
  const plain = runs.map(({ run }) => run);
  return (frame) => plain.map((run) => run(frame));
}

function compileCallArguments(call: Call, scope: Scope): (frame: Frame) => Value[] {
  const positional = compileArguments(call.args, scope);
  if (call.named.length === 0) return positional;
  const named = compileMap(call.named, scope);
  return (frame) => [named(frame), ...positional(frame)];
}

/** @throws UnsupportedGroovyError for a method that nothing in a script can have. */
export function compileCall(call: Call, scope: Scope): Run {
  if (call.object === undefined) return compileFunctionCall(call, scope);
  const args = compileCallArguments(call, scope);
  const object = compileQualifiedClass(call.object, scope) ?? compileExpression(call.object, scope);
  checkMethod(call, scope);
  const name = compileMemberName(call.name, scope);
  switch (call.mode) {
    case 'spread':
      return (frame) => {
        const target = object(frame);
        const values = args(frame);
        const method = name(frame);
        return target === null
          ? null
          : new JavaList(
              iterate(target).map((item) => (item === null ? null : invoke(item, method, values))),
            );
      };
    case 'safe':
      return (frame) => {
        const target = object(frame);
        return target === null ? null : invoke(target, name(frame), args(frame));
      };
    default:
      return (frame) => {
        const target = object(frame);
        return invoke(target, name(frame), args(frame));
      };
  }
}

/** A method, or a closure that a map holds under that name. */
function invoke(target: Value, name: string, args: readonly Value[]): Value {
  if (target instanceof JavaMap && target.has(name)) {
    const member = target.get(name)!;
    if (member instanceof Closure) return member.invoke(args);
  }
  return callMethod(target, name, args);
}

/** Refuses, before the run, calls that could only fail here. */
function checkMethod(call: Call, scope: Scope): void {
  const { object, name } = call;
  if (typeof name !== 'string' || object === undefined) return;
  const refuse = (what: string): never => {
    throw new UnsupportedGroovyError(what, call);
  };
  if (object.kind === 'name' && scope.find(object.name) === undefined) {
    const methods = scope.script.bindings.has(object.name) ? bindingMethods(object.name) : undefined;
    if (methods !== undefined && !methods.has(name)) refuse(`the method ${object.name}.${name}()`);
  }
  const classReference = compileQualifiedClass(object, scope);
  if (classReference !== undefined && !(object.kind === 'name' && isVariable(object.name, scope))) {
    const { name: className } = classReference({
      boxes: [],
      closure: undefined,
      outer: undefined,
      result: null,
    }) as ClassReference;
    const statics = classDefinition(className)?.statics;
    if (statics?.has(name) !== true && !CLASS_METHODS.has(name)) refuse(`the method ${className}.${name}()`);
  }
  if (!methodNames.has(name) && !isMember(name, scope)) refuse(`the method ${name}()`);
}

const CLASS_METHODS: ReadonlySet<string> = new Set([
  'getName',
  'getSimpleName',
  'newInstance',
  'isInstance',
  'toString',
  'equals',
  'hashCode',
  'cast',
  'isCase',
]);

/** A closure in a map, as far as the script makes maps with that key. */
const isMember = (name: string, scope: Scope): boolean => scope.script.assigned.has(`.${name}`);

/** `foo(x)`: a closure in a variable, a method of the script, or one of those that every script has. */
function compileFunctionCall(call: Call, scope: Scope): Run {
  const name = call.name as string;
  const args = compileCallArguments(call, scope);
  const variable = scope.find(name);
  if (variable !== undefined) {
    const { slot } = variable;
    return (frame) => callMethod(frame.boxes[slot]?.value ?? null, 'call', args(frame));
  }
  const { methods, staticImports } = scope.script;
  const imported = staticImports.get(name);
  if (imported !== undefined) {
    const holder = new ClassReference(imported.className);
    return (frame) => callMethod(holder, imported.member, args(frame));
  }
  if (name === 'use') return compileUse(call, scope);
  return (frame) => {
    const values = args(frame);
    const method = methods
      .get(name)
      ?.find(({ least, most }) => values.length >= least && values.length <= most);
    if (method !== undefined) return method.invoke(values);
    const { binding } = runtime();
    if (binding.has(name)) return callMethod(binding.get(name)!, 'call', values);
    const found = [delegated, builtIn, memberOfDelegate].reduce<Value | undefined>(
      (result, look) => (result === undefined ? look(name, values, frame) : result),
      undefined,
    );
    if (found === undefined)
      throw missingMethod('org.codehaus.groovy.jsr223.GroovyScriptEngineImpl', name, values);
    return found;
  };
}

/** `use (TimeCategory) { … }`: its methods are there anyway. */
function compileUse(call: Call, scope: Scope): Run {
  const [category, body] = call.args;
  const named = category === undefined ? undefined : compileQualifiedClass(category.value, scope);
  const classOf = named?.({ boxes: [], closure: undefined, outer: undefined, result: null });
  if (
    !(classOf instanceof ClassReference) ||
    classOf.name !== 'groovy.time.TimeCategory' ||
    body === undefined
  )
    throw new UnsupportedGroovyError('use (categories)', call);
  const run = compileExpression(body.value, scope);
  return (frame) => callMethod(run(frame), 'call', []);
}

function builtIn(name: string, args: readonly Value[]): Value | undefined {
  const [method] = overloads(scriptFunctions, name, args.length);
  return method?.call(null, args);
}

function memberOfDelegate(name: string, args: readonly Value[], frame: Frame): Value | undefined {
  const delegate = frame.closure?.delegate ?? null;
  const member = delegate instanceof JavaMap ? findProperty(delegate, name) : undefined;
  return member instanceof Closure ? member.invoke(args) : undefined;
}
