import { parseInt32 } from '../../java/parse-number.ts';
import { trim } from '../../java/trim.ts';
import type { VirtualUser } from '../../types.ts';
import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

/** The values of an extractor's variables name_1 to name_n, or the value of name. */
function valuesOf(user: VirtualUser, name: string): string[] {
  const { variables } = user;
  const count = parseInt32(variables.text(`${name}_matchNr`) ?? '0');
  const names = count > 0 ? Array.from({ length: count }, (_, i) => `${name}_${i + 1}`) : [name];
  return names.flatMap((key) => variables.text(key) ?? []);
}

/** `org.apache.jmeter.functions.RandomFromMultipleVars`. */
export const randomFromMultipleVars: FunctionDefinition = {
  name: '__RandomFromMultipleVars',
  minArgs: 1,
  maxArgs: 2,
  summary: 'A random one of the values of variables (a|b|c)',
  compile([names, variable]) {
    return (user) => {
      const values = trim(names!.evaluate(user))
        .split('|')
        .flatMap((name) => (name === '' ? [] : valuesOf(user, name)));
      return storeResult(user, variable, values[Math.floor(Math.random() * values.length)] ?? '');
    };
  },
};
