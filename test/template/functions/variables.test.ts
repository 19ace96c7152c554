import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../../src/template/template.ts';
import { evaluateText, testEnvironment } from '../../support/template.ts';
import { testShared, testUser } from '../../support/user.ts';

describe('__P and __property', () => {
  const properties = { a: ' AA ', empty: '' };

  it.each([
    ['${__P(a)}|${__P( a )}|${__P(b)}|${__P(b,)}|${__P(b, d )}', 'AA|AA|1||d'],
    ['${__P(empty,d)}|${__property(empty,,d)}', '|'],
    ['${__property(a)}|${__property(b)}|${__property( b )}|${__property(b,,d)}', 'AA|b|b|d'],
  ])('%s gives %j', async (text, value) => {
    expect(await evaluateText(text, testUser({ properties }))).toBe(value);
  });

  it('keep the name of the variable as it stands in __property', async () => {
    const user = testUser({ properties });
    await evaluateText('${__property(a, v )}', user);
    expect([...user.variables.entries()]).toEqual([[' v ', 'AA']]);
  });
});

describe('__setProperty', () => {
  it('sets for all users and gives the value before only when asked to', async () => {
    const user = testUser();
    expect(await evaluateText('[${__setProperty(p,1)}][${__setProperty(p,2,true)}][${__P(p)}]', user)).toBe(
      '[][1][2]',
    );
    const other = testUser({ shared: user.shared });
    expect(
      await evaluateText('${__P(p)} ${__setProperty(new,x,TRUE)} ${__setProperty(new,x, true)}', other),
    ).toBe('2 null ');
  });
});

describe('__V, __isVarDefined and __isPropDefined', () => {
  it('know what is defined', async () => {
    const user = testUser({ variables: { v: 'V', e: '' }, properties: { p: 'P' } });
    expect(
      await evaluateText(
        '${__isVarDefined(v)} ${__isVarDefined(e)} ${__isVarDefined( v)} ${__isVarDefined(w)}',
        user,
      ),
    ).toBe('true true false false');
    expect(await evaluateText('${__isPropDefined(p)} ${__isPropDefined( p)}', user)).toBe('true false');
    expect(await evaluateText('${__V(v)}${__V(w)}${__V(w,d)}${__V(e,d)}', user)).toBe('Vwd');
  });
});

describe('__counter', () => {
  const text = '${__counter(TRUE,a)} ${__counter(FALSE,b)} ${__counter(True)} ${__counter(,)}';

  it('counts each occurrence for itself, per user or over all', () => {
    const shared = testShared();
    const [first, second] = [testUser({ shared }), testUser({ shared })];
    const template = compileTemplate(text, testEnvironment(first));
    expect(template.evaluate(first)).toBe('1 1 1 1');
    expect(template.evaluate(second)).toBe('1 2 1 2');
    expect(template.evaluate(first)).toBe('2 3 2 3');
    expect([first.variables.get('a'), first.variables.get('b')]).toEqual(['2', '3']);
  });

  it('goes on below zero after the largest int', () => {
    const user = testUser();
    const template = compileTemplate('${__counter(FALSE)}', testEnvironment(user));
    template.evaluate(user);
    user.shared.update(user.shared.cell('occurrence 0'), () => 2_147_483_647);
    expect(template.evaluate(user)).toBe('-2147483648');
  });
});

describe('functions about the thread', () => {
  it('name it, its group and its plan', async () => {
    const user = { ...testUser({ threadNum: 4 }), threadName: 'A-B 2-5' };
    expect(await evaluateText('${__threadNum}|${__threadGroupName}|${__TestPlanName()}', user)).toBe(
      '5|Thread Group|plan.jmx',
    );
  });

  it('name the sampler, as it is named at that moment', async () => {
    const user = testUser({ variables: { n: '1' } });
    expect(await evaluateText('[${__samplerName}]', user)).toBe('[]');
    user.samplerName = compileTemplate('open ${n}', testEnvironment(user));
    expect(await evaluateText('${__samplerName(sn)} ${sn}', user)).toBe('open 1 open 1');
    user.variables.put('n', '2');
    expect(await evaluateText('${__samplerName()}', user)).toBe('open 2');
  });

  it('end a sampler name that asks for itself', () => {
    const user = testUser();
    user.samplerName = compileTemplate('x ${__samplerName}', testEnvironment(user));
    expect(() => user.samplerName?.evaluate(user)).toThrow(
      expect.objectContaining({ name: 'java.lang.StackOverflowError' }),
    );
  });
});

describe('__machineName and __machineIP', () => {
  it('name the host and its address', async () => {
    const user = testUser();
    expect(await evaluateText('${__machineName(m)} ${__machineIP(i)}', user)).toMatch(
      /^\S+ \d+(?:\.\d+){3}$/,
    );
    expect(Object.keys(Object.fromEntries(user.variables.entries()))).toEqual(['m', 'i']);
  });
});

describe('__log and __logn', () => {
  it('log as JMeter does, and give the text or nothing', async () => {
    const user = testUser();
    const text =
      '[${__log(hello)}][${__log(w, warn )}][${__log(e,ERROR,cause,why)}][${__logn(silent,TRACE)}][${__log(x,XXX)}]';
    expect(await evaluateText(text, user)).toBe('[hello][w][e][][x]');
    expect(user.logged).toEqual([
      'INFO o.a.j.f.LogFunction: Thread Group 1-1  :  hello',
      'WARN o.a.j.f.LogFunction: Thread Group 1-1  :  w',
      'ERROR o.a.j.f.LogFunction: Thread Group 1-1 why e java.lang.Throwable: cause',
      'TRACE o.a.j.f.LogFunction2: Thread Group 1-1  :  silent',
      'DEBUG o.a.j.f.LogFunction: Thread Group 1-1  :  x',
    ]);
  });

  it('print to the console instead when asked to', async () => {
    const printed: string[] = [];
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (chunk) => printed.push(String(chunk)) > 0;
    try {
      expect(await evaluateText('${__log(to out,OUT)}', testUser())).toBe('to out');
    } finally {
      process.stdout.write = write;
    }
    expect(printed).toEqual(['Log: Thread Group 1-1 : to out\n']);
  });
});
