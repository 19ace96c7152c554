import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.Property2`. */
export const p: FunctionDefinition = {
  name: '__P',
  minArgs: 1,
  maxArgs: 2,
  summary: 'A property, or the default (1 when none is given)',
  compile([name, fallback]) {
    return (user) =>
      user.shared.properties.get(name!.evaluate(user).trim())?.trim() ??
      (fallback === undefined ? '1' : fallback.evaluate(user).trim());
  },
};
