import {
  isThrowableClass,
  javaError,
  throwableClasses,
  throwableType,
  type Throwable,
} from './exceptions.ts';
import { groovyText } from './text.ts';
import { classNameOf, shortClassName } from './types.ts';
import { dataOf, hostObject, NoMatch, type MethodTable, type Value } from './value.ts';

/** A class that scripts may name. */
export interface ClassDefinition {
  /** As Java names it; a primitive's name for a primitive. */
  readonly name: string;
  readonly statics?: MethodTable<never>;
  /** Constants and static properties. */
  readonly fields?: Readonly<Record<string, () => Value>>;
  /** `new`; absent: it cannot be made. @throws NoMatch. */
  readonly construct?: (args: readonly Value[]) => Value;
}

const classes = new Map<string, ClassDefinition>(
  throwableClasses.map((name) => [name, { name, construct: (args) => newThrowable(name, args) }]),
);

/** Adds classes to those that scripts may name. */
export function registerClasses(definitions: readonly ClassDefinition[]): void {
  for (const definition of definitions) classes.set(definition.name, definition);
}

function newThrowable(className: string, args: readonly Value[]): Value {
  const cause = args.find((arg) => dataOf(arg, throwableType) !== undefined) ?? null;
  const [first] = args;
  const causeObject = cause === null ? null : hostObject(throwableType, dataOf(cause, throwableType)!);
  const message = first === undefined || first === null ? null : groovyText(first);
  const throwable: Throwable = { className, message, cause: causeObject };
  return hostObject(throwableType, throwable);
}

/** Packages whose classes need no import. */
const DEFAULT_PACKAGES = ['java.lang', 'java.util', 'java.io', 'java.net', 'groovy.lang', 'groovy.util'];
const DEFAULT_CLASSES: Readonly<Record<string, string>> = {
  BigDecimal: 'java.math.BigDecimal',
  BigInteger: 'java.math.BigInteger',
};

export const classDefinition = (name: string): ClassDefinition | undefined => classes.get(name);

/** The full name of a class by what a script calls it without an import; undefined: not supported. */
export function resolveClass(name: string): string | undefined {
  if (classes.has(name)) return name;
  const nested = name.replace(/\.(\p{Lu}\w*)\.(\p{Lu}\w*)$/u, '.$1$$$2');
  if (nested !== name && classes.has(nested)) return nested;
  if (name === 'Map.Entry') return 'java.util.Map$Entry';
  if (name.includes('.')) return undefined;
  const listed = DEFAULT_CLASSES[name];
  if (listed !== undefined) return listed;
  for (const folder of DEFAULT_PACKAGES) if (classes.has(`${folder}.${name}`)) return `${folder}.${name}`;
  return undefined;
}

/** Classes of a package, by their simple names; empty when none is supported. */
export function classesOf(folder: string): [string, string][] {
  return [...classes.keys()]
    .filter((name) => name.slice(0, name.lastIndexOf('.')) === folder)
    .map((name) => [name.slice(folder.length + 1), name]);
}

export const isKnownPackage = (name: string): boolean =>
  [...classes.keys()].some((c) => c.startsWith(`${name}.`));

/** `new` of a class; undefined when it cannot be made. */
export function constructObject(name: string): ((args: readonly Value[]) => Value) | undefined {
  const construct = classes.get(name)?.construct;
  if (construct === undefined) return undefined;
  return (args) => {
    try {
      return construct(args);
    } catch (error) {
      if (!(error instanceof NoMatch)) throw error;
      throw isThrowableClass(name) ? javaError(name, null) : noConstructor(name, args);
    }
  };
}

const noConstructor = (name: string, args: readonly Value[]): Error =>
  javaError(
    'groovy.lang.GroovyRuntimeException',
    `Could not find matching constructor for: ${name}(${args.map((arg) => (arg === null ? 'null' : shortClassName(classNameOf(arg)))).join(', ')})`,
  );
