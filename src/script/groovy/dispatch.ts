import { classDefinition } from './class-registry.ts';
import { isSequence } from './compare.ts';
import { javaError, nullPointer, type ScriptThrow } from './exceptions.ts';
import { isNumber } from './numbers.ts';
import { runtime } from './runtime.ts';
import { groovyText } from './text.ts';
import { classNameOf, shortClassName } from './types.ts';
import {
  ClassReference,
  Closure,
  HostObject,
  JavaArray,
  JavaBytes,
  JavaChar,
  JavaList,
  JavaMap,
  JavaRange,
  type MethodTable,
  NoMatch,
  type Value,
} from './value.ts';

export type Table = MethodTable<never>;

/** The tables that hold the methods of a value, the nearest class first. */
function tablesOf(value: Exclude<Value, null>): readonly Table[] {
  if (typeof value === 'string') return TABLES.string;
  if (isNumber(value)) return TABLES.number;
  if (typeof value === 'boolean') return TABLES.boolean;
  if (value instanceof JavaList) return TABLES.list;
  if (value instanceof JavaMap) return TABLES.map;
  if (value instanceof JavaArray || value instanceof JavaBytes) return TABLES.array;
  if (value instanceof JavaRange) return TABLES.range;
  if (value instanceof JavaChar) return TABLES.char;
  if (value instanceof Closure) return TABLES.closure;
  if (value instanceof ClassReference) {
    const statics = classDefinition(value.name)?.statics;
    return statics === undefined ? TABLES.class : [statics, ...TABLES.class];
  }
  if (!(value instanceof HostObject)) return TABLES.object;
  return [value.type.methods, ...(value.type.items === undefined ? TABLES.object : TABLES.collection)];
}

/** The tables of the types that are built into the language. */
export interface BuiltInTables {
  readonly string: readonly Table[];
  readonly number: readonly Table[];
  readonly boolean: readonly Table[];
  readonly list: readonly Table[];
  readonly map: readonly Table[];
  readonly array: readonly Table[];
  readonly range: readonly Table[];
  readonly char: readonly Table[];
  readonly closure: readonly Table[];
  readonly class: readonly Table[];
  /** Of every other object: after the table of its class, and for one with members that of collections. */
  readonly object: readonly Table[];
  readonly collection: readonly Table[];
}

let TABLES: BuiltInTables;

/** Sets the methods of the built-in types, once. */
export function registerTables(tables: BuiltInTables): void {
  TABLES = tables;
}

/** Calls a method of one of the tables; undefined: none has it with these arguments. */
function tryCall(object: Exclude<Value, null>, name: string, args: readonly Value[]): Value | undefined {
  // The methods of objects see the object, those of a HostObject what is in it.
  for (const table of tablesOf(object)) {
    const self =
      object instanceof HostObject && table === (object.type.methods as Table) ? object.data : object;
    for (const method of table.get(name) ?? []) {
      if (args.length < method.min || args.length > method.max) continue;
      try {
        return method.call(self as never, args);
      } catch (error) {
        if (!(error instanceof NoMatch)) throw error;
      }
    }
  }
  return undefined;
}

const typeNames = (args: readonly Value[]): string =>
  args.map((arg) => (arg === null ? 'null' : shortClassName(classNameOf(arg)))).join(', ');

export const missingMethod = (
  type: string,
  name: string,
  args: readonly Value[],
  isStatic = false,
  hint = '',
): ScriptThrow =>
  javaError(
    'groovy.lang.MissingMethodException',
    `No signature of method: ${isStatic ? 'static ' : ''}${type}.${name}() is applicable for argument types: (${typeNames(args)}) values: [${args.map((arg) => groovyText(arg)).join(', ')}]${hint}`,
  );

/** What Groovy adds to its message for the mistake that scripts make most: `vars.put(name, number)`. */
const HINTS: Readonly<Record<string, string>> = {
  'org.apache.jmeter.threads.JMeterVariables.put':
    '\nPossible solutions: put(java.lang.String, java.lang.String), get(java.lang.String), putAt(java.lang.String, java.lang.Object), wait(), any(), dump()',
};

const NULL_METHODS: Readonly<Record<string, (args: readonly Value[]) => Value>> = {
  toString: () => 'null',
  equals: ([other]) => other === null,
  is: ([other]) => other === null,
  asBoolean: () => false,
  iterator: () => new JavaList(),
};

/** `object.name(args)`. @throws ScriptThrow MissingMethodException, NullPointerException. */
export function callMethod(object: Value, name: string, args: readonly Value[]): Value {
  runtime().step();
  if (object === null) {
    if (Object.hasOwn(NULL_METHODS, name)) return NULL_METHODS[name]!(args);
    throw nullPointer(`Cannot invoke method ${name}() on null object`);
  }
  const result = tryCall(object, name, args);
  if (result !== undefined) return result;
  if (object instanceof JavaMap) {
    const member = object.get(name);
    if (member instanceof Closure) return member.invoke(args);
  }
  if (object instanceof ClassReference) throw missingMethod(object.name, name, args, true);
  const type = classNameOf(object);
  throw missingMethod(type, name, args, false, HINTS[`${type}.${name}`]);
}

/** Like callMethod; undefined when there is no such method. */
export const callIfPresent = (object: Value, name: string, args: readonly Value[]): Value | undefined =>
  object === null ? undefined : tryCall(object, name, args);

const missingProperty = (name: string, type: string): ScriptThrow =>
  javaError('groovy.lang.MissingPropertyException', `No such property: ${name} for class: ${type}`);

export const unknownName = (name: string): ScriptThrow => missingProperty(name, runtime().scriptClass);

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** `object.name`; undefined when the object has no such property. */
export function findProperty(object: Exclude<Value, null>, name: string): Value | undefined {
  if (object instanceof JavaMap) return object.get(name) ?? null;
  if (object instanceof JavaArray || object instanceof JavaBytes) {
    if (name === 'length') return object instanceof JavaBytes ? object.bytes.length : object.items.length;
  }
  if (object instanceof HostObject) {
    const own = object.type.property?.(object.data, name);
    if (own !== undefined) return own;
  }
  if (object instanceof ClassReference) {
    const field = classDefinition(object.name)?.fields?.[name];
    if (field !== undefined) return field();
    if (name === 'class') return object;
  }
  if (name === 'class') return new ClassReference(classNameOf(object));
  for (const getter of [`get${capitalized(name)}`, `is${capitalized(name)}`]) {
    const value = tryCall(object, getter, []);
    if (value !== undefined) return value;
  }
  if (isSequence(object)) return new JavaList(object.items.map((item) => getProperty(item, name)));
  return undefined;
}

/** `object.name`. @throws ScriptThrow MissingPropertyException, NullPointerException. */
export function getProperty(object: Value, name: string): Value {
  if (object === null) throw nullPointer(`Cannot get property '${name}' on null object`);
  const value = findProperty(object, name);
  if (value !== undefined) return value;
  throw missingProperty(name, object instanceof ClassReference ? object.name : classNameOf(object));
}

/** `object.name = value`. @throws ScriptThrow MissingPropertyException, NullPointerException. */
export function setProperty(object: Value, name: string, value: Value): void {
  if (object === null) throw nullPointer(`Cannot set property '${name}' on null object`);
  if (object instanceof JavaMap) {
    runtime().allocate(8);
    object.set(name, value);
    return;
  }
  if (object instanceof HostObject && object.type.setProperty?.(object.data, name, value) === true) return;
  if (object instanceof Closure && name === 'delegate') {
    object.delegate = value;
    return;
  }
  if (tryCall(object, `set${capitalized(name)}`, [value]) === undefined)
    throw missingProperty(name, classNameOf(object));
}
