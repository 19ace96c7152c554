import type { ElementDefinition } from '../definition.ts';
import { compileScript, endThread, jsr223Differs, jsr223Properties, loadScriptEngine } from '../jsr223.ts';

const CATEGORY = 'o.a.j.m.JSR223PreProcessor';

/** JSR223 PreProcessor (modifiers.JSR223PreProcessor). */
export const jsr223PreProcessor = {
  testclass: 'org.apache.jmeter.modifiers.JSR223PreProcessor',
  label: 'JSR223 PreProcessor',
  role: 'pre-processor',
  properties: jsr223Properties,
  differs: jsr223Differs,
  load: loadScriptEngine,
  compile(context) {
    const script = compileScript(context, 'element', CATEGORY);
    return {
      process(user) {
        const outcome = script.run(user);
        endThread(outcome, user);
        if (outcome.error === undefined) return;
        const name = context.name.evaluate(user);
        user.log.log(
          'ERROR',
          CATEGORY,
          `Problem in JSR223 script, ${name} javax.script.ScriptException: ${outcome.error}`,
        );
      },
    };
  },
} satisfies ElementDefinition;
