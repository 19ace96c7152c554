import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.EvalFunction`. */
export const evaluate: FunctionDefinition = {
  name: '__eval',
  minArgs: 1,
  maxArgs: 1,
  summary: 'The argument, evaluated once more as a text with references',
  compilesTexts: true,
  compile([text], context) {
    return (user) => context.compile(text!.evaluate(user)).evaluate(user);
  },
};
