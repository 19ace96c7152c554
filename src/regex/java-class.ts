import { type CharSet, complement, intersect, range, union } from './char-set.ts';
import { asciiCase, unicodeCase } from './java-case.ts';
import { literalSet, readEscape, readFamily } from './java-escapes.ts';
import type { JavaReader } from './java-reader.ts';
import type { Node } from './syntax.ts';

/** A character class; the cursor stands on its `[`. With `consume` false: up to, not past, the closing one. */
export function readClass(reader: JavaReader, consume: boolean): CharSet {
  let set: CharSet | undefined;
  let c = reader.next();
  const negative = c === 94 && reader.peekAhead(-1) === 91;
  if (negative) c = reader.next();
  const add = (part: CharSet): void => {
    set = set === undefined ? part : union(set, part);
  };
  for (;;) {
    if (c === 91) {
      add(readClass(reader, true));
      c = reader.peek();
      continue;
    }
    if (c === 38) {
      c = reader.next();
      if (c === 38) {
        set = intersection(reader, set);
        c = reader.peek();
        continue;
      }
      reader.unread();
    } else if (c === 0 && reader.cursor >= reader.length) throw reader.error('Unclosed character class');
    else if (c === 93 && set !== undefined) {
      if (consume) reader.next();
      return negative ? complement(set) : set;
    }
    add(member(reader));
    c = reader.peek();
  }
}

/** What follows `&&`, cut with what stood before it. */
function intersection(reader: JavaReader, left: CharSet | undefined): CharSet {
  let right: CharSet | undefined;
  for (let c = reader.next(); c !== 93 && c !== 38; c = reader.peek()) {
    if (c !== 91) reader.unread();
    const part = readClass(reader, c === 91);
    right = right === undefined ? part : union(right, part);
  }
  if (left === undefined && right === undefined) throw reader.error('Bad class syntax');
  if (left === undefined || right === undefined) return (left ?? right)!;
  return intersect(left, right);
}

/** One character, range or escape in a class. */
function member(reader: JavaReader): CharSet {
  let c = reader.peek();
  if (c === 92) {
    c = reader.nextEscaped();
    if (c === 112 || c === 80) return readFamily(reader, c === 80);
    const isRange = reader.peekAhead(1) === 45;
    reader.unread();
    const escaped = readEscape(reader, true, isRange);
    if (typeof escaped !== 'number') return escaped.type === 'set' ? escaped.set : [];
    c = escaped;
  } else reader.next();
  if (reader.peek() === 45) {
    const end = reader.peekAhead(1);
    if (end !== 91 && end !== 93) {
      reader.next();
      let high: number | Node = reader.peek();
      if (high === 92) high = readEscape(reader, true, true);
      else reader.next();
      if (typeof high !== 'number' || high < c) throw reader.error('Illegal character range');
      if (!reader.has('i')) return range(c, high);
      return reader.has('u') ? unicodeCase(range(c, high)) : asciiCase(range(c, high));
    }
  }
  return literalSet(reader, c);
}
