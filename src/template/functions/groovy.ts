import type { VirtualUser } from '../../types.ts';
import { TemplateError, type FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

type Engine = typeof import('../../script/groovy/script-engine.ts');

let engine: Engine | undefined;
const CATEGORY = 'o.a.j.f.Groovy';

/** `org.apache.jmeter.functions.Groovy`. */
export const groovy: FunctionDefinition = {
  name: '__groovy',
  minArgs: 1,
  maxArgs: 2,
  summary: 'Value of a Groovy expression',
  differs:
    'A subset of Groovy: see docs/scripting.md. What is beyond it stops the plan before it runs; property groovy.utilities has no effect',
  async load() {
    engine ??= await import('../../script/groovy/script-engine.ts');
  },
  compile([script, variable], context) {
    const { bindingNames, functionBindings, problemOf, runScript } = engine!;
    const problem = problemOf(script!, bindingNames.function);
    if (problem !== undefined)
      throw new TemplateError(`__groovy cannot run ${problem.message}: wsmeter runs a subset of Groovy`);
    const place = {
      workingDirectory: context.workingDirectory,
      planFolder: context.planFolder,
      category: CATEGORY,
    };
    return (user: VirtualUser) => {
      const source = script!.evaluate(user);
      const outcome = runScript(source, bindingNames.function, functionBindings(user), user, place);
      if (outcome.error === undefined)
        return outcome.text === undefined ? '' : storeResult(user, variable, outcome.text);
      user.log.log(
        'WARN',
        CATEGORY,
        `Error running groovy script: javax.script.ScriptException: ${outcome.error}`,
      );
      return '';
    };
  },
};
