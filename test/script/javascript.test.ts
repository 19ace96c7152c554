import { beforeAll, describe, expect, it } from 'vitest';
import {
  evaluateCondition,
  evaluateJavaScript,
  loadJavaScript,
  ScriptError,
} from '../../src/script/javascript.ts';
import { compileTemplate } from '../../src/template/template.ts';
import { SampleResult } from '../../src/types.ts';
import { compileLoaded, evaluateText, testEnvironment } from '../support/template.ts';
import { testUser, type TestUser } from '../support/user.ts';
import { failing, values } from './javascript-values.ts';

beforeAll(loadJavaScript);

const freshUser = (): TestUser => testUser({ variables: { v: 'abc', n: '3' }, properties: { a: 'AA' } });

function run(script: string, user = freshUser()): string {
  return evaluateJavaScript(script, user, true);
}

describe('JavaScript', () => {
  it.each(values)('%s is %j', (script, value) => {
    expect(run(script)).toBe(value);
  });

  it.each(failing)('%s fails', (script) => {
    expect(() => run(script)).toThrow(ScriptError);
  });

  it.each([
    ['"let x = ... ** ?? ?."', 'let x = ... ** ?? ?.'],
    ["'class A' + `let b`", 'class Alet b'],
    ['/* let a */ 1 // let b', '1'],
    ['/let [a-z]/.test("let x")', 'true'],
    ['var letter = 4; letter', '4'],
    ['1 ? .5 : 2', '0.5'],
    ['4 / 2 / 1', '2'],
  ])('%s has no syntax that JMeter would refuse', (script, value) => {
    expect(run(script)).toBe(value);
  });
});

describe('what a script sees', () => {
  it.each([
    ['vars.get("v")', 'abc'],
    ['vars.get("v").length()', '3'],
    ['vars.get("v") === "abc"', 'false'],
    ['vars.get("v") == "abc"', 'true'],
    ['vars.get("v").equals("abc")', 'true'],
    ['vars.get("v").contains("bc") && vars.get("v").matches("a.c")', 'true'],
    ['vars.get("v").toUpperCase() + vars.get("v").substring(1)', 'ABCbc'],
    ['typeof vars.get("v")', 'object'],
    ['vars.get("n") * 2', '6'],
    ['vars.get("n") + 1', '31'],
    ['JSON.stringify({ v: vars.get("v") })', '{"v":"abc"}'],
    ['vars.get("nope")', 'null'],
    ['vars.put("x", 1)', 'undefined'],
    ['vars.remove("v")', 'abc'],
    ['vars.iteration', '1'],
    ['vars.nosuch', 'undefined'],
    ['props.get("a") + props.getProperty("b", "d")', 'AAd'],
    ['props.put("b", "1")', 'null'],
    ['threadName + ctx.getThreadNum() + ctx.threadGroup.name', 'Thread Group 1-10Thread Group'],
    ['ctx.getVariables().get("v") + ctx.properties.get("a")', 'abcAA'],
    ['sampleResult', 'null'],
    ['sampler', 'null'],
    ['log.info("x")', 'undefined'],
    ['vars = 5; vars', '5'],
    ['var vars = 6; vars', '6'],
  ])('%s is %j', (script, value) => {
    expect(run(script)).toBe(value);
  });

  it('is the latest result and the sampler', () => {
    const user = freshUser();
    user.previousResult = Object.assign(new SampleResult(), {
      label: 'prev',
      responseData: 'BODY',
      success: true,
    });
    user.samplerName = compileTemplate('s${n}', testEnvironment(user));
    const script =
      'sampleResult + sampleResult.getResponseDataAsString() + ctx.previousResult.successful + sampler.name';
    expect(run(script, user)).toBe('prevBODYtrues3');
  });

  it('can be changed', () => {
    const user = freshUser();
    run('vars.put("x", 1.5); vars.put("y", "Y" + vars.get("v")); vars.put("n", null)', user);
    run('vars.putObject("o", 5); vars.putObject("s", vars.get("v")); props.put("p", 7); log.warn("w")', user);
    expect(Object.fromEntries(user.variables.entries())).toEqual({
      v: 'abc',
      x: '1.5',
      y: 'Yabc',
      o: '5.0',
      s: 'abc',
    });
    expect(user.shared.properties.get('p')).toBe('7');
    expect(user.logged).toEqual(['WARN o.a.j.f.JavaScript: w']);
  });
});

describe('the sandbox', () => {
  it('starts each script with fresh globals', () => {
    run(
      'x = 1; String.prototype.extra = 2; Math.max = null; vars.get("v").__proto__.extra = 3; vars.get = 4',
    );
    expect(run('typeof x + typeof "".extra + typeof Math.max + typeof vars.get("v").extra')).toBe(
      'undefinedundefinedfunctionundefined',
    );
  });

  it.each(['process', 'require', 'java.lang.System', 'fetch', 'std', 'os', 'globalThis.process.exit()'])(
    'has no %s',
    (script) => {
      expect(() => run(script)).toThrow(ScriptError);
    },
  );

  it('does not reach its host through a binding', () => {
    expect(run('vars.get.constructor("return typeof process")() + vars.constructor.name')).toBe(
      'undefinedObject',
    );
  });

  it.each([
    ['while (true) {}', 'interrupted'],
    ['(function f() { return f(); })()', 'stack overflow'],
    ['var s = "x"; while (true) s += s;', 'Error'],
  ])('stops %s', (script, why) => {
    expect(() => run(script)).toThrow(why);
    expect(run('1 + 1')).toBe('2');
  });
});

describe('evaluateCondition', () => {
  it.each([
    ['3 < 5', true],
    ['"hello" == "hello"', true],
    ['"hello" != "hello"', false],
    ['"TRUE"', true],
    ['false', false],
    ['"hello".length == 5 && /^he/.test("hello")', true],
  ])('%s is %s', (condition, holds) => {
    const user = freshUser();
    expect(evaluateCondition(condition, user)).toBe(holds);
    expect(evaluateCondition(condition, user)).toBe(holds);
    expect(user.logged).toEqual([]);
  });

  it.each(['', '${undef} == 1', '3 +', '5', 'vars.get("v") == "abc"', '"yes"'])(
    '%j is logged and false',
    (condition) => {
      const user = freshUser();
      expect(evaluateCondition(condition, user, 'If')).toBe(false);
      expect(user.logged[0]).toContain(
        `ERROR o.a.j.c.IfController: If: error while processing [${condition}]`,
      );
    },
  );
});

describe('__javaScript', () => {
  it('stores a value, is empty when it fails, and logs why', async () => {
    const user = freshUser();
    expect(await evaluateText('${__javaScript(1+2, r )}${r}[${__javaScript(nope,q)}]', user)).toBe('33[]');
    expect(user.variables.get('q')).toBeUndefined();
    expect(user.logged[0]).toMatch(/^ERROR o\.a\.j\.f\.JavaScript: Error processing Javascript: \[nope\]/);
  });

  it('evaluates what depends on more than its text each time', async () => {
    const user = freshUser();
    const template = await compileLoaded('${__javaScript(vars.get("n"))}', testEnvironment(user));
    expect(template.evaluate(user)).toBe('3');
    user.variables.put('n', '4');
    expect(template.evaluate(user)).toBe('4');
  });

  it('warns of Java classes when the plan is compiled', async () => {
    const environment = testEnvironment(freshUser());
    await compileLoaded('${__javaScript(new java.util.Date())}', environment);
    expect(environment.warnings[0]).toContain('Java class');
  });
});
