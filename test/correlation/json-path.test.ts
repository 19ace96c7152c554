import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definiteSteps, scalarAt, seek, type PathStep } from '../../src/correlation/json-path.ts';

const find = (text: string, path: string): string | undefined => {
  const at = seek(text, 0, definiteSteps(path) ?? []);
  return at < 0 ? undefined : scalarAt(text, at);
};

describe('definite paths', () => {
  it.each([
    ['$', []],
    ['$.a.b', ['a', 'b']],
    ['$.a[0].b', ['a', 0, 'b']],
    ["$['a b']['c']", ['a b', 'c']],
    ['$["a.b"][12]', ['a.b', 12]],
    [String.raw`$['it\'s']`, ["it's"]],
    ['$.späß_1-x', ['späß_1-x']],
  ])('%s', (path, steps) => expect(definiteSteps(path)).toEqual(steps));

  it.each([
    '',
    'a.b',
    '$..a',
    '$.*',
    '$[*]',
    '$[-1]',
    '$[1:2]',
    '$[?(@.a)]',
    "$['a','b']",
    '$.a.',
    '$.a b',
    '$[',
    "$['a",
  ])('not %s', (path) => expect(definiteSteps(path)).toBeUndefined());
});

describe('values at a path', () => {
  it.each([
    ['{"id":1}', '$.id', '1'],
    ['{"id":"1"}', '$.id', '1'],
    [' { "a" : [ 1 , { "b" : "x" } ] , "c" : 2 } ', '$.a[1].b', 'x'],
    ['{"a":{"id":1},"id":2}', '$.id', '2'],
    ['{"text":"\\"id\\":7","id":8}', '$.id', '8'],
    ['{"\\u0069d":9}', '$.id', '9'],
    ['{"id":"\\u00e9\\n\\\\"}', '$.id', 'é\n\\'],
    ['{"id":12345678901234567890}', '$.id', '12345678901234567890'],
    ['{"id":-1.50e3}', '$.id', '-1.50e3'],
    ['{"id":true}', '$.id', 'true'],
    ['{"id":""}', '$.id', ''],
    ['[[],[{}],["x"]]', '$[2][0]', 'x'],
    ['{"id":5', '$.id', '5'],
    ['{"id":5,"cut', '$.id', '5'],
  ])('%s at %s is %s', (text, path, value) => expect(find(text, path)).toBe(value));

  it.each([
    ['{"id":null}', '$.id'],
    ['{"id":{}}', '$.id'],
    ['{"id":[1]}', '$.id'],
    ['{"id":"cut', '$.id'],
    ['{"id":"\\x"}', '$.id'],
    ['{"id":truth}', '$.id'],
    ['{"id":-}', '$.id'],
    ['{"ID":1}', '$.id'],
    ['{"idx":1}', '$.id'],
    ['{"id" 1}', '$.id'],
    ['{"a":1 "id":1}', '$.id'],
    ['{"a":"cut', '$.id'],
    ['{"a":[1,{"id":2}', '$.id'],
    ['[]', '$[0]'],
    ['[1]', '$[1]'],
    ['[1 2]', '$[1]'],
    ['[{"a":"]"', '$[1]'],
    ['["a"]', '$.id'],
    ['{"a":1}', '$[0]'],
    ['', '$.id'],
    ['{', '$.id'],
    ['{"', '$.id'],
    ['text', '$.id'],
  ])('%s has nothing at %s', (text, path) => expect(find(text, path)).toBeUndefined());

  /** All scalars of a value with the steps that lead to them; numbers and texts as the walker gives them. */
  function* scalars(value: unknown, steps: PathStep[] = []): Generator<[PathStep[], string]> {
    if (typeof value === 'string') yield [steps, value];
    else if (typeof value === 'number' || typeof value === 'boolean') yield [steps, JSON.stringify(value)];
    else if (Array.isArray(value))
      for (const [i, item] of value.entries()) yield* scalars(item, [...steps, i]);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) yield* scalars(item, [...steps, key]);
  }

  it('are those that JSON.parse finds, in any JSON text', () => {
    const spaces = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), spaces, (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        for (const [steps, scalar] of scalars(JSON.parse(text)))
          expect({ text, found: scalarAt(text, seek(text, 0, steps)) }).toEqual({ text, found: scalar });
      }),
      { numRuns: 2_000 },
    );
  });

  it('need no text behind them, and no text makes the search fail', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), fc.string(), (value, cut, junk) => {
        const text = JSON.stringify(value);
        const broken = text.slice(0, cut % (text.length + 1)) + junk;
        for (const [steps] of scalars(value)) {
          const at = seek(broken, 0, steps);
          if (at >= 0) scalarAt(broken, at);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
