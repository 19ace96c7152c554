import { int } from './arguments.ts';
import { byteArrayMethods } from './bytes.ts';
import { predicate } from './closures.ts';
import { listItem, made, shuffled } from './collection-methods.ts';
import { areEqual, isTrue } from './compare.ts';
import { javaError } from './exceptions.ts';
import { iterate } from './iterate.ts';
import { putAt } from './operators.ts';
import { runtime } from './runtime.ts';
import { javaText } from './text.ts';
import { Closure, JavaArray, JavaBytes, type JavaList, methodTable, type Value } from './value.ts';

/** Methods of lists and sets that change them. */
export const listMethods = methodTable<JavaList>({
  'add 1': (self, [item]) => {
    runtime().allocate(8);
    return self.add(item!);
  },
  'add 2': (self, [index, item]) => {
    runtime().allocate(8);
    const at = int(index);
    if (at < 0 || at > self.items.length)
      throw javaError('java.lang.IndexOutOfBoundsException', `Index: ${at}, Size: ${self.items.length}`);
    self.items.splice(at, 0, item!);
    return null;
  },
  'addAll 1': (self, [others]) => {
    const items = iterate(others!);
    runtime().allocate(items.length * 8);
    return items.map((item) => self.add(item)).some(Boolean);
  },
  'leftShift 1': (self, [item]) => {
    runtime().allocate(8);
    self.add(item!);
    return self;
  },
  'push 1': (self, [item]) => {
    runtime().allocate(8);
    self.items.unshift(item!);
    return true;
  },
  'addFirst 1': (self, [item]) => {
    runtime().allocate(8);
    self.items.unshift(item!);
    return null;
  },
  'addLast 1': (self, [item]) => {
    runtime().allocate(8);
    self.items.push(item!);
    return null;
  },
  'offer 1': (self, [item]) => {
    runtime().allocate(8);
    self.items.push(item!);
    return true;
  },
  pop: (self) => self.items.shift() ?? noSuchElement('Cannot pop() an empty List'),
  poll: (self) => self.items.shift() ?? null,
  peek: (self) => self.items[0] ?? null,
  removeLast: (self) => self.items.pop() ?? noSuchElement('Cannot removeLast() an empty List'),
  removeFirst: (self) => self.items.shift() ?? noSuchElement('Cannot removeFirst() an empty List'),
  'remove 1': (self, [what]) => {
    if (typeof what === 'number' && self.kind === 'list') {
      const item = listItem(self.items, what);
      self.items.splice(what, 1);
      return item;
    }
    return removeWhere(self, (item) => areEqual(item, what!), true);
  },
  'removeElement 1': (self, [what]) => removeWhere(self, (item) => areEqual(item, what!), true),
  'removeAt 1': (self, [index]) => {
    const item = listItem(self.items, int(index));
    self.replace(self.items.toSpliced(int(index), 1));
    return item;
  },
  'removeAll 1': (self, [what]) => {
    if (what instanceof Closure) return removeWhere(self, (item) => isTrue(what.invoke([item])), false);
    return removeWhere(self, (item) => iterate(what!).some((other) => areEqual(other, item)), false);
  },
  'removeIf 1': (self, [test]) => removeWhere(self, predicate(test), false),
  'retainAll 1': (self, [what]) => {
    if (what instanceof Closure) return removeWhere(self, (item) => !isTrue(what.invoke([item])), false);
    return removeWhere(self, (item) => !iterate(what!).some((other) => areEqual(other, item)), false);
  },
  'set 2': (self, [index, item]) => {
    const before = listItem(self.items, int(index));
    self.items[int(index)] = item!;
    return before;
  },
  'putAt 2': (self, [index, item]) => {
    putAt(self, index!, item!);
    return null;
  },
  clear: (self) => {
    self.replace([]);
    return null;
  },
  'subList 2': (self, [from, to]) => {
    const [begin, end] = [int(from), int(to)];
    if (begin < 0) throw javaError('java.lang.IndexOutOfBoundsException', `fromIndex = ${begin}`);
    if (end > self.items.length) throw javaError('java.lang.IndexOutOfBoundsException', `toIndex = ${end}`);
    return made(self.items.slice(begin, end));
  },
  'swap 2': (self, [a, b]) => {
    [self.items[int(a)], self.items[int(b)]] = [self.items[int(b)]!, self.items[int(a)]!];
    return self;
  },
  shuffle: (self) => {
    self.replace(shuffled(self.items));
    return null;
  },
});

function noSuchElement(message: string): never {
  throw javaError('java.util.NoSuchElementException', message);
}

function removeWhere(self: JavaList, test: (item: Value) => boolean, onlyFirst: boolean): boolean {
  const before = self.items.length;
  let done = false;
  self.replace(
    self.items.filter((item) => {
      if (done || !test(item)) return true;
      done = onlyFirst;
      return false;
    }),
  );
  return self.items.length < before;
}

/** Methods of arrays that lists do not have. */
export const arrayMethods = methodTable<JavaArray | JavaBytes>({
  ...byteArrayMethods,
  getLength: (self) => (self instanceof JavaBytes ? self.bytes.length : self.items.length),
  size: (self) => (self instanceof JavaBytes ? self.bytes.length : self.items.length),
  clone: (self) =>
    self instanceof JavaBytes
      ? new JavaBytes(Uint8Array.from(self.bytes))
      : new JavaArray(self.component, [...self.items]),
  toString: (self: JavaArray | JavaBytes) =>
    self instanceof JavaArray && self.component === 'char' ? self.items.join('') : javaText(self),
});
