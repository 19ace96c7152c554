import type { VirtualUser } from '../../../types.ts';
import { text } from '../arguments.ts';
import { javaText } from '../text.ts';
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

/** JMeterVariables.get gives the text of what a variable holds. */
function textOf(user: VirtualUser, name: Value | undefined): Value {
  const value = asValue(user.variables.get(nameOf(name)));
  return value === null ? null : javaText(value);
}

const nameOf = (name: Value | undefined): string => (name === null ? 'null' : text(name));

function entries(user: VirtualUser): Value[] {
  const map = new JavaMap();
  for (const [name, value] of user.variables.entries()) map.set(name, asValue(value));
  return map.entries().map(([key, value]) => mapEntry(map, key, value));
}

/** `vars` (JMeterVariables). */
export const variablesType: HostType<VirtualUser> = {
  name: 'org.apache.jmeter.threads.JMeterVariables',
  text: () => 'org.apache.jmeter.threads.JMeterVariables@1b2c3d4e',
  property: (user, name) => (name === 'class' || hasGetter(name) ? undefined : textOf(user, name)),
  methods: methodTable<VirtualUser>({
    'get 1': (user, [name]) => textOf(user, name),
    'getObject 1': (user, [name]) => asValue(user.variables.get(nameOf(name))),
    'put 2': (user, [name, value]) => {
      user.variables.put(nameOf(name), value === null ? undefined : text(value));
      return null;
    },
    'putObject 2': (user, [name, value]) => {
      user.variables.put(nameOf(name), value ?? undefined);
      return null;
    },
    'putAll 1': (user, [map]) => {
      if (map instanceof JavaMap)
        for (const [key, value] of map.entries()) user.variables.put(String(key), value ?? undefined);
      return null;
    },
    'remove 1': (user, [name]) => {
      const before = asValue(user.variables.get(nameOf(name)));
      user.variables.put(nameOf(name), undefined);
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
