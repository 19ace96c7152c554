import { JavaException } from './exception.ts';

const DURATION =
  /^([+-]?)P(?:([+-]?\d+)D)?(T(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+)(?:[.,](\d{0,9}))?S)?)?$/i;

/** A length of time: whole seconds, and nanoseconds in [0, 10^9). */
export interface Duration {
  readonly seconds: number;
  readonly nanos: number;
}

/** `Duration.parse`: `PnDTnHnMn.nS`, each part with a sign of its own. @throws JavaException DateTimeParseException. */
export function parseDuration(text: string): Duration {
  const match = DURATION.exec(text);
  const [, sign, days, time, hours, minutes, seconds, fraction] = match ?? [];
  const empty = days === undefined && hours === undefined && minutes === undefined && seconds === undefined;
  if (match === null || empty || time?.length === 1)
    throw new JavaException('java.time.format.DateTimeParseException', 'Text cannot be parsed to a Duration');
  const number = (digits: string | undefined): number => Number(digits ?? 0);
  const wholeSeconds = number(days) * 86_400 + number(hours) * 3600 + number(minutes) * 60 + number(seconds);
  const fractionNanos =
    Number((fraction ?? '').padEnd(9, '0')) * (seconds?.startsWith('-') === true ? -1 : 1);
  const direction = sign === '-' ? -1 : 1;
  const nanos = fractionNanos * direction;
  return nanos < 0
    ? { seconds: wholeSeconds * direction - 1, nanos: nanos + 1e9 }
    : { seconds: wholeSeconds * direction + 0, nanos: nanos + 0 };
}
