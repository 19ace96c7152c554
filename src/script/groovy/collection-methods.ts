import { anyInt, closure, int, text } from './arguments.ts';
import { predicate } from './closures.ts';
import { areEqual, compare, isSequence, isTrue } from './compare.ts';
import { iterate } from './iterate.ts';
import { calculate, getAt, isCase } from './operators.ts';
import { iteratorOf } from './iterator.ts';
import { javaError } from './exceptions.ts';
import { isNumber, toInt } from './numbers.ts';
import { runtime } from './runtime.ts';
import { groovyText, inspect, javaText } from './text.ts';
import {
  Closure,
  dataOf,
  JavaArray,
  JavaList,
  JavaMap,
  JavaRange,
  type Method,
  methodTable,
  NoMatch,
  type Value,
} from './value.ts';
import { entryType } from './map-entry.ts';

/** A list of new members, counted. */
export function made(items: Value[], like?: Value): JavaList {
  runtime().allocate(items.length * 8 + 8);
  return new JavaList(items, like instanceof JavaList ? like.kind : 'list');
}

/** Order by a closure with one or two parameters, or the natural one. */
export function ordering(order: Value | undefined): (a: Value, b: Value) => number {
  if (order === undefined || order === null) return compare;
  const body = closure(order);
  if ((body.parameters ?? 1) >= 2)
    return (a, b) => {
      const result = body.invoke([a, b]);
      return isNumber(result) ? toInt(result) : 0;
    };
  return (a, b) => compare(body.invoke([a]), body.invoke([b]));
}

function best(items: readonly Value[], order: Value | undefined, sign: 1 | -1): Value {
  const by = ordering(order);
  let found: Value | undefined;
  for (const item of items) if (found === undefined || by(item, found) * sign > 0) found = item;
  return found ?? null;
}

function sum(items: readonly Value[], args: readonly Value[]): Value {
  const body = args.find((arg): arg is Closure => arg instanceof Closure);
  const initial = args.find((arg) => !(arg instanceof Closure));
  const values = body === undefined ? items : items.map((item) => body.invoke([item]));
  if (initial !== undefined) return values.reduce((total, item) => calculate('+', total, item), initial);
  return values.length === 0 ? null : values.reduce((total, item) => calculate('+', total, item));
}

function inject(items: readonly Value[], args: readonly Value[]): Value {
  const body = closure(args.at(-1));
  if (args.length === 2) return items.reduce<Value>((total, item) => body.invoke([total, item]), args[0]!);
  if (items.length === 0)
    throw javaError(
      'java.util.NoSuchElementException',
      'Cannot call inject() on an empty collection without passing an initial value.',
    );
  return items.slice(1).reduce<Value>((total, item) => body.invoke([total, item]), items[0]!);
}

function flatten(items: readonly Value[]): Value[] {
  return items.flatMap((item) => (isSequence(item) ? flatten(item.items) : [item]));
}

function unique(items: readonly Value[], by: Value | undefined): Value[] {
  if (by instanceof Closure && (by.parameters ?? 1) < 2) {
    const seen = new JavaList([], 'set');
    return items.filter((item) => seen.add(by.invoke([item])));
  }
  if (by instanceof Closure) {
    const order = ordering(by);
    const kept: Value[] = [];
    for (const item of items) if (!kept.some((other) => order(other, item) === 0)) kept.push(item);
    return kept;
  }
  const seen = new JavaList([], 'set');
  return items.filter((item) => seen.add(item));
}

/** A pair of a closure's result as a map's entry. */
function addEntry(map: JavaMap, pair: Value): void {
  if (pair instanceof JavaMap) for (const [key, value] of pair.entries()) map.set(key, value);
  else if (isSequence(pair)) map.set(pair.items[0] ?? null, pair.items[1] ?? null);
  else {
    const entry = dataOf(pair, entryType);
    if (entry === undefined) throw new NoMatch();
    map.set(entry.key, entry.value);
  }
}

/** Calls a closure for each member, with its index when it takes two. */
const eachItem =
  (withIndex: boolean): Method<Value> =>
  (self, [body]) => {
    const call = closure(body);
    for (const [i, item] of iterate(self).entries()) {
      runtime().step();
      call.invoke(withIndex ? [item, i] : [item]);
    }
    return self;
  };

const inPlace = (self: Value, mutate: Value | undefined): JavaList | undefined =>
  self instanceof JavaList && mutate !== false ? self : undefined;

/** Methods of everything that has members. */
export const collectionMethods = methodTable<Value>({
  size: (self) => iterate(self).length,
  isEmpty: (self) => iterate(self).length === 0,
  'each 1': eachItem(false),
  'eachWithIndex 1': eachItem(true),
  'reverseEach 1': (self, [body]) => {
    for (const item of iterate(self).toReversed()) closure(body).invoke([item]);
    return self;
  },
  'forEach 1': (self, [body]) => {
    for (const item of iterate(self)) closure(body).invoke([item]);
    return null;
  },
  'collect 0 2': (self, args) => {
    if (args.length === 0) return made(iterate(self));
    const body = closure(args.at(-1));
    const results = iterate(self).map((item) => body.invoke([item]));
    if (args.length < 2) return made(results);
    const into = args[0];
    if (!(into instanceof JavaList)) throw new NoMatch();
    for (const item of results) into.add(item);
    return into;
  },
  'collectMany 1': (self, [body]) =>
    made(iterate(self).flatMap((item) => iterate(closure(body).invoke([item])))),
  'collectEntries 0 1': (self, [body]) => {
    const map = new JavaMap();
    for (const item of iterate(self)) addEntry(map, body === undefined ? item : closure(body).invoke([item]));
    runtime().allocate(map.size * 8);
    return map;
  },
  'find 0 1': (self, [test]) => iterate(self).find(predicate(test)) ?? null,
  'findAll 0 1': (self, [test]) => made(iterate(self).filter(predicate(test)), self),
  'findResult 1': (self, [body]) => {
    for (const item of iterate(self)) {
      const result = closure(body).invoke([item]);
      if (result !== null) return result;
    }
    return null;
  },
  'findResults 1': (self, [body]) =>
    made(
      iterate(self)
        .map((item) => closure(body).invoke([item]))
        .filter((item) => item !== null),
    ),
  'findIndexOf 1': (self, [test]) => iterate(self).findIndex(predicate(test)),
  'findLastIndexOf 1': (self, [test]) => iterate(self).findLastIndex(predicate(test)),
  'findIndexValues 1': (self, [test]) => {
    const check = predicate(test);
    return made(iterate(self).flatMap((item, i) => (check(item) ? [BigInt(i)] : [])));
  },
  'any 0 1': (self, [test]) => iterate(self).some(predicate(test)),
  'every 0 1': (self, [test]) => iterate(self).every(predicate(test)),
  'count 0 1': (self, [what]) =>
    what === undefined
      ? iterate(self).length
      : iterate(self).filter((item) =>
          what instanceof Closure ? isTrue(what.invoke([item])) : areEqual(item, what),
        ).length,
  'grep 0 1': (self, [filter]) =>
    made(iterate(self).filter((item) => (filter === undefined ? isTrue(item) : isCase(filter, item)))),
  'join 0 1': (self, [separator]) => {
    const joined = iterate(self)
      .map((item) => groovyText(item))
      .join(separator === undefined ? '' : text(separator));
    runtime().allocate(joined.length);
    return joined;
  },
  'sum 0 2': (self, args) => sum(iterate(self), args),
  'inject 1 2': (self, args) => inject(iterate(self), args),
  'max 0 1': (self, [order]) => best(iterate(self), order, 1),
  'min 0 1': (self, [order]) => best(iterate(self), order, -1),
  'sort 0 2': (self, args) => {
    const mutate = args.length === 2 || typeof args[0] === 'boolean' ? args[0] : undefined;
    const order = args.length === 2 ? args[1] : typeof args[0] === 'boolean' ? undefined : args[0];
    const sorted = iterate(self).toSorted(ordering(order));
    const target = inPlace(self, mutate);
    if (target?.kind === 'list') {
      target.replace(sorted);
      return target;
    }
    if (self instanceof JavaArray) {
      self.items.splice(0, self.items.length, ...sorted);
      return self;
    }
    return made(sorted);
  },
  'toSorted 0 1': (self, [order]) => made(iterate(self).toSorted(ordering(order))),
  'unique 0 2': (self, args) => {
    const kept = unique(iterate(self), args.at(-1));
    const target = inPlace(self, args.length > 0 && typeof args[0] === 'boolean' ? args[0] : undefined);
    if (target === undefined) return made(kept);
    target.replace(kept);
    return target;
  },
  'toUnique 0 1': (self, [by]) => made(unique(iterate(self), by)),
  'reverse 0 1': (self, [mutate]) => {
    const reversed = iterate(self).toReversed();
    if (mutate === true && self instanceof JavaList) {
      self.replace(reversed);
      return self;
    }
    return self instanceof JavaArray ? new JavaArray(self.component, reversed) : made(reversed);
  },
  flatten: (self) => made(flatten(iterate(self)), self),
  'groupBy 1': (self, [body]) => {
    const groups = new JavaMap();
    for (const item of iterate(self)) {
      const key = closure(body).invoke([item]);
      const group = groups.get(key);
      if (group instanceof JavaList) group.add(item);
      else groups.set(key, new JavaList([item]));
    }
    runtime().allocate(groups.size * 16);
    return groups;
  },
  'countBy 1': (self, [body]) => {
    const counts = new JavaMap();
    for (const item of iterate(self)) {
      const key = closure(body).invoke([item]);
      counts.set(key, Number(counts.get(key) ?? 0) + 1);
    }
    return counts;
  },
  'collate 1 2': (self, [size, keep]) => {
    const items = iterate(self);
    const width = Math.max(1, anyInt(size));
    const parts: Value[] = [];
    for (let at = 0; at < items.length; at += width) parts.push(made(items.slice(at, at + width)));
    if (keep === false && items.length % width !== 0) parts.pop();
    return made(parts);
  },
  'split 1': (self, [test]) => {
    const check = predicate(test);
    const items = iterate(self);
    return made([made(items.filter(check)), made(items.filter((item) => !check(item)))]);
  },
  'take 1': (self, [count]) => made(iterate(self).slice(0, Math.max(0, anyInt(count)))),
  'takeRight 1': (self, [count]) => made(anyInt(count) <= 0 ? [] : iterate(self).slice(-anyInt(count))),
  'takeWhile 1': (self, [test]) => {
    const items = iterate(self);
    const end = items.findIndex((item) => !predicate(test)(item));
    return made(end < 0 ? items : items.slice(0, end));
  },
  'drop 1': (self, [count]) => made(iterate(self).slice(Math.max(0, anyInt(count)))),
  'dropRight 1': (self, [count]) =>
    made(iterate(self).slice(0, Math.max(0, iterate(self).length - anyInt(count)))),
  'dropWhile 1': (self, [test]) => {
    const items = iterate(self);
    const start = items.findIndex((item) => !predicate(test)(item));
    return made(start < 0 ? [] : items.slice(start));
  },
  first: (self) => edge(self, 0),
  last: (self) => edge(self, -1),
  head: (self) => edge(self, 0),
  tail: (self) => made(iterate(self).slice(1)),
  init: (self) => made(iterate(self).slice(0, -1)),
  indices: (self) => made(iterate(self).map((_, i) => i)),
  getIndices: (self) => made(iterate(self).map((_, i) => i)),
  withIndex: (self) => made(iterate(self).map((item, i) => made([item, i]))),
  indexed: (self) => new JavaMap(iterate(self).map((item, i): [Value, Value] => [i, item])),
  transpose: (self) => {
    const rows = iterate(self).map(iterate);
    const width = Math.min(...rows.map((row) => row.length));
    return made(
      Array.from({ length: rows.length === 0 ? 0 : width }, (_, i) => made(rows.map((row) => row[i]!))),
    );
  },
  combinations: (self) => {
    let found: Value[][] = [[]];
    for (const part of iterate(self)) {
      found = (isSequence(part) ? part.items : [part]).flatMap((item) =>
        found.map((start) => [...start, item]),
      );
      runtime().allocate(found.length * 16);
    }
    return made(found.map((items) => made(items)));
  },
  'contains 1': (self, [item]) => iterate(self).some((other) => areEqual(other, item!)),
  'containsAll 1': (self, [others]) =>
    iterate(others!).every((item) => iterate(self).some((other) => areEqual(other, item))),
  'disjoint 1': (self, [others]) =>
    !iterate(others!).some((item) => iterate(self).some((other) => areEqual(other, item))),
  'intersect 1': (self, [others]) =>
    made(
      iterate(self).filter((item) => iterate(others!).some((other) => areEqual(other, item))),
      self,
    ),
  'plus 1': (self, [other]) =>
    made([...iterate(self), ...(isSequence(other) ? other.items : [other!])], self),
  'minus 1': (self, [other]) => {
    const removed = isSequence(other) ? other.items : [other!];
    return made(
      iterate(self).filter((item) => !removed.some((o) => areEqual(o, item))),
      self,
    );
  },
  'multiply 1': (self, [times]) => {
    const items = iterate(self);
    runtime().allocate(items.length * anyInt(times) * 8);
    return made(Array.from({ length: Math.max(0, anyInt(times)) }, () => items).flat());
  },
  toList: (self) => made(iterate(self)),
  toSet: (self) => new JavaList(iterate(self), 'set'),
  'toArray 0 1': (self) => new JavaArray('java.lang.Object', iterate(self)),
  'get 1': (self, [index]) => listItem(iterate(self), int(index)),
  'getAt 1': (self, [index]) =>
    isSequence(self) ? getAt(self, index!) : listItem(iterate(self), anyInt(index)),
  'indexOf 1': (self, [item]) => iterate(self).findIndex((other) => areEqual(other, item!)),
  'lastIndexOf 1': (self, [item]) => iterate(self).findLastIndex((other) => areEqual(other, item!)),
  'step 1 2': (self, [by, body]) => {
    const items = iterate(self);
    const width = Math.max(1, Math.abs(anyInt(by)));
    const picked = items.filter((_, i) => i % width === 0);
    if (body === undefined) return made(picked);
    for (const item of picked) closure(body).invoke([item]);
    return null;
  },
  'containsWithinBounds 1': (self, [item]) => iterate(self).some((other) => areEqual(other, item!)),
  getFrom: (self) => (self instanceof JavaRange ? self.from : noMatch()),
  getTo: (self) => (self instanceof JavaRange ? self.to : noMatch()),
  iterator: (self) => iteratorOf(iterate(self)),
  listIterator: (self) => iteratorOf(iterate(self)),
  stream: (self) => made(iterate(self)),
  asImmutable: (self) => self,
  asUnmodifiable: (self) => self,
  asSynchronized: (self) => self,
  shuffled: (self) => made(shuffled(iterate(self))),
  toString: (self: Value) => (self instanceof JavaRange ? javaText(self) : groovyText(self)),
  inspect: (self) => inspect(self),
});

const noMatch = (): never => {
  throw new NoMatch();
};

export function shuffled(items: readonly Value[]): Value[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}

function edge(self: Value, at: 0 | -1): Value {
  const found = iterate(self).at(at);
  if (found === undefined)
    throw javaError(
      'java.util.NoSuchElementException',
      `Cannot access ${at === 0 ? 'first' : 'last'}() element from an empty List`,
    );
  return found;
}

export function listItem(items: readonly Value[], index: number): Value {
  if (index < 0 || index >= items.length)
    throw javaError(
      'java.lang.IndexOutOfBoundsException',
      `Index ${index} out of bounds for length ${items.length}`,
    );
  return items[index]!;
}
