import { describe, expect, it } from 'vitest';
import { functions } from '../../src/template/functions/index.ts';
import { compileTemplate, functionsIn } from '../../src/template/template.ts';
import { SampleResult } from '../../src/types.ts';
import { compileLoaded, evaluateText, testEnvironment } from '../support/template.ts';
import { testUser } from '../support/user.ts';

describe('a compiled text', () => {
  it('is a constant when it has no reference', () => {
    const template = compileTemplate(String.raw`C:\dir\, \${x`, testEnvironment(testUser()));
    expect(template.constant).toBe(String.raw`C:\dir\, \${x`);
    expect(template.evaluate(testUser())).toBe(String.raw`C:\dir\, \${x`);
  });

  it('is no constant when it has one, and keeps its source', () => {
    const template = compileTemplate('a${v}', testEnvironment(testUser()));
    expect(template).toMatchObject({ constant: undefined, source: 'a${v}' });
  });

  it('reads variables at each evaluation', () => {
    const user = testUser();
    const template = compileTemplate('${v} and ${w}', testEnvironment(user));
    expect(template.evaluate(user)).toBe('${v} and ${w}');
    user.variables.put('v', 1);
    user.variables.put('w', { toString: () => 'W' });
    expect(template.evaluate(user)).toBe('1 and W');
    user.variables.put('v', undefined);
    expect(template.evaluate(user)).toBe('${v} and W');
  });

  it('tells what each reference gave', () => {
    const user = testUser({ variables: { id: '17', n: 'id' } });
    const dynamic: string[] = [];
    const template = compileTemplate('{"id":${id},"x":"${__V(${n})}","y":${nope}}', testEnvironment(user));
    expect(template.evaluate(user, dynamic)).toBe('{"id":17,"x":"17","y":${nope}}');
    expect(dynamic).toEqual(['17', '17', '${nope}']);
    compileTemplate('${id}', testEnvironment(user)).evaluate(user, dynamic);
    expect(dynamic).toEqual(['17', '17', '${nope}', '17']);
  });

  it('is evaluated once per sample and user when the plan asks for it', () => {
    const user = testUser({ properties: { 'function.cache.per.iteration': 'true' } });
    const other = testUser({ shared: user.shared });
    const template = compileTemplate('${__counter(FALSE)}', testEnvironment(user));
    const dynamic: string[] = [];
    expect([template.evaluate(user), template.evaluate(user, dynamic)]).toEqual(['1', '1']);
    expect(dynamic).toEqual(['1']);
    expect(template.evaluate(other)).toBe('2');
    user.previousResult = new SampleResult();
    expect([template.evaluate(user), template.evaluate(user)]).toEqual(['3', '3']);
    user.iteration++;
    expect([template.evaluate(user), template.evaluate(user)]).toEqual(['4', '4']);
  });

  it('is evaluated at each use otherwise', () => {
    const user = testUser();
    const template = compileTemplate('${__counter(FALSE)}', testEnvironment(user));
    expect([template.evaluate(user), template.evaluate(user)]).toEqual(['1', '2']);
  });
});

describe('functionsIn', () => {
  it('finds functions however deeply they are nested', () => {
    const names = functionsIn('${__P(${__V(a,${__time})})} ${v} ${__nosuch(x)}').map(({ name }) => name);
    expect(names.toSorted()).toEqual(['__P', '__V', '__time']);
  });

  it('leaves malformed texts to the compiler', () => {
    expect(functionsIn('${__P(x')).toHaveLength(1);
  });
});

describe('__eval and __evalVar', () => {
  it('evaluate a text that is only known when the test runs', async () => {
    const user = testUser({ variables: { t: '${v}-${__intSum(1,${n})}', v: 'V', n: '2', w: '${__V(v)}' } });
    expect(
      await evaluateText('${__eval(${t})}|${__evalVar(t)}|${__evalVar(nope)}|${__eval(${w})}', user),
    ).toBe('V-3|V-3||V');
  });

  it('start what keeps a state anew each time', () => {
    const user = testUser({ variables: { t: '${__counter(FALSE)}${__counter(TRUE,c)}' } });
    const template = compileTemplate('${__evalVar(t)}', testEnvironment(user));
    expect([template.evaluate(user), template.evaluate(user)]).toEqual(['11', '11']);
    expect(user.variables.get('c')).toBe('1');
  });

  it('remember no more than a bounded number of texts', () => {
    const user = testUser();
    const template = compileTemplate('${__evalVar(t)}', testEnvironment(user));
    for (let i = 0; i < 3000; i++) {
      user.variables.put('t', `${i} \${x}`);
      expect(template.evaluate(user)).toBe(`${i} \${x}`);
    }
  });

  it('throw what is malformed in the text', async () => {
    const user = testUser({ variables: { t: '${__Random(1)}' } });
    await expect(evaluateText('${__evalVar(t)}', user)).rejects.toThrow('wrong number of parameters');
  });

  it('can call functions that have to be loaded first', async () => {
    const user = testUser({ variables: { t: '${__javaScript(6*7)} ${__machineIP}' } });
    expect(await evaluateText('${__evalVar(t)}', user)).toMatch(/^42 \d+\.\d+\.\d+\.\d+$/);
  });
});

describe('the table of functions', () => {
  it('has one row per name', () => {
    const names = functions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^__\w+$/.test(name))).toBe(true);
  });

  it.each(['__BeanShell'])('knows %s, but cannot run it yet', async (name) => {
    const compiled = compileLoaded(`\${${name}(1)}`, testEnvironment(testUser()));
    await expect(compiled).rejects.toMatchObject({
      name: 'TemplateError',
      message: `${name} is not supported yet`,
    });
  });
});
