import { groovyText } from './text.ts';
import {
  hostObject,
  type HostObject,
  type HostType,
  type JavaMap,
  keyOf,
  methodTable,
  type Value,
} from './value.ts';

export interface Entry {
  readonly map: JavaMap;
  readonly key: Value;
  value: Value;
}

export const entryType: HostType<Entry> = {
  name: 'java.util.Map$Entry',
  text: ({ key, value }: Entry) => `${groovyText(key)}=${groovyText(value)}`,
  key: (object) => {
    const { key, value } = object.data as Entry;
    return `entry ${String(keyOf(key))}=${String(keyOf(value))}`;
  },
  methods: methodTable<Entry>({
    getKey: ({ key }) => key,
    getValue: ({ value }) => value,
    'setValue 1': (entry, [value]) => {
      const before = entry.value;
      entry.value = value!;
      entry.map.set(entry.key, value!);
      return before;
    },
  }),
};

export const mapEntry = (map: JavaMap, key: Value, value: Value): HostObject =>
  hostObject(entryType, { map, key, value });
