import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

/** Each UTF-16 unit that is neither letter nor digit nor underscore. */
const OTHER = /[^\p{L}\p{Nd}_]/gu;

/** `org.apache.jmeter.functions.EscapeOroRegexpChars`. */
export const escapeOroRegexpChars: FunctionDefinition = {
  name: '__escapeOroRegexpChars',
  minArgs: 1,
  maxArgs: 2,
  summary: 'The text as a regular expression that matches exactly it',
  compile([text, variable]) {
    return (user) => storeResult(user, variable, text!.evaluate(user).replace(OTHER, '\\$&'));
  },
};
