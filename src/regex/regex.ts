import { isLineAnchored, isNullable } from './analysis.ts';
import { type Program, compileProgram } from './program.ts';
import { type MatchRequest, RegexBudgetError, execute } from './machine.ts';
import { type NativeRegex, toNative } from './native.ts';
import { parseJava } from './java-parser.ts';
import { parseOro } from './oro-parser.ts';
import { type Dialect, RegexSyntaxError, RegexUnsupportedError, type Syntax } from './syntax.ts';

export { type Dialect, RegexBudgetError, RegexSyntaxError, RegexUnsupportedError };

/** One match. Offsets count UTF-16 units. */
export interface RegexMatch {
  readonly start: number;
  readonly end: number;
  /** Texts of group 0 (the whole match), 1, 2 …; null where a group took no part. */
  readonly groups: readonly (string | null)[];
}

/**
 * A compiled pattern. All methods throw a RegexBudgetError when the match would take too long (more than some
 * tenths of a second), instead of never coming back.
 */
export interface Regex {
  readonly source: string;
  readonly dialect: Dialect;
  /** Number of capturing groups. */
  readonly groupCount: number;
  /** Numbers of the named groups (Java). */
  readonly groupNames: ReadonlyMap<string, number>;
  /** True when the text contains a match. */
  test(text: string): boolean;
  /** The first match that begins at `from` or later. */
  find(text: string, from?: number): RegexMatch | null;
  /**
   * The match of the whole text. ORO takes the first match at the start and asks whether it covers the text: `a|ab`
   * does not match `ab`. Java looks for one that does.
   */
  matches(text: string): RegexMatch | null;
  /** All matches, one after the other, as the dialect goes on after an empty one. */
  all(text: string): Generator<RegexMatch, void, undefined>;
}

/**
 * Compiles a pattern of Apache ORO 2.0.8 or of java.util.regex (Java 17).
 *
 * @throws RegexSyntaxError for a malformed pattern, with the message of ORO or Java.
 * @throws RegexUnsupportedError for a construct that is not supported here.
 */
export function compileRegex(pattern: string, dialect: Dialect): Regex {
  const cache = caches[dialect];
  const known = cache.get(pattern);
  if (known !== undefined) {
    if (known instanceof Error) throw known;
    return known;
  }
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
  try {
    const syntax = dialect === 'oro' ? parseOro(pattern) : parseJava(pattern);
    const regex = new CompiledRegex(pattern, dialect, syntax);
    cache.set(pattern, regex);
    return regex;
  } catch (error) {
    // Not caught where it is thrown: it comes out of whatever recursion was the deepest, with "Maximum call stack".
    const refusal =
      error instanceof RangeError
        ? new RegexUnsupportedError('a regular expression whose groups are nested too deep is not supported')
        : error;
    if (refusal instanceof RegexSyntaxError || refusal instanceof RegexUnsupportedError)
      cache.set(pattern, refusal);
    throw refusal;
  }
}

/** Patterns may hold variables, so that a run can make any number of them: the oldest leave. */
const MAX_CACHED = 1000;
type Cache = Map<string, Regex | RegexSyntaxError | RegexUnsupportedError>;
const caches: Readonly<Record<Dialect, Cache>> = { oro: new Map(), java: new Map() };

class CompiledRegex implements Regex {
  readonly source: string;
  readonly dialect: Dialect;
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  readonly #syntax: Syntax;
  readonly #native: NativeRegex | undefined;
  readonly #nullable: boolean;
  readonly #lineAnchored: boolean;
  #program: Program | undefined;

  constructor(source: string, dialect: Dialect, syntax: Syntax) {
    this.source = source;
    this.dialect = dialect;
    this.groupCount = syntax.groupCount;
    this.groupNames = syntax.groupNames;
    this.#syntax = syntax;
    this.#native = toNative(syntax, dialect);
    this.#nullable = isNullable(syntax.root);
    this.#lineAnchored = isLineAnchored(syntax.root);
  }

  test(text: string): boolean {
    const native = this.#native;
    if (native === undefined || text.length > native.maxLength) return this.#slow(text, {}) !== null;
    native.find.lastIndex = 0;
    return native.find.test(text);
  }

  find(text: string, from = 0): RegexMatch | null {
    return this.#search(text, from, -1);
  }

  matches(text: string): RegexMatch | null {
    if (this.dialect === 'java') return this.#slow(text, { fixed: true, toEnd: true });
    const found = this.#slow(text, { fixed: true });
    return found !== null && found.end === text.length ? found : null;
  }

  *all(text: string): Generator<RegexMatch, void, undefined> {
    let from = 0;
    let previousEnd = -1;
    while (from <= text.length) {
      const found = this.#search(text, from, previousEnd);
      if (found === null) return;
      yield found;
      previousEnd = found.end;
      // ORO goes on at the end and refuses a match that ends there again; Java steps over an empty match.
      from = this.dialect === 'java' && found.end === found.start ? found.end + 1 : found.end;
    }
  }

  #search(text: string, from: number, previousEnd: number): RegexMatch | null {
    const native = this.#native;
    if (native === undefined || text.length > native.maxLength || this.#isSpecial(text, from))
      return this.#slow(text, { from, previousEnd });
    native.find.lastIndex = from;
    const found = native.find.exec(text);
    if (found === null) return null;
    const end = native.find.lastIndex;
    if (this.dialect === 'oro' && end === previousEnd) return this.#slow(text, { from, previousEnd });
    const groups: (string | null)[] = [];
    for (let i = 0; i < found.length; i++) groups.push(found[i] ?? null);
    return { start: found.index, end, groups };
  }

  /** Places where a RegExp does not look for a match as Java or ORO do. */
  #isSpecial(text: string, from: number): boolean {
    if (this.dialect === 'oro') return from > 0 && this.#lineAnchored;
    // Java may begin a match between the halves of a surrogate pair.
    return isHalf(text, from) || (this.#nullable && SURROGATE.test(text));
  }

  #slow(text: string, request: Partial<MatchRequest>): RegexMatch | null {
    this.#program ??= compileProgram(this.#syntax, this.dialect);
    const found = execute(this.#program, {
      text,
      from: 0,
      fixed: false,
      toEnd: false,
      previousEnd: -1,
      ...request,
    });
    if (found === null) return null;
    const groups: (string | null)[] = [];
    for (let i = 0; i < found.length; i += 2) {
      const [begin, end] = [found[i]!, found[i + 1]!];
      groups.push(begin < 0 || end < begin ? null : text.slice(begin, end));
    }
    return { start: found[0]!, end: found[1]!, groups };
  }
}

const SURROGATE = /[\ud800-\udfff]/;
const isHalf = (text: string, at: number): boolean => at > 0 && text.charCodeAt(at) >>> 10 === 0x37;
