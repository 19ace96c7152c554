/** `String.hashCode`, spread as java.util.HashMap does. */
function spreadHash(key: string): number {
  let hash = 0;
  for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0;
  return hash ^ (hash >>> 16);
}

/**
 * The entries of a map in the order in which a java.util.HashMap, filled in the order of `map`, gives them: by
 * bucket, and inside a bucket as they came.
 */
export function javaHashMapOrder<V>(map: ReadonlyMap<string, V>): [string, V][] {
  let capacity = 16;
  while (map.size > capacity * 0.75) capacity *= 2;
  return [...map]
    .map((entry) => ({ entry, bucket: spreadHash(entry[0]) & (capacity - 1) }))
    .toSorted((a, b) => a.bucket - b.bucket)
    .map(({ entry }) => entry);
}
