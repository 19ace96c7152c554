import { type CharSet, has, rangeSet, union } from './char-set.ts';

/** The set with the other case of its ASCII letters. */
export function asciiCase(set: CharSet): CharSet {
  const other: [number, number][] = [];
  for (let upper = 65; upper <= 90; upper++) {
    if (has(set, upper)) other.push([upper + 32, upper + 32]);
    if (has(set, upper + 32)) other.push([upper, upper]);
  }
  return union(set, rangeSet(other));
}

const upperCase = (char: number): number => {
  const text = String.fromCodePoint(char).toUpperCase();
  const upper = text.codePointAt(0)!;
  return text.length === String.fromCodePoint(upper).length ? upper : char;
};
/** Java's comparison without regard to case: lower case of the upper case. */
export const foldCase = (char: number): number =>
  String.fromCodePoint(upperCase(char)).toLowerCase().codePointAt(0)!;

let cased: { char: number; upper: number; fold: number }[] | undefined;

/** The characters whose upper case, or its lower case, is in the set, and the set itself. */
export function unicodeCase(set: CharSet): CharSet {
  if (cased === undefined) {
    cased = [];
    for (let char = 0; char <= 0x1ffff; char++) {
      const upper = upperCase(char);
      const fold = foldCase(char);
      if (upper !== char || fold !== char) cased.push({ char, upper, fold });
    }
  }
  const more = cased.filter(({ upper, fold }) => has(set, upper) || has(set, fold));
  return union(set, rangeSet(more.map(({ char }) => [char, char])));
}
