import { isSequence } from './compare.ts';
import { mapEntry } from './map-entry.ts';
import { HostObject, JavaMap, type Value } from './value.ts';

/** The members that a loop over a value goes through: of a list, a map's entries, a text's characters; of null none. */
export function iterate(value: Value): Value[] {
  if (value === null) return [];
  if (isSequence(value)) return [...value.items];
  if (value instanceof JavaMap) return value.entries().map(([key, item]) => mapEntry(value, key, item));
  if (typeof value === 'string') return Array.from({ length: value.length }, (_, i) => value[i]!);
  if (value instanceof HostObject && value.type.items !== undefined) return value.type.items(value.data);
  return [value];
}
