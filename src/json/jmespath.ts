import { FUNCTIONS, type Argument, equalValues } from './jmespath-functions.ts';
import { type Comparator, type Expression, JmesPathSyntaxError, parseJmesPath } from './jmespath-parser.ts';
import {
  type JsonObject,
  type JsonValue,
  compareNumbers,
  isArray,
  isNumber,
  isObject,
} from './json-value.ts';

export { JmesPathSyntaxError };

/** Expressions may hold variables, so that a run can make any number of them: the oldest leave. */
const MAX_CACHED = 400;
const cache = new Map<string, Expression>();

/**
 * Applies a JMESPath expression to a value.
 * @throws JmesPathSyntaxError for a malformed expression.
 * @throws ArgumentTypeError when a function gets what it cannot use.
 */
export function searchJmesPath(text: string, value: JsonValue): JsonValue {
  let expression = cache.get(text);
  if (expression === undefined) {
    expression = parseJmesPath(text);
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
    cache.set(text, expression);
  }
  return evaluate(expression, value);
}

function evaluate(node: Expression, value: JsonValue): JsonValue {
  switch (node.type) {
    case 'current':
      return value;
    case 'field':
      return isObject(value) ? (value.get(node.name) ?? null) : null;
    case 'index':
      return isArray(value) ? (value.at(node.index) ?? null) : null;
    case 'literal':
      return node.value;
    case 'pipe':
      return evaluate(node.right, evaluate(node.left, value));
    case 'and': {
      const left = evaluate(node.left, value);
      return isTruthy(left) ? evaluate(node.right, value) : left;
    }
    case 'or': {
      const left = evaluate(node.left, value);
      return isTruthy(left) ? left : evaluate(node.right, value);
    }
    case 'not':
      return !isTruthy(evaluate(node.inner, value));
    case 'compare':
      return compare(node.comparator, evaluate(node.left, value), evaluate(node.right, value));
    case 'multi-list':
      return value === null ? null : node.items.map((item) => evaluate(item, value));
    case 'multi-hash':
      return value === null
        ? null
        : new Map(node.items.map(([key, item]) => [key, evaluate(item, value)] as const));
    case 'function':
      return FUNCTIONS.get(node.name)!.call(node.args.map((argument) => argumentOf(argument, value)));
    case 'reference':
      return null;
    default:
      return project(node, value);
  }
}

const argumentOf = (node: Expression, value: JsonValue): Argument =>
  node.type === 'reference' ? (item: JsonValue) => evaluate(node.inner, item) : evaluate(node, value);

type Projection = Extract<Expression, { source: Expression }>;

/** Applies the body of a projection to each element and leaves nulls out; without a body only `[*]` leaves them out. */
function project(node: Projection, value: JsonValue): JsonValue {
  const items = elements(node, evaluate(node.source, value));
  if (items === undefined) return null;
  if (node.body.type === 'current' && node.type !== 'list-projection') return [...items];
  const results: JsonValue[] = [];
  for (const item of items) {
    const result = evaluate(node.body, item);
    if (result !== null) results.push(result);
  }
  return results;
}

function elements(node: Projection, source: JsonValue): readonly JsonValue[] | undefined {
  if (node.type === 'object-projection') return isObject(source) ? memberValues(source) : undefined;
  if (!isArray(source)) return undefined;
  switch (node.type) {
    case 'flatten':
      return source.flatMap((item) => item);
    case 'filter':
      return source.filter((item) => isTruthy(evaluate(node.condition, item)));
    case 'slice':
      return slice(source, node.start, node.stop, node.step);
    default:
      return source;
  }
}

const memberValues = (object: JsonObject): JsonValue[] => [...object.values()];

function slice(
  items: readonly JsonValue[],
  start: number | undefined,
  stop: number | undefined,
  step: number,
): JsonValue[] {
  const { length } = items;
  const bound = (index: number): number => {
    const absolute = index < 0 ? index + length : index;
    return step > 0 ? Math.min(Math.max(absolute, 0), length) : Math.min(Math.max(absolute, -1), length - 1);
  };
  const from = start === undefined ? (step > 0 ? 0 : length - 1) : bound(start);
  const to = stop === undefined ? (step > 0 ? length : -1) : bound(stop);
  const out: JsonValue[] = [];
  for (let i = from; step > 0 ? i < to : i > to; i += step) out.push(items[i] ?? null);
  return out;
}

/** Neither null, false, nor an empty text, array or object. */
const isTruthy = (value: JsonValue): boolean =>
  !(
    value === null ||
    value === false ||
    value === '' ||
    (isArray(value) && value.length === 0) ||
    (isObject(value) && value.size === 0)
  );

/** Order is for numbers alone; for anything else it is null. */
function compare(comparator: Comparator, a: JsonValue, b: JsonValue): JsonValue {
  if (comparator === '==') return equalValues(a, b);
  if (comparator === '!=') return !equalValues(a, b);
  if (a === null || b === null || !isNumber(a) || !isNumber(b)) return null;
  const order = compareNumbers(a, b);
  switch (comparator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}
