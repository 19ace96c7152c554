import type { Properties } from '../../../types.ts';
import { text } from '../arguments.ts';
import { iteratorOf } from '../iterator.ts';
import { mapEntry } from '../map-entry.ts';
import { nullPointer } from '../exceptions.ts';
import { javaText } from '../text.ts';
import { type HostType, JavaList, JavaMap, type Method, methodTable, type Value } from '../value.ts';

const map = (properties: Properties): JavaMap => new JavaMap(properties.entries());

/** Properties hold texts here: another value is kept as its text. */
function put(properties: Properties, name: Value, value: Value): Value {
  if (name === null || value === null)
    throw nullPointer('Cannot invoke "Object.hashCode()" because "value" is null');
  return properties.set(javaText(name), javaText(value)) ?? null;
}

const get: Method<Properties> = (properties, [name, fallback]) =>
  properties.get(javaText(name!)) ?? fallback ?? null;

/** `props` (java.util.Properties). */
export const propertiesType: HostType<Properties> = {
  name: 'java.util.Properties',
  text: (properties: Properties) => javaText(map(properties)),
  property: (properties, name) => properties.get(name) ?? null,
  setProperty(properties, name, value) {
    put(properties, name, value);
    return true;
  },
  methods: methodTable<Properties>({
    'get 1': get,
    'getAt 1': get,
    'getProperty 1 2': get,
    'getOrDefault 2': get,
    'put 2': (properties, [name, value]) => put(properties, name!, value!),
    'putAt 2': (properties, [name, value]) => put(properties, name!, value!),
    'putIfAbsent 2': (properties, [name, value]) =>
      properties.get(javaText(name!)) ?? (put(properties, name!, value!), null),
    'setProperty 2': (properties, [name, value]) => put(properties, text(name), text(value)),
    'remove 1': (properties, [name]) => properties.set(javaText(name!), undefined) ?? null,
    'containsKey 1': (properties, [name]) => properties.get(javaText(name!)) !== undefined,
    'contains 1': (properties, [value]) =>
      [...properties.entries()].some(([, other]) => other === javaText(value!)),
    size: (properties) => [...properties.entries()].length,
    isEmpty: (properties) => [...properties.entries()].length === 0,
    keySet: (properties) =>
      new JavaList(
        [...properties.entries()].map(([name]) => name),
        'set',
      ),
    stringPropertyNames: (properties) =>
      new JavaList(
        [...properties.entries()].map(([name]) => name),
        'set',
      ),
    propertyNames: (properties) => iteratorOf([...properties.entries()].map(([name]) => name)),
    entrySet: (properties) => {
      const all = map(properties);
      return new JavaList(all.entries().map(([name, value]) => mapEntry(all, name, value)));
    },
  }),
};
