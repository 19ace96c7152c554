import { illegalArgumentException } from '../../java/exception.ts';
import { parseInt32 } from '../../java/parse-number.ts';
import { trim } from '../../java/trim.ts';
import {
  JsonParseError,
  PathNotFoundError,
  jsonPath,
  parseDocument,
  readPathList,
} from '../../json/json-path.ts';
import {
  type JsonValue,
  hashMapOrder,
  isArray,
  isObject,
  javaText,
  jsonText,
} from '../../json/json-value.ts';
import type { VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { splitList } from '../java-list.ts';
import { clearMatches, extractorScope, randomItem } from './extractor-scope.ts';

const CATEGORY = 'o.a.j.e.j.j.JSONPostProcessor';
const MISMATCH =
  "Number of JSON Path variables must match number of default values and json-path expressions, check you use separator ';' if you have many values";

/**
 * JSON Extractor (extractor.json.jsonpath.JSONPostProcessor): several names, JSONPaths, defaults and match numbers,
 * separated by semicolons. A document that cannot be parsed and a malformed path are logged and give the default.
 */
export const jsonExtractor = {
  testclass: 'org.apache.jmeter.extractor.json.jsonpath.JSONPostProcessor',
  label: 'JSON Extractor',
  role: 'post-processor',
  properties: [
    'JSONPostProcessor.referenceNames',
    'JSONPostProcessor.jsonPathExprs',
    'JSONPostProcessor.defaultValues',
    'JSONPostProcessor.match_numbers',
    'JSONPostProcessor.compute_concat',
    'Sample.scope',
    'Scope.variable',
  ],
  compile(context) {
    const names = context.text('JSONPostProcessor.referenceNames');
    const paths = context.text('JSONPostProcessor.jsonPathExprs');
    const defaults = context.text('JSONPostProcessor.defaultValues');
    const numbers = context.text('JSONPostProcessor.match_numbers');
    const concatenate = context.boolean('JSONPostProcessor.compute_concat');
    const scope = extractorScope(context);

    return {
      process(user, result) {
        const source = scope(user, result);
        const documents =
          source.kind === 'variable'
            ? [source.text]
            : source.results.map((one) => one.responseText).filter((text) => text.trim() !== '');
        const nameList = splitList(names.evaluate(user), ';');
        const pathList = splitList(paths.evaluate(user), ';');
        const defaultList = splitList(defaults.evaluate(user), ';');
        const numberList = matchNumbers(numbers.evaluate(user), defaultList.length);
        if (nameList.length !== pathList.length || nameList.length !== defaultList.length) {
          user.log.log('ERROR', CATEGORY, MISMATCH);
          throw illegalArgumentException(MISMATCH);
        }
        for (const [i, path] of pathList.entries()) {
          const name = trim(nameList[i]!);
          const fallback = defaultList[i]!;
          clearMatches(user, name);
          if (documents.length === 0) {
            user.variables.put(name, fallback);
            continue;
          }
          try {
            const values = documents.flatMap((text) => extract(text, trim(path)));
            store(user, { name, fallback, number: numberList[i]!, concatenate: concatenate(user) }, values);
          } catch (error) {
            if (!(error instanceof Error)) throw error;
            user.log.log(
              'ERROR',
              CATEGORY,
              `Error processing JSON content in ${context.name.evaluate(user)}, message: ${error.message}`,
            );
            user.variables.put(name, fallback);
          }
        }
      },
    };
  },
} satisfies ElementDefinition;

/** @throws JavaException when there are more numbers than `count` or one is no number: the sample is lost, as in JMeter. */
function matchNumbers(text: string, count: number): number[] {
  const numbers = Array.from({ length: count }, () => 0);
  if (text.trim() === '') return numbers;
  for (const [i, item] of splitList(text, ';').entries()) {
    const number = parseInt32(trim(item));
    if (i >= count)
      throw new RangeError(`ArrayIndexOutOfBoundsException: Index ${i} out of bounds for length ${count}`);
    numbers[i] = number;
  }
  return numbers;
}

/** The texts of what a path finds; null for a JSON null. */
function extract(text: string | undefined, path: string): (string | null)[] {
  const compiled = jsonPath(path);
  if (text === undefined) throw new JsonParseError('json can not be null or empty');
  const document = parseDocument(text);
  if (document === null) throw new JsonParseError('root can not be null');
  try {
    return readPathList(document, compiled).map(textOf);
  } catch (error) {
    if (error instanceof PathNotFoundError) return [];
    throw error;
  }
}

function textOf(value: JsonValue): string | null {
  if (value === null) return null;
  if (isObject(value)) return jsonText(hashMapOrder(value));
  return isArray(value) ? jsonText(value) : javaText(value);
}

interface Target {
  readonly name: string;
  readonly fallback: string;
  readonly number: number;
  readonly concatenate: boolean;
}

function store(user: VirtualUser, target: Target, found: readonly (string | null)[]): void {
  const { name, fallback, number, concatenate } = target;
  const { variables } = user;
  const values = found.map((value) => value ?? fallback);
  if (number < 0) {
    values.forEach((value, i) => variables.put(`${name}_${i + 1}`, value));
    if (concatenate) variables.put(`${name}_ALL`, values.join(','));
    if (values.length === 0) variables.put(name, fallback);
  } else if (values.length <= 1) variables.put(name, values[0] ?? fallback);
  else variables.put(name, number === 0 ? randomItem(values) : (values[number - 1] ?? fallback));
  if (number !== 0 || values.length === 0) variables.put(`${name}_matchNr`, String(values.length));
}
