import type { ElementDefinition } from '../definition.ts';
import { compileScript, endThread, jsr223Differs, jsr223Properties, loadScriptEngine } from '../jsr223.ts';

const CATEGORY = 'o.a.j.v.JSR223Listener';

/** JSR223 Listener (visualizers.JSR223Listener). */
export const jsr223Listener = {
  testclass: 'org.apache.jmeter.visualizers.JSR223Listener',
  label: 'JSR223 Listener',
  role: 'listener',
  properties: jsr223Properties,
  differs: jsr223Differs,
  load: loadScriptEngine,
  compile(context) {
    const script = compileScript(context, 'listener', CATEGORY);
    return {
      kind: 'act',
      sampleOccurred(user, result) {
        const outcome = script.run(user, { occurred: result });
        // What stops a thread or the test elsewhere does not here: JMeter only logs it.
        if (outcome.ends === 'died') endThread(outcome, user);
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
