import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.SetProperty`. */
export const setProperty: FunctionDefinition = {
  name: '__setProperty',
  minArgs: 2,
  maxArgs: 3,
  summary: 'Sets a property; empty, or with a third argument of true the value before',
  compile([name, value, returnBefore]) {
    return (user) => {
      const key = name!.evaluate(user);
      const wanted = returnBefore?.evaluate(user).toLowerCase() === 'true';
      const before = user.shared.properties.set(key, value!.evaluate(user));
      return wanted ? (before ?? 'null') : '';
    };
  },
};
