import { type CharSet, intersect, onlyCharacter, union } from './char-set.ts';
import type { Node } from './syntax.ts';

export const isSurrogate = (char: number): boolean => char >= 0xd800 && char <= 0xdfff;

/** True when the node can match without taking a character. */
export function isNullable(node: Node): boolean {
  switch (node.type) {
    case 'set':
      return false;
    case 'sequence':
      return node.items.every(isNullable);
    case 'choice':
      return node.options.some(isNullable);
    case 'group':
    case 'atomic':
      return isNullable(node.body);
    case 'repeat':
      return node.min === 0 || isNullable(node.body);
    default:
      return true;
  }
}

/** Characters that a match of the node begins with; undefined when that is not known or it can be empty. */
export function firstSet(node: Node): CharSet | undefined {
  switch (node.type) {
    case 'set':
      return node.set;
    case 'sequence': {
      let set: CharSet = [];
      for (const item of node.items) {
        const here = item.type === 'repeat' ? firstSet(item.body) : isZeroWidth(item) ? [] : firstSet(item);
        if (here === undefined) return undefined;
        set = union(set, here);
        if (!isNullable(item)) return set;
      }
      return undefined;
    }
    case 'choice': {
      const sets = node.options.map(firstSet).filter((set) => set !== undefined);
      return sets.length < node.options.length ? undefined : union(...sets);
    }
    case 'group':
    case 'atomic':
      return firstSet(node.body);
    case 'repeat':
      return node.min > 0 ? firstSet(node.body) : undefined;
    default:
      return undefined;
  }
}

const isZeroWidth = (node: Node): boolean =>
  node.type === 'empty' ||
  node.type === 'place' ||
  node.type === 'boundary' ||
  node.type === 'ahead' ||
  node.type === 'behind';

/** Literal text that every match begins with. */
export function prefixOf(node: Node): string {
  if (node.type === 'group' || node.type === 'atomic') return prefixOf(node.body);
  const items = node.type === 'sequence' ? node.items : [node];
  let prefix = '';
  for (const item of items) {
    const char = item.type === 'set' ? onlyCharacter(item.set) : undefined;
    if (char === undefined || isSurrogate(char)) {
      if (prefix === '' && item.type === 'group') return prefixOf(item.body);
      break;
    }
    prefix += String.fromCodePoint(char);
  }
  return prefix;
}

/** The longest run of literal characters that no match can do without. */
export function requiredText(root: Node): string {
  let longest = '';
  let run = '';
  const visit = (node: Node): void => {
    const char = node.type === 'set' ? onlyCharacter(node.set) : undefined;
    if (char !== undefined && !isSurrogate(char)) {
      run += String.fromCodePoint(char);
      if (run.length > longest.length) longest = run;
    } else if (node.type === 'sequence') node.items.forEach(visit);
    else if (node.type === 'group') visit(node.body);
    else run = '';
  };
  visit(root);
  return longest;
}

export function isAnchored(node: Node): boolean {
  switch (node.type) {
    case 'place':
      return node.place === 'input-start';
    case 'sequence':
      return node.items.length > 0 && isAnchored(node.items[0]!);
    case 'choice':
      return node.options.every(isAnchored);
    case 'group':
    case 'atomic':
      return isAnchored(node.body);
    default:
      return false;
  }
}

/** ORO's search for line starts: only when the pattern has no alternatives at its top. */
export function isLineAnchored(node: Node): boolean {
  switch (node.type) {
    case 'place':
      return node.place === 'line-start-oro';
    case 'sequence':
      return node.items.length > 0 && isLineAnchored(node.items[0]!);
    case 'group':
      return isLineAnchored(node.body);
    case 'repeat':
      return node.min > 0 && isLineAnchored(node.body);
    default:
      return false;
  }
}

export function leadingRun(node: Node): CharSet | undefined {
  if (node.type === 'group') return leadingRun(node.body);
  if (node.type === 'sequence') return node.items[0] === undefined ? undefined : leadingRun(node.items[0]);
  return node.type === 'repeat' && node.body.type === 'set' && node.min <= 1 && node.max === Infinity
    ? node.body.set
    : undefined;
}

/** True when what follows a leading run can see where the match began. */
export function dependsOnStart(node: Node): boolean {
  switch (node.type) {
    case 'reference':
      return true;
    case 'place':
      return node.place === 'previous-end';
    case 'sequence':
      return node.items.some(dependsOnStart);
    case 'choice':
      return node.options.some(dependsOnStart);
    case 'group':
    case 'repeat':
    case 'atomic':
    case 'ahead':
    case 'behind':
      return dependsOnStart(node.body);
    default:
      return false;
  }
}

/** True when no character begins both. */
export const areDisjoint = (a: CharSet, b: CharSet): boolean => intersect(a, b).length === 0;
