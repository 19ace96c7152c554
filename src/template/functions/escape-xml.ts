import { escapeXml10 } from '../../java/markup-escape.ts';
import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.EscapeXml`. */
export const escapeXml: FunctionDefinition = {
  name: '__escapeXml',
  minArgs: 1,
  maxArgs: 1,
  summary: 'The text with XML 1.0 entities',
  compile([text]) {
    return (user) => escapeXml10(text!.evaluate(user));
  },
};
