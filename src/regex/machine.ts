import { charAt, charBefore, isBoundary, isPlace, referenceLength } from './places.ts';
import { FOLDS, Op, PLACES, type Program, lastParenRegister } from './program.ts';

/** The matcher gave up: the pattern needs more steps, or more memory, on this text than it may take. */
export class RegexBudgetError extends Error {
  override readonly name = 'RegexBudgetError';
}

/** Where to match, and under which conditions. */
export interface MatchRequest {
  readonly text: string;
  readonly from: number;
  /** Only at `from`. */
  readonly fixed: boolean;
  /** The match must reach the end of the text (alternatives are tried until one does). */
  readonly toEnd: boolean;
  /** End of the match before, or -1. ORO: no match may end there. */
  readonly previousEnd: number;
}

/** Steps for any text, and more for each character: about a tenth of a second. */
const BASE_STEPS = 5_000_000;
const STEPS_PER_CHARACTER = 25;
/** Entries of the backtrack stack, four cells each. */
const MAX_ENTRIES = 4_000_000;

const CHOICE = 0;
const UNDO = 1;
const RUN_BACK = 2;
const RUN_ON = 3;
const GUARD = 4;
const BEHIND = 5;

/** Shared by all matches of this thread: a match never starts another one. */
let stack = new Int32Array(4096);

/**
 * Finds a match by backtracking, in the order of ORO or Java, without recursion.
 *
 * @returns begin and end of group 0, 1, … (-1 where a group took no part), or null.
 * @throws RegexBudgetError when the match takes too long.
 */
export function execute(program: Program, request: MatchRequest): Int32Array | null {
  return new Match(program, request).search();
}

class Match {
  readonly #program: Program;
  readonly #request: MatchRequest;
  readonly #registers: Int32Array;

  constructor(program: Program, request: MatchRequest) {
    this.#program = program;
    this.#request = request;
    this.#registers = new Int32Array(program.registerCount);
  }

  /** The next place, from `at` on, where a match can begin; -1 when there is none. */
  #nextStart(at: number): number {
    const { text, fixed, from } = this.#request;
    const wide = this.#program.dialect === 'java';
    const { anchored, lineAnchored, prefix, first } = this.#program;
    if (at > text.length || (fixed && at !== from)) return -1;
    if (fixed) return at;
    if (anchored) return at === 0 ? 0 : -1;
    if (lineAnchored && at === from && from > 0) return at < text.length ? at + 1 : -1;
    if (prefix !== '') return text.indexOf(prefix, at);
    if (first === undefined) return at;
    while (at < text.length && !first.has(charAt(text, wide, at))) at++;
    return at < text.length ? at : -1;
  }

  /** The place to go on at when no match begins at `start`. */
  #after(start: number): number {
    const { leadingRun, dialect } = this.#program;
    const { text } = this.#request;
    const wide = dialect === 'java';
    if (leadingRun !== undefined) {
      // What follows the run was tried at every place of it.
      let char = charAt(text, wide, start);
      for (; char >= 0 && leadingRun.has(char); char = charAt(text, wide, start))
        start += char > 0xffff ? 2 : 1;
    }
    return start + 1;
  }

  #giveUp(): never {
    throw new RegexBudgetError(
      `the pattern takes too long on this text of ${this.#request.text.length} characters (too much backtracking)`,
    );
  }

  search(): Int32Array | null {
    const { code, sets, strings, boundaries, groupCount, dialect } = this.#program;
    const { text, toEnd, previousEnd } = this.#request;
    const oro = dialect === 'oro';
    const wide = !oro;
    const registers = this.#registers.fill(-1);
    const lastParen = lastParenRegister(groupCount);
    registers[lastParen] = 0;
    const end = text.length;
    const { required } = this.#program;
    if (required !== '' && !text.includes(required, this.#request.from)) return null;
    let start = this.#nextStart(this.#request.from);
    if (start < 0) return null;
    let top = 0;
    let pc = 0;
    let at = start;
    let steps = BASE_STEPS + STEPS_PER_CHARACTER * end;

    const push = (kind: number, a: number, b: number, c: number): void => {
      if (top + 4 > stack.length) {
        if (top >= 4 * MAX_ENTRIES) this.#giveUp();
        const larger = new Int32Array(stack.length * 2);
        larger.set(stack);
        stack = larger;
      }
      stack[top] = kind;
      stack[top + 1] = a;
      stack[top + 2] = b;
      stack[top + 3] = c;
      top += 4;
    };
    const write = (register: number, value: number): void => {
      push(UNDO, register, registers[register]!, 0);
      registers[register] = value;
    };

    for (;;) {
      if (--steps < 0) this.#giveUp();
      let failed = false;
      switch (code[pc]) {
        case Op.match:
          if ((toEnd && at !== end) || (oro && at === previousEnd)) {
            failed = true;
            break;
          }
          registers[0] = start;
          registers[1] = at;
          return registers.slice(0, 2 * (groupCount + 1));
        case Op.set: {
          const char = charAt(text, wide, at);
          if (char >= 0 && sets[code[pc + 1]!]!.has(char)) {
            at += char > 0xffff ? 2 : 1;
            pc += 2;
          } else failed = true;
          break;
        }
        case Op.text: {
          const literal = strings[code[pc + 1]!]!;
          if (text.startsWith(literal, at)) {
            at += literal.length;
            pc += 2;
          } else failed = true;
          break;
        }
        case Op.jump:
          pc = code[pc + 1]!;
          break;
        case Op.split:
          push(CHOICE, code[pc + 1]!, at, 0);
          pc += 2;
          break;
        case Op.open:
          if (oro) registers[code[pc + 1]!] = at;
          else write(code[pc + 1]!, at);
          pc += 2;
          break;
        case Op.close: {
          const group = code[pc + 1]!;
          if (oro) {
            registers[2 * group + 1] = at;
            if (group > registers[lastParen]) registers[lastParen] = group;
          } else {
            write(2 * group, registers[code[pc + 2]!]!);
            write(2 * group + 1, at);
          }
          pc += 3;
          break;
        }
        case Op.place:
          if (isPlace(PLACES[code[pc + 1]!]!, this.#request, at)) pc += 2;
          else failed = true;
          break;
        case Op.boundary:
          if (isBoundary(boundaries[code[pc + 1]!]!, text, wide, at)) pc += 2;
          else failed = true;
          break;
        case Op.run: {
          const table = sets[code[pc + 1]!]!;
          const min = code[pc + 2]!;
          const max = code[pc + 3]!;
          const mode = code[pc + 4]!;
          const wanted = mode === 1 ? min : max;
          const before = at;
          let count = 0;
          let least = at;
          while (count < wanted) {
            const char = charAt(text, wide, at);
            if (char < 0 || !table.has(char)) break;
            at += char > 0xffff ? 2 : 1;
            if (++count === min) least = at;
          }
          steps -= (at - before) >> 2;
          if (count < min) {
            failed = true;
            break;
          }
          const next = pc + 6;
          if (mode === 0 && at > least) push(RUN_BACK, next, least, at);
          else if (mode === 1 && count < max) push(RUN_ON, pc, at, count);
          pc = next;
          break;
        }
        case Op.loopStart: {
          const register = code[pc + 1]!;
          write(register, 0);
          write(register + 1, -1);
          write(register + 2, registers[lastParen]);
          pc += 2;
          break;
        }
        case Op.loop: {
          const register = code[pc + 1]!;
          const count = registers[register]!;
          const next = pc + 6;
          if (registers[register + 1] === at) pc = next;
          else if (count < code[pc + 2]!) pc = code[pc + 5]!;
          else if (count >= code[pc + 3]!) pc = next;
          else if (code[pc + 4] === 1) {
            push(CHOICE, code[pc + 5]!, at, 0);
            pc = next;
          } else {
            push(CHOICE, next, at, 0);
            if (oro) {
              // ORO keeps what groups held before each round, but only of those that the loop can have closed.
              for (let g = registers[register + 2]! + 1; g <= groupCount; g++) {
                push(UNDO, 2 * g, registers[2 * g]!, 0);
                push(UNDO, 2 * g + 1, registers[2 * g + 1]!, 0);
              }
              push(UNDO, lastParen, registers[lastParen], 0);
            }
            pc = code[pc + 5]!;
          }
          break;
        }
        case Op.loopAgain: {
          const register = code[pc + 1]!;
          write(register, registers[register]! + 1);
          // ORO does not take this back when the round fails.
          if (oro) registers[register + 1] = at;
          else write(register + 1, at);
          pc += 2;
          break;
        }
        case Op.hold: {
          const register = code[pc + 1]!;
          registers[register] = top;
          registers[register + 1] = at;
          pc += 2;
          break;
        }
        case Op.commit:
          top = registers[code[pc + 1]!]!;
          pc += 2;
          break;
        case Op.lookDone:
          top = registers[code[pc + 1]!]!;
          at = registers[code[pc + 1]! + 1]!;
          pc += 2;
          break;
        case Op.lookFail:
          top = registers[code[pc + 1]!]!;
          failed = true;
          break;
        case Op.behind: {
          const min = code[pc + 2]!;
          if (at - min < 0) {
            failed = true;
            break;
          }
          // Java reckons with 32-bit numbers: an unlimited length wraps around.
          const farthest = Math.max(0, (at - code[pc + 3]!) | 0);
          if (at - min < farthest) {
            failed = true;
            break;
          }
          if (at - min > farthest) push(BEHIND, pc, at - min - 1, at);
          at -= min;
          pc += 4;
          break;
        }
        case Op.behindEnd:
          if (at === registers[code[pc + 1]! + 1]) pc += 2;
          else failed = true;
          break;
        case Op.reference: {
          const group = 2 * code[pc + 1]!;
          const length = referenceLength(
            text,
            registers[group]!,
            registers[group + 1]!,
            FOLDS[code[pc + 2]!]!,
            at,
          );
          if (length !== undefined) {
            steps -= length >> 3;
            at += length;
            pc += 3;
          } else failed = true;
          break;
        }
        case Op.guard:
          push(GUARD, registers[lastParen], 0, 0);
          pc += 1;
          break;
        case Op.notPreviousEnd:
          if (at === previousEnd) failed = true;
          else pc += 1;
          break;
        default:
          failed = true;
      }
      if (!failed) continue;

      // Go back to the latest choice.
      for (let resumed = false; !resumed;) {
        if (top === 0) {
          start = this.#nextStart(this.#after(start));
          if (start < 0) return null;
          // Java forgets nothing between starts: what a look-around left in a group stays.
          if (oro) registers.fill(-1);
          registers[lastParen] = 0;
          pc = 0;
          at = start;
          break;
        }
        top -= 4;
        const a = stack[top + 1]!;
        const b = stack[top + 2]!;
        switch (stack[top]) {
          case CHOICE:
            pc = a;
            at = b;
            resumed = true;
            break;
          case UNDO:
            registers[a] = b;
            break;
          case GUARD:
            for (let g = registers[lastParen]; g > a; g--) registers[2 * g + 1] = -1;
            registers[lastParen] = Math.min(registers[lastParen], a);
            break;
          case RUN_BACK: {
            const hint = code[a - 1]!;
            let here = stack[top + 3]!;
            const from = here;
            for (;;) {
              here -= charBefore(text, wide, here) > 0xffff ? 2 : 1;
              if (hint < 0 || here <= b || text.charCodeAt(here) === hint) break;
            }
            steps -= (from - here) >> 2;
            if (here > b) {
              stack[top + 3] = here;
              top += 4;
            }
            pc = a;
            at = here;
            resumed = true;
            break;
          }
          case RUN_ON: {
            const hint = code[a + 5]!;
            const table = sets[code[a + 1]!]!;
            const max = code[a + 3]!;
            let here = b;
            let count = stack[top + 3]!;
            let moved = false;
            while (count < max) {
              const char = charAt(text, wide, here);
              if (char < 0 || !table.has(char)) {
                moved = false;
                break;
              }
              here += char > 0xffff ? 2 : 1;
              count++;
              moved = true;
              if (hint < 0 || text.charCodeAt(here) === hint) break;
            }
            steps -= (here - b) >> 2;
            if (!moved) break;
            if (count < max) {
              stack[top + 2] = here;
              stack[top + 3] = count;
              top += 4;
            }
            pc = a + 6;
            at = here;
            resumed = true;
            break;
          }
          case BEHIND: {
            const register = code[a + 1]!;
            const origin = stack[top + 3]!;
            if (b > Math.max(0, (origin - code[a + 3]!) | 0)) {
              stack[top + 2] = b - 1;
              top += 4;
            }
            registers[register + 1] = origin;
            at = b;
            pc = a + 4;
            resumed = true;
            break;
          }
        }
      }
      if (steps < 0) this.#giveUp();
    }
  }
}
