import { dateTimePrinter, type DateTimePrinter } from '../../java/date-time-formatter.ts';
import { illegalArgumentException, JavaException } from '../../java/exception.ts';
import { parseInt64 } from '../../java/parse-number.ts';
import { trim } from '../../java/trim.ts';
import type { Properties, VirtualUser } from '../../types.ts';
import type { FunctionDefinition } from '../definition.ts';
import { instantNow } from '../instant.ts';

type Clock = (user: VirtualUser) => string;

const aliases: readonly (readonly [string, string])[] = [
  ['YMD', 'yyyyMMdd'],
  ['HMS', 'HHmmss'],
  ['YMDHMS', 'yyyyMMdd-HHmmss'],
  ['USER1', ''],
  ['USER2', ''],
];

const nowMs = (user: VirtualUser): number => Math.floor(user.clock.nowUs() / 1000);

function divided(divisor: bigint): Clock {
  return (user) => {
    if (divisor === 0n) throw new JavaException('java.lang.ArithmeticException', '/ by zero');
    return String(BigInt(nowMs(user)) / divisor);
  };
}

function clockFor(format: string, properties: Properties): Clock {
  if (format === '') return (user) => String(nowMs(user));
  const alias = aliases.find(([name]) => name === format);
  const pattern = alias === undefined ? format : (properties.get(`time.${format}`) ?? alias[1]);
  if (/^\/\d+$/.test(pattern)) return divided(parseInt64(pattern.slice(1)));
  let print: DateTimePrinter;
  try {
    print = dateTimePrinter(pattern);
  } catch (error) {
    if (!(error instanceof JavaException)) throw error;
    return () => {
      throw illegalArgumentException(`Unable to parse date format ${pattern}: ${error.message}`);
    };
  }
  return (user) => print(instantNow(user));
}

/**
 * `org.apache.jmeter.functions.TimeFunction`. Format and variable keep what their first evaluation gives, for all
 * users.
 */
export const time: FunctionDefinition = {
  name: '__time',
  minArgs: 0,
  maxArgs: 2,
  summary: 'The time now: milliseconds, by a pattern (java.time), or divided (/1000)',
  stateful: true,
  compile([format, variable], { properties }) {
    let clock: Clock | undefined;
    let target: string | undefined;
    return (user) => {
      clock ??= clockFor(format?.evaluate(user) ?? '', properties);
      target ??= trim(variable?.evaluate(user) ?? '');
      const now = clock(user);
      if (target !== '') user.variables.put(target, now);
      return now;
    };
  },
};
