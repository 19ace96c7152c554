import type { FieldName, ParsedDateTime } from './date-time-fields.ts';
import { elementsPrinter } from './date-time-formatter.ts';
import { parseDateTimePattern, type DateTimeElement } from './date-time-pattern.ts';
import { JavaException } from './exception.ts';
import { localZone, type Zone } from './time-zone.ts';

/** Letters that need a whole date, a time, an offset; `V` and `z` print the local zone when no other is known. */
const lettersOf = { date: 'GuyYDMLdQqwWEecF', time: 'aHkKhmsSAnN', offset: 'OXxZ' } as const;
/** Letters whose own field is enough. */
const fieldOfLetter: Readonly<Record<string, FieldName>> = {
  u: 'Year',
  M: 'MonthOfYear',
  L: 'MonthOfYear',
  d: 'DayOfMonth',
};

const MS_OF_DAY = 86_400_000;
const NANOS_OF_MS = 1_000_000;

/** The letter of the first element that the parsed text does not know. */
function unknownLetter(elements: readonly DateTimeElement[], parsed: ParsedDateTime): string | undefined {
  const { days, nanoOfDay, offsetSeconds } = parsed.parts();
  const isKnown = (letter: string): boolean => {
    if (lettersOf.date.includes(letter)) {
      const field = fieldOfLetter[letter];
      return days !== undefined || (field !== undefined && parsed.has(field));
    }
    if (lettersOf.time.includes(letter)) return nanoOfDay !== undefined;
    return !lettersOf.offset.includes(letter) || offsetSeconds !== undefined;
  };
  for (const element of elements) {
    const inner = element.kind === 'pad' ? element.element : element;
    if (inner.kind === 'field' && !isKnown(inner.letter)) return inner.letter;
  }
  return undefined;
}

/**
 * Prints what one text said by another pattern.
 * @throws JavaException IllegalArgumentException for a malformed pattern; UnsupportedTemporalTypeException when the
 *   pattern asks for what the text did not say.
 */
export function printPartial(pattern: string, parsed: ParsedDateTime, locale: string): string {
  const elements = parseDateTimePattern(pattern).filter(
    (element) => element.kind !== 'optional' || unknownLetter(element.elements, parsed) === undefined,
  );
  const unknown = unknownLetter(elements, parsed);
  if (unknown !== undefined)
    throw new JavaException(
      'java.time.temporal.UnsupportedTemporalTypeException',
      `Unsupported field: the date says nothing for the letter ${unknown}`,
    );
  const { days, nanoOfDay = 0, offsetSeconds = 0 } = parsed.parts();
  const nanos = nanoOfDay % NANOS_OF_MS;
  const localMs = (days ?? parsed.dayInLeapYear()) * MS_OF_DAY + (nanoOfDay - nanos) / NANOS_OF_MS;
  const zone: Zone = { id: (parsed.zone ?? localZone).id, offsetSeconds: () => offsetSeconds };
  return elementsPrinter(elements, locale)({ epochMs: localMs - offsetSeconds * 1000, nanos }, zone);
}
