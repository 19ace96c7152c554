import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

/** `StringUtils.capitalize`: the first character alone, when its upper case is one character too. */
function capitalize(text: string): string {
  const first = text.codePointAt(0);
  if (first === undefined) return text;
  const letter = String.fromCodePoint(first);
  const upper = letter.toUpperCase();
  return (upper.length === letter.length ? upper : letter) + text.slice(letter.length);
}

const modes = new Map<string, (text: string) => string>([
  ['UPPER', (text) => text.toUpperCase()],
  ['LOWER', (text) => text.toLowerCase()],
  ['CAPITALIZE', capitalize],
]);

/** `org.apache.jmeter.functions.ChangeCase`. */
export const changeCase: FunctionDefinition = {
  name: '__changeCase',
  minArgs: 1,
  maxArgs: 3,
  summary: 'The text in upper or lower case, or capitalized (UPPER, LOWER, CAPITALIZE)',
  compile([text, mode, variable]) {
    return (user) => {
      const original = text!.evaluate(user);
      const wanted = mode?.evaluate(user) ?? '';
      const change = modes.get(wanted === '' ? 'UPPER' : wanted.toUpperCase());
      if (change === undefined)
        user.log.log(
          'ERROR',
          'o.a.j.f.ChangeCase',
          `Unknown mode ${wanted}, returning ${original} unchanged`,
        );
      return storeResult(user, variable, change === undefined ? original : change(original));
    };
  },
};
