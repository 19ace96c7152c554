import { decodeInt64 } from '../../java/parse-number.ts';
import { trim } from '../../java/trim.ts';
import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.CharFunction`: each code is cut to 16 bits; what is no number is left out. */
export const char: FunctionDefinition = {
  name: '__char',
  minArgs: 1,
  maxArgs: Infinity,
  summary: 'Characters by their codes (decimal, 0x hexadecimal or 0 octal)',
  compile(codes) {
    return (user) => {
      let text = '';
      for (const code of codes) {
        const number = trim(code.evaluate(user));
        try {
          text += String.fromCharCode(Number(decodeInt64(number) & 0xffffn));
        } catch (error) {
          user.log.log('WARN', 'o.a.j.f.CharFunction', `Could not parse ${number} : ${String(error)}`);
        }
      }
      return text;
    };
  },
};
