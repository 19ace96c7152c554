import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.Property`. */
export const property: FunctionDefinition = {
  name: '__property',
  minArgs: 1,
  maxArgs: 3,
  summary: 'A property, or the default (its name when none is given)',
  compile([name, variable, fallback]) {
    return (user) => {
      const key = name!.evaluate(user);
      const value = (user.shared.properties.get(key) ?? fallback?.evaluate(user) ?? key).trim();
      const target = variable?.evaluate(user) ?? '';
      if (target !== '') user.variables.put(target, value);
      return value;
    };
  },
};
