import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  InvalidPathError,
  JsonParseError,
  PathNotFoundError,
  isDefinite,
  jsonPath,
  parseDocument,
  readPath,
  readPathList,
} from '../../src/json/json-path.ts';
import {
  hashMapOrder,
  isArray,
  isObject,
  javaText,
  jsonText,
  type JsonValue,
} from '../../src/json/json-value.ts';

/** What Jayway JsonPath 2.8 gave: the texts of the values found, or the message of the exception. */
interface Row {
  path?: string;
  text?: string;
  values?: (string | null)[];
  error?: string;
}
const recorded: { document: string; paths: Row[]; texts: Row[] } = JSON.parse(
  readFileSync('fixtures/json/json-path.json', 'utf8'),
);

/** As JMeter's JSON Extractor prints a value. */
function printed(value: JsonValue): string | null {
  if (value === null) return null;
  if (isObject(value)) return jsonText(hashMapOrder(value));
  return isArray(value) ? jsonText(value) : javaText(value);
}

function outcome(text: string, path: string): Row {
  try {
    const document = parseDocument(text);
    if (document === null) throw new JsonParseError('root can not be null');
    return { values: readPathList(document, jsonPath(path)).map(printed) };
  } catch (error) {
    if (error instanceof PathNotFoundError) return { values: [] };
    if (error instanceof Error) return { error: error.message };
    throw error;
  }
}

describe('JSONPath', () => {
  it.each(recorded.paths)('$path', ({ path, ...expected }) => {
    expect(outcome(recorded.document, path!)).toEqual(expected);
  });

  it('tells definite paths', () => {
    const definite = ['$', '$.a', "$['a','b']", '$.a[0]', '$.a.length()'];
    const indefinite = ['$.*', '$..a', '$.a[0,1]', '$.a[0:1]', '$.a[?(@.b)]', "$['a','b'].c"];
    expect(definite.filter((path) => !isDefinite(jsonPath(path)))).toEqual([]);
    expect(indefinite.filter((path) => isDefinite(jsonPath(path)))).toEqual([]);
  });

  it('refuses a malformed path each time', () => {
    for (const _ of [1, 2]) expect(() => jsonPath('$.a[')).toThrow(InvalidPathError);
  });

  it('finds members named like those of JavaScript objects', () => {
    const document = parseDocument('{"__proto__": {"constructor": 1}, "2": "b", "1": "a"}');
    expect(printed(readPath(document, jsonPath('$.__proto__.constructor')))).toBe('1');
    expect(jsonText(document)).toBe('{"__proto__":{"constructor":1},"2":"b","1":"a"}');
  });
});

describe('the lenient parser', () => {
  it.each(recorded.texts)('reads $text', ({ text, ...expected }) => {
    expect(outcome(text!, '$')).toEqual(expected);
  });

  it('refuses what is nested too deep', () => {
    expect(() => parseDocument('['.repeat(100_000))).toThrow(JsonParseError);
    expect(jsonText(parseDocument(`${'['.repeat(300)}1${']'.repeat(300)}`))).toHaveLength(601);
  });
});
