import { bytesText, numberText, parseBytes, parseNumber, parseTimeMs, timeText } from './quantity.ts';

/** How thresholds of a subject are written and values are shown. */
export interface Unit {
  readonly what: string;
  parse(text: string): number | undefined;
  text(value: number): string;
}

export const TIME: Unit = { what: 'a time such as 150ms or 2s', parse: parseTimeMs, text: timeText };
export const BYTES: Unit = { what: 'a size such as 500 or 10kb', parse: parseBytes, text: bytesText };
export const NUMBER: Unit = { what: 'a number', parse: parseNumber, text: numberText };
export const PERCENTAGE: Unit = {
  what: 'a percentage such as 5%',
  parse: (text) => (text.endsWith('%') ? parseNumber(text.slice(0, -1)) : undefined),
  text: (value) => `${numberText(value)}%`,
};
