/** A step of a schedule: what the arrival rate is from here, or how long arrivals go on. */
export type ScheduleStep =
  | { readonly kind: 'rate'; readonly perSecond: number }
  | { readonly kind: 'arrivals'; readonly type: 'even' | 'random'; readonly seconds: number };

/** A schedule that cannot be read; the message names the position (counted from 0) and shows what is there. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';

  constructor(what: string, schedule: string, position: number) {
    super(`${what} at position ${position}: '${schedule.slice(position, position + 20)}' in '${schedule}'`);
  }
}

const SECONDS_PER_HOUR = 3600;

/**
 * Reads the schedule of an Open Model Thread Group (threads.openmodel.ScheduleParser):
 * `rate(2/min) even_arrivals(10 s) random_arrivals(1 min 5 s) pause(1 h)`, with `//` and `/*` comments. A whole number
 * alone stands for as many arrivals within one second.
 * @throws ScheduleError
 */
export function parseSchedule(schedule: string): ScheduleStep[] {
  if (/^[+-]?\d+$/.test(schedule)) {
    const rate: ScheduleStep = { kind: 'rate', perSecond: Number(schedule) };
    return [
      rate,
      { kind: 'arrivals', type: 'even', seconds: 1 },
      rate,
      { kind: 'rate', perSecond: 0 },
      { kind: 'arrivals', type: 'even', seconds: SECONDS_PER_HOUR },
    ];
  }
  return new Parser(schedule).steps();
}

interface Token {
  readonly kind: '(' | ')' | '/' | 'number' | 'identifier';
  readonly text: string;
  readonly position: number;
}

// A comment of this kind ends on its line.
const BLANK = /(?:\s+|\/\*(?:(?!\*\/).)*\*\/|\/\/[^\n\r]*[\n\r]*)/y;
const NUMBER = /\d+(?:\.\d+)?|\.\d+/y;
const IDENTIFIER = /[A-Za-z][A-Za-z0-9_]*/y;

function matchAt(pattern: RegExp, text: string, position: number): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0];
}

function tokenize(schedule: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < schedule.length) {
    const blank = matchAt(BLANK, schedule, position);
    if (blank !== undefined) {
      position += blank.length;
      continue;
    }
    const token = tokenAt(schedule, position);
    tokens.push(token);
    position += token.text.length;
  }
  return tokens;
}

function tokenAt(schedule: string, position: number): Token {
  const character = schedule.charAt(position);
  if (character === '(' || character === ')' || character === '/')
    return { kind: character, text: character, position };
  const number = matchAt(NUMBER, schedule, position);
  if (number !== undefined) return { kind: 'number', text: number, position };
  const identifier = matchAt(IDENTIFIER, schedule, position);
  if (identifier !== undefined) return { kind: 'identifier', text: identifier, position };
  throw new ScheduleError('Unexpected input', schedule, position);
}

/** A token as JMeter's messages print it. */
function print(token: Token | undefined): string {
  if (token === undefined) return 'null';
  if (token.kind === 'number') return `Number(${token.text})`;
  return token.kind === 'identifier' ? `Identifier(${token.text})` : token.text;
}

class Parser {
  readonly #schedule: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  /** The rate to go back to after a pause. */
  #rate: ScheduleStep & { kind: 'rate' } = { kind: 'rate', perSecond: 0 };

  constructor(schedule: string) {
    this.#schedule = schedule;
    this.#tokens = tokenize(schedule);
  }

  steps(): ScheduleStep[] {
    const steps: ScheduleStep[] = [];
    while (this.#next < this.#tokens.length) {
      if (this.#isWord('pause')) steps.push(...this.#pause());
      else if (this.#isWord('rate')) {
        this.#rate = this.#readRate();
        steps.push(this.#rate);
      } else if (this.#isWord('random_arrivals')) steps.push(this.#arrivals('random'));
      else if (this.#isWord('even_arrivals')) steps.push(this.#arrivals('even'));
      else throw this.#error('Unexpected input (expecting rate, random_arrivals, even_arrivals, or pause)');
    }
    return steps;
  }

  #readRate(): ScheduleStep & { kind: 'rate' } {
    this.#next++;
    this.#expect('(');
    const value = Number(this.#take('number', 'float number for rate'));
    let unitSeconds = 1;
    // Nothing per whatever is nothing.
    if (value !== 0 || this.#token?.kind !== ')') {
      if (this.#token?.kind !== '/' && !this.#isWord('per'))
        throw this.#error(`Unexpected input. Expected /, Identifier(per) got ${print(this.#token)}`);
      this.#next++;
      unitSeconds = this.#unitSeconds();
    }
    this.#expect(')');
    return { kind: 'rate', perSecond: value / unitSeconds };
  }

  #arrivals(type: 'even' | 'random'): ScheduleStep {
    this.#next++;
    return { kind: 'arrivals', type, seconds: this.#durationInParentheses() };
  }

  /** A pause is a stretch without arrivals; the rate around it stays what it was. */
  #pause(): ScheduleStep[] {
    this.#next++;
    const silence: ScheduleStep = { kind: 'arrivals', type: 'even', seconds: this.#durationInParentheses() };
    if (this.#rate.perSecond === 0) return [silence, this.#rate];
    const zero: ScheduleStep = { kind: 'rate', perSecond: 0 };
    return [this.#rate, zero, silence, zero, this.#rate];
  }

  #durationInParentheses(): number {
    this.#expect('(');
    let seconds = 0;
    do {
      const value = Number(this.#take('number', 'float number for duration'));
      if (value === 0 && this.#token?.kind === ')') break;
      seconds += value * this.#unitSeconds();
    } while (this.#token?.kind === 'number');
    this.#expect(')');
    return seconds;
  }

  #unitSeconds(): number {
    const unit = this.#take('identifier', 'unit for duration: sec, min, hour, day');
    const lower = unit.toLowerCase();
    if (lower === 'ms') return 0.001;
    if (lower === 's' || lower.startsWith('sec')) return 1;
    if (lower === 'm' || lower.startsWith('min')) return 60;
    if (lower === 'h' || lower.startsWith('hour')) return SECONDS_PER_HOUR;
    if (lower === 'd' || lower.startsWith('day')) return 24 * SECONDS_PER_HOUR;
    throw this.#error(`Unexpected time unit ${unit}`);
  }

  get #token(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #isWord(word: string): boolean {
    return this.#token?.text.toLowerCase() === word;
  }

  #expect(kind: '(' | ')'): void {
    if (this.#token?.kind !== kind)
      throw this.#error(`Unexpected input. Expected ${kind} got ${print(this.#token)}`);
    this.#next++;
  }

  /** JMeter is already behind the token when it finds that it is of another kind. */
  #take(kind: 'number' | 'identifier', what: string): string {
    const token = this.#token;
    this.#next++;
    if (token?.kind !== kind)
      throw this.#error(`Unexpected input. Expected ${what} got ${print(this.#token)}`);
    return token.text;
  }

  #error(what: string): ScheduleError {
    return new ScheduleError(what, this.#schedule, this.#token?.position ?? 0);
  }
}
