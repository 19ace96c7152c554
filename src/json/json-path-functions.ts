import type { JsonPath, Parameter } from './json-path-compiler.ts';
import { JsonPathError, evaluatePath } from './json-path-evaluator.ts';
import {
  type JsonValue,
  doubleNumber,
  integerNumber,
  isArray,
  isNumber,
  isObject,
  javaText,
} from './json-value.ts';

/** Applies a path function such as `length()` to a value. Numbers come out as doubles, as in Jayway. */
export function applyFunction(
  name: string,
  parameters: readonly Parameter[],
  model: JsonValue,
  root: JsonValue,
): JsonValue {
  const values = (): JsonValue[] =>
    parameters.flatMap((parameter) => parameterValues(parameter, model, root));
  switch (name) {
    case 'length':
    case 'size':
      return length(parameters, model, root);
    case 'keys':
      return isObject(model) ? [...model.keys()] : null;
    case 'append':
      return isArray(model) ? [...model, ...values()] : model;
    case 'concat':
      return [...(isArray(model) ? model : []).filter((item) => typeof item === 'string'), ...values()]
        .map((item) => (item === null ? '' : javaText(item)))
        .join('');
    case 'first':
    case 'last':
    case 'index':
      return element(name, values(), model);
    default:
      return aggregate(name, [...(isArray(model) ? model : []), ...values()].filter(isNumber));
  }
}

function parameterValues(parameter: Parameter, model: JsonValue, root: JsonValue): JsonValue[] {
  if ('value' in parameter) return isArray(parameter.value) ? parameter.value : [parameter.value];
  const found = evaluatePath(parameter.path, model, root);
  return found.flatMap((value) => (isArray(value) ? value : [value]));
}

/** Number of elements or members; with a path, of what the path finds, each list counted by its elements. */
function length(parameters: readonly Parameter[], model: JsonValue, root: JsonValue): JsonValue {
  const parameter = parameters[0];
  if (parameter !== undefined && 'path' in parameter) {
    const all: JsonPath = {
      ...parameter.path,
      tokens: [...parameter.path.tokens, { type: 'wildcard', fragment: '[*]' }],
    };
    return count(evaluatePath(all, model, root).length);
  }
  if (isArray(model)) return count(model.length);
  return isObject(model) ? count(model.size) : null;
}

const count = (n: number): JsonValue => integerNumber(BigInt(n));

function element(name: string, parameters: readonly JsonValue[], model: JsonValue): JsonValue {
  if (!isArray(model)) return null;
  const given = parameters[0];
  const index =
    name === 'first' ? 0 : name === 'last' ? -1 : given !== undefined && isNumber(given) ? given.value : 0;
  if (model.length === 0)
    throw new JsonPathError('Aggregation function attempted to calculate value using empty array');
  return model.at(index) ?? null;
}

function aggregate(name: string, numbers: readonly { value: number }[]): JsonValue {
  if (numbers.length === 0)
    throw new JsonPathError('Aggregation function attempted to calculate value using empty array');
  const values = numbers.map((number) => number.value);
  const sum = values.reduce((total, value) => total + value, 0);
  switch (name) {
    case 'min':
      return doubleNumber(Math.min(...values));
    case 'max':
      return doubleNumber(Math.max(...values));
    case 'sum':
      return doubleNumber(sum);
    case 'avg':
      return doubleNumber(sum / values.length);
    default: {
      const squares = values.reduce((total, value) => total + value * value, 0);
      const size = values.length;
      return doubleNumber(Math.sqrt(squares / size - (sum * sum) / size / size));
    }
  }
}
