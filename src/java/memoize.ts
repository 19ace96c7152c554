/**
 * Remembers what `make` gave for the latest `size` keys; errors are not remembered. For texts that a plan may build
 * from variables, so that there can be any number of them.
 */
export function memoize<V>(size: number, make: (key: string) => V): (key: string) => V {
  const known = new Map<string, V>();
  return (key) => {
    let value = known.get(key);
    if (value !== undefined) return value;
    value = make(key);
    if (known.size >= size) known.delete(known.keys().next().value!);
    known.set(key, value);
    return value;
  };
}
