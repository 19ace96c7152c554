import { type CharSet, MAX_CODE_POINT, NO_CHARACTERS, onlyCharacter, union } from './char-set.ts';
import { areDisjoint, firstSet, isNullable, prefixOf } from './analysis.ts';
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
  const { factor, work } = cost(root, NO_CHARACTERS);
  const degree = (startsAtInputStart(root) ? 0 : 1) + work;
  // Places to begin lie apart by what of the literal beginning cannot overlap itself.
  const steps = factor / Math.max(1, distance(prefixOf(root)));
  const maxLength = degree === 0 ? Infinity : Math.floor(Math.pow(MAX_STEPS / steps, 1 / degree));
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

const distance = (prefix: string): number => {
  const again = prefix.indexOf(prefix[0] ?? '', 1);
  return prefix === '' || again < 0 ? prefix.length : again;
};

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
      // In ORO a round of a group that is taken back leaves its mark.
      if (grouped && dialect === 'oro') return false;
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

/** Bounds as powers of the text's length, for a match that begins at one place. */
interface Cost {
  /** Constant factor: alternatives and small counts. */
  readonly factor: number;
  /** Power of the number of ways through. */
  readonly ways: number;
  /** Power of the steps for all ways together. */
  readonly work: number;
}

/** `next`: the characters that can follow; undefined when anything can. */
function cost(node: Node, next: CharSet | undefined): Cost {
  switch (node.type) {
    case 'sequence': {
      let [factor, ways, work] = [1, 0, 0];
      node.items.forEach((item, i) => {
        const one = cost(item, followSet(node.items.slice(i + 1), next));
        factor *= one.factor;
        work = Math.max(work, ways + one.work);
        ways += one.ways;
      });
      return { factor, ways, work: Math.max(work, ways) };
    }
    case 'choice': {
      const costs = node.options.map((option) => cost(option, next));
      return {
        factor: costs.reduce((sum, c) => sum + c.factor, 0),
        ways: Math.max(...costs.map((c) => c.ways)),
        work: Math.max(...costs.map((c) => c.work)),
      };
    }
    case 'group':
      return cost(node.body, next);
    case 'ahead':
    case 'behind':
      return { ...cost(node.body, NO_CHARACTERS), ways: 0 };
    case 'repeat': {
      const inner = cost(node.body, node.max <= 1 ? next : undefined);
      if (node.min === node.max && node.max <= 16) return inner;
      if (node.max <= 16) return { ...inner, factor: inner.factor * (node.max - node.min + 1) };
      const first = firstSet(node.body);
      const endsInOnePlace = next !== undefined && first !== undefined && areDisjoint(first, next);
      return { factor: inner.factor, ways: inner.ways + (endsInOnePlace ? 0 : 1), work: inner.work + 1 };
    }
    default:
      return { factor: 1, ways: 0, work: 0 };
  }
}

/** The characters that the items, and then `next`, can begin with; undefined when that is not known. */
function followSet(items: readonly Node[], next: CharSet | undefined): CharSet | undefined {
  let set: CharSet = NO_CHARACTERS;
  for (const item of items) {
    if (item.type === 'place' || item.type === 'boundary' || item.type === 'ahead' || item.type === 'behind')
      return undefined;
    const first = item.type === 'repeat' ? firstSet(item.body) : firstSet(item);
    if (first === undefined) return undefined;
    set = union(set, first);
    if (!isNullable(item)) return set;
  }
  return next === undefined ? undefined : union(set, next);
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
