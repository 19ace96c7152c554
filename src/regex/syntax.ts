import type { CharSet } from './char-set.ts';

/** Whose patterns: Apache ORO's Perl5Compiler or java.util.regex. */
export type Dialect = 'oro' | 'java';

/**
 * Places without width.
 * `line-start-oro` and the `unix` kinds know only `\n`, the `java` kinds all of Java's line terminators.
 */
export type Place =
  | 'input-start'
  | 'input-end'
  | 'final-end-unix'
  | 'final-end-java'
  | 'line-start-oro'
  | 'line-start-unix'
  | 'line-start-java'
  | 'line-end-unix'
  | 'line-end-java'
  /** End of the match before (`\G`). */
  | 'previous-end';

/** A pattern as a tree; flags are already worked into sets and places. */
export type Node =
  | { readonly type: 'empty' }
  /** One character of the set. */
  | { readonly type: 'set'; readonly set: CharSet }
  | { readonly type: 'sequence'; readonly items: readonly Node[] }
  | { readonly type: 'choice'; readonly options: readonly Node[] }
  | { readonly type: 'group'; readonly index: number; readonly body: Node }
  | {
      readonly type: 'repeat';
      readonly body: Node;
      readonly min: number;
      /** Infinity: no limit. */
      readonly max: number;
      readonly mode: 'greedy' | 'lazy' | 'possessive';
    }
  | { readonly type: 'atomic'; readonly body: Node }
  | { readonly type: 'ahead'; readonly negative: boolean; readonly body: Node }
  | {
      readonly type: 'behind';
      readonly negative: boolean;
      readonly body: Node;
      readonly min: number;
      readonly max: number;
    }
  /** What a group took; `fold` maps both sides before they are compared. */
  | { readonly type: 'reference'; readonly group: number; readonly fold: Fold }
  | { readonly type: 'place'; readonly place: Place }
  /** Between a word character and another one. `base`: combining marks count as the base character before them. */
  | {
      readonly type: 'boundary';
      readonly negative: boolean;
      readonly word: CharSet;
      readonly base: CharSet | undefined;
    };

export type Fold = 'none' | 'ascii' | 'lower' | 'unicode';

/** What a parser makes of a pattern. */
export interface Syntax {
  readonly root: Node;
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
}

/** A malformed pattern. The message is the one of ORO's MalformedPatternException or Java's PatternSyntaxException. */
export class RegexSyntaxError extends Error {
  override readonly name = 'RegexSyntaxError';
}

/** A pattern that is well formed for JMeter but uses what is not supported here. */
export class RegexUnsupportedError extends Error {
  override readonly name = 'RegexUnsupportedError';
}

export const EMPTY: Node = { type: 'empty' };

/** The items one after the other; sequences among them are taken apart. */
export function sequence(parts: readonly Node[]): Node {
  const items = parts.flatMap((part) =>
    part.type === 'sequence' ? part.items : part.type === 'empty' ? [] : [part],
  );
  return items.length === 1 ? items[0]! : items.length === 0 ? EMPTY : { type: 'sequence', items };
}

export const choice = (options: readonly Node[]): Node =>
  options.length === 1 ? options[0]! : { type: 'choice', options };
