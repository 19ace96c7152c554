import { simpleDatePrinter } from '../java/simple-date-format.ts';
import type { SampleResult } from '../types.ts';
import { textCell } from './csv-cell.ts';
import { SaveConfigurationError, type SaveConfiguration } from './save-configuration.ts';

/** Milliseconds of a sample's time stamp: its start, or its end with `sampleresult.timestamp.start=false`. */
export const timestampMs = (result: SampleResult, isStart: boolean): number =>
  Math.floor((isStart ? result.startUs : result.endUs) / 1000);

/** Prints whole milliseconds; the digits before the last three are printed once a second. */
function millisecondPrinter(terminator: string): (ms: number) => string {
  const lastDigits = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0') + terminator);
  let second = -1;
  let digits = '';
  return (ms) => {
    if (ms < 1000) return `${ms}${terminator}`;
    const whole = Math.floor(ms / 1000);
    if (whole !== second) {
      second = whole;
      digits = String(whole);
    }
    return digits + lastDigits[ms - whole * 1000];
  };
}

/**
 * Makes the function that writes the timeStamp cell with `terminator` behind it.
 * @throws SaveConfigurationError for a pattern that SimpleDateFormat refuses.
 */
export function timestampWriter(
  { delimiter, timestampFormat, timestampIsStart }: SaveConfiguration,
  terminator: string,
): (result: SampleResult) => string {
  if (timestampFormat === 'ms') {
    const print = millisecondPrinter(terminator);
    return (result) => print(timestampMs(result, timestampIsStart));
  }
  let print: (epochMs: number) => string;
  try {
    print = simpleDatePrinter(timestampFormat);
  } catch {
    throw new SaveConfigurationError(
      `Invalid pattern value ${timestampFormat} for property jmeter.save.saveservice.timestamp_format`,
    );
  }
  const cell = textCell(delimiter, terminator);
  return (result) => cell(print(timestampMs(result, timestampIsStart)));
}
