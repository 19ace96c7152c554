import { describe, expect, test } from 'vitest';
import { javaRequest } from '../../../src/elements/samplers/java-request.ts';
import type { SampleResult } from '../../../src/types.ts';
import { argumentsOf, elementContext } from '../../support/element.ts';
import { testUser, type TestUser } from '../../support/user.ts';

const JAVA_TEST = 'org.apache.jmeter.protocol.java.test.JavaTest';
const SLEEP_TEST = 'org.apache.jmeter.protocol.java.test.SleepTest';

function request(classname: string, args: Record<string, string>, name = 'java') {
  const sampler = javaRequest.compile(elementContext({ classname, arguments: argumentsOf(args) }, { name }));
  return async (user: TestUser): Promise<SampleResult> => (await sampler.sample(user))!;
}

/** A user that does not sleep but notes for how long it should. */
function sleeper(interrupted = false): TestUser & { slept: number[] } {
  const slept: number[] = [];
  return {
    ...testUser(),
    slept,
    sleep(ms) {
      slept.push(ms);
      return Promise.resolve(!interrupted);
    },
  };
}

describe('Java Request with JavaTest', () => {
  test('writes what its arguments say', async () => {
    const result = await request(JAVA_TEST, {
      Sleep_Time: '0',
      ResponseCode: '418',
      ResponseMessage: 'short and stout',
      Status: 'FAIL',
      SamplerData: 'žluť',
      ResultData: 'čaj',
    })(sleeper());
    expect(result).toMatchObject({
      label: 'java',
      responseCode: '418',
      responseMessage: 'short and stout',
      success: false,
      dataType: 'text',
      encoding: 'UTF-8',
      samplerData: 'žluť',
      sentBytes: 4,
      responseData: 'čaj',
      bytes: 4,
    });
  });

  test('is a success with empty code and message by default, and has no encoding without data', async () => {
    const result = await request(JAVA_TEST, { Sleep_Time: '0' })(sleeper());
    expect(result).toMatchObject({
      responseCode: '',
      responseMessage: '',
      success: true,
      dataType: 'text',
      encoding: '',
      samplerData: undefined,
      sentBytes: 0,
      bytes: 0,
    });
  });

  test('takes Label before its own name, and OK in any case as success', async () => {
    const result = await request(JAVA_TEST, { Sleep_Time: '0', Label: 'tea', Status: 'ok' })(sleeper());
    expect(result).toMatchObject({ label: 'tea', success: true });
  });

  test.each([
    ['decimal', { Sleep_Time: '250', Sleep_Mask: '0' }, [250]],
    ['signed', { Sleep_Time: '+5', Sleep_Mask: '0' }, [5]],
    ['hexadecimal', { Sleep_Time: '0x10', Sleep_Mask: '0' }, [16]],
    ['hexadecimal with a hash', { Sleep_Time: '#20', Sleep_Mask: '0' }, [32]],
    ['octal', { Sleep_Time: '020', Sleep_Mask: '0' }, [16]],
    ['not a number, so the default', { Sleep_Time: ' 50 ', Sleep_Mask: '0' }, [100]],
    ['zero', { Sleep_Time: '0' }, []],
    ['negative', { Sleep_Time: '-5' }, []],
  ])('sleeps for a %s time', async (_kind, args, slept) => {
    const user = sleeper();
    await request(JAVA_TEST, args)(user);
    expect(user.slept).toEqual(slept);
  });

  test('adds the clock modulo the mask, 255 by default', async () => {
    const user = { ...sleeper(), clock: { nowUs: () => 1_796_053_509_106_000, setTimer: () => () => {} } };
    await request(JAVA_TEST, { Sleep_Time: '1', Sleep_Mask: '100' })(user);
    await request(JAVA_TEST, {})(user);
    expect(user.slept).toEqual([1 + 6, 100 + (1_796_053_509_106 % 255)]);
  });

  test('logs a time that is no number', async () => {
    const user = sleeper();
    await request(JAVA_TEST, { Sleep_Time: 'abc', Sleep_Mask: '0' })(user);
    expect(user.logged).toEqual([
      "WARN o.a.j.p.j.s.JavaSamplerContext: Value for parameter 'Sleep_Time' not a long: 'abc'.  Using default: '100'.",
    ]);
  });

  test('fails when it is interrupted', async () => {
    const user = sleeper(true);
    const result = await request(JAVA_TEST, { Sleep_Time: '100', ResponseCode: '200' })(user);
    expect(result).toMatchObject({ success: false, responseCode: '200' });
    expect(user.logged).toEqual(['WARN o.a.j.p.j.t.JavaTest: JavaTest: interrupted.']);
  });

  test('measures the sleep', async () => {
    const user: TestUser = {
      ...testUser(),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms, true)),
    };
    const result = await request(JAVA_TEST, { Sleep_Time: '20', Sleep_Mask: '0' })(user);
    expect(result.elapsedMs).toBeGreaterThanOrEqual(18);
  });
});

describe('Java Request with SleepTest', () => {
  test('succeeds with nothing but a label and sampler data', async () => {
    const result = await request(SLEEP_TEST, { SleepTime: '20', SleepMask: '0' })(sleeper());
    expect(result).toMatchObject({
      label: 'java',
      responseCode: '',
      responseMessage: '',
      success: true,
      dataType: '',
      encoding: '',
      samplerData: 'Sleep Test: time = 20',
    });
  });

  test('keeps the name and times of the first sample of a thread', async () => {
    const sample = request(SLEEP_TEST, { SleepTime: '${ms}', SleepMask: '0' }, 'nap ${ms}');
    const user = sleeper();
    user.variables.put('ms', '20');
    await sample(user);
    user.variables.put('ms', '30');
    expect((await sample(user)).label).toBe('nap 20');
    expect(user.slept).toEqual([20, 20]);
  });

  test('fails with a message when it is interrupted', async () => {
    const result = await request(SLEEP_TEST, {})(sleeper(true));
    expect(result).toMatchObject({
      success: false,
      responseMessage: 'java.lang.InterruptedException: sleep interrupted',
    });
  });
});

test('Java Request with a class that is not there gives a failed sample that never started', async () => {
  const result = await request('com.example.Foo', {})(sleeper());
  expect(result).toMatchObject({
    label: 'ERROR: com.example.Foo',
    responseCode: '',
    success: false,
    dataType: '',
    encoding: 'UTF-8',
    responseData: 'Class not found: com.example.Foo',
    bytes: 32,
    startUs: 0,
  });
});

test('Java Request accepts blanks around the class name', async () => {
  const result = await request(` ${JAVA_TEST} `, { Sleep_Time: '0' })(sleeper());
  expect(result).toMatchObject({ label: 'java', success: true });
});
