import { decodeInt64 } from '../../java/parse-number.ts';
import { SampleResult, type Sampler, type Template, type VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { ElementContext } from '../element-context.ts';
import { userState } from '../user-state.ts';

const JAVA_TEST = 'org.apache.jmeter.protocol.java.test.JavaTest';
const SLEEP_TEST = 'org.apache.jmeter.protocol.java.test.SleepTest';

/** The arguments of one sample, each evaluated once. Of equal names the first counts. */
class Arguments {
  readonly #user: VirtualUser;
  readonly #values = new Map<string, string>();

  constructor(user: VirtualUser, pairs: readonly { name: Template; value: Template }[]) {
    this.#user = user;
    for (const pair of pairs) {
      const name = pair.name.evaluate(user);
      if (!this.#values.has(name)) this.#values.set(name, pair.value.evaluate(user));
    }
  }

  text(name: string, fallback: string): string {
    return this.#values.get(name) ?? fallback;
  }

  /** A number as Java's Long.decode reads it: decimal, hexadecimal (`0x`, `#`) or octal (`0`). */
  integer(name: string, fallback: number): number {
    const text = this.#values.get(name);
    if (text === undefined) return fallback;
    try {
      return Number(decodeInt64(text));
    } catch {
      this.#user.log.log(
        'WARN',
        'o.a.j.p.j.s.JavaSamplerContext',
        `Value for parameter '${name}' not a long: '${text}'.  Using default: '${fallback}'.`,
      );
      return fallback;
    }
  }
}

/** The time to sleep: the base time, and with a mask the clock's milliseconds modulo the mask on top. */
const sleepMs = (user: VirtualUser, base: number, mask: number): number =>
  base > 0 && mask > 0 ? base + (Math.floor(user.clock.nowUs() / 1000) % mask) : base;

/** Sleeps as the sample; false when it was interrupted. */
async function timed(user: VirtualUser, result: SampleResult, ms: number): Promise<boolean> {
  result.startUs = user.clock.nowUs();
  const slept = ms <= 0 || (await user.sleep(ms));
  result.endUs = user.clock.nowUs();
  return slept;
}

function setResponse(result: SampleResult, text: string): void {
  result.responseData = text;
  result.encoding = 'UTF-8';
  result.bytes = Buffer.byteLength(text);
}

async function javaTest(user: VirtualUser, name: string, values: Arguments): Promise<SampleResult> {
  const ms = sleepMs(user, values.integer('Sleep_Time', 100), values.integer('Sleep_Mask', 0xff));
  const result = new SampleResult();
  result.responseCode = values.text('ResponseCode', '');
  result.responseMessage = values.text('ResponseMessage', '');
  result.label = values.text('Label', '') || name;
  result.dataType = 'text';
  const data = values.text('SamplerData', '');
  if (data !== '') result.samplerData = data;
  result.sentBytes = data.length;
  const response = values.text('ResultData', '');
  if (response !== '') setResponse(result, response);
  const slept = await timed(user, result, ms);
  if (!slept) user.log.log('WARN', 'o.a.j.p.j.t.JavaTest', 'JavaTest: interrupted.');
  result.success = slept && values.text('Status', 'OK').toLowerCase() === 'ok';
  return result;
}

/** What SleepTest reads at the first sample of a thread and keeps. */
interface SleepSettings {
  name: string;
  time: number;
  mask: number;
}

async function sleepTest(user: VirtualUser, settings: SleepSettings): Promise<SampleResult> {
  const ms = sleepMs(user, settings.time, settings.mask);
  const result = new SampleResult();
  result.label = settings.name;
  result.samplerData = `Sleep Test: time = ${ms}`;
  result.success = await timed(user, result, ms);
  if (!result.success) {
    user.log.log('WARN', 'o.a.j.p.j.t.SleepTest', 'SleepTest: interrupted.');
    result.responseMessage = 'java.lang.InterruptedException: sleep interrupted';
  }
  return result;
}

function classNotFound(classname: string): SampleResult {
  const result = new SampleResult();
  result.label = `ERROR: ${classname}`;
  setResponse(result, `Class not found: ${classname}`);
  return result;
}

function compile(context: ElementContext): Sampler {
  const classname = context.text('classname');
  const pairs = context.arguments('arguments');
  const sleepSettings = userState(context, (user): SleepSettings => {
    const values = new Arguments(user, pairs);
    return {
      name: context.name.evaluate(user),
      time: values.integer('SleepTime', 1000),
      mask: values.integer('SleepMask', 0x3ff),
    };
  });
  return {
    sample(user) {
      const className = classname.evaluate(user);
      switch (className.trim()) {
        case JAVA_TEST:
          return javaTest(user, context.name.evaluate(user), new Arguments(user, pairs));
        case SLEEP_TEST:
          return sleepTest(user, sleepSettings(user));
        default:
          return classNotFound(className);
      }
    },
  };
}

/** Java Request, with the two classes that come with JMeter (protocol.java.sampler.JavaSampler). */
export const javaRequest = {
  testclass: 'org.apache.jmeter.protocol.java.sampler.JavaSampler',
  label: 'Java Request',
  role: 'sampler',
  properties: ['arguments', 'classname'],
  differs:
    'Runs the classes JavaTest and SleepTest that come with JMeter. Any other class gives the failed sample that JMeter writes for a class it cannot find.',
  compile,
} satisfies ElementDefinition;
