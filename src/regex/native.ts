import { type CharSet, MAX_CODE_POINT, onlyCharacter } from './char-set.ts';
import { areDisjoint, firstSet, isNullable } from './program.ts';
import type { Dialect, Node, Place, Syntax } from './syntax.ts';

/** A pattern that V8's own RegExp matches exactly as ORO or Java would, on texts up to a length. */
export interface NativeRegex {
  /** With the flags `g` and, for Java, `u`. */
  readonly find: RegExp;
  /** Longest text on which the worst case stays within a fraction of a second. */
  readonly maxLength: number;
}

/** Character steps that V8 takes in roughly a fifth of a second. */
const MAX_STEPS = 2e8;

/**
 * Translates a pattern to a RegExp when that gives the same matches and groups in every case and its worst case is
 * a low power of the text's length. Undefined for all others: back-references, nested repetitions, groups in loops.
 */
export function toNative({ root, groupCount }: Syntax, dialect: Dialect): NativeRegex | undefined {
  if (!isExact(root, dialect) || countGroups(root) !== groupCount) return undefined;
  const { factor, ambiguous, loops } = cost(root);
  const degree = (startsAtInputStart(root) ? 0 : 1) + ambiguous + (loops > 0 ? 1 : 0);
  const work = factor * Math.max(1, loops);
  const maxLength = degree === 0 ? Infinity : Math.floor(Math.pow(MAX_STEPS / work, 1 / degree));
  if (maxLength < 64) return undefined;
  const wide = dialect === 'java';
  return { find: new RegExp(print(root, wide), wide ? 'gu' : 'g'), maxLength };
}

const startsAtInputStart = (node: Node): boolean =>
  node.type === 'sequence'
    ? node.items[0] !== undefined && startsAtInputStart(node.items[0])
    : node.type === 'group'
      ? startsAtInputStart(node.body)
      : node.type === 'place' && node.place === 'input-start';

const hasGroup = (node: Node): boolean => some(node, (n) => n.type === 'group');

/** Fewer than the pattern has when one can never match, as in `(a){0}`. */
function countGroups(root: Node): number {
  let count = 0;
  some(root, (node) => {
    if (node.type === 'group') count++;
    return false;
  });
  return count;
}

function some(node: Node, test: (node: Node) => boolean): boolean {
  if (test(node)) return true;
  switch (node.type) {
    case 'sequence':
      return node.items.some((item) => some(item, test));
    case 'choice':
      return node.options.some((option) => some(option, test));
    case 'group':
    case 'repeat':
    case 'atomic':
    case 'ahead':
    case 'behind':
      return some(node.body, test);
    default:
      return false;
  }
}

/** True when JavaScript gives the same matches and groups. */
function isExact(node: Node, dialect: Dialect): boolean {
  switch (node.type) {
    case 'reference':
    case 'atomic':
      return false;
    case 'place':
      return node.place !== 'previous-end';
    case 'sequence':
      return node.items.every((item) => isExact(item, dialect));
    case 'choice':
      return node.options.every((option) => isExact(option, dialect));
    case 'group':
      return isExact(node.body, dialect);
    case 'ahead':
      // ORO's look-aheads look at where the match before ended.
      return (
        !hasGroup(node.body) && isExact(node.body, dialect) && !(dialect === 'oro' && isNullable(node.body))
      );
    case 'behind':
      // Java's lengths can overflow.
      return node.max >= 0 && !hasGroup(node.body) && isExact(node.body, dialect);
    case 'repeat': {
      if (node.mode === 'possessive') return false;
      if (node.body.type === 'set') return true;
      const grouped = hasGroup(node.body);
      if (isNullable(node.body) || (grouped && dialect === 'oro' && node.mode === 'lazy')) return false;
      if (node.max <= 1) return isExact(node.body, dialect);
      const inner = node.body.type === 'group' ? node.body.body : node.body;
      return !hasGroup(inner) && isDeterministic(inner);
    }
    default:
      return true;
  }
}

/** One way to match at most: characters in a row, or alternatives that begin with different characters. */
function isDeterministic(node: Node): boolean {
  switch (node.type) {
    case 'set':
      return true;
    case 'sequence':
      return node.items.length > 0 && node.items.every(isDeterministic);
    case 'choice': {
      const firsts = node.options.map(firstSet);
      return (
        node.options.every(isDeterministic) &&
        firsts.every(
          (a, i) => a !== undefined && firsts.slice(i + 1).every((b) => b !== undefined && areDisjoint(a, b)),
        )
      );
    }
    case 'repeat':
      return node.body.type === 'set' && node.min === node.max && node.min <= 16;
    default:
      return false;
  }
}

interface Cost {
  /** Ways through the pattern that do not grow with the text. */
  readonly factor: number;
  /** Unlimited repetitions that can end in many places. */
  readonly ambiguous: number;
  /** Unlimited repetitions in all. */
  readonly loops: number;
}

function cost(node: Node, next?: CharSet): Cost {
  switch (node.type) {
    case 'sequence': {
      let [factor, ambiguous, loops] = [1, 0, 0];
      node.items.forEach((item, i) => {
        const rest = node.items.slice(i + 1);
        const follow = rest.length === 0 ? next : firstSet({ type: 'sequence', items: rest });
        const one = cost(item, follow);
        factor *= one.factor;
        ambiguous += one.ambiguous;
        loops += one.loops;
      });
      return { factor, ambiguous, loops };
    }
    case 'choice': {
      const costs = node.options.map((option) => cost(option, next));
      return {
        factor: costs.reduce((sum, c) => sum + c.factor, 0),
        ambiguous: Math.max(...costs.map((c) => c.ambiguous)),
        loops: costs.reduce((sum, c) => sum + c.loops, 0),
      };
    }
    case 'group':
      return cost(node.body, next);
    case 'ahead':
    case 'behind':
      return cost(node.body);
    case 'repeat': {
      const inner = cost(node.body);
      if (node.min === node.max && node.max <= 16) return inner;
      if (node.max <= 16) return { ...inner, factor: inner.factor * (node.max - node.min + 1) };
      const first = firstSet(node.body);
      const clear =
        next !== undefined && first !== undefined && node.body.type === 'set' && areDisjoint(first, next);
      return { factor: inner.factor, ambiguous: inner.ambiguous + (clear ? 0 : 1), loops: inner.loops + 1 };
    }
    default:
      return { factor: 1, ambiguous: 0, loops: 0 };
  }
}

const PLACES: Readonly<Record<Place, string>> = {
  'input-start': '^',
  'input-end': '$',
  'final-end-unix': '(?=\\n?$)',
  'final-end-java': '(?=(?:\\r\\n|[\\n\\r\\x85\\u2028\\u2029])?$)(?<!\\r(?=\\n))',
  'line-start-oro': '(?:^|(?<=\\n)(?!$))',
  'line-start-unix': '(?:^|(?<=\\n))(?!$)',
  'line-start-java': '(?:^|(?<=[\\n\\r\\x85\\u2028\\u2029])(?<!\\r(?=\\n)))(?!$)',
  'line-end-unix': '(?=\\n|$)',
  'line-end-java': '(?=[\\n\\r\\x85\\u2028\\u2029]|$)(?<!\\r(?=\\n))',
  'previous-end': '',
};

function print(node: Node, wide: boolean): string {
  switch (node.type) {
    case 'set':
      return printSet(node.set, wide);
    case 'sequence':
      return node.items
        .map((item) => (item.type === 'choice' ? `(?:${print(item, wide)})` : print(item, wide)))
        .join('');
    case 'choice':
      return node.options.map((option) => print(option, wide)).join('|');
    case 'group':
      return `(${print(node.body, wide)})`;
    case 'ahead':
      return `(?${node.negative ? '!' : '='}${print(node.body, wide)})`;
    case 'behind':
      return `(?<${node.negative ? '!' : '='}${print(node.body, wide)})`;
    case 'repeat': {
      const body =
        node.body.type === 'set' || node.body.type === 'group'
          ? print(node.body, wide)
          : `(?:${print(node.body, wide)})`;
      return `${body}${quantifier(node.min, node.max)}${node.mode === 'lazy' ? '?' : ''}`;
    }
    case 'place':
      return PLACES[node.place];
    case 'boundary': {
      const [same, other] = node.negative ? ['=', '!'] : ['!', '='];
      const word = printSet(node.word, wide);
      const base = node.base === undefined ? undefined : printSet(node.base, wide);
      const left = base === undefined ? word : `(?:${word}|${base}\\p{Mn}+)`;
      const right = base === undefined ? word : `(?:${word}|(?<=${base}\\p{Mn}*)\\p{Mn})`;
      return `(?:(?<=${left})(?${same}${right})|(?<!${left})(?${other}${right}))`;
    }
    default:
      return '(?:)';
  }
}

const quantifier = (min: number, max: number): string =>
  max === Infinity
    ? min === 0
      ? '*'
      : min === 1
        ? '+'
        : `{${min},}`
    : min === 0 && max === 1
      ? '?'
      : min === max
        ? `{${min}}`
        : `{${min},${max}}`;

function printSet(set: CharSet, wide: boolean): string {
  const last = wide ? MAX_CODE_POINT : 0xffff;
  const only = onlyCharacter(set);
  if (only !== undefined) return printChar(only, wide);
  let text = '';
  for (let i = 0; i < set.length && set[i]! <= last; i += 2) {
    const [lo, hi] = [set[i]!, Math.min(set[i + 1]!, last)];
    text += lo === hi ? printChar(lo, wide) : `${printChar(lo, wide)}-${printChar(hi, wide)}`;
  }
  return `[${text}]`;
}

const printChar = (char: number, wide: boolean): string => {
  const plain = String.fromCharCode(char);
  if (char < 128 && /[A-Za-z0-9 "',:;<>@_=!#%&~`]/.test(plain)) return plain;
  return wide ? `\\u{${char.toString(16)}}` : `\\u${char.toString(16).padStart(4, '0')}`;
};
