import { SampleResult, type VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { compileScript, endThread, jsr223Differs, jsr223Properties, loadScriptEngine } from '../jsr223.ts';

const CATEGORY = 'o.a.j.p.j.s.JSR223Sampler';

/** Waits for what the script has slept. */
async function payingSleep(user: VirtualUser, result: SampleResult): Promise<SampleResult> {
  const ms = user.owedSleepMs;
  user.owedSleepMs = 0;
  await user.sleep(ms);
  return result;
}

/** JSR223 Sampler (protocol.java.sampler.JSR223Sampler). */
export const jsr223Sampler = {
  testclass: 'org.apache.jmeter.protocol.java.sampler.JSR223Sampler',
  label: 'JSR223 Sampler',
  role: 'sampler',
  properties: jsr223Properties,
  differs: jsr223Differs,
  load: loadScriptEngine,
  compile(context) {
    const script = compileScript(context, 'sampler', CATEGORY);
    return {
      sample(user) {
        const result = new SampleResult();
        result.label = context.name.evaluate(user);
        result.samplerData = script.request(user);
        result.dataType = 'text';
        result.success = true;
        result.responseCode = '200';
        result.responseMessage = 'OK';
        result.startUs = user.clock.nowUs();
        const outcome = script.run(user, { sampleResult: result });
        endThread(outcome, user);
        if (outcome.error !== undefined) {
          const message = `javax.script.ScriptException: ${outcome.error}`;
          user.log.log('ERROR', CATEGORY, `Problem in JSR223 script ${result.label}, message: ${message}`);
          result.success = false;
          result.responseCode = '500';
          result.responseMessage = message;
        } else if (outcome.text !== undefined && result.responseData.length === 0) {
          result.responseData = outcome.text;
          result.encoding = 'UTF-8';
          const length = Buffer.byteLength(outcome.text);
          if (length > 0) result.bytes = length;
        }
        if (result.endUs === 0) result.endUs = user.clock.nowUs() + user.owedSleepMs * 1000;
        else user.log.log('ERROR', 'o.a.j.s.SampleResult', 'sampleEnd called twice');
        return user.owedSleepMs > 0 ? payingSleep(user, result) : result;
      },
    };
  },
} satisfies ElementDefinition;
