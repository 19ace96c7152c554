import { parseInt64 } from '../../java/parse-number.ts';
import { trim } from '../../java/trim.ts';
import type { FunctionDefinition } from '../definition.ts';

/** `org.apache.jmeter.functions.LongSum`: overflows silently; a last argument that is no number names a variable. */
export const longSum: FunctionDefinition = {
  name: '__longSum',
  minArgs: 2,
  maxArgs: Infinity,
  summary: 'Sum of 64-bit integers',
  compile(args) {
    const last = args.at(-1)!;
    const summands = args.slice(0, -1);
    return (user) => {
      let sum = 0n;
      for (const summand of summands) sum = BigInt.asIntN(64, sum + parseInt64(summand.evaluate(user)));
      const lastText = trim(last.evaluate(user));
      try {
        return String(BigInt.asIntN(64, sum + parseInt64(lastText)));
      } catch {
        user.variables.put(lastText, String(sum));
        return String(sum);
      }
    };
  },
};
