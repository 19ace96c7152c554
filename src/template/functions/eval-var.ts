import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.EvalVarFunction`. */
export const evalVar: FunctionDefinition = {
  name: '__evalVar',
  minArgs: 1,
  maxArgs: 1,
  summary: 'The value of a variable, evaluated as a text with references',
  compilesTexts: true,
  compile([name], context) {
    return (user) => {
      const text = user.variables.text(name!.evaluate(user));
      return text === undefined ? '' : context.compile(text).evaluate(user);
    };
  },
};
