import type { ElementDefinition } from '../definition.ts';
import { compileScript, endThread, jsr223Differs, jsr223Properties, loadScriptEngine } from '../jsr223.ts';

const CATEGORY = 'o.a.j.t.JSR223Timer';

/** JSR223 Timer (timers.JSR223Timer). */
export const jsr223Timer = {
  testclass: 'org.apache.jmeter.timers.JSR223Timer',
  label: 'JSR223 Timer',
  role: 'timer',
  properties: jsr223Properties,
  differs: jsr223Differs,
  load: loadScriptEngine,
  compile(context) {
    const script = compileScript(context, 'element', CATEGORY);
    return {
      delayMs(user) {
        const outcome = script.run(user);
        endThread(outcome, user);
        const sleptMs = user.owedSleepMs;
        user.owedSleepMs = 0;
        const problem = (reason: string): number => {
          const name = context.name.evaluate(user);
          user.log.log('ERROR', CATEGORY, `Problem in JSR223 script, ${name} ${reason}`);
          return sleptMs;
        };
        if (outcome.error !== undefined) return problem(`javax.script.ScriptException: ${outcome.error}`);
        if (outcome.text === undefined) {
          user.log.log('WARN', CATEGORY, 'Script did not return a value');
          return sleptMs;
        }
        if (/^[+-]?\d{1,15}$/.test(outcome.text)) return sleptMs + Number(outcome.text);
        return problem(`java.lang.NumberFormatException: For input string: "${outcome.text}"`);
      },
    };
  },
} satisfies ElementDefinition;
