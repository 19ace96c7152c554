import { daysFromCivil } from '../../java/civil-date.ts';
import { dateTimeParser } from '../../java/date-time-parser.ts';
import { ParsedDateTime } from '../../java/date-time-fields.ts';
import { printPartial } from '../../java/date-time-partial.ts';
import { JavaException } from '../../java/exception.ts';
import { randomLong } from '../../java/random-long.ts';
import { trim } from '../../java/trim.ts';
import type { VirtualUser } from '../../types.ts';
import type { FunctionDefinition } from '../definition.ts';
import { bcp47 } from '../locale.ts';
import { storeResult } from '../result-variable.ts';

const CATEGORY = 'o.a.j.f.RandomDate';

function today(): number {
  const now = new Date();
  return daysFromCivil(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

/** Days since 1970-01-01; a text that is no date is logged and counts as 1970-01-01. */
function readDate(
  user: VirtualUser,
  text: string,
  parse: (text: string) => ParsedDateTime,
  which: string,
): number {
  try {
    const { year, month, day } = parse(text)
      .complete([['YearOfEra', new Date().getFullYear()]])
      .toDate();
    return daysFromCivil(year, month, day);
  } catch (error) {
    if (!(error instanceof JavaException)) throw error;
    user.log.log('ERROR', CATEGORY, `Failed to parse ${which} date '${text}' ${error.message}`);
    return 0;
  }
}

/** `org.apache.jmeter.functions.RandomDate`: the end is not included. */
export const randomDate: FunctionDefinition = {
  name: '__RandomDate',
  minArgs: 3,
  maxArgs: 5,
  summary: 'A random day from a start, or today, up to an end, which is not included',
  compile([formatText, startText, endText, localeText, variable]) {
    return (user) => {
      const format = trim(formatText!.evaluate(user)) || 'yyyy-MM-dd';
      const start = trim(startText!.evaluate(user));
      const end = trim(endText!.evaluate(user));
      const locale = bcp47(trim(localeText?.evaluate(user) ?? ''));
      let parse: (text: string) => ParsedDateTime;
      try {
        parse = dateTimeParser(format, locale);
      } catch (error) {
        if (!(error instanceof JavaException)) throw error;
        user.log.log('ERROR', CATEGORY, `Format date pattern '${format}' is invalid: ${error.message}`);
        return '';
      }
      const from = start === '' ? today() : readDate(user, start, parse, 'Start');
      const to = readDate(user, end, parse, 'End');
      if (to < from) {
        user.log.log('ERROR', CATEGORY, `End Date '${end}' must be greater than Start Date '${start}'`);
        return '';
      }
      const day = ParsedDateTime.ofDays(Number(randomLong(BigInt(from), BigInt(to))));
      return storeResult(user, variable, printPartial(format, day, locale));
    };
  },
};
