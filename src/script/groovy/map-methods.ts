import { anyInt, closure } from './arguments.ts';
import { callForEntry } from './closures.ts';
import { areEqual, compare, isTrue } from './compare.ts';
import { iterate } from './iterate.ts';
import { iteratorOf } from './iterator.ts';
import { entryType, mapEntry } from './map-entry.ts';
import { calculate } from './operators.ts';
import { ordering } from './collection-methods.ts';
import { runtime } from './runtime.ts';
import { groovyText, inspect } from './text.ts';
import { Closure, dataOf, JavaList, JavaMap, methodTable, NoMatch, type Value } from './value.ts';

const filtered = (self: JavaMap, body: Closure, wanted = true): JavaMap =>
  new JavaMap(
    self.entries().filter(([key, value]) => isTrue(callForEntry(body, self, key, value)) === wanted),
    self.order,
  );

const entriesOf = (self: JavaMap): Value[] => iterate(self);

function put(self: JavaMap, key: Value, value: Value): Value {
  runtime().allocate(8);
  const before = self.get(key) ?? null;
  self.set(key, value);
  return before;
}

function best(self: JavaMap, order: Closure, sign: 1 | -1): Value {
  const by = ordering(order);
  let found: Value = null;
  for (const entry of entriesOf(self)) if (found === null || by(entry, found) * sign > 0) found = entry;
  return found;
}

function sorted(self: JavaMap, order: Value | undefined): JavaMap {
  if (order === undefined) return new JavaMap(self.entries().toSorted(([a], [b]) => compare(a, b)));
  const by = ordering(order);
  return new JavaMap(
    entriesOf(self)
      .toSorted(by)
      .map((entry): [Value, Value] => {
        const { key, value } = dataOf(entry, entryType)!;
        return [key, value];
      }),
  );
}

/** Methods of Map, with those that Groovy adds. */
export const mapMethods = methodTable<JavaMap>({
  size: (self) => self.size,
  isEmpty: (self) => self.size === 0,
  'get 1': (self, [key]) => self.get(key!) ?? null,
  'get 2': (self, [key, fallback]) => {
    const found = self.get(key!);
    if (found !== undefined && found !== null) return found;
    put(self, key!, fallback!);
    return fallback!;
  },
  'getAt 1': (self, [key]) => self.get(key!) ?? null,
  'getOrDefault 2': (self, [key, fallback]) => (self.has(key!) ? self.get(key!)! : fallback!),
  'put 2': (self, [key, value]) => put(self, key!, value!),
  'putAt 2': (self, [key, value]) => {
    put(self, key!, value!);
    return value!;
  },
  'putIfAbsent 2': (self, [key, value]) => {
    const before = self.get(key!) ?? null;
    if (before === null) put(self, key!, value!);
    return before;
  },
  'putAll 1': (self, [other]) => {
    if (!(other instanceof JavaMap)) throw new NoMatch();
    for (const [key, value] of other.entries()) put(self, key, value);
    return null;
  },
  'computeIfAbsent 2': (self, [key, body]) => {
    if (!self.has(key!) || self.get(key!) === null) put(self, key!, closure(body).invoke([key!]));
    return self.get(key!) ?? null;
  },
  'computeIfPresent 2': (self, [key, body]) => {
    const before = self.get(key!) ?? null;
    if (before !== null) put(self, key!, closure(body).invoke([key!, before]));
    return self.get(key!) ?? null;
  },
  'merge 3': (self, [key, value, body]) => {
    const before = self.get(key!) ?? null;
    put(self, key!, before === null ? value! : closure(body).invoke([before, value!]));
    return self.get(key!) ?? null;
  },
  'leftShift 1': (self, [other]) => {
    const entry = dataOf(other, entryType);
    if (entry !== undefined) put(self, entry.key, entry.value);
    else if (other instanceof JavaMap) for (const [key, value] of other.entries()) put(self, key, value);
    else throw new NoMatch();
    return self;
  },
  'remove 1': (self, [key]) => {
    const before = self.get(key!) ?? null;
    self.delete(key!);
    return before;
  },
  clear: (self) => {
    self.clear();
    return null;
  },
  'containsKey 1': (self, [key]) => self.has(key!),
  'containsValue 1': (self, [value]) => self.entries().some(([, other]) => areEqual(other, value!)),
  keySet: (self) =>
    new JavaList(
      self.entries().map(([key]) => key),
      'set',
    ),
  values: (self) => new JavaList(self.entries().map(([, value]) => value)),
  entrySet: (self) => new JavaList(entriesOf(self), 'set'),
  'each 1': (self, [body]) => {
    for (const [key, value] of self.entries()) {
      runtime().step();
      callForEntry(closure(body), self, key, value);
    }
    return self;
  },
  'forEach 1': (self, [body]) => {
    for (const [key, value] of self.entries()) callForEntry(closure(body), self, key, value);
    return null;
  },
  'eachWithIndex 1': (self, [body]) => {
    const call = closure(body);
    for (const [i, [key, value]] of self.entries().entries())
      if ((call.parameters ?? 1) > 2) call.invoke([key, value, i]);
      else call.invoke([mapEntry(self, key, value), i]);
    return self;
  },
  'collect 1': (self, [body]) =>
    new JavaList(self.entries().map(([key, value]) => callForEntry(closure(body), self, key, value))),
  'collectMany 1': (self, [body]) =>
    new JavaList(
      self.entries().flatMap(([key, value]) => iterate(callForEntry(closure(body), self, key, value))),
    ),
  'collectEntries 1': (self, [body]) => {
    const map = new JavaMap();
    for (const [key, value] of self.entries()) {
      const pair = callForEntry(closure(body), self, key, value);
      const entry = dataOf(pair, entryType);
      if (pair instanceof JavaMap) for (const [k, v] of pair.entries()) map.set(k, v);
      else if (entry !== undefined) map.set(entry.key, entry.value);
      else {
        const [k = null, v = null] = iterate(pair);
        map.set(k, v);
      }
    }
    return map;
  },
  'find 1': (self, [body]) => {
    const found = self
      .entries()
      .find(([key, value]) => isTrue(callForEntry(closure(body), self, key, value)));
    return found === undefined ? null : mapEntry(self, ...found);
  },
  'findAll 1': (self, [body]) => filtered(self, closure(body)),
  'findResult 1': (self, [body]) => {
    for (const [key, value] of self.entries()) {
      const result = callForEntry(closure(body), self, key, value);
      if (result !== null) return result;
    }
    return null;
  },
  'any 1': (self, [body]) => filtered(self, closure(body)).size > 0,
  'every 1': (self, [body]) => filtered(self, closure(body), false).size === 0,
  'count 1': (self, [body]) => filtered(self, closure(body)).size,
  'removeAll 1': (self, [body]) => {
    const removed = filtered(self, closure(body));
    for (const [key] of removed.entries()) self.delete(key);
    return removed.size > 0;
  },
  'groupBy 1': (self, [body]) => {
    const groups = new JavaMap();
    for (const [key, value] of self.entries()) {
      const name = callForEntry(closure(body), self, key, value);
      const group = groups.get(name);
      if (group instanceof JavaMap) group.set(key, value);
      else groups.set(name, new JavaMap([[key, value]]));
    }
    return groups;
  },
  'inject 2': (self, [initial, body]) =>
    self.entries().reduce<Value>((total, [key, value]) => {
      const call = closure(body);
      return call.invoke(
        (call.parameters ?? 1) > 2 ? [total, key, value] : [total, mapEntry(self, key, value)],
      );
    }, initial!),
  'sum 1': (self, [body]) =>
    self
      .entries()
      .map(([key, value]) => callForEntry(closure(body), self, key, value))
      .reduce<Value>((total, item) => (total === null ? item : calculate('+', total, item)), null),
  'max 1': (self, [order]) => best(self, closure(order), 1),
  'min 1': (self, [order]) => best(self, closure(order), -1),
  'sort 0 1': (self, [order]) => sorted(self, order),
  'toSorted 0 1': (self, [order]) => sorted(self, order),
  'subMap 1': (self, [keys]) =>
    new JavaMap(
      iterate(keys!).flatMap((key): [Value, Value][] => (self.has(key) ? [[key, self.get(key)!]] : [])),
    ),
  'take 1': (self, [count]) => new JavaMap(self.entries().slice(0, Math.max(0, anyInt(count)))),
  'drop 1': (self, [count]) => new JavaMap(self.entries().slice(Math.max(0, anyInt(count)))),
  'plus 1': (self, [other]) => {
    if (!(other instanceof JavaMap)) throw new NoMatch();
    return new JavaMap([...self.entries(), ...other.entries()]);
  },
  'minus 1': (self, [other]) => {
    if (!(other instanceof JavaMap)) throw new NoMatch();
    return new JavaMap(
      self.entries().filter(([key, value]) => !(other.has(key) && areEqual(other.get(key)!, value))),
    );
  },
  'intersect 1': (self, [other]) => {
    if (!(other instanceof JavaMap)) throw new NoMatch();
    return new JavaMap(
      self.entries().filter(([key, value]) => other.has(key) && areEqual(other.get(key)!, value)),
    );
  },
  toMapString: (self) => groovyText(self),
  iterator: (self) => iteratorOf(entriesOf(self)),
  asImmutable: (self) => self,
  asSynchronized: (self) => self,
  toString: (self: JavaMap) => groovyText(self),
  inspect: (self) => inspect(self),
});
