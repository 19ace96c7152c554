import { doubleToString } from '../../java/number-text.ts';
import { compare } from './compare.ts';
import type { Decimal } from './decimal.ts';
import { hashCode } from './hash-code.ts';
import { javaText } from './text.ts';

/**
 * A value of a script. Java's types as they are held here: int is a number, long a bigint, String (and GString) a
 * string; everything else is an object of this file.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | JavaChar
  | JavaDouble
  | BigInteger
  | Decimal
  | JavaList
  | JavaArray
  | JavaBytes
  | JavaMap
  | JavaRange
  | Closure
  | ClassReference
  | HostObject;

export class JavaChar {
  readonly code: number;

  constructor(code: number) {
    this.code = code & 0xffff;
  }

  toString(): string {
    return String.fromCharCode(this.code);
  }
}

export class JavaDouble {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  toString(): string {
    return doubleToString(this.value);
  }
}

export class BigInteger {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }

  toString(): string {
    return String(this.value);
  }
}

/** What equal values have in common and others have not: the key of a value in maps and sets. */
export function keyOf(value: Value): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Closure || value instanceof ClassReference) return value;
  if (value instanceof HostObject) return value.type.key === undefined ? value : `\0${value.type.key(value)}`;
  if (value instanceof JavaBytes || value instanceof JavaArray) return value;
  if (value instanceof JavaList || value instanceof JavaRange)
    return `\0list ${value.items.map((item) => `${typeof item} ${String(keyOf(item))}`).join('\0')}`;
  return `\0${value.constructor.name} ${String(value)}`;
}

/** A List or, with `kind` set, a Set: one that keeps the order in which its members came, or a HashSet. */
export class JavaList {
  readonly kind: 'list' | 'set';
  items: Value[];
  #keys: Set<unknown> | undefined;

  constructor(items: Iterable<Value> = [], kind: 'list' | 'set' = 'list') {
    this.kind = kind;
    this.items = [];
    if (kind === 'list') this.items = [...items];
    else for (const item of items) this.add(item);
  }

  /** False when a set has the value already. */
  add(value: Value): boolean {
    if (this.kind === 'set') {
      this.#keys ??= new Set(this.items.map(keyOf));
      const key = keyOf(value);
      if (this.#keys.has(key)) return false;
      this.#keys.add(key);
    }
    this.items.push(value);
    return true;
  }

  /** Puts other members in place of all. */
  replace(items: readonly Value[]): void {
    this.items = [...items];
    this.#keys = undefined;
  }

  toString(): string {
    return javaText(this);
  }
}

/** An array of anything but bytes; `component` is its type as Java names it (`java.lang.String`, `int`). */
export class JavaArray {
  readonly component: string;
  readonly items: Value[];

  constructor(component: string, items: Value[]) {
    this.component = component;
    this.items = items;
  }

  toString(): string {
    return javaText(this);
  }
}

/** `byte[]`. */
export class JavaBytes {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Its bytes as Java has them, -128 to 127. */
  get items(): number[] {
    return Array.from(this.bytes, (byte) => (byte << 24) >> 24);
  }

  toString(): string {
    return javaText(this);
  }
}

/** The order of a map's entries: as the keys came, that of the keys, or that of java.util.HashMap. */
export type MapOrder = 'linked' | 'sorted' | 'hashed';

/** A Map. */
export class JavaMap {
  readonly order: MapOrder;
  readonly #entries = new Map<unknown, [Value, Value]>();
  /** Buckets of a HashMap: they double when they are three quarters full, and never become fewer. */
  #buckets = 16;

  constructor(entries: Iterable<readonly [Value, Value]> = [], order: MapOrder = 'linked') {
    this.order = order;
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Value): Value | undefined {
    return this.#entries.get(keyOf(key))?.[1];
  }

  has(key: Value): boolean {
    return this.#entries.has(keyOf(key));
  }

  set(key: Value, value: Value): void {
    const k = keyOf(key);
    const known = this.#entries.get(k);
    if (known === undefined) this.#entries.set(k, [key, value]);
    else known[1] = value;
    while (this.#entries.size > this.#buckets * 0.75) this.#buckets *= 2;
  }

  delete(key: Value): void {
    this.#entries.delete(keyOf(key));
  }

  clear(): void {
    this.#entries.clear();
  }

  entries(): [Value, Value][] {
    const entries = [...this.#entries.values()];
    switch (this.order) {
      case 'linked':
        return entries;
      case 'sorted':
        return entries.toSorted(([a], [b]) => compare(a, b));
      default: {
        const bucket = (key: Value): number => {
          const hash = hashCode(key);
          return (hash ^ (hash >>> 16)) & (this.#buckets - 1);
        };
        return entries.toSorted(([a], [b]) => bucket(a) - bucket(b));
      }
    }
  }

  toString(): string {
    return javaText(this);
  }
}

/** `1..5`, `'a'..<'e'`; its members are made when they are asked for. */
export class JavaRange {
  readonly from: Value;
  /** The last member. */
  readonly to: Value;
  /** As it prints itself. */
  readonly text: string;
  readonly #make: () => Value[];
  #items: Value[] | undefined;

  constructor(from: Value, to: Value, text: string, make: () => Value[]) {
    this.from = from;
    this.to = to;
    this.text = text;
    this.#make = make;
  }

  get items(): Value[] {
    return (this.#items ??= this.#make());
  }

  toString(): string {
    return javaText(this);
  }
}

/** A closure or a method reference. */
export class Closure {
  /** Parameters it declares; undefined: the implicit `it`. */
  readonly parameters: number | undefined;
  readonly invoke: (args: readonly Value[]) => Value;
  /** What names that are declared nowhere are looked up in first (`with`). */
  delegate: Value = null;

  constructor(parameters: number | undefined, invoke: (args: readonly Value[]) => Value) {
    this.parameters = parameters;
    this.invoke = invoke;
  }

  toString(): string {
    return 'Script1$_run_closure1@1b2c3d4e';
  }
}

/** A class as a value: `Integer`, `SampleResult.class`. */
export class ClassReference {
  /** As Java names it. */
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  toString(): string {
    return `class ${this.name}`;
  }
}

/**
 * What a method does; `args` are as many as the table says.
 * @throws NoMatch when the arguments have the wrong types.
 */
export type Method<T> = (self: T, args: readonly Value[]) => Value;

/** One method of a name, for so many arguments. */
export interface Overload<T> {
  readonly min: number;
  readonly max: number;
  readonly call: Method<T>;
}

/** Methods by name. */
export type MethodTable<T = unknown> = ReadonlyMap<string, readonly Overload<T>[]>;

/** A class of objects that are not built into the language. */
export interface HostType<T = unknown> {
  /** As Java names it. */
  readonly name: string;
  readonly methods: MethodTable<T>;
  /** The class of one object, where several share a table. */
  className?(data: T): string;
  /** `toString()`. */
  text(data: T): string;
  /** What equal objects have in common; absent: an object equals only itself. */
  key?(object: HostObject): string;
  /** Order of two objects; absent: they have none. */
  compare?(a: T, b: T): number;
  /** Groovy truth; absent: true. */
  isTrue?(data: T): boolean;
  /** Properties that no getter gives (`map.entry.key` has one; `vars.name` has not). */
  property?(data: T, name: string): Value | undefined;
  setProperty?(data: T, name: string, value: Value): boolean;
  /** Members, for loops and the methods of collections. */
  items?(data: T): Value[];
}

/** An object of one of the classes that scripts may use. */
export class HostObject {
  readonly type: HostType;
  readonly data: unknown;

  constructor(type: HostType, data: unknown) {
    this.type = type;
    this.data = data;
  }

  toString(): string {
    return this.type.text(this.data);
  }
}

/** An object of a class with data of type T. */
export const hostObject = <T>(type: HostType<T>, data: T): HostObject =>
  new HostObject(type as unknown as HostType, data);

/** The data of an object of that class, else undefined. */
export const dataOf = <T>(value: Value | undefined, type: HostType<T>): T | undefined =>
  value instanceof HostObject && value.type === (type as unknown as HostType) ? (value.data as T) : undefined;

/** The arguments of a call fit none of the methods of that name. */
export class NoMatch extends Error {
  override readonly name = 'NoMatch';
}

/** Names of all methods in tables: a call of another name can only fail. */
export const methodNames = new Set<string>();

/**
 * A table of methods. Keys are the name and the numbers of arguments: `size` takes none, `get 1` one, `split 0 1` up to
 * one, `call 0 *` any number.
 */
export function methodTable<T>(methods: Readonly<Record<string, Method<T>>>): MethodTable<T> {
  const table = new Map<string, Overload<T>[]>();
  for (const [key, call] of Object.entries(methods)) {
    const [name = '', min = '0', max = min] = key.split(' ');
    methodNames.add(name);
    const overload = { min: Number(min), max: max === '*' ? Infinity : Number(max), call };
    const known = table.get(name);
    if (known === undefined) table.set(name, [overload]);
    else known.push(overload);
  }
  return table;
}

/** The methods of a name that take so many arguments. */
export const overloads = <T>(table: MethodTable<T>, name: string, count: number): readonly Overload<T>[] =>
  table.get(name)?.filter(({ min, max }) => count >= min && count <= max) ?? [];
