import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { compileRegex, RegexBudgetError } from '../regex/regex.ts';
import { jsonStart } from './fields.ts';
import { definiteSteps, scalarAt, seek } from './json-path.ts';
import { hexAt, utf8, type Message } from './message.ts';
import type { IdRule } from './options.ts';

/** Finds the id in a message; undefined: the message has none. */
export type IdFinder = (message: Message) => string | undefined;

/** A longer id is replaced by its digest. */
const MAX_ID = 256;
/** What a regular expression looks at. */
const MAX_REGEX_TEXT = 65_536;
/** A regular expression that takes too long so often is not tried again. */
const MAX_OVERRUNS = 3;

/**
 * Compiles a rule.
 * @throws Error with one line that says what is wrong with it.
 */
export function compileIdRule(rule: IdRule): IdFinder {
  const find = finderOf(rule);
  return (message) => {
    const id = find(message);
    if (id === undefined || id.length <= MAX_ID) return id;
    return createHash('sha1').update(id).digest('base64');
  };
}

function finderOf(rule: IdRule): IdFinder {
  if (rule.kind === 'json-path') return jsonPath(rule.path);
  if (rule.kind === 'regex') return regex(rule.pattern);
  return (message) => hexAt(message, rule.offset, rule.length);
}

function jsonPath(path: string): IdFinder {
  const steps = definiteSteps(path);
  if (steps === undefined) return anyJsonPath(path);
  return (message) => {
    const text = utf8(message);
    const start = jsonStart(text);
    const at = start < 0 ? -1 : seek(text, start, steps);
    return at < 0 ? undefined : scalarAt(text, at);
  };
}

/** The text without what STOMP and SignalR put behind a message. */
function withoutFrameEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '\0\x1e\r\n'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';

/** Paths with wildcards, filters or `..`: the first result counts. */
function anyJsonPath(path: string): IdFinder {
  const { parse, query }: typeof import('jsonpathly') = createRequire(import.meta.url)('jsonpathly');
  try {
    parse(path);
  } catch (error) {
    throw new Error(`the JSONPath ${path} is malformed: ${reasonOf(error)}`, { cause: error });
  }
  return (message) => {
    const text = utf8(message);
    const start = jsonStart(text);
    if (start < 0) return undefined;
    let found: unknown;
    try {
      const results = query(JSON.parse(withoutFrameEnd(text.slice(start))), path, { returnArray: true });
      found = Array.isArray(results) ? results[0] : undefined;
    } catch {
      return undefined;
    }
    return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
      ? String(found)
      : undefined;
  };
}

function regex(pattern: string): IdFinder {
  const compiled = compile(pattern);
  const group = compiled.groupCount > 0 ? 1 : 0;
  let overruns = 0;
  return (message) => {
    if (overruns >= MAX_OVERRUNS) return undefined;
    const text = utf8(message);
    try {
      const found = compiled.find(text.length > MAX_REGEX_TEXT ? text.slice(0, MAX_REGEX_TEXT) : text);
      return found?.groups[group] ?? undefined;
    } catch (error) {
      if (!(error instanceof RegexBudgetError)) throw error;
      overruns++;
      return undefined;
    }
  };
}

function compile(pattern: string): ReturnType<typeof compileRegex> {
  try {
    return compileRegex(pattern, 'java');
  } catch (error) {
    throw new Error(`the regular expression ${pattern} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}
