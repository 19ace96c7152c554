import { randomLong } from '../../java/random-long.ts';
import { parseInt64 } from '../../java/parse-number.ts';
import { trim } from '../../java/trim.ts';
import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

/** `org.apache.jmeter.functions.Random`. */
export const random: FunctionDefinition = {
  name: '__Random',
  minArgs: 2,
  maxArgs: 3,
  summary: 'A random integer between two bounds, both included',
  compile([minimum, maximum, variable]) {
    return (user) => {
      const min = parseInt64(trim(minimum!.evaluate(user)));
      const max = parseInt64(trim(maximum!.evaluate(user)));
      return storeResult(user, variable, String(randomLong(min, BigInt.asIntN(64, max + 1n))));
    };
  },
};
