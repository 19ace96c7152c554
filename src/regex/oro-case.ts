import { type CharSet, has, minus, rangeSet, union } from './char-set.ts';
import type { Node } from './syntax.ts';
import { lowerUnit } from './unicode.ts';

/** ORO lower-cases the whole text when the flag i is on at the end of the pattern: sets hold what becomes a member. */
export function lowerCased(node: Node): Node {
  switch (node.type) {
    case 'set':
      return { type: 'set', set: becomesMember(node.set) };
    case 'sequence':
      return { type: 'sequence', items: node.items.map(lowerCased) };
    case 'choice':
      return { type: 'choice', options: node.options.map(lowerCased) };
    case 'group':
    case 'repeat':
    case 'atomic':
    case 'ahead':
    case 'behind':
      return { ...node, body: lowerCased(node.body) };
    case 'reference':
      return { ...node, fold: 'lower' };
    default:
      return node;
  }
}

let changedByLowering: [number, number][] | undefined;

function becomesMember(set: CharSet): CharSet {
  if (changedByLowering === undefined) {
    changedByLowering = [];
    for (let unit = 0; unit <= 0xffff; unit++) {
      const lower = lowerUnit(unit);
      if (lower !== unit) changedByLowering.push([unit, lower]);
    }
  }
  const gone: [number, number][] = [];
  const come: [number, number][] = [];
  for (const [unit, lower] of changedByLowering) (has(set, lower) ? come : gone).push([unit, unit]);
  return union(minus(set, rangeSet(gone)), rangeSet(come));
}
