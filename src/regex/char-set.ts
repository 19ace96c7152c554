/**
 * Sets of characters as sorted, disjoint, non-adjacent ranges: `[lo, hi, lo, hi, …]`, both ends included.
 * Characters are UTF-16 units (ORO) or code points (java.util.regex).
 */
export type CharSet = readonly number[];

export const MAX_CODE_POINT = 0x10ffff;
export const NO_CHARACTERS: CharSet = [];
export const ALL_CHARACTERS: CharSet = [0, MAX_CODE_POINT];

/** Makes a set of ranges in any order; they may overlap. */
export function rangeSet(ranges: readonly (readonly [number, number])[]): CharSet {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0]);
  const out: number[] = [];
  for (const [lo, hi] of sorted) {
    const last = out.at(-1);
    if (last !== undefined && lo <= last + 1) out[out.length - 1] = Math.max(last, hi);
    else out.push(lo, hi);
  }
  return out;
}

/** The set of the characters of a text. */
export const charsOf = (text: string): CharSet =>
  rangeSet(
    Array.from(text, (char) => {
      const code = char.codePointAt(0)!;
      return [code, code] as const;
    }),
  );

export const single = (char: number): CharSet => [char, char];
export const range = (lo: number, hi: number): CharSet => [lo, hi];

const pairs = (set: CharSet): [number, number][] => {
  const out: [number, number][] = [];
  for (let i = 0; i < set.length; i += 2) out.push([set[i]!, set[i + 1]!]);
  return out;
};

export const union = (...sets: CharSet[]): CharSet => rangeSet(sets.flatMap(pairs));

export function complement(set: CharSet): CharSet {
  const out: number[] = [];
  let next = 0;
  for (let i = 0; i < set.length; i += 2) {
    if (set[i]! > next) out.push(next, set[i]! - 1);
    next = set[i + 1]! + 1;
  }
  if (next <= MAX_CODE_POINT) out.push(next, MAX_CODE_POINT);
  return out;
}

export function intersect(a: CharSet, b: CharSet): CharSet {
  const out: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const lo = Math.max(a[i]!, b[j]!);
    const hi = Math.min(a[i + 1]!, b[j + 1]!);
    if (lo <= hi) out.push(lo, hi);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return out;
}

export const minus = (a: CharSet, b: CharSet): CharSet => intersect(a, complement(b));

export function has(set: CharSet, char: number): boolean {
  let low = 0;
  let high = (set.length >> 1) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (char < set[2 * middle]!) high = middle - 1;
    else if (char > set[2 * middle + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}

/** The one character of a set that has one, else undefined. */
export const onlyCharacter = (set: CharSet): number | undefined =>
  set.length === 2 && set[0] === set[1] ? set[0] : undefined;

/** A set prepared for testing many characters. */
export class CharTable {
  readonly set: CharSet;
  readonly #low = new Uint8Array(256);

  constructor(set: CharSet) {
    this.set = set;
    for (let i = 0; i < set.length && set[i]! < 256; i += 2)
      this.#low.fill(1, set[i], Math.min(set[i + 1]!, 255) + 1);
  }

  has(char: number): boolean {
    return char < 256 ? this.#low[char] === 1 : has(this.set, char);
  }
}
