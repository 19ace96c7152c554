import type { VirtualUser } from '../../types.ts';
import type { Value } from './value.ts';

/** JMeter has no limits; here one endless script would hold up all users of the process. */
const TIME_LIMIT_MS = 2000;
const STEPS_BETWEEN_LOOKS = 1024;
/** Characters, bytes and eight times the members of lists that one run of a script may make. */
const MEMORY_LIMIT = 128 * 1024 * 1024;
/** Calls inside of calls. */
const MAX_DEPTH = 400;

/** A script that took more than it may have. Scripts cannot catch it. */
export class ScriptLimitError extends Error {
  override readonly name = 'ScriptLimitError';
}

/** What one run of a script may use, and what it is about. */
export class Runtime {
  readonly user: VirtualUser;
  readonly workingDirectory: string;
  readonly planFolder: string;
  /** Where the lines of `log` and of warnings go. */
  readonly category: string;
  /** Name of the class that Groovy would have made of the script. */
  readonly scriptClass: string;
  /** Variables that the script sees without a declaration. */
  readonly binding: Map<string, Value>;
  /** Milliseconds that the script has slept: its clock is ahead of the user's by so much, who waits for it afterwards. */
  sleptMs = 0;
  #steps = 0;
  #allocated = 0;
  #depth = 0;
  #deadline = performance.now() + TIME_LIMIT_MS;

  constructor(
    user: VirtualUser,
    place: { workingDirectory: string; planFolder: string; category: string; scriptClass: string },
    binding: Map<string, Value>,
  ) {
    this.user = user;
    this.workingDirectory = place.workingDirectory;
    this.planFolder = place.planFolder;
    this.category = place.category;
    this.scriptClass = place.scriptClass;
    this.binding = binding;
  }

  /** Microseconds since the epoch on the script's clock. */
  nowUs(): number {
    return this.user.clock.nowUs() + (this.user.owedSleepMs + this.sleptMs) * 1000;
  }

  /** Counts one turn of a loop or one call. */
  step(): void {
    if (++this.#steps % STEPS_BETWEEN_LOOKS === 0 && performance.now() > this.#deadline)
      throw new ScriptLimitError(`the script ran for more than ${TIME_LIMIT_MS / 1000} s`);
  }

  /** Counts what a value takes. */
  allocate(units: number): void {
    this.#allocated += units;
    if (this.#allocated > MEMORY_LIMIT) throw new ScriptLimitError('the script takes too much memory');
  }

  enter(): void {
    this.step();
    if (++this.#depth > MAX_DEPTH) throw new RangeError('calls are nested too deeply');
  }

  leave(): void {
    this.#depth--;
  }
}

let current: Runtime | undefined;

/** The run that is going on: scripts run one at a time. */
export function runtime(): Runtime {
  if (current === undefined) throw new Error('no script is running');
  return current;
}

/** Makes a run the one that is going on while `body` runs. */
export function runIn<T>(run: Runtime, body: () => T): T {
  const before = current;
  current = run;
  try {
    return body();
  } finally {
    current = before;
  }
}

/** A text made of others, counted. */
export function concatenated(left: string, right: string): string {
  runtime().allocate(Math.min(left.length, right.length) + 16);
  if (left.length + right.length > MEMORY_LIMIT / 4)
    throw new ScriptLimitError('the script makes too long a text');
  return left + right;
}
