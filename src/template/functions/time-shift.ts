import { dateTimePrinter, type Instant } from '../../java/date-time-formatter.ts';
import { dateTimeParser } from '../../java/date-time-parser.ts';
import { parseDuration } from '../../java/duration.ts';
import { JavaException } from '../../java/exception.ts';
import { parseInt64 } from '../../java/parse-number.ts';
import { localZone, type Zone } from '../../java/time-zone.ts';
import { trim } from '../../java/trim.ts';
import type { VirtualUser } from '../../types.ts';
import type { FunctionDefinition } from '../definition.ts';
import { instantNow } from '../instant.ts';
import { bcp47 } from '../locale.ts';

const CATEGORY = 'o.a.j.f.TimeShift';

/** A date by a pattern, or milliseconds without one; what the text leaves out is this year's first moment. */
function parseDate(text: string, format: string, locale: string): { instant: Instant; zone: Zone } {
  if (format === '') return { instant: { epochMs: Number(parseInt64(text)), nanos: 0 }, zone: localZone };
  const now = Date.now();
  return dateTimeParser(
    format,
    locale,
  )(text)
    .complete([
      ['NanoOfSecond', 0],
      ['SecondOfMinute', 0],
      ['MinuteOfHour', 0],
      ['HourOfDay', 0],
      ['DayOfMonth', 1],
      ['MonthOfYear', 1],
      ['YearOfEra', new Date(now).getFullYear()],
      ['OffsetSeconds', localZone.offsetSeconds(now)],
    ])
    .toZoned();
}

function plus({ epochMs, nanos }: Instant, amount: string): Instant {
  const duration = parseDuration(amount);
  const total = nanos + duration.nanos;
  return {
    epochMs: epochMs + duration.seconds * 1000 + Math.floor(total / 1_000_000),
    nanos: total % 1_000_000,
  };
}

/** Does what may fail; a failure is logged and leaves things as they were. */
function attempt<T>(user: VirtualUser, before: T, what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof JavaException)) throw error;
    user.log.log('ERROR', CATEGORY, `${what}: ${error.message}`);
    return before;
  }
}

/** `org.apache.jmeter.functions.TimeShift`. Format, locale and variable keep what their first evaluation gives. */
export const timeShift: FunctionDefinition = {
  name: '__timeShift',
  minArgs: 4,
  maxArgs: 5,
  summary: 'A date, or now, shifted by an ISO duration',
  stateful: true,
  compile(args) {
    const [formatText, date, amount] = args;
    const localeText = args.length === 5 ? args[3] : undefined;
    const variableText = args.at(-1)!;
    let fixed: { format: string; locale: string; variable: string } | undefined;
    return (user) => {
      fixed ??= {
        format: trim(formatText!.evaluate(user)),
        locale: bcp47(trim(localeText?.evaluate(user) ?? '')),
        variable: trim(variableText.evaluate(user)),
      };
      const { format, locale, variable } = fixed;
      const shift = trim(amount!.evaluate(user));
      const text = trim(date!.evaluate(user));
      const print = attempt(user, undefined, `Format date pattern '${format}' is invalid`, () =>
        format === '' ? ({ epochMs }: Instant) => String(epochMs) : dateTimePrinter(format, locale),
      );
      if (print === undefined) return '';
      let { instant, zone } = { instant: instantNow(user), zone: localZone };
      if (text !== '')
        ({ instant, zone } = attempt(
          user,
          { instant, zone },
          `Failed to parse the date '${text}' to shift`,
          () => parseDate(text, format, locale),
        ));
      if (shift !== '')
        instant = attempt(user, instant, `Failed to parse the amount duration '${shift}' to shift`, () =>
          plus(instant, shift),
        );
      const shifted = print(instant, zone);
      if (variable !== '') user.variables.put(variable, shifted);
      return shifted;
    };
  },
};
