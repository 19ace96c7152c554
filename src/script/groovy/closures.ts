import { isTrue } from './compare.ts';
import { closure } from './arguments.ts';
import { mapEntry } from './map-entry.ts';
import type { Closure, JavaMap, Value } from './value.ts';

/** Calls a closure for a map's entry: with the entry, or with key and value when it has two parameters. */
export function callForEntry(body: Closure, map: JavaMap, key: Value, value: Value): Value {
  return (body.parameters ?? 1) >= 2 ? body.invoke([key, value]) : body.invoke([mapEntry(map, key, value)]);
}

/** A closure as a test; without one, Groovy truth. */
export const predicate = (value: Value | undefined): ((item: Value) => boolean) => {
  if (value === undefined) return isTrue;
  const body = closure(value);
  return (item) => isTrue(body.invoke([item]));
};
