import { JsonPathError, PathNotFoundError, evaluatePath } from './json-path-evaluator.ts';
import {
  type JsonPath,
  InvalidPathError,
  compileJsonPath,
  isDefinite,
  isFunctionPath,
} from './json-path-compiler.ts';
import { JsonParseError, parseJsonSmart } from './json-smart.ts';
import type { JsonValue } from './json-value.ts';

export { type JsonPath, InvalidPathError, JsonParseError, JsonPathError, PathNotFoundError, isDefinite };

/** Paths may hold variables, so that a run can make any number of them: the oldest leave. */
const MAX_CACHED = 400;
const cache = new Map<string, JsonPath>();

/**
 * Compiles a JSONPath of Jayway JsonPath 2.8.
 * @throws InvalidPathError with Jayway's message.
 */
export function jsonPath(text: string): JsonPath {
  let path = cache.get(text);
  if (path === undefined) {
    path = compileJsonPath(text);
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
    cache.set(text, path);
  }
  return path;
}

/**
 * Parses a JSON document as JsonPath.read does.
 * @throws JsonParseError with the message of Jayway's exception.
 */
export function parseDocument(text: string): JsonValue {
  if (text === '') throw new JsonParseError('json can not be null or empty');
  try {
    return parseJsonSmart(text);
  } catch (error) {
    if (error instanceof JsonParseError)
      throw new JsonParseError(`net.minidev.json.parser.ParseException: ${error.message}`);
    throw error;
  }
}

/**
 * What a path finds: the one value of a definite path, else the list of values.
 * @throws PathNotFoundError when a definite path leads nowhere.
 * @throws JsonPathError for what cannot be evaluated.
 */
export function readPath(document: JsonValue, path: JsonPath): JsonValue {
  const values = evaluatePath(path, document, document);
  if (!isDefinite(path)) return values;
  const last = values.at(-1);
  if (last === undefined) throw new PathNotFoundError(`No results for path: ${path.text}`);
  return last;
}

/**
 * All values that a path finds, one for a definite path (Jayway's option ALWAYS_RETURN_LIST, which refuses functions
 * at the end of a path).
 * @throws PathNotFoundError when a definite path leads nowhere.
 */
export function readPathList(document: JsonValue, path: JsonPath): JsonValue[] {
  if (isFunctionPath(path))
    throw new JsonPathError(
      'Options AS_PATH_LIST and ALWAYS_RETURN_LIST are not allowed when using path functions!',
    );
  const values = evaluatePath(path, document, document);
  if (!isDefinite(path)) return values;
  const last = values.at(-1);
  if (last === undefined) throw new PathNotFoundError(`No results for path: ${path.text}`);
  return [last];
}
