import { unescapeJava } from '../../java/string-escape.ts';
import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.UnEscape`. */
export const unescape: FunctionDefinition = {
  name: '__unescape',
  minArgs: 1,
  maxArgs: 1,
  summary: 'The text without its Java escapes',
  compile([text]) {
    return (user) => unescapeJava(text!.evaluate(user));
  },
};
