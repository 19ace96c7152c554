import { dateTimePrinter } from '../../java/date-time-formatter.ts';
import { printPartial } from '../../java/date-time-partial.ts';
import { dateTimeParser } from '../../java/date-time-parser.ts';
import { defaultLocale } from '../../java/date-names.ts';
import { JavaException } from '../../java/exception.ts';
import { parseInt64 } from '../../java/parse-number.ts';
import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

function convert(date: string, source: string, target: string): string {
  if (source === '') return dateTimePrinter(target)({ epochMs: Number(parseInt64(date)), nanos: 0 });
  return printPartial(target, dateTimeParser(source, defaultLocale)(date), defaultLocale);
}

/** `org.apache.jmeter.functions.DateTimeConvertFunction`: the target shows no more than the source says. */
export const dateTimeConvert: FunctionDefinition = {
  name: '__dateTimeConvert',
  minArgs: 3,
  maxArgs: 4,
  summary: 'A date from one pattern (or milliseconds) to another',
  compile([date, sourceFormat, targetFormat, variable]) {
    return (user) => {
      const text = date!.evaluate(user);
      const source = sourceFormat!.evaluate(user);
      const target = targetFormat!.evaluate(user);
      try {
        return storeResult(user, variable, convert(text, source, target));
      } catch (error) {
        if (!(error instanceof JavaException)) throw error;
        user.log.log(
          'ERROR',
          'o.a.j.f.DateTimeConvertFunction',
          `Error calling __dateTimeConvert function with value ${text}, source format ${source}, target format ${target}, ${error.message}`,
        );
        return '';
      }
    };
  },
};
