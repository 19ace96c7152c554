import { trim } from '../../java/trim.ts';
import type { FunctionDefinition } from '../definition.ts';

/**
 * Cuts at each single character of `separators`. Nothing before the first separator is no part; nothing between
 * two, or after the last, is the part `?`.
 */
function split(text: string, separators: string): string[] {
  const parts: string[] = [];
  let part = '';
  let afterSeparator = false;
  for (const c of text) {
    if (!separators.includes(c)) {
      part += c;
      afterSeparator = false;
      continue;
    }
    if (part !== '') parts.push(part);
    else if (afterSeparator) parts.push('?');
    part = '';
    afterSeparator = true;
  }
  if (part !== '') parts.push(part);
  else if (afterSeparator) parts.push('?');
  return parts;
}

/** `org.apache.jmeter.functions.SplitFunction`. */
export const splitFunction: FunctionDefinition = {
  name: '__split',
  minArgs: 2,
  maxArgs: 3,
  summary: 'Splits a text into the variables name_1, name_2 …, with name_n their number',
  compile([text, variable, separator]) {
    return (user) => {
      const whole = text!.evaluate(user);
      const name = trim(variable!.evaluate(user));
      const separators = separator?.evaluate(user) ?? '';
      const parts = split(whole, separators === '' ? ',' : separators);
      user.variables.put(name, whole);
      user.variables.put(`${name}_n`, String(parts.length));
      parts.forEach((part, i) => user.variables.put(`${name}_${i + 1}`, part));
      user.variables.put(`${name}_${parts.length + 1}`, undefined);
      return whole;
    };
  },
};
