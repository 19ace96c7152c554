import { describe, expect, it } from 'vitest';
import { checkGroovy, GroovyError, runGroovy } from '../../../src/script/groovy/groovy.ts';
import { testUser } from '../../support/user.ts';
import { groovyValues } from './groovy-values.ts';

const NONE: readonly string[] = [];
const place = { workingDirectory: '/nowhere', planFolder: '/nowhere', category: 'test' };

function valueOf(script: string): string {
  try {
    return runGroovy(script, NONE, new Map(), testUser(), place).text ?? 'null';
  } catch (error) {
    if (!(error instanceof GroovyError)) throw error;
    return `!! ${error.message.replace(/Script\d+/g, 'Script1')}`;
  }
}

describe('values of Groovy scripts', () => {
  it.each(groovyValues)('%s', (script, value) => {
    expect(checkGroovy(script, NONE)).toBeUndefined();
    expect(valueOf(script)).toBe(value);
  });
});

describe('what is beyond the subset', () => {
  it.each([
    ['import com.example.Foo\n1', 'the class com.example.Foo', 1],
    ['1\nnew Foo()', 'the class Foo', 2],
    ['Calendar.getInstance()', 'the class Calendar', 1],
    ['java.lang.Runtime.getRuntime()', 'the class java.lang.Runtime', 1],
    ['class A { }', 'class A', 1],
    ['@Field x = 1', 'the annotation @Field', 1],
    ['use(X) { 1 }', 'use (categories)', 1],
    ['def a = 1\na.sendBinaryFrame(2)', 'the method sendBinaryFrame()', 2],
    ['"x".execute()', 'the method execute()', 1],
    ['Math.foo(1)', 'the method java.lang.Math.foo()', 1],
    ['float f = 1', 'the class float', 1],
    ['while (props.get("x") == null) { Thread.sleep(10) }', 'a loop that sleeps until a property changes', 1],
    ['"${-> 1}"', 'a closure in a GString (${-> …})', 1],
  ])('%s is refused by name', (script, message, line) => {
    const problem = checkGroovy(script, ['props']);
    expect(problem?.message).toBe(message);
    expect(problem?.place.line).toBe(line);
  });

  it('a script that is no Groovy is left to fail when it runs, as in JMeter', () => {
    expect(checkGroovy('def x = ', NONE)).toBeUndefined();
    expect(valueOf('def x = ')).toMatch(
      /^!! org\.codehaus\.groovy\.control\.MultipleCompilationErrorsException: startup failed:\nScript1\.groovy: 1: Unexpected input: '<EOF>' @ line 1, column 9\.\n {3}def x = \n {11}\^\n\n1 error\n$/,
    );
  });

  it('names of JavaScript lead nowhere', () => {
    for (const name of ['constructor', '__proto__', 'prototype', 'toLocaleString', 'valueOf'])
      for (const script of [`"x".${name}`, `[1].${name}`, `({ 1 }).${name}`, `1.${name}`])
        expect(valueOf(script), script).toMatch(/^!! groovy\.lang\.MissingPropertyException/);
    expect(valueOf('[:].constructor')).toBe('null');
    expect(valueOf('def m = [:]; m.__proto__ = [x: 1]; m.x')).toBe('null');
    expect(valueOf('process')).toMatch(/No such property: process/);
    expect(valueOf('globalThis')).toMatch(/No such property: globalThis/);
  });
});

describe('limits', () => {
  it.each([
    ['while (true) { }', /ran for more than 2 s/],
    ['def f() { f() }; f()', /StackOverflowError/],
    ['def c; c = { c() }; c()', /StackOverflowError/],
    ['def s = "x" * 1000000; while (true) { s += s }', /too (long|much)/],
    ['def l = []; while (true) { l << 1 }', /too much memory|more than 2 s/],
    ['def l = [1]; while (true) { l = l + l }', /too much memory/],
    ['2g ** 100000000', /OutOfMemoryError/],
    ['(1..2000000000).size()', /OutOfMemoryError/],
    ['new byte[2000000000]', /too much memory/],
    ['def l = []; l << l; l.toString()', /StackOverflowError/],
    ['"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" ==~ /(a+)+b/', /StackOverflowError|false/],
    ['def l = []; l[1000000000] = 1', /too much memory/],
    ['"x".padLeft(2000000000)', /too much memory/],
    ['try { while (true) { } } catch (Throwable t) { "caught" }', /ran for more than 2 s/],
    ['('.repeat(5000), /./],
    [`${'['.repeat(5000)}1${']'.repeat(5000)}`, /./],
  ])('%s ends', (script, message) => {
    expect(valueOf(script)).toMatch(message);
  });
});
