import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateJexl, JexlError, type Dialect } from '../../src/script/jexl/jexl.ts';
import { SampleResult } from '../../src/types.ts';
import { evaluateText } from '../support/template.ts';
import { testUser, type TestUser } from '../support/user.ts';
import { ofJexl2, withoutValue } from './jexl-exceptions.ts';
import { values } from './jexl-values.ts';

const freshUser = (): TestUser =>
  testUser({ variables: { v: 'abc', n: '3', t: 'true', f: 'false' }, properties: { a: 'AA' } });

/** The value as text; empty for null and for what JEXL refuses. */
function run(script: string, dialect: Dialect = 'jexl3', user = freshUser()): string {
  try {
    return evaluateJexl(script, dialect, user, 'test') ?? '';
  } catch (error) {
    if (error instanceof JexlError) return '';
    throw error;
  }
}

describe('JEXL 3', () => {
  it.each(values)('%s is %j', (script, value) => {
    expect(run(script)).toBe(value);
  });

  it.each(withoutValue)('%s has no value', (script) => {
    expect(run(script)).toBe('');
  });
});

describe('JEXL 2', () => {
  it.each(ofJexl2)('%s is %j', (script, value) => {
    expect(run(script, 'jexl2')).toBe(value);
  });
});

describe('what a script sees', () => {
  it('is the user and its latest result', () => {
    const user = freshUser();
    user.previousResult = Object.assign(new SampleResult(), {
      label: 'prev',
      responseData: 'BODY',
      responseCode: '200',
      success: true,
      startUs: 1_000_000,
      endUs: 1_250_000,
    });
    const script = `threadName + "|" + ctx.threadNum + "|" + ctx.threadGroup.name + "|" + sampleResult.responseDataAsString
      + "|" + ctx.previousResult.getResponseCode() + "|" + sampleResult.successful + "|" + sampleResult.time
      + "|" + sampleResult + "|" + vars.iteration + "|" + props.a + "|" + (sampler == null)`;
    expect(run(script, 'jexl3', user)).toBe(
      'Thread Group 1-1|0|Thread Group|BODY|200|true|250|prev|1|AA|true',
    );
  });

  it('can be changed where JMeter lets it', () => {
    const user = freshUser();
    run('vars.put("x", "1"); vars.put("y", 2)', 'jexl3', user);
    run(
      'vars.putObject("z", 2.5); vars.remove("v"); props.put("p", "q"); log.warn("careful")',
      'jexl3',
      user,
    );
    expect(Object.fromEntries(user.variables.entries())).toEqual({
      n: '3',
      t: 'true',
      f: 'false',
      x: '1',
      z: '2.5',
    });
    expect(user.shared.properties.get('p')).toBe('q');
    expect(user.logged).toEqual(['WARN test: careful']);
  });

  it.each([
    'vars.constructor',
    'vars.get.constructor',
    '"a".constructor',
    '"a".class.forName("java.lang.Runtime")',
    'vars.__proto__',
    'vars.hasOwnProperty("v")',
    'vars.toString.call(1)',
    '[1].map(1)',
    '[1].constructor',
    '{"a":1}.clear()',
    'new("java.io.File", "x")',
    'process.exit()',
    'globalThis',
    'constructor',
    '__proto__.x',
  ])('is nothing beyond: %s', (script) => {
    expect(run(script)).toBe('');
  });
});

describe('a script that would not end', () => {
  it.each([
    ['while (true) {}', 'too many passes'],
    ['for (i : 1..100000000) {}', 'too many passes'],
    ['1..100000000', 'the range is too long'],
    ['x = "aaaaaaaaaa"; while (true) { x = x + x }', 'the text is too long'],
    ['x = 10; while (true) { x = x * x }', 'the number is too large'],
    [`${'('.repeat(5000)}1${')'.repeat(5000)}`, 'nested too deeply'],
    [`1${'+1'.repeat(100_000)}`, 'call stack'],
  ])('is stopped: %.60s', (script, why) => {
    expect(() => evaluateJexl(script, 'jexl3', freshUser(), 'test')).toThrow(JexlError);
    expect(() => evaluateJexl(script, 'jexl3', freshUser(), 'test')).toThrow(why);
  });
});

describe('any text', () => {
  it('is a script, or refused', () => {
    const piece = fc.constantFrom(
      'x',
      '1',
      '"a"',
      '+',
      '-',
      '==',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ':',
      '?',
      '.',
      ';',
      '=',
      ' ',
      'if',
      'for',
      'vars',
      '!',
      '"',
      ',',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        expect(typeof run(pieces.join(''))).toBe('string');
      }),
      { numRuns: 1000 },
    );
  });

  it('of whole numbers is calculated exactly', () => {
    const big = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(big, big, (a, b) => {
        expect(run(`(${a}) * (${b}) - (${b})`)).toBe(String(a * b - b));
        expect(run(`(${a}) < (${b})`)).toBe(String(a < b));
      }),
    );
  });
});

describe('__jexl2 and __jexl3', () => {
  it('store a value, are empty without one, and log why', async () => {
    const user = freshUser();
    expect(
      await evaluateText('${__jexl3(1+2, r )}${r}|${__jexl3(nope,q)}|${__jexl2("1"+1)}${__jexl3(1 +)}', user),
    ).toBe('33||2');
    expect(user.variables.get('q')).toBeUndefined();
    expect(user.logged).toEqual([
      `ERROR o.a.j.f.Jexl3Function: An error occurred while evaluating the expression "nope": variable 'nope' is undefined`,
      `ERROR o.a.j.f.Jexl3Function: An error occurred while evaluating the expression "1 +": parsing error in ''`,
    ]);
  });

  it.each([
    ['${__jexl3("${v}" == "abc" && ${n} < 5)}', 'true'],
    ['${__jexl3(!${f})}', 'true'],
    ['${__jexl3(${t} && ${n} % 2 == 1)}', 'true'],
    ['${__jexl3("${missing}" == "")}', 'false'],
    ['${__jexl3(${missing} == 1)}', ''],
    [String.raw`${'$'}{__jexl3("abc" =~ ["abc"\,"d"])}`, 'true'],
    [String.raw`${'$'}{__jexl3(vars.put("nv"\,"set"))}${'$'}{nv}`, 'set'],
  ])('%s gives %j', async (text, value) => {
    expect(await evaluateText(text, freshUser())).toBe(value);
  });
});
