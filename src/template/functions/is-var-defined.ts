import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.IsVarDefined`. */
export const isVarDefined: FunctionDefinition = {
  name: '__isVarDefined',
  minArgs: 1,
  maxArgs: 1,
  summary: 'true when the variable exists',
  compile([name]) {
    return (user) => String(user.variables.get(name!.evaluate(user)) !== undefined);
  },
};
