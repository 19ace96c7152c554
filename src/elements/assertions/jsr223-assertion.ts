import type { AssertionResult } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import { compileScript, jsr223Differs, jsr223Properties, loadScriptEngine } from '../jsr223.ts';

const CATEGORY = 'o.a.j.a.JSR223Assertion';

/** JSR223 Assertion (assertions.JSR223Assertion). */
export const jsr223Assertion = {
  testclass: 'org.apache.jmeter.assertions.JSR223Assertion',
  label: 'JSR223 Assertion',
  role: 'assertion',
  properties: jsr223Properties,
  differs: jsr223Differs,
  load: loadScriptEngine,
  compile(context) {
    const script = compileScript(context, 'assertion', CATEGORY);
    return {
      check(user, result) {
        const name = context.name.evaluate(user);
        const outcomeOf: AssertionResult = { name, failure: false, error: false, message: null };
        const outcome = script.run(user, { sampleResult: result, assertionResult: outcomeOf });
        if (outcome.error === undefined) outcomeOf.error = false;
        else if (outcome.ends === undefined) {
          user.log.log(
            'ERROR',
            CATEGORY,
            `Problem in JSR223 script: ${name} javax.script.ScriptException: ${outcome.error}`,
          );
          Object.assign(outcomeOf, {
            error: true,
            message: `javax.script.ScriptException: ${outcome.error}`,
          });
        } else {
          outcomeOf.name = 'Assertion failed! See log file.';
          // Neither ends the thread here: JMeter takes both for a failure of the assertion.
          Object.assign(outcomeOf, outcome.ends === 'died' ? { failure: true } : { error: true });
          outcomeOf.message = outcome.error;
        }
        result.addAssertionResult(outcomeOf);
      },
    };
  },
} satisfies ElementDefinition;
