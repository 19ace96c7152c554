import { illegalArgumentException } from './exception.ts';

/** One part of a pattern of `java.time.format.DateTimeFormatter`. */
export type DateTimeElement =
  | { readonly kind: 'field'; readonly letter: string; readonly count: number }
  | { readonly kind: 'literal'; readonly text: string }
  /** The element is padded with blanks to that width. */
  | { readonly kind: 'pad'; readonly width: number; readonly element: DateTimeElement }
  | { readonly kind: 'optional'; readonly elements: readonly DateTimeElement[] };

/** How often a letter may stand in a row; `0` is not in a list. */
const counts: Readonly<Record<string, readonly number[]>> = {
  G: [1, 2, 3, 4, 5],
  u: range(1, 19),
  y: range(1, 19),
  D: [1, 2, 3],
  M: [1, 2, 3, 4, 5],
  L: [1, 2, 3, 4, 5],
  d: [1, 2],
  Q: [1, 2, 3, 4, 5],
  q: [1, 2, 3, 4, 5],
  Y: range(1, 19),
  w: [1, 2],
  W: [1],
  E: [1, 2, 3, 4, 5],
  e: [1, 2, 3, 4, 5],
  c: [1, 3, 4, 5],
  F: [1],
  a: [1],
  h: [1, 2],
  H: [1, 2],
  k: [1, 2],
  K: [1, 2],
  m: [1, 2],
  s: [1, 2],
  S: range(1, 9),
  A: range(1, 19),
  n: range(1, 19),
  N: range(1, 19),
  V: [2],
  z: [1, 2, 3, 4],
  O: [1, 4],
  X: [1, 2, 3, 4, 5],
  x: [1, 2, 3, 4, 5],
  Z: [1, 2, 3, 4, 5],
};

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/**
 * Splits a pattern as `DateTimeFormatterBuilder.appendPattern` does. The letters `B`, `g` and `v` are not there.
 * @throws JavaException IllegalArgumentException for a malformed pattern.
 */
export function parseDateTimePattern(pattern: string): DateTimeElement[] {
  const sections: DateTimeElement[][] = [[]];
  let at = 0;

  function letters(): DateTimeElement {
    const letter = pattern[at]!;
    const start = at;
    while (pattern[at] === letter) at++;
    const count = at - start;
    const allowed = counts[letter];
    if (allowed === undefined) throw illegalArgumentException(`Unknown pattern letter: ${letter}`);
    if (!allowed.includes(count))
      throw illegalArgumentException(
        count > allowed.at(-1)!
          ? `Too many pattern letters: ${letter}`
          : `Invalid number of pattern letters: ${letter}`,
      );
    return { kind: 'field', letter, count };
  }

  function quoted(): DateTimeElement {
    const start = at++;
    let text = '';
    for (; at < pattern.length; at++) {
      if (pattern[at] !== "'") text += pattern[at]!;
      else if (pattern[at + 1] === "'") {
        text += "'";
        at++;
      } else {
        at++;
        return { kind: 'literal', text: text === '' ? "'" : text };
      }
    }
    throw illegalArgumentException(`Pattern ends with an incomplete string literal: ${pattern.slice(start)}`);
  }

  while (at < pattern.length) {
    const c = pattern[at]!;
    const section = sections.at(-1)!;
    if (c === 'p') {
      const start = at;
      while (pattern[at] === 'p') at++;
      if (!/[a-zA-Z]/.test(pattern[at] ?? ''))
        throw illegalArgumentException(`Pad letter 'p' must be followed by valid pad pattern: ${pattern}`);
      section.push({ kind: 'pad', width: at - start, element: letters() });
    } else if (/[a-zA-Z]/.test(c)) section.push(letters());
    else if (c === "'") section.push(quoted());
    else if (c === '[') {
      sections.push([]);
      at++;
    } else if (c === ']') {
      if (sections.length === 1)
        throw illegalArgumentException('Pattern invalid as it contains ] without previous [');
      sections.pop();
      sections.at(-1)!.push({ kind: 'optional', elements: section });
      at++;
    } else if ('{}#'.includes(c)) {
      throw illegalArgumentException(`Pattern includes reserved character: '${c}'`);
    } else {
      section.push({ kind: 'literal', text: c });
      at++;
    }
  }
  // Sections that are still open end with the pattern.
  while (sections.length > 1) {
    const elements = sections.pop()!;
    sections.at(-1)!.push({ kind: 'optional', elements });
  }
  return sections[0]!;
}
