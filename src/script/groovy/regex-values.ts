import { compileRegex, type Regex, type RegexMatch, RegexUnsupportedError } from '../../regex/regex.ts';
import { anyInt, charSequence, int, text } from './arguments.ts';
import { javaError } from './exceptions.ts';
import { groovyText } from './text.ts';
import {
  dataOf,
  hostObject,
  type HostObject,
  type HostType,
  JavaArray,
  JavaList,
  methodTable,
  type Value,
} from './value.ts';

/** `java.util.regex.Pattern`. */
export interface Pattern {
  readonly source: string;
  readonly regex: Regex;
}

/** `java.util.regex.Matcher`. */
interface Matcher {
  readonly pattern: Pattern;
  input: string;
  match: RegexMatch | null;
  /** Where the next `find` begins. */
  from: number;
  appended: number;
}

const FLAGS: readonly (readonly [number, string])[] = [
  [2, 'i'],
  [8, 'm'],
  [32, 's'],
  [4, 'x'],
  [64, 'u'],
];

/** @throws RegexSyntaxError. */
export function compilePattern(source: string, flags = 0): HostObject {
  const letters = FLAGS.filter(([bit]) => (flags & bit) !== 0).map(([, letter]) => letter);
  const pattern = letters.length === 0 ? source : `(?${letters.join('')})${source}`;
  try {
    return hostObject(patternType, { source, regex: compileRegex(pattern, 'java') });
  } catch (error) {
    if (!(error instanceof RegexUnsupportedError)) throw error;
    throw javaError('java.lang.UnsupportedOperationException', `regular expression: ${error.message}`);
  }
}

export const patternOf = (value: Value): HostObject =>
  dataOf(value, patternType) === undefined ? compilePattern(groovyText(value)) : (value as HostObject);

export const regexOf = (source: string): Regex => dataOf(compilePattern(source), patternType)!.regex;

export function matcherOf(pattern: Value, input: string): HostObject {
  const matcher = { pattern: dataOf(pattern, patternType)!, input, match: null, from: 0, appended: 0 };
  return hostObject(matcherType, matcher);
}

export const patternType: HostType<Pattern> = {
  name: 'java.util.regex.Pattern',
  text: ({ source }: Pattern) => source,
  methods: methodTable<Pattern>({
    pattern: ({ source }) => source,
    toString: ({ source }: Pattern) => source,
    'matcher 1': (pattern, [input]) => matcherOf(hostObject(patternType, pattern), charSequence(input)),
    'split 1': ({ regex }, [input]) =>
      new JavaArray('java.lang.String', splitText(charSequence(input), regex, 0)),
  }),
};

function find(matcher: Matcher): boolean {
  if (matcher.from > matcher.input.length) {
    matcher.match = null;
    return false;
  }
  matcher.match = matcher.pattern.regex.find(matcher.input, matcher.from);
  if (matcher.match !== null)
    matcher.from = matcher.match.end === matcher.match.start ? matcher.match.end + 1 : matcher.match.end;
  else matcher.from = matcher.input.length + 1;
  return matcher.match !== null;
}

function matches(matcher: Matcher): boolean {
  matcher.match = matcher.pattern.regex.matches(matcher.input);
  return matcher.match !== null;
}

function current(matcher: Matcher): RegexMatch {
  if (matcher.match === null) throw javaError('java.lang.IllegalStateException', 'No match found');
  return matcher.match;
}

function group(matcher: Matcher, index: Value | undefined): Value {
  const { groups } = current(matcher);
  if (index === undefined) return groups[0]!;
  if (typeof index === 'string') {
    const number = matcher.pattern.regex.groupNames.get(index);
    if (number === undefined)
      throw javaError('java.lang.IllegalArgumentException', `No group with name <${index}>`);
    return groups[number] ?? null;
  }
  const at = int(index);
  if (at < 0 || at >= groups.length) throw javaError('java.lang.IndexOutOfBoundsException', `No group ${at}`);
  return groups[at] ?? null;
}

/** What `matcher[i]` is: the match, or a list of it and its groups. */
const matchValue = ({ groups }: RegexMatch): Value =>
  groups.length === 1 ? groups[0]! : new JavaList(groups);

const all = (matcher: Matcher): RegexMatch[] => [...matcher.pattern.regex.all(matcher.input)];

export const matcherType: HostType<Matcher> = {
  name: 'java.util.regex.Matcher',
  text: ({ pattern }: Matcher) => `java.util.regex.Matcher[pattern=${pattern.source}]`,
  isTrue: (matcher) => {
    const found = matcher.pattern.regex.find(matcher.input, 0);
    matcher.match = found;
    if (found !== null) matcher.from = found.end;
    return found !== null;
  },
  items: (matcher) => all(matcher).map(matchValue),
  methods: methodTable<Matcher>({
    find: (matcher) => find(matcher),
    'find 1': (matcher, [from]) => {
      matcher.from = int(from);
      return find(matcher);
    },
    matches: (matcher) => matches(matcher),
    lookingAt: (matcher) => {
      const found = matcher.pattern.regex.find(matcher.input, 0);
      matcher.match = found?.start === 0 ? found : null;
      return matcher.match !== null;
    },
    'group 0 1': (matcher, [index]) => group(matcher, index),
    groupCount: ({ pattern }) => pattern.regex.groupCount,
    start: (matcher) => current(matcher).start,
    end: (matcher) => current(matcher).end,
    hitEnd: ({ match, input }) => match === null || match.end === input.length,
    reset: (matcher) => {
      Object.assign(matcher, { match: null, from: 0, appended: 0 });
      return hostObject(matcherType, matcher);
    },
    getCount: (matcher) => all(matcher).length,
    size: (matcher) => all(matcher).length,
    hasGroup: ({ pattern }) => pattern.regex.groupCount > 0,
    'getAt 1': (matcher, [index]) => {
      const at = anyInt(index);
      const found = all(matcher);
      const match = found.at(at);
      if (match === undefined)
        throw javaError(
          'java.lang.IndexOutOfBoundsException',
          `index is out of range ${at < 0 ? at : `${-found.length}..${found.length - 1}`} (index = ${at})`,
        );
      matcher.match = match;
      return matchValue(match);
    },
    'replaceAll 1': ({ pattern, input }, [replacement]) =>
      replaceAll(input, pattern.regex, text(replacement)),
    'replaceFirst 1': ({ pattern, input }, [replacement]) =>
      replaceAll(input, pattern.regex, text(replacement), 1),
  }),
};

/** A match's text for `$1`, `${name}` and `\x` in a replacement. */
function expand(replacement: string, match: RegexMatch, regex: Regex): string {
  return replacement.replace(
    /\\([\s\S])|\$(?:(\d)|\{(\w+)\})|\$/g,
    (whole, escaped?: string, number?: string, name?: string) => {
      if (escaped !== undefined) return escaped;
      const at =
        number === undefined ? (name === undefined ? undefined : regex.groupNames.get(name)) : Number(number);
      if (at === undefined)
        throw javaError(
          'java.lang.IllegalArgumentException',
          whole === '$' ? 'Illegal group reference' : `No group with name {${name}}`,
        );
      if (at >= match.groups.length) throw javaError('java.lang.IndexOutOfBoundsException', `No group ${at}`);
      return match.groups[at] ?? '';
    },
  );
}

/** `String.replaceAll`, `replaceFirst`. */
export function replaceAll(input: string, regex: Regex, replacement: string, limit = Infinity): string {
  return replaceWith(input, regex, (match) => expand(replacement, match, regex), limit);
}

export function replaceWith(
  input: string,
  regex: Regex,
  replacement: (match: RegexMatch) => string,
  limit = Infinity,
): string {
  let result = '';
  let at = 0;
  let count = 0;
  for (const match of regex.all(input)) {
    if (count++ >= limit) break;
    result += input.slice(at, match.start) + replacement(match);
    at = match.end;
  }
  return result + input.slice(at);
}

/** `String.split`: without a limit empty texts at the end fall away. */
export function splitText(input: string, regex: Regex, limit: number): string[] {
  const parts: string[] = [];
  let at = 0;
  for (const match of regex.all(input)) {
    if (limit > 0 && parts.length === limit - 1) break;
    if (match.end === 0) continue;
    parts.push(input.slice(at, match.start));
    at = match.end;
  }
  if (at === 0 && parts.length === 0) return [input];
  parts.push(input.slice(at));
  if (limit === 0) while (parts.length > 0 && parts.at(-1) === '') parts.pop();
  return parts;
}
