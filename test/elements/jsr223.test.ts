import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { jsr223Assertion } from '../../src/elements/assertions/jsr223-assertion.ts';
import { loadScriptEngine } from '../../src/elements/jsr223.ts';
import { jsr223Listener } from '../../src/elements/listeners/jsr223-listener.ts';
import { jsr223PreProcessor } from '../../src/elements/pre-processors/jsr223-pre-processor.ts';
import { jsr223Sampler } from '../../src/elements/samplers/jsr223-sampler.ts';
import { jsr223Timer } from '../../src/elements/timers/jsr223-timer.ts';
import { SampleResult, StopThreadError } from '../../src/types.ts';
import { elementContext } from '../support/element.ts';
import { testShared, testUser, type TestUser } from '../support/user.ts';

beforeAll(loadScriptEngine);

const sample = (script: string, user: TestUser = testUser(), more: Record<string, string> = {}): unknown =>
  jsr223Sampler.compile(elementContext({ script, ...more })).sample(user);

describe('JSR223 Sampler', () => {
  it('gives what the script returns, and the script as its request', () => {
    expect(sample('return "data " + vars.get("v")', testUser({ variables: { v: 'V' } }))).toMatchObject({
      label: 'element',
      responseCode: '200',
      responseMessage: 'OK',
      success: true,
      dataType: 'text',
      responseData: 'data V',
      bytes: 6,
      samplerData: 'return "data " + vars.get("v")',
    });
  });

  it.each([
    ['throw new RuntimeException("boom")', 'java.lang.RuntimeException: boom'],
    [
      'vars.put("a", 5)',
      'groovy.lang.MissingMethodException: No signature of method: org.apache.jmeter.threads.JMeterVariables.put() is applicable for argument types: (String, Integer) values: [a, 5]\nPossible solutions: put(java.lang.String, java.lang.String), get(java.lang.String), putAt(java.lang.String, java.lang.Object), wait(), any(), dump()',
    ],
    ['', 'Both script file and script text are empty for element:element'],
  ])('%s fails it', (script, message) => {
    expect(sample(script)).toMatchObject({
      success: false,
      responseCode: '500',
      responseMessage: `javax.script.ScriptException: ${message}`,
      responseData: '',
    });
  });

  it('has what the script sets, and no row when it is ignored', () => {
    expect(
      sample(
        'SampleResult.setResponseCode("201"); SampleResult.responseMessage = "made"; SampleResult.setResponseData("é", "UTF-8"); SampleResult.setSampleLabel("other"); SampleResult.setBytes(9L); SampleResult.setSentBytes(7L); SampleResult.setIgnore(); "not this"',
      ),
    ).toMatchObject({
      responseCode: '201',
      responseMessage: 'made',
      responseData: 'é',
      bytes: 2,
      sentBytes: 7,
      label: 'other',
      ignored: true,
    });
  });

  it('a failing assert ends the thread without a row, as an Error of Java does', () => {
    expect(() => sample('assert 1 == 2')).toThrow(StopThreadError);
  });

  it('sleeps on the clock of the script, and the thread waits for it', async () => {
    const waits: number[] = [];
    const user = { ...testUser(), sleep: (ms: number) => (waits.push(ms), Promise.resolve(true)) };
    const result = (await sample('Thread.sleep(300)', user)) as SampleResult;
    expect(result.elapsedMs).toBeGreaterThanOrEqual(300);
    expect(waits).toEqual([300]);
    expect(user.owedSleepMs).toBe(0);
  });

  it('sees its parameters split at blanks', () => {
    expect(
      sample('args.length + "|" + args.toList() + "|" + Parameters + "|" + Label', testUser(), {
        parameters: '  a  b ',
      }),
    ).toMatchObject({ responseData: '2|[a, b]|  a  b |element' });
  });

  it('keeps the text that its thread first saw, unless the cache key is false', () => {
    const texts = (cacheKey: string): unknown[] => {
      const sampler = jsr223Sampler.compile(elementContext({ script: 'return "${v}"', cacheKey }));
      const user = testUser({ variables: { v: 'one' } });
      return ['one', 'two'].map((value) => {
        user.variables.put('v', value);
        return (sampler.sample(user) as SampleResult).responseData;
      });
    };
    expect(texts('true')).toEqual(['one', 'one']);
    expect(texts('')).toEqual(['one', 'one']);
    expect(texts('false')).toEqual(['one', 'two']);
  });

  it('runs a script file, and names one that is missing', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jsr223-'));
    const file = path.join(folder, 's.groovy');
    fs.writeFileSync(file, 'return "from " + FileName.size()');
    expect(sample('', testUser(), { filename: file })).toMatchObject({
      responseData: `from ${file.length}`,
      samplerData: `File: ${file}`,
    });
    const none = path.join(folder, 'none.groovy');
    expect(sample('', testUser(), { filename: none })).toMatchObject({
      responseMessage: `javax.script.ScriptException: Script file '${none}' is not a file for element: element`,
    });
    fs.rmSync(folder, { recursive: true });
  });

  it('has the languages of JMeter on Java 17', () => {
    expect(sample('1+1', testUser(), { scriptLanguage: 'jexl2' })).toMatchObject({ responseData: '2' });
    expect(sample('1+1', testUser(), { scriptLanguage: 'javascript' })).toMatchObject({
      responseMessage:
        "javax.script.ScriptException: Cannot find engine named: 'javascript', ensure you set language field in JSR223 Test Element: element",
    });
    expect(() => sample('1+1', testUser(), { scriptLanguage: 'beanshell' })).toThrow(
      /The script language 'beanshell' is not supported/,
    );
  });

  it('refuses before the run what is beyond the subset, by name', () => {
    expect(() => sample('def a = 1\nimport com.example.Foo')).toThrow(
      /The Groovy script uses the class com\.example\.Foo, which wsmeter does not support \(.*:2, /,
    );
    expect(() => sample('prev.foo()')).toThrow(/uses the method prev\.foo\(\)/);
    expect(() => sample('return ${n} * new Foo()')).toThrow(/the class Foo/);
  });
});

describe('JSR223 PreProcessor', () => {
  it('only logs an exception', () => {
    const user = testUser();
    jsr223PreProcessor.compile(elementContext({ script: 'vars.put("a", "A"); 1/0' })).process(user);
    expect(user.variables.get('a')).toBe('A');
    expect(user.logged).toEqual([
      'ERROR o.a.j.m.JSR223PreProcessor: Problem in JSR223 script, element javax.script.ScriptException: java.lang.ArithmeticException: Division by zero',
    ]);
  });

  it('names the running sampler', () => {
    const user = testUser();
    user.samplerName = { source: 's', constant: 's', evaluate: () => 's' };
    jsr223PreProcessor
      .compile(elementContext({ script: 'sampler.setName(sampler.name + "2")' }))
      .process(user);
    expect(user.samplerName.evaluate(user)).toBe('s2');
  });

  it("stops the thread or the test with JMeter's exceptions", () => {
    const stopped: string[] = [];
    const shared = { ...testShared(), stopTest: (mode: string) => void stopped.push(mode) };
    const run = (name: string): void =>
      jsr223PreProcessor
        .compile(elementContext({ script: `throw new org.apache.jorphan.util.${name}("why")` }))
        .process(testUser({ shared }));
    expect(() => run('JMeterStopThreadException')).toThrow(StopThreadError);
    expect(stopped).toEqual([]);
    expect(() => run('JMeterStopTestNowException')).toThrow(StopThreadError);
    expect(stopped).toEqual(['now']);
  });

  it('moves the flow and shares properties and objects', () => {
    const user = testUser({ properties: { p: 'P' } });
    jsr223PreProcessor
      .compile(
        elementContext({
          script:
            'import org.apache.jmeter.threads.JMeterContext.TestLogicalAction\nctx.setTestLogicalAction(TestLogicalAction.BREAK_CURRENT_LOOP)\nprops.put("q", props.get("p") + ctx.threadNum + ctx.thread.threadName)\nvars.putObject("m", [a: [1, 2]])\nlog.info("{} of {}", 1, vars.getObject("m").a)',
        }),
      )
      .process(user);
    expect(user.action).toBe('break-current-loop');
    expect(user.shared.properties.get('q')).toBe('P0Thread Group 1-1');
    expect(user.variables.text('m')).toBe('{a=[1, 2]}');
    expect(user.logged).toEqual(['INFO o.a.j.m.J.element: 1 of [1, 2]']);
  });
});

describe('JSR223 Assertion', () => {
  const check = (script: string): SampleResult => {
    const result = Object.assign(new SampleResult(), { success: true, responseData: 'b' });
    const user = testUser();
    user.previousResult = result;
    jsr223Assertion.compile(elementContext({ script })).check(user, result);
    return result;
  };

  it.each([
    [
      'AssertionResult.setFailure(true); AssertionResult.setFailureMessage("my, message")',
      false,
      'my, message',
    ],
    ['AssertionResult.setError(true)', true, ''],
    ['AssertionResult.failure = !SampleResult.responseDataAsString.contains("b")', true, ''],
    ['prev.setSuccessful(false)', false, ''],
    ['throw new Exception("boom")', false, 'javax.script.ScriptException: java.lang.Exception: boom'],
    ['assert 1 == 2', false, 'Assertion failed: \n\nassert 1 == 2\n         |\n         false\n'],
    [
      'throw new org.apache.jorphan.util.JMeterStopThreadException("st")',
      false,
      'org.apache.jorphan.util.JMeterStopThreadException: st',
    ],
  ])('%s', (script, success, message) => {
    const result = check(script);
    expect(result.success).toBe(success);
    expect(result.failureMessage).toBe(message);
  });
});

describe('JSR223 Timer', () => {
  it.each([
    ['return 200', 200],
    ['"150"', 150],
    ['return null', 0],
    ['throw new Exception("x")', 0],
    ['"abc"', 0],
    ['Thread.sleep(30); 20', 50],
  ])('%s waits', (script, ms) => {
    expect(jsr223Timer.compile(elementContext({ script })).delayMs(testUser())).toBe(ms);
  });
});

describe('JSR223 Listener', () => {
  it('sees the sample', () => {
    const user = testUser();
    const result = Object.assign(new SampleResult(), { label: 'three', success: true });
    user.previousResult = result;
    const listener = jsr223Listener.compile(
      elementContext({
        script:
          'vars.put("l", prev.getSampleLabel() + sampleEvent.getThreadGroup() + sampleResult.isSuccessful())',
      }),
    );
    listener.sampleOccurred(user, result);
    expect(user.variables.get('l')).toBe('threeThread Grouptrue');
  });
});
