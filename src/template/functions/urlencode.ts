import { encodeUrl } from '../../java/url-coding.ts';
import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.UrlEncode`. */
export const urlencode: FunctionDefinition = {
  name: '__urlencode',
  minArgs: 1,
  maxArgs: 1,
  summary: 'The text in application/x-www-form-urlencoded form',
  compile([text]) {
    return (user) => encodeUrl(text!.evaluate(user));
  },
};
