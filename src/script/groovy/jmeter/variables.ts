import type { VirtualUser } from '../../../types.ts';
import { text } from '../arguments.ts';
import { javaError } from '../exceptions.ts';
import { classNameOf } from '../types.ts';
import { iteratorOf } from '../iterator.ts';
import { mapEntry } from '../map-entry.ts';
import {
  BigInteger,
  ClassReference,
  Closure,
  type HostType,
  HostObject,
  JavaArray,
  JavaBytes,
  JavaChar,
  JavaDouble,
  JavaList,
  JavaMap,
  JavaRange,
  methodTable,
  type Value,
} from '../value.ts';
import { Decimal } from '../decimal.ts';

const OBJECTS = [
  JavaList,
  JavaMap,
  JavaArray,
  JavaBytes,
  JavaRange,
  JavaChar,
  JavaDouble,
  BigInteger,
  Decimal,
  HostObject,
  Closure,
  ClassReference,
];

/** What another element keeps in a variable, as a script sees it. */
export function asValue(value: unknown): Value {
  if (value === undefined || value === null) return null;
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return value as Value;
  return OBJECTS.some((type) => value instanceof type) ? (value as Value) : String(value);
}

/** JMeterVariables.get gives Strings: anything else cannot be cast. */
function stringOf(value: Value): Value {
  if (value === null || typeof value === 'string') return value;
  const name = classNameOf(value);
  throw javaError(
    'java.lang.ClassCastException',
    `class ${name} cannot be cast to class java.lang.String (${name} and java.lang.String are in module java.base of loader 'bootstrap')`,
  );
}

function entries(user: VirtualUser): Value[] {
  const map = new JavaMap();
  for (const [name, value] of user.variables.entries()) map.set(name, asValue(value));
  return map.entries().map(([key, value]) => mapEntry(map, key, value));
}

/** `vars` (JMeterVariables). */
export const variablesType: HostType<VirtualUser> = {
  name: 'org.apache.jmeter.threads.JMeterVariables',
  text: () => 'org.apache.jmeter.threads.JMeterVariables@1b2c3d4e',
  property: (user, name) =>
    name === 'class' || hasGetter(name) ? undefined : stringOf(asValue(user.variables.get(name))),
  methods: methodTable<VirtualUser>({
    'get 1': (user, [name]) => stringOf(asValue(user.variables.get(text(name)))),
    'getObject 1': (user, [name]) => asValue(user.variables.get(text(name))),
    'put 2': (user, [name, value]) => {
      user.variables.put(text(name), value === null ? undefined : text(value));
      return null;
    },
    'putObject 2': (user, [name, value]) => {
      user.variables.put(text(name), value ?? undefined);
      return null;
    },
    'putAll 1': (user, [map]) => {
      if (map instanceof JavaMap)
        for (const [key, value] of map.entries()) user.variables.put(String(key), value ?? undefined);
      return null;
    },
    'remove 1': (user, [name]) => {
      const before = asValue(user.variables.get(text(name)));
      user.variables.put(text(name), undefined);
      return before;
    },
    entrySet: (user) => new JavaList(entries(user)),
    getIterator: (user) => iteratorOf(entries(user)),
    getIteration: ({ iteration }) => iteration,
    getThreadName: ({ threadName }) => threadName,
    isSameUserOnNextIteration: ({ group }) => group.sameUser,
  }),
};

const hasGetter = (name: string): boolean =>
  ['iteration', 'threadName', 'iterator', 'sameUserOnNextIteration'].includes(name);
