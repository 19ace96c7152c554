import { evaluateJavaScript, loadJavaScript, ScriptError } from '../../script/javascript.ts';
import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

/** Calls into Java, which the sandbox does not have. */
const JAVA = /\b(?:java\.|javax\.|Packages\.|importPackage\b|importClass\b|JavaImporter\b)/;

/** `org.apache.jmeter.functions.JavaScript`, which runs Rhino where Nashorn is missing. */
export const javaScript: FunctionDefinition = {
  name: '__javaScript',
  minArgs: 1,
  maxArgs: 2,
  summary: 'Value of a JavaScript expression',
  differs:
    'Runs in a sandbox without Java classes (java.…, Packages.…), with limits of 5 s and 64 MB per call; dates print without the name of their zone',
  load: loadJavaScript,
  compile([script, variable], context) {
    if (JAVA.test(script!.source))
      context.warn(
        '__javaScript calls a Java class; only vars, props, ctx, log, sampler and sampleResult exist',
      );
    return (user) => {
      const source = script!.evaluate(user);
      let value = '';
      try {
        value = evaluateJavaScript(source, user, true);
      } catch (error) {
        if (!(error instanceof ScriptError)) throw error;
        user.log.log(
          'ERROR',
          'o.a.j.f.JavaScript',
          `Error processing Javascript: [${source}] ${error.message}`,
        );
        return '';
      }
      return storeResult(user, variable, value);
    };
  },
};
