import { type JsonPath, type PathToken, isTokenDefinite } from './json-path-compiler.ts';
import type { Filter, Operand } from './json-path-filter.ts';
import { compare } from './json-path-operators.ts';
import { applyFunction } from './json-path-functions.ts';
import { type JsonObject, type JsonValue, className, isArray, isObject, javaText } from './json-value.ts';

/** What Jayway cannot evaluate. */
export class JsonPathError extends Error {
  override readonly name: string = 'JsonPathError';
}
/** A definite path that leads nowhere. */
export class PathNotFoundError extends JsonPathError {
  override readonly name = 'PathNotFoundError';
}

const PROVIDER = 'com.jayway.jsonpath.spi.json.JsonSmartJsonProvider';

/** A place during the walk: the tokens before it, as Jayway prints the path to it. */
interface Walk {
  readonly tokens: readonly PathToken[];
  readonly root: JsonValue;
  /** In an existence test a missing property is an error even where the path is indefinite. */
  readonly strict: boolean;
  readonly results: JsonValue[];
}

/**
 * All values that the path finds in `item`.
 * @throws PathNotFoundError as Jayway does, where a part that must be there is not.
 */
export function evaluatePath(path: JsonPath, item: JsonValue, root: JsonValue, strict = false): JsonValue[] {
  const { tokens } = path;
  const start = path.root === '$' ? root : item;
  const walk: Walk = { tokens, root, strict, results: [] };
  step(walk, 0, path.root, start);
  return walk.results;
}

const isUpstreamDefinite = (walk: Walk, at: number): boolean =>
  walk.tokens.slice(0, at).every((token) => isTokenDefinite(token, false));

const fragments = (walk: Walk, at: number): string =>
  walk.tokens
    .slice(at)
    .map((token) => token.fragment)
    .join('');

/** Applies the tokens from `at` on to a value; `place` is the path to it. */
function step(walk: Walk, at: number, place: string, model: JsonValue): void {
  const token = walk.tokens[at];
  if (token === undefined) {
    walk.results.push(model);
    return;
  }
  switch (token.type) {
    case 'properties':
      return propertyStep(walk, at, token.names, place, model);
    case 'wildcard':
      return wildcardStep(walk, at, place, model);
    case 'scan':
      return scan(walk, at + 1, place, model);
    case 'indexes':
    case 'slice': {
      if (!checkArray(walk, at, place, model)) return;
      const length = model.length;
      if (token.type === 'indexes')
        for (const index of token.indexes) elementStep(walk, at, place, model, index);
      else
        for (const index of sliceIndexes(token.from, token.to, length))
          elementStep(walk, at, place, model, index);
      return;
    }
    case 'filter':
      return filterStep(walk, at, token.filters, place, model);
    case 'function': {
      const value = applyFunction(token.name, token.parameters, model, walk.root);
      return step(walk, at + 1, `${place}.${token.name}`, value);
    }
  }
}

function propertyStep(
  walk: Walk,
  at: number,
  names: readonly string[],
  place: string,
  model: JsonValue,
): void {
  if (!isObject(model)) {
    if (!isUpstreamDefinite(walk, at)) return;
    throw new PathNotFoundError(
      `Expected to find an object with property ${walk.tokens[at]!.fragment} in path ${place} but found '${className(model)}'. ` +
        `This is not a json object according to the JsonProvider: '${PROVIDER}'.`,
    );
  }
  const isLast = at === walk.tokens.length - 1;
  if (names.length === 1) return memberStep(walk, at, place, model, names[0]!);
  if (!isLast) {
    for (const name of names) memberStep(walk, at, place, model, name);
    return;
  }
  const merged: JsonObject = new Map();
  for (const name of names) {
    const value = model.get(name);
    if (value !== undefined) merged.set(name, value);
    else if (walk.strict) throw new PathNotFoundError(`Missing property in path ${place}['${name}']`);
  }
  walk.results.push(merged);
}

function memberStep(walk: Walk, at: number, place: string, model: JsonObject, name: string): void {
  const value = model.get(name);
  const here = `${place}['${name}']`;
  if (value !== undefined) return step(walk, at + 1, here, value);
  if (at === walk.tokens.length - 1) {
    if (walk.strict) throw new PathNotFoundError(`No results for path: ${here}`);
    return;
  }
  const isHereDefinite = isTokenDefinite(walk.tokens[at]!, false) && isUpstreamDefinite(walk, at);
  if (isHereDefinite || walk.strict) throw new PathNotFoundError(`Missing property in path ${here}`);
}

function wildcardStep(walk: Walk, at: number, place: string, model: JsonValue): void {
  const tolerant = (go: () => void): void => {
    try {
      go();
    } catch (error) {
      if (!(error instanceof PathNotFoundError) || walk.strict) throw error;
    }
  };
  if (isObject(model))
    for (const [name, value] of model) tolerant(() => step(walk, at + 1, `${place}['${name}']`, value));
  else if (isArray(model))
    for (const i of model.keys()) tolerant(() => elementStep(walk, at, place, model, i));
}

function elementStep(
  walk: Walk,
  at: number,
  place: string,
  model: readonly JsonValue[],
  index: number,
): void {
  const value = model.at(index);
  if (value !== undefined) step(walk, at + 1, `${place}[${index}]`, value);
}

function checkArray(walk: Walk, at: number, place: string, model: JsonValue): model is JsonValue[] {
  if (isArray(model)) return true;
  if (!isUpstreamDefinite(walk, at)) return false;
  throw new PathNotFoundError(
    model === null
      ? `The path ${place} is null`
      : `Filter: ${fragments(walk, at)} can only be applied to arrays. Current context is: ${javaText(model)}`,
  );
}

function sliceIndexes(from: number | undefined, to: number | undefined, length: number): number[] {
  const absolute = (index: number): number => Math.max(0, index < 0 ? length + index : index);
  const start = absolute(from ?? 0);
  const end = Math.min(length, to === undefined ? length : absolute(to));
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}

function filterStep(
  walk: Walk,
  at: number,
  filters: readonly Filter[],
  place: string,
  model: JsonValue,
): void {
  const accepts = (value: JsonValue): boolean => filters.every((filter) => matches(filter, value, walk.root));
  if (isObject(model)) {
    if (accepts(model)) step(walk, at + 1, place, model);
  } else if (isArray(model)) {
    for (const [i, value] of model.entries()) if (accepts(value)) elementStep(walk, at, place, model, i);
  } else if (isUpstreamDefinite(walk, at))
    throw new JsonPathError(
      `Filter: ${fragments(walk, at)} can not be applied to primitives. Current context is: ${javaText(model)}`,
    );
}

/** Applies the token at `at` to the model and all below it that the token can work on. */
function scan(walk: Walk, at: number, place: string, model: JsonValue): void {
  if (!isArray(model) && !isObject(model)) return;
  if (canScan(walk, at, model)) {
    const isLast = at === walk.tokens.length - 1;
    if (isObject(model) || isLast) step(walk, at, place, model);
    else for (const [i, value] of model.entries()) scanStep(walk, at, `${place}[${i}]`, model, i, value);
  }
  if (isArray(model)) for (const [i, value] of model.entries()) scan(walk, at, `${place}[${i}]`, value);
  else for (const [name, value] of model) scan(walk, at, `${place}['${name}']`, value);
}

/** An array in the middle of a deep scan: the element goes on behind the token if the token picks it. */
function scanStep(
  walk: Walk,
  at: number,
  place: string,
  model: readonly JsonValue[],
  index: number,
  value: JsonValue,
): void {
  const token = walk.tokens[at]!;
  const picked =
    token.type === 'indexes'
      ? token.indexes.some((wanted) => (wanted < 0 ? model.length + wanted : wanted) === index)
      : token.type === 'slice'
        ? sliceIndexes(token.from, token.to, model.length).includes(index)
        : true;
  if (picked) step(walk, at + 1, place, value);
}

function canScan(walk: Walk, at: number, model: JsonValue[] | JsonObject): boolean {
  const token = walk.tokens[at]!;
  switch (token.type) {
    case 'properties':
      if (!isObject(model)) return false;
      if (!isTokenDefinite(token, at === walk.tokens.length - 1)) return true;
      return token.names.every((name) => model.has(name));
    case 'indexes':
    case 'slice':
      return isArray(model);
    case 'wildcard':
      return true;
    case 'filter':
      return token.filters.every((filter) => matches(filter, model, walk.root));
    default:
      return false;
  }
}

/** What an operand is worth; undefined when its path leads nowhere. */
export type OperandValue = JsonValue | undefined;

function matches(filter: Filter, item: JsonValue, root: JsonValue): boolean {
  switch (filter.type) {
    case 'and':
      return filter.parts.every((part) => matches(part, item, root));
    case 'or':
      return filter.parts.some((part) => matches(part, item, root));
    case 'not':
      return !matches(filter.part, item, root);
    case 'exists':
      return exists(filter.path, item, root) !== filter.negative;
    default: {
      const value = (operand: Operand): OperandValue =>
        operand.type === 'path'
          ? pathValue(operand.path, item, root)
          : operand.type === 'value'
            ? operand.value
            : undefined;
      return compare(filter, value(filter.left), value(filter.right));
    }
  }
}

function exists(path: JsonPath, item: JsonValue, root: JsonValue): boolean {
  try {
    const values = evaluatePath(path, item, root, true);
    return (
      values.length > 0 || !path.tokens.every((t, i) => isTokenDefinite(t, i === path.tokens.length - 1))
    );
  } catch (error) {
    if (error instanceof PathNotFoundError) return false;
    throw error;
  }
}

function pathValue(path: JsonPath, item: JsonValue, root: JsonValue): OperandValue {
  try {
    const values = evaluatePath(path, item, root);
    return path.tokens.every((t, i) => isTokenDefinite(t, i === path.tokens.length - 1))
      ? values.at(-1)
      : values;
  } catch (error) {
    if (error instanceof PathNotFoundError) return undefined;
    throw error;
  }
}
