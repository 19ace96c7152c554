import { array, assert, constantFrom, property } from 'fast-check';
import { expect, it } from 'vitest';
import { execute } from '../../src/regex/machine.ts';
import { parseJava } from '../../src/regex/java-parser.ts';
import { parseOro } from '../../src/regex/oro-parser.ts';
import { toNative } from '../../src/regex/native.ts';
import { compileProgram } from '../../src/regex/program.ts';
import type { Dialect, Syntax } from '../../src/regex/syntax.ts';
import { compileRegex } from '../../src/regex/regex.ts';

const PARTS = [
  '"id":',
  '(\\d+)',
  '[^"]*',
  '(.+?)',
  '(.*?)',
  '.*',
  '\\s*',
  '"',
  'a',
  'b+',
  '(?:a|b)',
  '(a|ab)',
  '(?:xy)*',
  '[a-c]+',
  '$',
  '^',
  '(b)?',
  '\\w+',
  '(?=a)',
  '(?!b)',
  'x?',
  ',',
  '(?i)A',
  '((?:[^"\\\\]|\\\\.)*)',
  '[ab]{2,4}',
  'a{3}',
  '(?:,\\d+)*',
  '\\b',
  '(a)+',
  '(?:a|b)??',
  '|',
];
const CHARACTERS = ['a', 'b', '"', '1', 'x', 'y', ',', ' ', '\n', '"id":', '\\', 'A', 'é', '😀'];

const patterns = array(constantFrom(...PARTS), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
const texts = array(constantFrom(...CHARACTERS), { maxLength: 24 }).map((parts) => parts.join(''));

const parsers: Record<Dialect, (pattern: string) => Syntax> = { oro: parseOro, java: parseJava };

/** Begin and end of the groups that the backtracking machine finds first, as texts. */
function byMachine(pattern: string, dialect: Dialect, text: string): unknown {
  const program = compileProgram(parsers[dialect](pattern), dialect);
  const found = execute(program, { text, from: 0, fixed: false, toEnd: false, previousEnd: -1 });
  if (found === null) return null;
  const groups: (string | null)[] = [];
  for (let i = 0; i < found.length; i += 2) {
    const [begin, end] = [found[i]!, found[i + 1]!];
    groups.push(begin < 0 || end < begin ? null : text.slice(begin, end));
  }
  return { start: found[0], end: found[1], groups };
}

it.each(['oro', 'java'] as const)('V8 and the machine find the same for %s', (dialect) => {
  let compared = 0;
  assert(
    property(patterns, texts, (pattern, text) => {
      let syntax: Syntax;
      try {
        syntax = parsers[dialect](pattern);
      } catch {
        return;
      }
      if (toNative(syntax, dialect) === undefined) return;
      compared++;
      expect(compileRegex(pattern, dialect).find(text)).toEqual(byMachine(pattern, dialect, text));
    }),
    { numRuns: 2000 },
  );
  expect(compared).toBeGreaterThan(500);
});

it.each([
  ['"token":"(.+?)"', true],
  ['id=(\\d+)&name=(\\w+)', true],
  ['"((?:[^"\\\\]|\\\\.)*)"', true],
  ['(?:a|b)*c', true],
  ['(a+)+', false],
  ['(a)\\1', false],
  ['(?:(a)|b)*', false],
  ['.*.*.*.*.*.*x', false],
])('%s runs on V8: %s', (pattern, native) => {
  expect(toNative(parseOro(pattern), 'oro') !== undefined).toBe(native);
});

it('bounds the length of texts for V8 by the cost of the pattern', () => {
  const longest = (pattern: string): number => toNative(parseOro(pattern), 'oro')!.maxLength;
  expect(longest('^abc')).toBe(Infinity);
  expect(longest('abc')).toBeGreaterThan(100_000_000);
  expect(longest('"id":"([^"]+)"')).toBeGreaterThan(10_000);
  expect(longest('.*a.*b')).toBeLessThan(1000);
});

it.each([
  ['\\w+(a)+(.+?)', 'aaa', ['aaa', '', 'a']],
  ['\\w*(a)+a', 'aaaa', ['aaaa', '']],
  ['\\w+(a)+b', 'aab', ['aab', 'a']],
  ['.*(a)+(b)?$', 'aaa', ['aaa', 'a', null]],
])('%s finds in %s the groups that ORO 2.0.8 finds', (pattern, text, groups) => {
  expect(compileRegex(pattern, 'oro').find(text)?.groups).toEqual(groups);
});
