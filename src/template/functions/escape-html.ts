import { escapeHtml4 } from '../../java/markup-escape.ts';
import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.EscapeHtml`. */
export const escapeHtml: FunctionDefinition = {
  name: '__escapeHtml',
  minArgs: 1,
  maxArgs: 1,
  summary: 'The text with HTML 4 entities',
  compile([text]) {
    return (user) => escapeHtml4(text!.evaluate(user));
  },
};
