import { anyInt, closure, int } from './arguments.ts';
import type { ClassDefinition } from './class-registry.ts';
import { areEqual, compare, isSequence } from './compare.ts';
import { callMethod } from './dispatch.ts';
import { hashCode } from './hash-code.ts';
import { iterate } from './iterate.ts';
import { ordering, shuffled } from './collection-methods.ts';
import { mapEntry } from './map-entry.ts';
import { nullPointer } from './exceptions.ts';
import { groovyText, javaText } from './text.ts';
import {
  JavaArray,
  JavaBytes,
  JavaList,
  JavaMap,
  type MapOrder,
  methodTable,
  NoMatch,
  type Value,
} from './value.ts';

const list = (name: string, kind: 'list' | 'set'): ClassDefinition => ({
  name,
  construct: ([source]) =>
    new JavaList(source === undefined || typeof source === 'number' ? [] : iterate(source), kind),
});

const map = (name: string, order: MapOrder): ClassDefinition => ({
  name,
  construct: ([source]) => {
    if (source === undefined || typeof source === 'number') return new JavaMap([], order);
    if (!(source instanceof JavaMap)) throw new NoMatch();
    return new JavaMap(source.entries(), order);
  },
});

const target = (value: Value | undefined): JavaList => {
  if (!(value instanceof JavaList)) throw new NoMatch();
  return value;
};

const pairs = (args: readonly Value[]): [Value, Value][] =>
  Array.from({ length: Math.floor(args.length / 2) }, (_, i) => [args[2 * i]!, args[2 * i + 1]!]);

export const collectionClasses: readonly ClassDefinition[] = [
  list('java.util.ArrayList', 'list'),
  list('java.util.LinkedList', 'list'),
  list('java.util.Vector', 'list'),
  list('java.util.ArrayDeque', 'list'),
  list('java.util.Stack', 'list'),
  list('java.util.concurrent.CopyOnWriteArrayList', 'list'),
  list('java.util.concurrent.ConcurrentLinkedQueue', 'list'),
  list('java.util.HashSet', 'set'),
  list('java.util.LinkedHashSet', 'set'),
  map('java.util.HashMap', 'hashed'),
  map('java.util.LinkedHashMap', 'linked'),
  map('java.util.TreeMap', 'sorted'),
  map('java.util.concurrent.ConcurrentHashMap', 'hashed'),
  { name: 'java.util.Collection' },
  { name: 'java.util.Iterator' },
  { name: 'java.util.Map$Entry' },
  {
    name: 'java.util.List',
    statics: methodTable<unknown>({ 'of 0 *': (_, args) => new JavaList(args) }),
  },
  {
    name: 'java.util.Set',
    statics: methodTable<unknown>({ 'of 0 *': (_, args) => new JavaList(args, 'set') }),
  },
  {
    name: 'java.util.Map',
    statics: methodTable<unknown>({
      'of 0 *': (_, args) => new JavaMap(pairs(args)),
      'entry 2': (_, [key, value]) => mapEntry(new JavaMap(), key!, value!),
    }),
  },
  {
    name: 'java.util.AbstractMap$SimpleEntry',
    construct: ([key, value]) => mapEntry(new JavaMap(), key!, value!),
  },
  {
    name: 'java.util.Collections',
    statics: methodTable<unknown>({
      'shuffle 1 2': (_, [items]) => {
        target(items).replace(shuffled(target(items).items));
        return null;
      },
      'sort 1 2': (_, [items, order]) => {
        target(items).replace(target(items).items.toSorted(ordering(order)));
        return null;
      },
      'reverse 1': (_, [items]) => {
        target(items).replace(target(items).items.toReversed());
        return null;
      },
      'swap 3': (_, [items, a, b]) => callMethod(target(items), 'swap', [a!, b!]),
      'max 1': (_, [items]) => callMethod(items!, 'max', []),
      'min 1': (_, [items]) => callMethod(items!, 'min', []),
      'addAll 1 *': (_, [items, ...members]) =>
        members.map((member) => target(items).add(member)).some(Boolean),
      'frequency 2': (_, [items, what]) => iterate(items!).filter((item) => areEqual(item, what!)).length,
      emptyList: () => new JavaList(),
      emptyMap: () => new JavaMap(),
      'singletonList 1': (_, [item]) => new JavaList([item!]),
      'nCopies 2': (_, [count, item]) => callMethod(new JavaList([item!]), 'multiply', [count!]),
      'unmodifiableList 1': (_, [items]) => items!,
      'unmodifiableMap 1': (_, [items]) => items!,
      'synchronizedList 1': (_, [items]) => items!,
      'synchronizedMap 1': (_, [items]) => items!,
    }),
  },
  {
    name: 'java.util.Arrays',
    statics: methodTable<unknown>({
      'asList 0 *': (_, args) =>
        new JavaList(args.length === 1 && isSequence(args[0]) ? args[0].items : args),
      'toString 1': (_, [array]) => (array === null ? 'null' : javaText(new JavaList(iterate(array!)))),
      'stream 1': (_, [array]) => new JavaList(iterate(array!)),
      'sort 1': (_, [array]) => {
        callMethod(array!, 'sort', []);
        return null;
      },
      'fill 2': (_, [array, item]) => {
        if (array instanceof JavaBytes) array.bytes.fill(anyInt(item));
        else if (array instanceof JavaArray) array.items.fill(item!);
        else throw new NoMatch();
        return null;
      },
      'copyOf 2': (_, [array, length]) => copyOf(array!, 0, int(length)),
      'copyOfRange 3': (_, [array, from, to]) => copyOf(array!, int(from), int(to)),
      'equals 2': (_, [a, b]) => areEqual(a!, b!),
      'hashCode 1': (_, [array]) => hashCode(array!),
    }),
  },
  {
    name: 'java.util.Objects',
    statics: methodTable<unknown>({
      'equals 2': (_, [a, b]) => areEqual(a!, b!),
      'hash 0 *': (_, args) => hashCode(new JavaList(args)),
      'hashCode 1': (_, [value]) => hashCode(value!),
      'isNull 1': (_, [value]) => value === null,
      'nonNull 1': (_, [value]) => value !== null,
      'toString 1 2': (_, [value, fallback]) => (value === null ? (fallback ?? 'null') : javaText(value!)),
      'requireNonNull 1 2': (_, [value, message]) => {
        if (value === null) throw nullPointer(message === undefined ? 'null' : groovyText(message));
        return value!;
      },
      'compare 3': (_, [a, b, order]) =>
        order === undefined ? compare(a!, b!) : closure(order).invoke([a!, b!]),
    }),
  },
];

function copyOf(array: Value, from: number, to: number): Value {
  if (array instanceof JavaBytes) {
    const copy = new Uint8Array(Math.max(0, to - from));
    copy.set(array.bytes.subarray(from, to));
    return new JavaBytes(copy);
  }
  if (!(array instanceof JavaArray)) throw new NoMatch();
  return new JavaArray(
    array.component,
    Array.from({ length: Math.max(0, to - from) }, (_, i) => array.items[from + i] ?? null),
  );
}
