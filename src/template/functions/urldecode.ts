import { decodeUrl } from '../../java/url-coding.ts';
import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.UrlDecode`. */
export const urldecode: FunctionDefinition = {
  name: '__urldecode',
  minArgs: 1,
  maxArgs: 1,
  summary: 'The text back from application/x-www-form-urlencoded form',
  compile([text]) {
    return (user) => decodeUrl(text!.evaluate(user));
  },
};
