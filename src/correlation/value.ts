/** Seconds, milliseconds, microseconds or nanoseconds since the epoch, from 2001 to 2033. */
const TIMESTAMP = /^1\d{9}(?:\d{3}){0,3}(?:\.\d+)?$/;
const LETTER = /\p{L}/u;
const DIGIT = /\p{N}/u;

/** Could be a time: two clocks agree by chance. */
export const isTimestamp = (value: string): boolean => TIMESTAMP.test(value);

/** Unlikely to stand in a message by chance, as counters, states and common words do. */
export function isSpecific(value: string): boolean {
  if (isTimestamp(value)) return false;
  if (!DIGIT.test(value)) return false;
  return LETTER.test(value) ? value.length >= 3 : value.length >= 5;
}

const WORD = /[\p{L}\p{N}_-]+/gu;

/**
 * The text with each word that has a digit replaced: equal for texts that differ only in their numbers and ids.
 * Reads the first 4,096 characters.
 */
export function shapeOf(text: string): string {
  return text.slice(0, 4_096).replaceAll(WORD, (word) => (DIGIT.test(word) ? '#' : word));
}
