import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Dialect,
  RegexBudgetError,
  RegexSyntaxError,
  RegexUnsupportedError,
  compileRegex,
} from '../../src/regex/regex.ts';

interface Row {
  pattern: string;
  text?: string;
  matches?: (string | null)[] | null;
  /** Groups of each match, at most twelve. */
  finds?: (string | null)[][];
  error?: string;
}

const rows = (dialect: Dialect): Row[] => JSON.parse(readFileSync(`fixtures/regex/${dialect}.json`, 'utf8'));

const groupsOfAll = (pattern: string, dialect: Dialect, text: string): (string | null)[][] => {
  const finds: (string | null)[][] = [];
  for (const match of compileRegex(pattern, dialect).all(text))
    if (finds.push([...match.groups]) === 12) break;
  return finds;
};

const messageOf = (compile: () => unknown): string => {
  try {
    compile();
  } catch (error) {
    if (error instanceof RegexSyntaxError) return error.message;
    throw error;
  }
  return 'no error';
};

describe.each(['oro', 'java'] as const)('patterns of %s', (dialect) => {
  const all = rows(dialect);

  it.each(all.filter((row) => row.error === undefined))(
    '$pattern on $text',
    ({ pattern, text, matches, finds }) => {
      expect(groupsOfAll(pattern, dialect, text!)).toEqual(finds);
      expect(compileRegex(pattern, dialect).matches(text!)?.groups ?? null).toEqual(matches);
      expect(compileRegex(pattern, dialect).test(text!)).toBe(finds!.length > 0);
    },
  );

  it.each(all.filter((row) => row.error !== undefined))('$pattern is refused', ({ pattern, error }) => {
    expect(messageOf(() => compileRegex(pattern, dialect))).toBe(error);
  });

  it('matches long texts as it does short ones', () => {
    const filler = 'x'.repeat(300_000);
    const regex = compileRegex('"id":"(.+?)",(.*)end', dialect);
    expect(regex.find(`${filler}"id":"a1",${filler}end${filler}`)?.groups.slice(1)).toEqual(['a1', filler]);
    expect(regex.test(filler)).toBe(false);
    expect(compileRegex('.*end', dialect).test(filler)).toBe(false);
    expect(compileRegex('(?:a|x)*', dialect).find(filler)?.end).toBe(filler.length);
  });

  it.each(['(a+)+$', '(a|a)*$', '(a*)*\\1$'])('gives up on %s instead of never coming back', (pattern) => {
    expect(() => compileRegex(pattern, dialect).find('a'.repeat(5000) + '!')).toThrow(RegexBudgetError);
  });
});

describe('compileRegex', () => {
  it('knows the numbers of named groups', () => {
    const regex = compileRegex('(a)(?<second>b)', 'java');
    expect(regex.groupNames).toEqual(new Map([['second', 2]]));
    expect(regex.groupCount).toBe(2);
  });

  it('searches from an offset', () => {
    expect(compileRegex('\\d', 'java').find('a1b2', 2)).toEqual({ start: 3, end: 4, groups: ['2'] });
    expect(compileRegex('^b', 'java').find('ab', 1)).toBeNull();
    expect(compileRegex('(?<=a)b', 'java').find('ab', 1)?.start).toBe(1);
  });

  it('compiles a pattern once', () => {
    expect(compileRegex('once', 'oro')).toBe(compileRegex('once', 'oro'));
    expect(compileRegex('once', 'java')).not.toBe(compileRegex('once', 'oro'));
  });

  it('forgets the oldest of very many patterns', () => {
    const first = compileRegex('first', 'oro');
    for (let i = 0; i < 1000; i++) compileRegex(`p${i}`, 'oro');
    expect(compileRegex('first', 'oro')).not.toBe(first);
  });

  it('throws the same error for the same bad pattern', () => {
    expect(messageOf(() => compileRegex('(bad', 'oro'))).toBe('Unmatched parentheses.');
    expect(messageOf(() => compileRegex('(bad', 'oro'))).toBe('Unmatched parentheses.');
  });

  it.each(['\\X', '\\N{DIGIT ONE}', '\\b{g}', '\\p{InTibetan}'])('names %s as not supported', (pattern) => {
    expect(() => compileRegex(pattern, 'java')).toThrow(RegexUnsupportedError);
  });

  it.each(['oro', 'java'] as const)('refuses a pattern of %s that is nested too deep', (dialect) => {
    const nested = `${'('.repeat(100_000)}a${')'.repeat(100_000)}`;
    expect(() => compileRegex(nested, dialect)).toThrow(RegexUnsupportedError);
  });

  it('counts characters of Java by code point and those of ORO by unit', () => {
    expect(compileRegex('^.$', 'java').test('😀')).toBe(true);
    expect(compileRegex('^.$', 'oro').test('😀')).toBe(false);
  });

  it('lets the flags of ORO act on what stands before them', () => {
    expect(compileRegex('A(?i)b', 'oro').test('aB')).toBe(true);
    expect(compileRegex('A(?i)b', 'java').test('aB')).toBe(false);
  });
});
