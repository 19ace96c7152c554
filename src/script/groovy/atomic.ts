import type { ClassDefinition } from './class-registry.ts';
import { closure } from './arguments.ts';
import { areEqual } from './compare.ts';
import { castTo } from './coerce.ts';
import { calculate } from './operators.ts';
import { groovyText } from './text.ts';
import { hostObject, type HostType, methodTable, type Value } from './value.ts';

interface Cell {
  value: Value;
}

function changed(cell: Cell, by: Value): [Value, Value] {
  const before = cell.value;
  cell.value = calculate('+', before, by);
  return [before, cell.value];
}

const cellType: HostType<Cell> = {
  name: 'java.util.concurrent.atomic.AtomicInteger',
  text: ({ value }: Cell) => groovyText(value),
  methods: methodTable<Cell>({
    get: ({ value }) => value,
    'set 1': (cell, [value]) => {
      cell.value = value!;
      return null;
    },
    intValue: ({ value }) => castTo(value, { name: 'int', dimensions: 0 }),
    longValue: ({ value }) => castTo(value, { name: 'long', dimensions: 0 }),
    incrementAndGet: (cell) => changed(cell, 1)[1],
    getAndIncrement: (cell) => changed(cell, 1)[0],
    decrementAndGet: (cell) => changed(cell, -1)[1],
    getAndDecrement: (cell) => changed(cell, -1)[0],
    'addAndGet 1': (cell, [by]) => changed(cell, by!)[1],
    'getAndAdd 1': (cell, [by]) => changed(cell, by!)[0],
    'getAndSet 1': (cell, [value]) => {
      const before = cell.value;
      cell.value = value!;
      return before;
    },
    'compareAndSet 2': (cell, [expected, value]) => {
      if (!areEqual(cell.value, expected!)) return false;
      cell.value = value!;
      return true;
    },
    'updateAndGet 1': (cell, [update]) => (cell.value = closure(update).invoke([cell.value])),
  }),
};

const atomic = (name: string, zero: Value): ClassDefinition => ({
  name: `java.util.concurrent.atomic.${name}`,
  construct: ([value]) => hostObject(cellType, { value: value ?? zero }),
});

/** The script of one user runs alone, so that a plain cell is atomic. */
export const atomicClasses: readonly ClassDefinition[] = [
  atomic('AtomicInteger', 0),
  atomic('AtomicLong', 0n),
  atomic('AtomicBoolean', false),
  atomic('AtomicReference', null),
];
