import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.Variable`. */
export const v: FunctionDefinition = {
  name: '__V',
  minArgs: 1,
  maxArgs: 2,
  summary: 'The variable whose name is the argument, or the default (the name when none is given)',
  compile([name, fallback]) {
    return (user) => {
      const key = name!.evaluate(user);
      return user.variables.text(key) ?? fallback?.evaluate(user) ?? key;
    };
  },
};
