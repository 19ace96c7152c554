import { unescapeHtml4 } from '../../java/markup-escape.ts';
import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.UnEscapeHtml`. */
export const unescapeHtml: FunctionDefinition = {
  name: '__unescapeHtml',
  minArgs: 1,
  maxArgs: 1,
  summary: 'The text without its HTML 4 entities',
  compile([text]) {
    return (user) => unescapeHtml4(text!.evaluate(user));
  },
};
