import { evaluateJexl, JexlError, type Dialect } from '../../script/jexl/jexl.ts';
import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

function jexlFunction(name: string, dialect: Dialect, category: string): FunctionDefinition {
  return {
    name,
    minArgs: 1,
    maxArgs: 2,
    summary: `Value of an Apache Commons ${dialect === 'jexl2' ? 'JEXL 2' : 'JEXL 3'} expression`,
    differs:
      "No classes (new, Class.forName) and no functions or sets of one's own; lists print as [a, b]; methods of texts, numbers, lists, maps, vars, props, ctx, log, sampler and sampleResult only",
    compile([script, variable]) {
      return (user) => {
        const source = script!.evaluate(user);
        let value: string | undefined;
        try {
          value = evaluateJexl(source, dialect, user, category);
        } catch (error) {
          if (!(error instanceof JexlError)) throw error;
          user.log.log(
            'ERROR',
            category,
            `An error occurred while evaluating the expression "${source}": ${error.message}`,
          );
        }
        return value === undefined ? '' : storeResult(user, variable, value);
      };
    },
  };
}

/** `org.apache.jmeter.functions.Jexl2Function`. */
export const jexl2 = jexlFunction('__jexl2', 'jexl2', 'o.a.j.f.Jexl2Function');
/** `org.apache.jmeter.functions.Jexl3Function`. */
export const jexl3 = jexlFunction('__jexl3', 'jexl3', 'o.a.j.f.Jexl3Function');
