import { type CharSet, CharTable, onlyCharacter } from './char-set.ts';
import {
  dependsOnStart,
  firstSet,
  isAnchored,
  isLineAnchored,
  isSurrogate,
  leadingRun,
  prefixOf,
  requiredText,
} from './analysis.ts';
import type { Dialect, Fold, Node, Place, Syntax } from './syntax.ts';

/**
 * Instructions of the backtracking matcher, with their operands. `next` is the instruction behind the operands.
 */
export const Op = {
  /** End of the pattern. */
  match: 0,
  /** set */
  set: 1,
  /** string */
  text: 2,
  /** target */
  jump: 3,
  /** target: go on at next, later at target. */
  split: 4,
  /** register: remember where a group begins. */
  open: 5,
  /** group, register */
  close: 6,
  /** place */
  place: 7,
  /** boundary */
  boundary: 8,
  /** set, min, max, mode, hint: one character, many times; hint is a character that must follow, or -1. */
  run: 9,
  /** register: three cells for count, position of the last round, and ORO's highest closed group at the start. */
  loopStart: 10,
  /** register, min, max, lazy, body */
  loop: 11,
  /** register, body: one more round. */
  loopAgain: 12,
  /** register: begin an atomic group or a look-around; two cells for stack height and position. */
  hold: 13,
  /** register: keep what was matched, forget its alternatives. */
  commit: 14,
  /** register: as commit, and go back to where the look-around began. */
  lookDone: 15,
  /** register: the body of a negative look-around matched: fail. */
  lookFail: 16,
  /** register, min, max: try the body of a look-behind from min, then farther back. */
  behind: 17,
  /** register: the body of a look-behind must end where it began. */
  behindEnd: 18,
  /** group, fold */
  reference: 19,
  /** Fail. */
  fail: 20,
  /** ORO: forget groups closed after this point when the matcher comes back here. */
  guard: 21,
  /** ORO: a look-ahead fails where the match before ended. */
  notPreviousEnd: 22,
} as const;

export const PLACES: readonly Place[] = [
  'input-start',
  'input-end',
  'final-end-unix',
  'final-end-java',
  'line-start-oro',
  'line-start-unix',
  'line-start-java',
  'line-end-unix',
  'line-end-java',
  'previous-end',
];
export const FOLDS: readonly Fold[] = ['none', 'ascii', 'lower', 'unicode'];
export const MODES = ['greedy', 'lazy', 'possessive'] as const;

export interface Boundary {
  readonly negative: boolean;
  readonly word: CharTable;
  readonly base: CharTable | undefined;
}

/** A pattern compiled for the backtracking matcher. */
export interface Program {
  readonly dialect: Dialect;
  readonly code: Int32Array;
  readonly sets: readonly CharTable[];
  readonly strings: readonly string[];
  readonly boundaries: readonly Boundary[];
  readonly groupCount: number;
  /** Cells: begin and end of each group, ORO's highest closed group, then what loops and look-arounds need. */
  readonly registerCount: number;
  /** Text that every match begins with; empty when unknown. */
  readonly prefix: string;
  /** Text that every match holds; empty when unknown. */
  readonly required: string;
  /** Characters that a match can begin with; undefined when it may be empty or is not known. */
  readonly first: CharTable | undefined;
  /** Matches can only begin at the start of the text. */
  readonly anchored: boolean;
  /** ORO's `(?m)^` at the very start: a search that goes on after a match does not look where that match ended. */
  readonly lineAnchored: boolean;
  /** The pattern begins with an unlimited repetition of this set, so that starts within one run fail alike. */
  readonly leadingRun: CharTable | undefined;
}

/** Index of the register that holds ORO's highest closed group. */
export const lastParenRegister = (groupCount: number): number => 2 * (groupCount + 1);

export function compileProgram(syntax: Syntax, dialect: Dialect): Program {
  const compiler = new Compiler(syntax.groupCount, dialect);
  compiler.emit(syntax.root);
  compiler.push(Op.match);
  const leading = leadingRun(syntax.root);
  const first = firstSet(syntax.root);
  return {
    dialect,
    code: Int32Array.from(compiler.code),
    sets: compiler.sets,
    strings: compiler.strings,
    boundaries: compiler.boundaries,
    groupCount: syntax.groupCount,
    registerCount: compiler.registerCount,
    prefix: prefixOf(syntax.root),
    required: requiredText(syntax.root),
    first: first === undefined ? undefined : new CharTable(first),
    anchored: isAnchored(syntax.root),
    lineAnchored: isLineAnchored(syntax.root),
    leadingRun: leading === undefined || dependsOnStart(syntax.root) ? undefined : new CharTable(leading),
  };
}

class Compiler {
  readonly code: number[] = [];
  readonly sets: CharTable[] = [];
  readonly strings: string[] = [];
  readonly boundaries: Boundary[] = [];
  readonly #dialect: Dialect;
  readonly #groupCount: number;
  readonly #tables = new Map<CharSet, number>();
  registerCount: number;

  constructor(groupCount: number, dialect: Dialect) {
    this.#dialect = dialect;
    this.#groupCount = groupCount;
    this.registerCount = lastParenRegister(groupCount) + 1;
  }

  push(...values: number[]): void {
    this.code.push(...values);
  }

  emit(node: Node, next?: Node): void {
    switch (node.type) {
      case 'empty':
        return;
      case 'set':
        return this.push(Op.set, this.#set(node.set));
      case 'sequence':
        return this.#sequence(node.items, next);
      case 'choice':
        return this.#choice(node.options);
      case 'group':
        return this.#group(node.index, node.body);
      case 'repeat':
        return this.#repeat(node, next);
      case 'atomic':
        return this.#held(() => this.emit(node.body));
      case 'ahead':
        return this.#look(node.negative, () => {
          this.emit(node.body);
          if (this.#dialect === 'oro') this.push(Op.notPreviousEnd);
        });
      case 'behind':
        return this.#look(node.negative, (register) => {
          this.push(Op.behind, register, node.min, node.max);
          this.emit(node.body);
          this.push(Op.behindEnd, register);
        });
      case 'reference':
        if (node.group > this.#groupCount) return this.push(Op.fail);
        return this.push(Op.reference, node.group, FOLDS.indexOf(node.fold));
      case 'place':
        return this.push(Op.place, PLACES.indexOf(node.place));
      case 'boundary':
        this.boundaries.push({
          negative: node.negative,
          word: new CharTable(node.word),
          base: node.base === undefined ? undefined : new CharTable(node.base),
        });
        return this.push(Op.boundary, this.boundaries.length - 1);
    }
  }

  #set(set: CharSet): number {
    let index = this.#tables.get(set);
    if (index === undefined) {
      index = this.sets.push(new CharTable(set)) - 1;
      this.#tables.set(set, index);
    }
    return index;
  }

  #sequence(items: readonly Node[], next: Node | undefined): void {
    let literal = '';
    const flush = (): void => {
      if (literal !== '') this.push(Op.text, this.strings.push(literal) - 1);
      literal = '';
    };
    items.forEach((item, i) => {
      const char = item.type === 'set' ? onlyCharacter(item.set) : undefined;
      if (char !== undefined && !isSurrogate(char)) literal += String.fromCodePoint(char);
      else {
        flush();
        this.emit(item, items[i + 1] ?? next);
      }
    });
    flush();
  }

  #choice(options: readonly Node[]): void {
    const ends: number[] = [];
    options.forEach((option, i) => {
      let split = -1;
      if (i < options.length - 1) {
        this.push(Op.split, 0);
        split = this.code.length - 1;
      }
      if (this.#dialect === 'oro') this.push(Op.guard);
      this.emit(option);
      if (split < 0) return;
      this.push(Op.jump, 0);
      ends.push(this.code.length - 1);
      this.code[split] = this.code.length;
    });
    for (const end of ends) this.code[end] = this.code.length;
  }

  #group(index: number, body: Node): void {
    // ORO writes where a group begins at once, Java only when the group is closed.
    const begin = this.#dialect === 'oro' ? 2 * index : this.registerCount++;
    this.push(Op.open, begin);
    this.emit(body);
    this.push(Op.close, index, begin);
  }

  #repeat(node: Extract<Node, { type: 'repeat' }>, next: Node | undefined): void {
    const { body, min, max, mode } = node;
    if (body.type === 'set') {
      const hint = next?.type === 'set' ? onlyCharacter(next.set) : undefined;
      this.push(Op.run, this.#set(body.set), min, limit(max), MODES.indexOf(mode));
      return this.push(hint !== undefined && hint < 0x10000 ? hint : -1);
    }
    if (mode === 'possessive') return this.#held(() => this.#loop({ type: 'atomic', body }, min, max, false));
    this.#loop(body, min, max, mode === 'lazy');
  }

  #loop(body: Node, min: number, max: number, lazy: boolean): void {
    const register = this.registerCount;
    this.registerCount += 3;
    this.push(Op.loopStart, register, Op.jump, 0);
    const toLoop = this.code.length - 1;
    const start = this.code.length;
    this.push(Op.loopAgain, register);
    this.emit(body);
    this.code[toLoop] = this.code.length;
    this.push(Op.loop, register, min, limit(max), lazy ? 1 : 0, start);
  }

  #held(emit: () => void): void {
    const register = this.registerCount;
    this.registerCount += 2;
    this.push(Op.hold, register);
    emit();
    this.push(Op.commit, register);
  }

  #look(negative: boolean, emit: (register: number) => void): void {
    const register = this.registerCount;
    this.registerCount += 2;
    this.push(Op.hold, register);
    if (!negative) {
      emit(register);
      return this.push(Op.lookDone, register);
    }
    this.push(Op.split, 0);
    const split = this.code.length - 1;
    emit(register);
    this.push(Op.lookFail, register);
    this.code[split] = this.code.length;
  }
}

const limit = (max: number): number => Math.min(max, 0x7fffffff);
