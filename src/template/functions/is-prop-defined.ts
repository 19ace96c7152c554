import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.IsPropDefined`. */
export const isPropDefined: FunctionDefinition = {
  name: '__isPropDefined',
  minArgs: 1,
  maxArgs: 1,
  summary: 'true when the property exists',
  compile([name]) {
    return (user) => String(user.shared.properties.get(name!.evaluate(user)) !== undefined);
  },
};
