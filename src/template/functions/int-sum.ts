import { parseInt32 } from '../../java/parse-number.ts';
import { trim } from '../../java/trim.ts';
import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.IntSum`: overflows silently; a last argument that is no number names a variable. */
export const intSum: FunctionDefinition = {
  name: '__intSum',
  minArgs: 2,
  maxArgs: Infinity,
  summary: 'Sum of 32-bit integers',
  compile(args) {
    const last = args.at(-1)!;
    const summands = args.slice(0, -1);
    return (user) => {
      let sum = 0;
      for (const summand of summands) sum = (sum + parseInt32(summand.evaluate(user))) | 0;
      const lastText = trim(last.evaluate(user));
      try {
        return String((sum + parseInt32(lastText)) | 0);
      } catch {
        user.variables.put(lastText, String(sum));
        return String(sum);
      }
    };
  },
};
